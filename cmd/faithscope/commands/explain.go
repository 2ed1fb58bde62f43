package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
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
	given    explainFlags
	programs oracle.ProgramFlags
}

// explainFlags holds what check turns into Options, what starts a process, and the part to explain.
type explainFlags struct {
	perturb, explainer string // a list of inputs; a command
	samples            int
	shard              shards.Shard
}

func explainCommand() *cobra.Command {
	o := newExplainOptions("Ask a model which parts of its input its answers depend on",
		"Writes a run with the model's answers and an attribution per explainer. Each attribution records the model's answers as parts are "+
			"removed in order of score, and in random orders, so that `faithscope score` can measure faithfulness by intervention "+
			"without the model.\n\nThe explainers: "+strings.Join(explain.Explainers(), ", ")+". They use the defaults of their reference "+
			"packages.\n\nOnly --model can name a model; a file can't. The model is probed first, and rejected if repeating or "+
			"reordering queries changes its answers. To continue after an interruption, repeat the command.",
		"explain pairs.jsonl --model demo --with occlusion,lime,ig -o explained.jsonl.gz",
		"explain pairs.jsonl --model 'python3 model.py' --with kernelshap --target gold -o explained.jsonl",
		"explain squad.jsonl --model 'python3 qa.py' --inputs question=question,context=passage --over sentences --with occlusion "+
			"-o sentences.jsonl",
		"explain questions.jsonl --model executor --oracle oracle.jsonl.gz --with occlusion,shapley -o objects.jsonl")
	return o.runWith(o.check, o.run)
}

// newExplainOptions leaves the run function to its caller, because slurm explain takes the same flags.
func newExplainOptions(briefHelp, longHelp string, usageExamples ...string) *explainOptions {
	o := &explainOptions{commandLine: newCommand("explain RUN", briefHelp, longHelp, usageExamples...), Options: explain.Defaults()}
	o.asked.AddTo(o.Set)
	o.addFlags(
		&value.OneOf{Several: &o.Methods, What: "an explainer", Known: explain.Explainers()}, "with", "the explainers, comma-separated",
		&o.given.explainer, "explainer", "the `command` of an external explainer",
		value.Word(&o.Preset, "a preset", []string{explain.Quackie}), "preset",
		"use a paper's explainers and settings: quackie (default model: demo-qa)")
	o.addOut("file to write (.gz and .zst are compressed); --force starts over")
	o.addFlags(
		value.Word(&o.Over, "a kind of part", []string{explain.Words, explain.Sentences, explain.Objects}), "over",
		"parts: words, sentences of the passage, or objects in the picture (--model executor)",
		value.Word(&o.Remove, "a way to remove parts", []string{explain.Delete, explain.Zero, explain.Unk}), "remove",
		"how to remove a part: delete, zero (vectors of zeros) or unk (an unknown word)",
		&o.Options.Target, "target", "answer to explain: predicted, gold or a label",
		&o.given.perturb, "perturb", "only remove parts of these inputs, comma-separated (default: all)",
		&o.given.samples, "samples", "samples for lime, coalitions for kernelshap (defaults: 5000; 2n + 2048 for n parts)",
		&o.Steps, "steps", "steps for integrated gradients",
		&o.Noise, "noise", "samples for smoothgrad",
		&o.Orders, "orders", "number of random orders to compare with",
		&o.Seed, "seed", "random seed",
		&o.Logit, "logit", "use gradients of the score before softmax",
		&o.given.shard, "shard", "explain only every n-th example, starting with the i-th")
	o.programs.AddTo(o.Set)
	o.AddSetting("bins")
	o.AddSetting("random_share")
	o.AddWhere()
	o.AddFiles("annotator")
	return o
}

