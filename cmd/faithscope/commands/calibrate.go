package commands

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/table"
)

func calibrateCommand() *cobra.Command {
	o := calibrateOptions{Flags: opening.NewFlags(), share: 0.5, shrink: 3}
	cmd := &cobra.Command{
		Use:   "calibrate QUESTIONS",
		Short: "Fit the parameters that calibrate an oracle's attentions",
		Long: "Fit the parameters of eq. 16 of ∇-FOL's paper, which calibrate the attention that every filter and relate " +
			"returns, to the gold answers of questions, and print accuracy, Acc_h and Err_e without and with them. Of c and d " +
			"only c / (d (1 - c)) enters the equation, so that answers cannot tell the two apart: d is held at 1.\n\n" +
			"They are fitted on a share of the pictures, chosen by the seed, and the numbers are printed for both parts: those " +
			"of the held-out pictures count. The easy set is what --base answers right, by default the executor without calibration. " +
			"One line of the output is the value for `faithscope run --calibration`.\n\n" +
			"With --splits, parameters are fitted by kind of operator and by predicate too: those of all, plus three of the operator, plus " +
			"three of the word or relation, which --shrink holds to 0. They are judged, beside the common ones, on the pictures that each of " +
			"several seeds holds out. This is not the paper's calibrator, a network over the whole program.",
		Example: "faithscope calibrate questions.json --oracle oracle.jsonl.gz\n" +
			"faithscope calibrate questions.json --oracle oracle.jsonl.gz --base base.jsonl.gz --fit .7 --seed 3 --format json",
		RunE: o.run,
	}
	set := cmd.Flags()
	o.oracle.AddTo(set)
	set.Lookup("calibration").Hidden = true
	value.Declare(set,
		&o.share, "fit", "share of the pictures whose questions are fitted to",
		&o.seed, "seed", "seed for choosing the pictures",
		&o.splits, "splits", "fit by operator and predicate too, and judge on the pictures held out under this many seeds",
		&o.shrink, "shrink", "with --splits: how strongly what is fitted to an operator or a predicate is held to what is fitted to all")
	o.Target.AddTo(set, "", "file for the curves C(α): .svg, .png, .txt or .csv", "replace the file if it exists")
	addFormat(set, &o.Format)
	o.AddFiles(set)
	value.Declare(set, &o.Base, "base", "run of a base model; the questions it answers right are the easy set")
	return cmd
}

func (o *calibrateOptions) check(paths []string) error {
	switch {
	case len(paths) != 1:
		return fmt.Errorf("calibrate takes one file of questions, not %d", len(paths))
	case o.oracle.Calibration != "":
		return errors.New("--calibration is what calibrate finds")
	case !(o.share > 0 && o.share <= 1):
		return fmt.Errorf("--fit %v is not a share: more than 0, at most 1", o.share)
	case o.splits == 1 || o.splits < 0 || o.splits > 0 && o.share == 1:
		return fmt.Errorf("--splits %d: an interval needs at least two, and pictures that are held out", o.splits)
	case !(o.shrink >= 0):
		return fmt.Errorf("--shrink %v is not 0 or more", o.shrink)
	}
	return nil
}

func (o *calibrateOptions) run(cmd *cobra.Command, paths []string) error {
	if err := o.check(paths); err != nil {
		return err
	}
	ctx := cmd.Context()
	run, err := o.Options.OpenOne(ctx, paths[0])
	if err != nil {
		return err
	}
	defer run.Close()
	e, done, err := o.oracle.Executor(ctx, o.Options, run.Path, &run.Problems)
	if err != nil {
		return err
	}
	defer done()
	questions, left, err := o.ask(ctx, run, e)
	if err != nil {
		return err
	}
	var base reasoning.Base
	if o.Base != "" {
		if base, err = o.ReadBase(ctx); err != nil {
			return err
		}
	}
	p, calibration, err := calibrate(o.oracle.Settings, questions, base)
	if err != nil {
		return err
	}
	if o.splits > 0 {
		judged, err := o.judgeSplits(ctx, questions, base)
		if err != nil {
			return err
		}
		p.Tables = append(p.Tables, judged...)
	}
	if o.Path != "" {
		if err := o.draw(cmd, p.Tables[1:], calibration); err != nil {
			return err
		}
	}
	p.Name, p.Path, p.Facts = run.Name, run.Path, append(p.Facts, table.Named("left_out", left)...)
	if left > 0 {
		p.Lines = append(p.Lines, fmt.Sprintf("%d questions cannot be run or have no gold answer: left out", left))
	}
	opening.PrintProblems(cmd.ErrOrStderr(), run)
	return printTables(cmd, &table.Document{Parts: []table.Part{*p}}, o.Format)
}
