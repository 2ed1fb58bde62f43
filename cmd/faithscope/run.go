package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/progress"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/reasoning"
)

func runCommand() *cobra.Command {
	f, o := opening.NewFlags(), runOptions{}
	cmd := &cobra.Command{
		Use:   "run QUESTIONS",
		Short: "Answer questions by running their programs",
		Long: "Answer questions by running their programs on an oracle, which says how likely the objects of a picture are " +
			"this or that: the parameter-free executor of ∇-FOL. What is written is a run in faithscope's own format, with the " +
			"attention after every operator.\n\n" +
			"QUESTIONS is in any form of GQA's, DFOL-VQA's or CLEVR's. The gold of the operators is what the same programs give on " +
			"scene graphs, which --scenes names; CLEVR's questions have it already. Questions that the run answers right are tagged easy, the others hard; with " +
			"--base by the answers of that run. A question whose program cannot be run is written without an answer, and counted.\n\n" +
			"A run that was stopped goes on where it was when the same command is given again. At its end its numbers are printed.",
		Example: "faithscope run questions.json --oracle oracle.jsonl.gz -o base.jsonl.gz\n" +
			"faithscope run questions.json --oracle golden:scenes.json -o golden.jsonl\n" +
			"faithscope run questions.json --oracle golden:scenes.json,noise=.1,seed=1 -o noisy.jsonl --base base.jsonl.gz",
		RunE: func(cmd *cobra.Command, paths []string) error { return runQuestions(cmd, paths, f, &o) },
	}
	cmd.Flags().StringVar(&o.with, "executor", "dfol", "what runs the programs: dfol, first-order logic")
	o.Options.AddTo(cmd.Flags())
	o.Target.AddTo(cmd.Flags(), "", "file to write, packed where its name ends with .gz or .zst", "replace the file if it exists, and start over")
	cmd.Flags().BoolVar(&o.likelihoods, "likelihoods", false, "write with each question the likelihoods that it asks for: with --oracle run:FILE the run is an oracle then")
	cmd.Flags().StringVar(&o.sets, "sets", "", "folder to write the hard and the easy set to, in DFOL-VQA's form")
	f.AddFiles(cmd.Flags())
	cmd.Flags().StringVar(&f.Base, "base", "", "run of a base model; what it answers right is the easy set (default: this run)")
	return cmd
}

// runOptions are the flags of run beside those of files.
type runOptions struct {
	oracle.Options
	output.Target
	with, sets  string
	likelihoods bool // are written too
}

func runQuestions(cmd *cobra.Command, paths []string, f *opening.Flags, o *runOptions) (err error) {
	switch {
	case len(paths) != 1:
		return fmt.Errorf("run takes one file of questions, not %d", len(paths))
	case o.with != "dfol":
		return fmt.Errorf("--executor %s: there is dfol", o.with)
	case o.Path == "" || o.Path == "-":
		return errors.New("name the file to write with -o: a run that is stopped goes on from it")
	}
	ctx := cmd.Context()
	questions, err := f.Options.OpenOne(ctx, paths[0])
	if err != nil {
		return err
	}
	defer questions.Close()
	a, err := answering.New(ctx, f, &o.Options, questions)
	if err != nil {
		return err
	}
	defer a.Close()
	a.Asked = o.likelihoods
	p, err := answering.OpenPart(o.Path, o.header(questions, a), o.Force)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if err := a.AnswerAll(ctx, questions, p, progress.New(cmd.ErrOrStderr(), "answering", questions)); err != nil {
		return fmt.Errorf("%w; %s keeps %d answers, and the same command goes on from there", err, p.Path, p.Done)
	}
	if err := p.Finish(ctx, &o.Target); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d questions, %d of them not answered\n", loaders.Clean(o.Path), p.Done, a.Failed.Load())
	opening.TellProblems(cmd.ErrOrStderr(), questions)
	return o.report(cmd, f, a.Executor.Concepts)
}

// header names the run. A run that is resumed has to have the same.
func (o *runOptions) header(questions *loaders.Run, a *answering.Answerer) native.Header {
	h := native.Header{
		Name: runName(o.Path), Model: "∇-FOL on " + filepath.Base(o.Oracle), Dataset: questions.Dataset, Gold: a.Source,
		Note: "Answered by running the programs of " + filepath.Base(questions.Path) + " on the oracle " + filepath.Base(o.Oracle), BoxUnits: loaders.Pixels.String(),
	}
	for _, setting := range []struct {
		on   bool
		said string
	}{
		{o.Settings.Normalize, "options normalised"}, {o.Settings.Hard, "hard mode"}, {o.Calibration != "", "calibrated by " + o.Calibration},
		{a.Base != nil, "easy and hard by another run"},
	} {
		if setting.on {
			h.Note += "; " + setting.said
		}
	}
	h.ImageRoot = writing.ImageRoot(questions, o.Path)
	return h
}

// runName is a file's name without what says how it is written.
func runName(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".json")
	return name
}

// report prints the numbers of the run that was written, and writes its sets.
func (o *runOptions) report(cmd *cobra.Command, f *opening.Flags, c *dfol.Concepts) error {
	ctx := cmd.Context()
	f.Protocols = []string{reasoning.Protocol.Name}
	protocols, err := f.Asked(ctx)
	if err != nil {
		return err
	}
	run, err := f.Options.Opener().Open(ctx, o.Path, loaders.Options{Images: f.Options.Images})
	if err != nil {
		return err
	}
	defer run.Close()
	scored, err := opening.Read(ctx, []*loaders.Run{run}, protocols, f.Settings)
	if err != nil {
		return err
	}
	if err := (&reportOptions{noIntervals: true}).print(cmd, scored, f.Settings); err != nil || o.sets == "" {
		return err
	}
	return answering.WriteSets(ctx, o.sets, run, c, o.Force)
}