// check also fills in Texts and Samples and drops repeated explainers. Standard output is refused
// because an interrupted command continues from its file.
func (o *explainOptions) check() error {
	switch {
	case o.Path == "-":
		return errors.New("use -o FILE: an interrupted command resumes from this file")
	case len(o.Methods) == 0 && o.Preset+o.given.explainer == "":
		return errors.New("name the explainers with --with: " + strings.Join(explain.Explainers(), ", "))
	case o.given.explainer != "" && o.asked.Name == explain.ExecutorModel:
		return errors.New("--explainer explains words or sentences, not objects")
	case o.given.samples < 0:
		return errors.New("--samples must be 1 or more")
	}
	if o.given.perturb != "" {
		o.Texts = strings.Split(o.given.perturb, ",")
	}
	if o.Methods = loaders.Distinct(o.Methods); o.given.samples > 0 {
		o.Samples, o.Bounded = o.given.samples, true
	}
	return nil
}

// run continues an interrupted file, because explaining takes long. Then it prints a summary, the
// run's problems and the scores of faithfulness by intervention.
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
	if o.given.shard.Of > 1 {
		run.Narrow(o.given.shard.Own(run.Len()))
	}
	end, err := o.openExternal(ctx)
	if err != nil {
		return err
	}
	defer end()
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
	work := explaining.ExplainedRun{Run: run, Options: &o.Options, Model: m}
	if estimate := work.EstimateCost(ctx, p.Done); estimate != "" {
		o.Command.PrintErrln(loaders.Clean(o.Path) + ": " + estimate)
	}
	e, err := work.FillPart(ctx, p, progress.New(o.Command.ErrOrStderr(), "explaining", run))
	if err != nil {
		return fmt.Errorf("%w; %s contains %s so far; run the same command again to continue", err, p.Path, loaders.Count(p.Done, "example"))
	}
	if err := p.Finish(ctx, &o.commandLine.Target); err != nil {
		return err
	}
	o.Command.PrintErrf("%s: %s\n", loaders.Clean(o.Path), e.Summary(m, time.Since(begun)))
	o.PrintProblems(run)
	return o.printWritten([]scoring.Protocol{intervention.Protocol}, func(*loaders.Run) error { return run.Problems.Lost() })
}

// openExternal starts --explainer, if named, and adds it to the methods.
func (o *explainOptions) openExternal(ctx context.Context) (done func(), err error) {
	if o.given.explainer == "" {
		return func() {}, nil
	}
	var m model.Model
	words, err := model.Words(o.given.explainer)
	if err == nil {
		m, err = model.StartLines(ctx, words, o.asked.Limits)
	}
	if err != nil {
		return nil, fmt.Errorf("--explainer: %w", err)
	}
	done = func() { _ = m.Close() } // only asked
	d := m.Declaration()
	if d.Model == "" || slices.Contains(explain.Explainers(), d.Model) || !slices.Contains(d.Modules, explain.ExternalModule) {
		done()
		return nil, fmt.Errorf("--explainer: the process must declare its own name, not %q, and the module %s", d.Model, explain.ExternalModule)
	}
	o.External, o.Methods = m.(model.ModularModel), append(o.Methods, d.Model)
	return done, nil
}

// openModel starts --model, or for QUACKIE the built-in model of questions. For "executor" it changes
// --over from words to objects, because programs see no words.
func (o *explainOptions) openModel(ctx context.Context, run *loaders.Run) (*model.Asker, func(), error) {
	if o.asked.Name == "" && o.Preset == explain.Quackie {
		o.asked.Name = model.QuestionsName
	}
	if o.asked.Name != explain.ExecutorModel {
		return o.asked.Asker(ctx, run, &o.Options, !o.Flags.Options.NoCache)
	}
	runs, name, done, err := o.programs.For(ctx, o.Flags, run, nil)
	if err != nil {
		return nil, nil, err
	}
	a := &model.Asker{Model: &explain.PictureModel{Runs: runs, Name: name}}
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

// headerFor also replaces the facts of run by the settings, so that queries tell runs apart by
// run.seed and the like. Earlier notes on explanations go, because attributions aren't copied. Only a
// file with the same header is continued.
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
		{"orders", o.Orders, true}, {"logit", o.Logit, o.Logit}, {"perturb", o.given.perturb, o.Texts != nil},
	} {
		if setting.on {
			facts[setting.name] = fmt.Sprint(setting.value)
			note += fmt.Sprintf("; %s %v", setting.name, setting.value)
		}
	}
	if o.given.shard.Of > 1 { // the joined run lacks it
		note += "; shard " + o.given.shard.String()
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
