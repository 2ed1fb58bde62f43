package commands

import (
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/scoring/calibration"
	"faithscope/scoring/figure"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/views/results"
)

type calibrateOptions struct {
	*commandLine
	calibration.Study
	oracle oracle.Options
	splits int
}

// calibrateCommand returns the command calibrate, which runs check and calibrateOptions.run. The
// oracle's flag --calibration is hidden, and check refuses it.
func calibrateCommand() *cobra.Command {
	o := &calibrateOptions{commandLine: newCommand("calibrate QUESTIONS", "Fit the calibration of an oracle's attentions",
		"Fits eq. 16 of the ∇-FOL paper, which calibrates the attention of every filter and relate, to correct answers, and prints "+
			"accuracy, Acc_h and Err_e without and with it. One line of the output is the value for `faithscope run --calibration`.\n\nWith "+
			"--splits, operators and predicates get three parameters each on top of the common ones.",
		"calibrate questions.json --oracle oracle.jsonl.gz",
		"calibrate questions.json --oracle oracle.jsonl.gz --base base.jsonl.gz --fit .7 --seed 3 --format json"),
		Study: calibration.Study{Share: .5, Shrink: 3}}
	o.oracle.AddTo(o.Set)
	o.Set.Lookup("calibration").Hidden = true
	o.addFlags(
		&o.Share, "fit", "share of the pictures to fit on",
		&o.Seed, "seed", "seed for choosing the pictures",
		&o.splits, "splits", "also fit operators and predicates, judged on pictures held out by this many seeds",
		&o.Shrink, "shrink", "with --splits: how strongly to pull these parameters towards the common ones")
	o.AddOut(o.Set, "", "file for the curves C(α): .svg, .png, .txt or .csv")
	o.addFormat()
	o.AddFiles("as", "facts", "annotator")
	o.addFlags(&o.Base, "base", "base model's run: its right answers are the easy set (default: without calibration)")
	return o.runWith(o.check, o.run)
}

// check refuses --calibration and values out of range.
func (o *calibrateOptions) check() error {
	holdsNothing := o.splits > 0 && o.Share == 1
	switch {
	case o.oracle.Calibration != "":
		return errors.New("calibrate finds what --calibration takes: leave the flag out")
	case !(o.Share > 0 && o.Share <= 1):
		return fmt.Errorf("--fit %v is not a share: more than 0, at most 1", o.Share)
	case o.splits == 1 || o.splits < 0 || holdsNothing:
		return fmt.Errorf("--splits %d: an interval needs at least two, and pictures that are held out", o.splits)
	case !(o.Shrink >= 0):
		return fmt.Errorf("--shrink %v is not 0 or more", o.Shrink)
	}
	return nil
}

// run fits the calibration to a share of the questions and, with --splits, judges it on as many
// splits. The easy set is what --base answers right or, without it, what is right without
// calibration. Questions that can't be run or have no gold answer are only counted.
func (o *calibrateOptions) run() error {
	ctx := o.Context()
	run, err := o.Options.OpenOne(ctx, o.args[0])
	if err != nil {
		return err
	}
	defer run.Close()
	e, done, err := o.oracle.Executor(ctx, o.Options, run)
	if err != nil {
		return err
	}
	defer done()
	o.Settings = o.oracle.Settings
	left, err := o.AskQuestions(ctx, run, e)
	if err != nil {
		return err
	}
	if o.Base != "" {
		if o.EasyBy, err = o.ReadBase(); err != nil {
			return err
		}
	}
	p, common, err := o.Fit()
	if err != nil {
		return err
	}
	if o.splits > 0 {
		judged, err := o.JudgeSplits(ctx, o.splits)
		if err != nil {
			return err
		}
		p.Tables = append(p.Tables, judged...)
	}
	if o.Path != "" {
		if err := o.writeCurves(calibration.DrawCurves(p.Tables[1:], common)); err != nil {
			return err
		}
	}
	p.Name, p.Path, p.Facts = run.Name, run.Path, append(p.Facts, table.Named("left_out", left)...)
	if left > 0 {
		p.Lines = append(p.Lines, fmt.Sprintf("%d questions cannot be run or have no gold answer: left out", left))
	}
	o.PrintProblems(run)
	return o.printDocument(&table.Document{Parts: []table.Part{*p}})
}

func (o *calibrateOptions) writeCurves(fig *figure.Figure) error {
	ext := strings.ToLower(filepath.Ext(o.Path))
	if !results.Writes(ext) {
		return fmt.Errorf("%s: a figure is written to .svg, .png, .txt or .csv", loaders.Clean(o.Path))
	}
	return o.writeFile(func(w io.Writer) error {
		return results.Write(w, fig, ext, image.Pt(120, 60), themes.Default().On(themes.Light, 1<<24))
	})
}
