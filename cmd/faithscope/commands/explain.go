package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/explaining"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/progress"
	"faithscope/cmd/faithscope/value"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/scoring"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
	"faithscope/scoring/protocols/intervention"
	"faithscope/scoring/shards"
)

type explainOptions struct {
	*commandLine
	asked explaining.Model
	explain.Options
	perturb  string
	shard    shards.Shard
	programs oracle.Programs
	samples  int
}

// explainCommand returns the command explain, which runs check and run of newExplainOptions.
func explainCommand() *cobra.Command {
	o := newExplainOptions("Ask a model which parts of its input its answers depend on",
		"Writes a run with the model's answers and an attribution per explainer. Each attribution has the model's answers while parts are "+
			"removed in the order of its scores, and in random orders, so that `faithscope score` can measure faithfulness by intervention "+
			"without the model.\n\nThe explainers: "+strings.Join(explain.Explainers(), ", ")+". They use the defaults of their reference "+
			"packages: kernelshap and lime weigh at most ten features; kernelshap-all and lime-tokens weigh all parts.\n\nOnly --model can "+
			"name a model; no file can. The model is probed first, and refused if it answers by chance or out of order. After a stop, run "+
			"the same command again to continue.",
		"explain pairs.jsonl --model demo --with occlusion,lime,ig -o explained.jsonl.gz",
		"explain pairs.jsonl --model 'python3 model.py' --with kernelshap --target gold -o explained.jsonl",
		"explain squad.jsonl --model 'python3 qa.py' --inputs question=question,context=passage --over sentences --with occlusion "+
			"-o sentences.jsonl",
		"explain questions.jsonl --model executor --oracle oracle.jsonl.gz --with occlusion,shapley -o objects.jsonl")
	return o.runWith(o.check, o.run)
}

// newExplainOptions also serves slurm explain, and adds the flags to a new command without a run
// function.
func newExplainOptions(short, long string, examples ...string) *explainOptions {
	o := &explainOptions{commandLine: newCommand("explain RUN", short, long, examples...), Options: explain.Defaults()}
	o.asked.AddTo(o.Set)
	o.addFlags(
		&value.OneOf{Several: &o.Methods, What: "an explainer", Known: explain.Explainers()}, "with", "the explainers, with commas between",
		value.Word(&o.Preset, "a preset", []string{explain.Quackie}), "preset",
		"explainers and settings of a paper: quackie")
	o.addOut("file to write (.gz and .zst are compressed); --force starts over")
	o.addFlags(
		value.Word(&o.Over, "a kind of part", []string{explain.Words, explain.Sentences, explain.Objects}), "over",
		"the parts: words, sentences of the passage, or objects in the picture (executor)",
		value.Word(&o.Remove, "a way to take parts away", []string{explain.Delete, explain.Zero, explain.Unk}), "remove",
		"how to remove a part: delete, zero (vectors of zeros) or unk (an unknown word)",
		&o.Options.Target, "target", "whose probability is explained: predicted, gold or a label",
		&o.perturb, "perturb", "only remove parts of these inputs, comma-separated (default: all)",
		&o.samples, "samples", "draws of lime, coalitions of kernelshap (default: 5000, 2n + 2048)",
		&o.Steps, "steps", "points of integrated gradients",
		&o.Noise, "noise", "draws of smoothgrad",
		&o.Orders, "orders", "random orders to compare with",
		&o.Seed, "seed", "random seed",
		&o.Logit, "logit", "gradients of the score before softmax",
		&o.shard, "shard", "explain only every n-th example, starting with the i-th")
	o.programs.AddTo(o.Set)
	o.AddSetting("bins")
	o.AddSetting("random_share")
	o.AddWhere()
	o.AddFiles("annotator")
	return o
}

// check also fills in Texts and Samples and drops repeated explainers.
func (o *explainOptions) check() error {
	switch {
	case o.Path == "-":
		return errors.New("name the file to write with -o: a command that was stopped continues from it")
	case len(o.Methods) == 0 && o.Preset == "":
		return errors.New("name the explainers with --with: " + strings.Join(explain.Explainers(), ", "))
	case o.samples < 0:
		return errors.New("--samples must be 1 or more")
	}
	if o.perturb != "" {
		o.Texts = strings.Split(o.perturb, ",")
	}
	if o.Methods = loaders.Distinct(o.Methods); o.samples > 0 {
		o.Samples, o.Bounded = o.samples, true
	}
	return nil
}

