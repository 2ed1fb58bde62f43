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
	o := &whatifOptions{commandLine: newCommand("whatif RUN…", "See which answers become right if modules return gold output",
		"Reruns programs with one type of module set to gold output, and counts wrong answers that become right and right answers that "+
			"become wrong.\n\nEach gold box is assigned to the proposal that overlaps it most, if their IoU exceeds --iou; gold spans share the "+
			"attention evenly. Modules without parameters are recomputed. Answers that need a network are frozen (not recomputed) and counted "+
			"separately, unless --model names one. Runs of ∇-FOL need the oracle they were run on.\n\n--needless lists "+
			"with-relation modules whose second argument doesn't change the answer at any of 20 thresholds (Subramanian et al. 2020, Figure 4).",
		"whatif predictions.json.gz",
		"whatif predictions.json.gz --counting sum --format json",
		"whatif predictions.json.gz --model 'python3 modules.py'",
		"whatif base.jsonl.gz --oracle oracle.jsonl.gz --concepts ontology.json")}
	o.programs.AddTo(o.Set)
	o.desk.AddTo(o.Set)
	o.addFlags(&o.needless, "needless", "list needless with-relation modules")
	answering.Complete(o.Flags, &o.programs.Options)
	o.addFormat()
	o.AddFiles("as", "facts")
	o.AddSetting("iou")
	return o.runWith(o.run)
}

type whatifOptions struct {
	*commandLine
	programs oracle.ProgramFlags
	desk     explaining.SessionModel
	needless bool
}

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

// rerunPart lists the answers that change with each type of module set to its gold. Without --model,
// lines name the flags that would compute frozen answers. If no program can be run, the first reason
// is the error.
func (o *whatifOptions) rerunPart(run *loaders.Run) (p table.DocumentPart, err error) {
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
	p = table.DocumentPart{
		Name: run.Name, Path: run.Path, Tables: []*table.Table{effectsTable(all)},
		Facts: table.Named("settings", o.programs.Facts(), "examples", all.Examples, "unjudged", all.Unjudged, "failed", all.Failed,
			"apart", all.Apart),
	}
	if asker != nil {
		p.Facts.Put("calls", asker.Asked.Load())
		p.Lines = []string{fmt.Sprintf("%s was asked for the output of %s and answered %s", loaders.Clean(asker.Declaration().Model),
			loaders.Clean(strings.Join(network.Modules, ", ")), loaders.Count(int(asker.Asked.Load()), "call"))}
		if why := network.Failures(); why != nil {
			p.Lines = append(p.Lines, "some calls failed: "+why[0])
		}
	} else if p.Lines, err = o.thawHints(run, all); err != nil {
		return p, err
	}
	p.Lines = append(p.Lines, all.String())
	return p, nil
}

// thawHints runs all programs again for each other way to count, so it does that only if a learned
// counter freezes every answer.
func (o *whatifOptions) thawHints(run *loaders.Run, goldEffects *executor.GoldEffects) (hints []string, err error) {
	ctx, stderr := o.Context(), o.Command.ErrOrStderr()
	recomputed, frozen := goldEffects.Recomputed()
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
		hints = append(hints, fmt.Sprintf("%s: recomputes the answers of %d of %d examples (only those for which it reproduces the run's "+
			"answer before any change)", flag, n, other.Examples))
	}
	if hints != nil {
		hints = slices.Insert(hints, 0, "every answer is frozen, because the counts come from a network that can't be rerun; "+
			"use another way to count, or --counter FILE with the weights of a trained graph-count")
	}
	return hints, nil
}
