package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/report"
)

func calibrateCommand() *cobra.Command {
	f, o := opening.NewFlags(), calibrateOptions{share: 0.5, format: "table"}
	cmd := &cobra.Command{
		Use:   "calibrate QUESTIONS",
		Short: "Fit the parameters that calibrate an oracle's attentions",
		Long: "Fit the parameters of eq. 16 of ∇-FOL's paper, which calibrate the attention that every filter and relate " +
			"returns, to the gold answers of questions, and print accuracy, Acc_h and Err_e without and with them. Of c and d " +
			"only c / (d (1 - c)) enters the equation, so that no answers tell the one from the other: d is held at 1.\n\n" +
			"They are fitted on a share of the pictures, which the seed draws, and the numbers are of both halves apart: those " +
			"of the held-out pictures count. The easy set is what --base answers right, by default the executor without calibration. " +
			"The last line is what `faithscope run --calibration` takes.",
		Example: "faithscope calibrate questions.json --oracle oracle.jsonl.gz\n" +
			"faithscope calibrate questions.json --oracle oracle.jsonl.gz --base base.jsonl.gz --fit .7 --seed 3 --format json",
		RunE: func(cmd *cobra.Command, paths []string) error { return calibrate(cmd, paths, f, &o) },
	}
	o.AddTo(cmd.Flags())
	cmd.Flags().Lookup("calibration").Hidden = true
	cmd.Flags().Float64Var(&o.share, "fit", o.share, "share of the pictures whose questions are fitted to")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "another seed draws other pictures")
	cmd.Flags().Var(&value.OneOf{Word: &o.format, What: "a format of a report", Known: []string{"table", "json"}}, "format", "table or json")
	f.AddFiles(cmd.Flags())
	cmd.Flags().StringVar(&f.Base, "base", "", "run of a base model; what it answers right is the easy set")
	return cmd
}

// calibrateOptions are the flags of calibrate beside those of files.
type calibrateOptions struct {
	oracle.Options
	share  float64
	seed   uint64
	format string
}

func calibrate(cmd *cobra.Command, paths []string, f *opening.Flags, o *calibrateOptions) error {
	switch {
	case len(paths) != 1:
		return fmt.Errorf("calibrate takes one file of questions, not %d", len(paths))
	case o.Calibration != "":
		return errors.New("--calibration is what calibrate finds")
	case !(o.share > 0 && o.share <= 1):
		return fmt.Errorf("--fit %v is not a share: more than 0, at most 1", o.share)
	}
	ctx := cmd.Context()
	run, err := f.Options.OpenOne(ctx, paths[0])
	if err != nil {
		return err
	}
	defer run.Close()
	e, done, err := o.Executor(ctx, f.Options, run.Path, &run.Problems)
	if err != nil {
		return err
	}
	defer done()
	asked, left, err := o.ask(ctx, run, e)
	if err != nil {
		return err
	}
	var base reasoning.Base
	if f.Base != "" {
		if base, err = f.ReadBase(ctx); err != nil {
			return err
		}
	}
	c, err := asked.calibrate(o.Settings, base)
	if err != nil {
		return err
	}
	c.Left = left
	if o.format == "json" {
		return report.WriteJSON(cmd.OutOrStdout(), c)
	}
	opening.TellProblems(cmd.ErrOrStderr(), run)
	return c.write(cmd.OutOrStdout())
}

// sample are questions that can be run, those to be fitted to marked.
type sample struct {
	ids       []string
	questions []dfol.Question
	fitted    []bool
}

// ask prepares the questions of a run. left counts those that cannot be run or
// have no gold answer.
func (o *calibrateOptions) ask(ctx context.Context, run *loaders.Run, e *dfol.Executor) (a *sample, left int, err error) {
	if err := run.Wait(ctx, math.MaxInt); err != nil {
		return nil, 0, err
	}
	a = &sample{}
	r := dfol.NewRunner(o.Settings)
	for i := range run.Len() {
		ex := run.Scan(i)
		q := dfol.Question{Gold: ex.Answer.Gold}
		q.Program, err = dfol.Compile(ex.Program, e.Concepts)
		if err == nil {
			q.Scene, err = e.Scene(dfol.PictureOf(ex))
		}
		if err == nil {
			_, err = r.Likelihood(q.Program, q.Scene)
		}
		if err != nil || q.Gold == "" {
			if err != nil {
				run.Problems.Add(loaders.Problem{File: run.Path, Example: ex.ID, What: loaders.Because(err), Done: loaders.Say("left out")})
			}
			left++
			continue
		}
		a.ids, a.questions = append(a.ids, ex.ID), append(a.questions, q)
		a.fitted = append(a.fitted, o.drawn(dfol.PictureOf(ex)))
	}
	if len(a.questions) == 0 {
		return nil, left, fmt.Errorf("%s: not one of %d questions can be run", run.Path, run.Len())
	}
	return a, left, nil
}

// drawn reports whether a picture's questions are fitted to: all of a picture
// or none, by its name and the seed.
func (o *calibrateOptions) drawn(picture string) bool {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", o.seed, picture)
	return float64(h.Sum64()>>11)/(1<<53) < o.share
}

