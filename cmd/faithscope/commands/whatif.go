package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/explaining"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
	"faithscope/scoring/table"
)

func whatifCommand() *cobra.Command {
	o := &whatifOptions{commandLine: newCommand("whatif RUN…", "See which answers become right if modules return their gold",
		"Runs programs again with one type of module set to its gold, and counts wrong answers that become right and right ones that "+
			"become wrong.\n\nA gold box goes to the proposal that overlaps it most, by more than --iou; gold spans share the attention "+
			"evenly. Modules without parameters are computed. Answers that depend on a network are frozen, and counted separately; --model "+
			"can name one to ask. Runs of ∇-FOL need the oracle they were run on.\n\n--needless lists relations whose second argument, cut at "+
			"any of 20 thresholds, doesn't change the answer (Subramanian et al. 2020, Figure 4).",
		"whatif predictions.json.gz",
		"whatif predictions.json.gz --counting sum --format json",
		"whatif predictions.json.gz --model 'python3 modules.py'",
		"whatif base.jsonl.gz --oracle oracle.jsonl.gz --concepts ontology.json")}
	o.programs.AddTo(o.Set)
	o.desk.AddTo(o.Set)
	o.addFlags(&o.needless, "needless", "list with-relations that change no answer")
	answering.Complete(o.Flags, &o.programs.Options)
	o.addFormat()
	o.AddFiles("as", "facts")
	o.AddSetting("iou")
	return o.runWith(o.run)
}

type whatifOptions struct {
	*commandLine
	programs oracle.Programs
	desk     explaining.Desk
	needless bool
}

// run prints a part for each run that can be run again, and returns the other runs' errors joined.
func (o *whatifOptions) run() error {
	return o.EachRun(o.args, func(j *opening.OpenedRuns) error {
		d := &table.Document{List: "runs"}
		var errs []error
		for _, run := range j.Runs {
			part, err := o.rerunPart(run)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", run.Path, err))
				continue
			}
			d.Parts = append(d.Parts, part)
		}
		return errors.Join(append(errs, o.Context().Err(), o.printDocument(d))...)
	})
}

// rerunPart lists the answers that change with each type of module set to its gold; with --needless
// it lists needless relations instead. Without --model, lines name the flags that would compute
// frozen answers. It fails if the model has no modules or no program can be run.
func (o *whatifOptions) rerunPart(run *loaders.Run) (p table.Part, err error) {
	ctx, shown := o.Context(), progress.New(o.Command.ErrOrStderr(), "running", run)
	var asker *model.Asker
	var network *executor.Network
	if o.desk.Name != "" {
		var closed func()
		options := explain.Defaults()
		if asker, closed, err = o.desk.Asker(ctx, run, &options, !o.Options.NoCache); err != nil {
			return p, err
		}
		defer closed()
		if network = explain.Network(ctx, asker); network == nil {
			return p, fmt.Errorf("the model %s offers no modules", loaders.Clean(asker.Declaration().Model))
		}
	}
	x, _, done, err := o.programs.For(ctx, o.Flags, run, network)
	if err != nil {
		return p, err
	}
	defer done()
	if o.needless {
		return needlessIn(ctx, x, run, shown)
	}
	all, err := effectsOf(ctx, x, run, o.Settings.IoU, shown)
	if err != nil {
		return p, err
	}
	if all.Failed > 0 && all.Failed+all.Unjudged == all.Examples {
		return p, errors.New(all.Failures()[0])
	}
	p = table.Part{
		Name: run.Name, Path: run.Path, Tables: []*table.Table{effectsTable(all)},
		Facts: table.Named("settings", o.programs.Facts(), "examples", all.Examples, "unjudged", all.Unjudged, "failed", all.Failed,
			"apart", all.Apart),
	}
	if asker != nil {
		p.Facts = append(p.Facts, table.Named("calls", asker.Asked.Load())...)
		p.Lines = []string{fmt.Sprintf("%s was asked what %s return: it answered %s", loaders.Clean(asker.Declaration().Model),
			loaders.Clean(strings.Join(network.Modules, ", ")), loaders.Count(int(asker.Asked.Load()), "call"))}
		if why := network.Failures(); why != nil {
			p.Lines = append(p.Lines, "it could not answer all calls: "+why[0])
		}
	} else if p.Lines, err = o.thawHints(run, all); err != nil {
		return p, err
	}
	p.Lines = append(p.Lines, all.String())
	return p, nil
}

// thawHints says, for a run whose answers are all frozen by a learned counter, how many answers
// each other way to count would compute, for which it runs all programs again; nil if an answer was
// computed or none is frozen.
func (o *whatifOptions) thawHints(run *loaders.Run, all *executor.Effects) (hints []string, err error) {
	ctx, stderr := o.Context(), o.Command.ErrOrStderr()
	recomputed, frozen := all.Recomputed()
	if recomputed > 0 || frozen == 0 {
		return nil, nil
	}
	others := o.programs.Thawed()
	for _, flag := range loaders.SortedKeys(others) {
		x, _, done, err := others[flag].For(ctx, o.Flags, run, nil)
		if err != nil {
			return nil, err
		}
		other, err := effectsOf(ctx, x, run, o.Settings.IoU, progress.New(stderr, "running", run))
		done()
		if err != nil {
			return nil, err
		}
		n, _ := other.Recomputed()
		hints = append(hints, fmt.Sprintf("%s: the answers of %d of %d examples are computed again, those where it gives the run's own answer "+
			"before the change", flag, n, other.Examples))
	}
	if hints != nil {
		hints = slices.Insert(hints, 0, "every answer is frozen: a network counted, and would have to count again; other ways to count, and "+
			"--counter FILE with the weights of a trained graph-count, need no network")
	}
	return hints, nil
}
