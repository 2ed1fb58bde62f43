package commands

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/scoring/calibration"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/figure"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/tui/picture"
	"faithscope/views/results"
)

type calibrateOptions struct {
	*commandLine
	calibration.Study
	oracle oracle.Options
	splits int
	train  bool
	others []string
}

// calibrateCommand hides the oracle's flag --calibration, because this command fits what that flag
// takes.
func calibrateCommand() *cobra.Command {
	o := &calibrateOptions{commandLine: newCommand("calibrate QUESTIONS", "Calibrate an oracle's attention",
		"Calibrates the attention of each filter and relate operator with eq. 16 of the ∇-FOL paper, fitted to the correct answers. Prints "+
			"accuracy, Acc_h (hard set) and Err_e (easy set) before and after, and the --calibration flag for `faithscope run`.\n\nWith "+
			"--splits, operators and predicates get three parameters each on top of the common parameters.\n\nWith --train, it also trains an "+
			"oracle from the answers: a logistic regression per concept, on the position, size and colours of the oracle's boxes.",
		"calibrate questions.json --oracle oracle.jsonl.gz",
		"calibrate questions.json --oracle oracle.jsonl.gz --base base.jsonl.gz --fit .7 --seed 3 --format json",
		"calibrate questions.json --oracle oracle.jsonl.gz --train --fit .8 --images pictures -o trained.jsonl.gz"),
		Study: calibration.Study{Share: .5, Shrink: 3}}
	o.oracle.AddTo(o.Set)
	o.Set.Lookup("calibration").Hidden = true
	o.addFlags(
		&o.Share, "fit", "share of the pictures to fit on",
		&o.Seed, "seed", "seed for choosing the pictures",
		&o.splits, "splits", "also fit each operator and predicate, and test on held-out pictures with this many seeds",
		&o.Shrink, "shrink", "with --splits: how strongly to shrink towards the common parameters")
	o.addFlags(
		&o.train, "train", "also train an oracle and evaluate it on the held-out pictures",
		&o.others, "beside", "also evaluate this oracle; implies --train; repeatable")
	o.AddOut(o.Set, "", "file for calibration curves (.svg, .png, .txt or .csv); with --train, for the oracle (.jsonl.gz)")
	o.addFormat()
	o.AddFiles("as", "facts", "annotator")
	o.addFlags(&o.Base, "base", "base model's run, whose right answers form the easy set (default: the uncalibrated run)")
	return o.runWith(o.check, o.run)
}

func (o *calibrateOptions) check() error {
	holdsNothing := o.splits > 0 && o.Share == 1
	switch {
	case o.oracle.Calibration != "":
		return errors.New("leave out --calibration, because calibrate computes it")
	case !(o.Share > 0 && o.Share <= 1):
		return fmt.Errorf("--fit must be above 0 and at most 1, not %v", o.Share)
	case o.splits == 1 || o.splits < 0 || holdsNothing:
		return fmt.Errorf("--splits %d: use at least 2, with --fit below 1 to hold out pictures", o.splits)
	case !(o.Shrink >= 0):
		return fmt.Errorf("--shrink must be 0 or more, not %v", o.Shrink)
	}
	return nil
}

// run takes as easy what --base answers right; without --base, what is right without calibration.
// Questions that can't be run or have no correct answer are only counted.
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
	if o.train || o.others != nil {
		judged, err := o.trainOracle(ctx, run, e)
		if err != nil {
			return err
		}
		p.Tables = append(p.Tables, judged)
	} else if o.Path != "" {
		if err := o.writeCurves(calibration.DrawCurves(p.Tables[1:], common)); err != nil {
			return err
		}
	}
	p.Name, p.Path = run.Name, run.Path
	p.Facts.Put("left_out", left)
	if left > 0 {
		p.Lines = append(p.Lines, fmt.Sprintf("questions left out because they can't be run or have no correct answer: %d", left))
	}
	o.PrintProblems(run)
	return o.printDocument(&table.Document{Parts: []table.DocumentPart{*p}})
}

func (o *calibrateOptions) writeCurves(fig *figure.Figure) error {
	ext := filepath.Ext(o.Path)
	if !results.Writes(ext) {
		return fmt.Errorf("%s: a figure can only be saved as .svg, .png, .txt or .csv", loaders.Clean(o.Path))
	}
	return o.writeFile(func(w io.Writer) error {
		return results.Write(w, fig, ext, image.Pt(120, 60), themes.Default().On(themes.Light, 1<<24))
	})
}

// trainOracle prints the oracle whose boxes it uses first.
func (o *calibrateOptions) trainOracle(ctx context.Context, trainingRun *loaders.Run, e *dfol.Executor) (*table.Table, error) {
	given := []calibration.NamedOracle{{Name: filepath.Base(o.oracle.Oracle), Executor: e}}
	for _, name := range o.others {
		scene, done, err := oracle.OpenOracle(ctx, o.Options.Files, name, e.Concepts, &trainingRun.Problems)
		if err != nil {
			return nil, err
		}
		defer done()
		given = append(given, calibration.NamedOracle{Name: filepath.Base(name), Executor: &dfol.Executor{Concepts: e.Concepts, Scene: scene}})
	}
	judged, write, err := o.TrainOracle(ctx, func(path string) (image.Image, error) {
		if !trainingRun.HasPicture(path) {
			return nil, errors.New("not in the image folder (--images)")
		}
		return picture.Open(trainingRun.Pictures, path, color.RGBA{A: 255})
	}, given)
	if err != nil || o.Path == "" {
		return judged, err
	}
	return judged, o.writeFile(write)
}
