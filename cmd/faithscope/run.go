package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/reasoning"
)

func runCommand() *cobra.Command {
	f, o := newFlags(), runOptions{}
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
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.with, "executor", "dfol", "what runs the programs: dfol, first-order logic")
	o.addTo(cmd.Flags())
	cmd.Flags().StringVarP(&o.out, "out", "o", "", "file to write, packed where its name ends with .gz or .zst")
	cmd.Flags().BoolVar(&o.force, "force", false, "replace the file if it exists, and start over")
	cmd.Flags().BoolVar(&o.likelihoods, "likelihoods", false, "write with each question the likelihoods that it asks for: with --oracle run:FILE the run is an oracle then")
	cmd.Flags().StringVar(&o.sets, "sets", "", "folder to write the hard and the easy set to, in DFOL-VQA's form")
	f.addFiles(cmd.Flags())
	cmd.Flags().StringVar(&f.base, "base", "", "run of a base model; what it answers right is the easy set (default: this run)")
	return cmd
}

// runOptions are the flags of run beside those of files.
type runOptions struct {
	oracleOptions
	with, out, sets string
	force           bool
	likelihoods     bool // are written too
}

func runQuestions(cmd *cobra.Command, paths []string, f *flags, o *runOptions) (err error) {
	switch {
	case len(paths) != 1:
		return fmt.Errorf("run takes one file of questions, not %d", len(paths))
	case o.with != "dfol":
		return fmt.Errorf("--executor %s: there is dfol", o.with)
	case o.out == "" || o.out == "-":
		return errors.New("name the file to write with -o: a run that is stopped goes on from it")
	}
	ctx := cmd.Context()
	questions, err := f.options.openOne(ctx, paths[0])
	if err != nil {
		return err
	}
	defer questions.Close()
	a, err := o.answerer(ctx, f, questions)
	if err != nil {
		return err
	}
	defer a.close()
	p, err := openPart(o.out, o.header(questions, a), o.force)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	if err := a.answerAll(ctx, questions, p, newProgress(cmd.ErrOrStderr(), "answering", questions)); err != nil {
		return fmt.Errorf("%w; %s keeps %d answers, and the same command goes on from there", err, p.path, p.done)
	}
	if err := p.finish(ctx, o.out, o.force); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d questions, %d of them not answered\n", loaders.Clean(o.out), p.done, a.failed.Load())
	tellProblems(cmd.ErrOrStderr(), questions)
	return o.report(cmd, f, a.executor.Concepts)
}

// header names the run. A run that is resumed has to have the same.
func (o *runOptions) header(questions *loaders.Run, a *answerer) native.Header {
	h := native.Header{
		Name: runName(o.out), Model: "∇-FOL on " + filepath.Base(o.oracle), Dataset: questions.Dataset, Gold: a.source,
		Note: "Answered by running the programs of " + filepath.Base(questions.Path) + " on the oracle " + filepath.Base(o.oracle), BoxUnits: loaders.Pixels.String(),
	}
	for _, setting := range []struct {
		on   bool
		said string
	}{
		{o.settings.Normalize, "options normalised"}, {o.settings.Hard, "hard mode"}, {o.calibration != "", "calibrated by " + o.calibration},
		{a.base != nil, "easy and hard by another run"},
	} {
		if setting.on {
			h.Note += "; " + setting.said
		}
	}
	if root, ok := imageRoot(questions, o.out); ok {
		h.ImageRoot = root
	}
	return h
}

// runName is a file's name without what says how it is written.
func runName(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".json")
	return name
}

// report prints the numbers of the run that was written, and writes its sets.
func (o *runOptions) report(cmd *cobra.Command, f *flags, c *dfol.Concepts) error {
	ctx := cmd.Context()
	f.protocols = []string{reasoning.Protocol.Name}
	protocols, err := f.asked(ctx)
	if err != nil {
		return err
	}
	run, err := f.options.opener().Open(ctx, o.out, loaders.Options{Images: f.options.Images})
	if err != nil {
		return err
	}
	defer run.Close()
	scored, err := read(ctx, []*loaders.Run{run}, protocols, f.settings)
	if err != nil {
		return err
	}
	if err := (&reportOptions{noIntervals: true}).print(cmd, scored, f.settings); err != nil || o.sets == "" {
		return err
	}
	return writeSets(ctx, o.sets, run, c, o.force)
}
