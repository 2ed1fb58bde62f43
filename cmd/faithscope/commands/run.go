package commands

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/progress"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/protocols/reasoning"
)

func runCommand() *cobra.Command {
	o := &runOptions{commandLine: newCommand("run QUESTIONS", "Answer questions by running their programs",
		"Runs the programs of GQA, DFOL-VQA or CLEVR questions on an oracle, with the parameter-free executor of ∇-FOL, and writes "+
			"the attention after every operator. Gold attention comes from running the programs on the scene graphs of --scenes.\n\nQuestions "+
			"that this run, or the run of --base, answers correctly are tagged easy, the others hard. Questions whose programs can't be run "+
			"are counted and left unanswered.\n\nTo continue after an interruption, repeat the command.",
		"run questions.json --oracle oracle.jsonl.gz -o base.jsonl.gz",
		"run questions.json --oracle golden:scenes.json -o golden.jsonl",
		"run questions.json --oracle golden:scenes.json,noise=.1,seed=1 -o noisy.jsonl --base base.jsonl.gz"), with: "dfol"}
	o.addFlags(&o.with, "executor", "executor for the programs: dfol")
	o.oracle.AddTo(o.Set)
	o.addOut("file to write (.gz and .zst are compressed); --force starts over")
	o.addFlags(
		&o.likelihoods, "likelihoods", "include the likelihoods of each question, for --oracle run:FILE",
		&o.sets, "sets", "folder for the hard and easy sets, in DFOL-VQA's format")
	o.AddFiles("as", "facts", "annotator")
	o.addFlags(&o.Base, "base", "base model's run, whose right answers form the easy set (default: this run)")
	return o.runWith(o.run)
}

type runOptions struct {
	*commandLine
	oracle      oracle.Options
	with, sets  string
	likelihoods bool
}

// run refuses standard output, because an interrupted run continues from its file.
func (o *runOptions) run() (err error) {
	switch {
	case o.with != "dfol":
		return fmt.Errorf("--executor %s: the only executor is dfol", o.with)
	case o.Path == "-":
		return errors.New("use -o FILE: an interrupted run resumes from this file")
	}
	ctx := o.Context()
	questions, err := o.Options.OpenOne(ctx, o.args[0])
	if err != nil {
		return err
	}
	defer questions.Close()
	a, err := answering.New(ctx, o.Flags, &o.oracle, questions)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	a.Asked = o.likelihoods
	p, err := answering.OpenPart(o.Path, o.headerFor(questions, a), o.Force)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	line := progress.New(o.Command.ErrOrStderr(), "answering", questions)
	if err := p.Fill(ctx, questions, line, func(ex *loaders.Example) (*loaders.Example, error) { return a.Answer(ex), nil }); err != nil {
		return fmt.Errorf("%w; answers in %s so far: %d; run the same command again to continue", err, p.Path, p.Done)
	}
	if err := p.Finish(ctx, &o.Target); err != nil {
		return err
	}
	o.Command.PrintErrf("%s: %s, %d unanswered\n", loaders.Clean(o.Path), loaders.Count(p.Done, "question"), a.Failed.Load())
	o.PrintProblems(questions)
	return o.printNumbers(a.Executor.Concepts)
}

// headerFor notes the settings that differ from the defaults. Only a file with the same header is
// continued, so that no file mixes settings.
func (o *runOptions) headerFor(questionRun *loaders.Run, a *answering.Answerer) native.Header {
	h := native.Header{
		Name: runName(o.Path), Model: "∇-FOL on " + filepath.Base(o.oracle.Oracle), Dataset: questionRun.Dataset, Gold: a.Source,
		Note:     "Answered by running the programs of " + filepath.Base(questionRun.Path) + " on the oracle " + filepath.Base(o.oracle.Oracle),
		BoxUnits: loaders.Pixels.String(),
	}
	for _, setting := range []struct {
		on   bool
		said string
	}{
		{o.oracle.Settings.Normalize, "options normalised"}, {o.oracle.Settings.Hard, "hard mode"},
		{o.oracle.Calibration != "", "calibrated with " + o.oracle.Calibration},
		{o.oracle.Settings.Threshold != 0.5, fmt.Sprintf("yes above a likelihood of %g", o.oracle.Settings.Threshold)},
		{a.Base != nil, "easy and hard sets from another run"},
	} {
		if setting.on {
			h.Note += "; " + setting.said
		}
	}
	h.ImageRoot = writing.ImageRoot(questionRun, o.Path)
	return h
}

func runName(outputPath string) string {
	name, _, _ := strings.Cut(filepath.Base(outputPath), ".json")
	return name
}

func (o *runOptions) printNumbers(c *dfol.ConceptCategories) error {
	o.Protocols = []string{reasoning.Protocol.Name}
	protocols, err := o.Asked()
	if err != nil {
		return err
	}
	return o.printWritten(protocols, func(run *loaders.Run) error {
		if o.sets == "" {
			return nil
		}
		return answering.WriteSets(o.Context(), o.sets, run, c, o.Force)
	})
}