// run continues an interrupted file. Then it prints a summary, the run's problems and the scores of
// faithfulness by intervention.
func (o *explainOptions) run() (err error) {
	ctx := o.Context()
	run, err := o.Flags.Options.OpenOne(ctx, o.args[0])
	if err != nil {
		return err
	}
	defer run.Close()
	if err := run.Wait(ctx, math.MaxInt); err != nil {
		return err
	}
	if err := o.Narrow(opening.Unpaired, run); err != nil {
		return err
	}
	if o.shard.Of > 1 {
		run.Narrow(o.shard.Own(run.Len()))
	}
	m, done, err := o.openModel(ctx, run)
	if err != nil {
		return err
	}
	defer done()
	p, err := answering.OpenPart(o.Path, o.headerFor(run, m.Declaration()), o.Force)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	begun := time.Now()
	work := explaining.Work{Run: run, Options: &o.Options, Model: m}
	e, err := work.FillPart(ctx, p, progress.New(o.Command.ErrOrStderr(), "explaining", run))
	if err != nil {
		return fmt.Errorf("%w; %s holds %s, and the same command continues from there", err, p.Path, loaders.Count(p.Done, "example"))
	}
	if err := p.Finish(ctx, &o.commandLine.Target); err != nil {
		return err
	}
	o.Command.PrintErrf("%s: %s\n", loaders.Clean(o.Path), e.Summary(m, time.Since(begun)))
	o.PrintProblems(run)
	return o.printWritten([]scoring.Protocol{intervention.Protocol}, func(*loaders.Run) error { return run.Problems.Lost() })
}

// openModel starts --model. For "executor" it prepares what runs the programs, and changes --over
// from words to objects because there are no other parts. The returned function closes either.
func (o *explainOptions) openModel(ctx context.Context, run *loaders.Run) (*model.Asker, func(), error) {
	if o.asked.Name != explain.ExecutorModel {
		return o.asked.Asker(ctx, run, &o.Options, !o.Flags.Options.NoCache)
	}
	runs, name, done, err := o.programs.For(ctx, o.Flags, run, nil)
	if err != nil {
		return nil, nil, err
	}
	a := &model.Asker{Model: &explain.Executed{Runs: runs, Name: name}}
	if o.Over == explain.Words {
		o.Over = explain.Objects // its only parts
	}
	if err := o.Check(a.Model); err != nil {
		done()
		return nil, nil, err
	}
	return a, done, nil
}

const explainedBy = "Explained by asking "

// headerFor also replaces the facts of run by the settings. The fact method exists only for a
// single explainer. The run's own note follows the settings, without notes of earlier explanations.
// Only a file with the same header is continued.
func (o *explainOptions) headerFor(run *loaders.Run, d *model.Declaration) native.Header {
	note, facts := explainedBy+strings.TrimSpace(d.Model+" "+d.Version)+": "+strings.Join(o.Methods, ", "), maps.Collect(maps.All(run.Facts))
	if delete(facts, "method"); len(o.Methods) == 1 { // the run's attributions are not copied
		facts["method"] = o.Methods[0]
	}
	for _, setting := range []struct {
		name  string
		value any
		on    bool
	}{
		{"remove", o.Remove, true}, {"over", o.Over, true}, {"target", o.Options.Target, true}, {"seed", o.Seed, true},
		{"samples", o.Samples, o.Preset == ""}, {"coalitions", o.Samples, o.Bounded}, {"steps", o.Steps, true}, {"noise", o.Noise, true},
		{"orders", o.Orders, true}, {"logit", o.Logit, o.Logit}, {"perturb", o.perturb, o.Texts != nil},
	} {
		if setting.on {
			facts[setting.name] = fmt.Sprint(setting.value)
			note += fmt.Sprintf("; %s %v", setting.name, setting.value)
		}
	}
	if o.shard.Of > 1 { // the joined run lacks it
		note += "; shard " + o.shard.String()
	}
	run.Facts = facts
	h := native.HeaderOf(run)
	h.Name, h.Model, h.ImageRoot = runName(o.Path), d.Model, writing.ImageRoot(run, o.Path)
	before := run.Note
	if strings.HasPrefix(before, explainedBy) { // its attributions are not copied
		_, before, _ = strings.Cut(before, ". ")
	}
	h.Note = strings.TrimSpace(note + ". " + before)
	return h
}