// held says which parameter is not fitted.
const held = "d is held at 1: only c / (d (1 - c)) enters eq. 16"

// calibrated is what calibrate prints.
type calibrated struct {
	A    float64 `json:"a"`
	B    float64 `json:"b"`
	C    float64 `json:"c"`
	D    float64 `json:"d"` // held at 1
	Held string  `json:"held"`
	Loss struct {
		Before float64 `json:"before"`
		After  float64 `json:"after"`
	} `json:"loss"`
	Left int           `json:"left_out"`
	Sets []measurement `json:"sets"`
}

// measurement are the numbers of a set of questions.
type measurement struct {
	Set    string   `json:"set"`
	N      int      `json:"n"`
	Hard   int      `json:"hard"`
	Before measured `json:"before"`
	After  measured `json:"after"`
}

// measured are the numbers without calibration, or with it; null where the set
// is empty.
type measured struct {
	Accuracy *float64 `json:"accuracy"`
	Hard     *float64 `json:"acc_hard"`
	Easy     *float64 `json:"err_easy"`
}

// calibrate fits and measures.
func (a *sample) calibrate(s dfol.Settings, base reasoning.Base) (*calibrated, error) {
	var fit []dfol.Question
	for i, q := range a.questions {
		if a.fitted[i] {
			fit = append(fit, q)
		}
	}
	found, err := dfol.Calibrate(s, fit)
	if err != nil {
		return nil, err
	}
	c := &calibrated{A: found.A, B: found.B, C: found.C, D: found.D, Held: held}
	c.Loss.Before, c.Loss.After = found.Before, found.After
	before, err := a.right(s)
	if err != nil {
		return nil, err
	}
	s.Calibration = &found.Calibration
	after, err := a.right(s)
	if err != nil {
		return nil, err
	}
	for _, set := range []struct {
		name string
		of   func(i int) bool
	}{
		{"fitted to", func(i int) bool { return a.fitted[i] }},
		{"held out", func(i int) bool { return !a.fitted[i] }},
		{"all", func(int) bool { return true }},
	} {
		m := measurement{Set: set.name}
		var all, hard, easy []int
		for i := range a.questions {
			if !set.of(i) {
				continue
			}
			all = append(all, i)
			isEasy := before[i]
			if match, ok := base[a.ids[i]]; base != nil {
				if !ok {
					continue // in neither set
				}
				isEasy = match.Easy(false)
			}
			if isEasy {
				easy = append(easy, i)
			} else {
				hard = append(hard, i)
			}
		}
		m.N, m.Hard = len(all), len(hard)
		m.Before = measured{share(all, before, true), share(hard, before, true), share(easy, before, false)}
		m.After = measured{share(all, after, true), share(hard, after, true), share(easy, after, false)}
		c.Sets = append(c.Sets, m)
	}
	return c, nil
}

// right says which questions are answered rightly.
func (a *sample) right(s dfol.Settings) ([]bool, error) {
	r := dfol.NewRunner(s)
	right := make([]bool, len(a.questions))
	for i, q := range a.questions {
		o, err := r.Run(q.Program, q.Scene, nil)
		if err != nil {
			return nil, err
		}
		right[i] = executor.Says(o.Answer, q.Gold)
	}
	return right, nil
}

// share is how many of the questions are right, or wrong; nil of none.
func share(questions []int, right []bool, wanted bool) *float64 {
	if len(questions) == 0 {
		return nil
	}
	n := 0
	for _, i := range questions {
		if right[i] == wanted {
			n++
		}
	}
	s := float64(n) / float64(len(questions))
	return &s
}

func (c *calibrated) write(w io.Writer) error {
	p := report.Printed{
		Head:  []string{"", "n", "hard", "accuracy", "Acc_h", "Err_e", "accuracy", "Acc_h", "Err_e"},
		Rows:  [][]string{{"", "", "", "before", "before", "before", "after", "after", "after"}},
		Align: "lrrrrrrrr",
	}
	for _, m := range c.Sets {
		cells := []string{m.Set, fmt.Sprint(m.N), fmt.Sprint(m.Hard)}
		for _, x := range []*float64{m.Before.Accuracy, m.Before.Hard, m.Before.Easy, m.After.Accuracy, m.After.Hard, m.After.Easy} {
			cell := "–"
			if x != nil {
				cell = fmt.Sprintf("%.3f", *x)
			}
			cells = append(cells, cell)
		}
		p.Rows = append(p.Rows, cells)
	}
	if err := p.WriteAligned(w, ""); err != nil {
		return err
	}
	if c.Left > 0 {
		fmt.Fprintf(w, "%d questions cannot be run or have no gold answer: left out\n", c.Left)
	}
	fmt.Fprintf(w, "mean negative log-likelihood of what it was fitted to: %.4f before, %.4f after\n", c.Loss.Before, c.Loss.After)
	fmt.Fprintln(w, held)
	_, err := fmt.Fprintf(w, "--calibration %.6g,%.6g,%.6g,%.6g\n", c.A, c.B, c.C, c.D)
	return err
}
