package commands

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/figure"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/views/results"
)

// judgeSplits fits calibrations to the pictures that each of --splits successive seeds draws, and
// measures the answers without, with the common one and with those by predicate on the held-out
// pictures; where none are held out, a rate counts as 0. It returns two tables: the means over the
// splits with bootstrap intervals, and the parameters by operator and predicate under the first
// seed. The easy set follows base, or for nil the answers without calibration.
func (o *calibrateOptions) judgeSplits(ctx context.Context, questions []*runnable, base reasoning.Base) ([]*table.Table, error) {
	measured := make([][]float64, 2*len(calibrations)) // the accuracies, and then the errors on the easy set
	own := *o
	for range o.splits {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		fit, _, held := own.divideQuestions(questions)
		common, by, err := dfol.CalibratePredicates(o.oracle.Settings, fit, o.shrink)
		if err != nil {
			return nil, err
		}
		for k := range calibrations {
			s := o.oracle.Settings
			if k > 0 {
				s.Calibration = &common.Calibration
			}
			if k == 2 {
				s.ByPredicate = by
			}
			rates, err := o.rateQuestions(s, held, base)
			if err != nil {
				return nil, err
			}
			accuracy, _, errEasy := rates.Values()
			for at, rate := range []scoring.Value{accuracy, errEasy} {
				x, _ := rate.Float() // 0 where nothing is held out, or nothing of it is easy
				measured[at*len(calibrations)+k] = append(measured[at*len(calibrations)+k], x)
			}
		}
		own.seed++
	}
	by, err := o.fittedTable(questions)
	return []*table.Table{o.meansOf(measured), by}, err
}

// calibrations are compared over the splits.
var calibrations = []string{"none", "common", "by predicate"}

// meansOf lays out the means over the splits with their 95 % intervals, from 1000 bootstrap draws
// of splits: a row per calibration. measured has a list over the splits for the accuracy of each
// calibration, and then one for the error of each on the easy set.
func (o *calibrateOptions) meansOf(measured [][]float64) *table.Table {
	t := &table.Table{Name: "splits", Title: "held-out pictures, means over " + loaders.Count(o.splits, "split"), Columns: table.Columns(
		"calibration", table.Count, "splits", table.Number, reasoning.OfAnswers[0], table.Between, reasoning.OfAnswers[0],
		table.Number, "err_easy=Err_e", table.Between, "err_easy")}
	means := func(drawn []int) []scoring.Value {
		return loaders.Map(measured, func(list []float64) scoring.Value {
			var mean scoring.Mean
			for _, i := range drawn {
				mean.Add(scoring.Defined(list[i]))
			}
			return mean.Value("")
		})
	}
	values := means(loaders.Indices(o.splits))
	between := stats.Bootstrap{Trials: 1000, Seed: o.seed}.Draws(o.splits, means)
	for k, name := range calibrations {
		row := []any{name, o.splits}
		for _, at := range []int{k, len(calibrations) + k} {
			row = append(row, values[at], table.Cell{Value: values[at], Interval: between[at]})
		}
		t.Add(row...)
	}
	return t
}

// rateQuestions answers the questions under s and counts how many of all, the hard and the easy
// ones are right. It stops at the first that fails.
func (o *calibrateOptions) rateQuestions(s dfol.Settings, held []*runnable, base reasoning.Base) (rates reasoning.Rates, err error) {
	r := dfol.NewRunner(s)
	for _, q := range held {
		right, err := q.isRight(r)
		if err != nil {
			return rates, err
		}
		easy, known := q.isEasy(base)
		rates.Add(right, easy, known)
	}
	return rates, nil
}

// fittedTable fits calibrations by operator and predicate to the pictures of the first seed, and
// returns a table with a row for each, sorted by operator and then by predicate.
func (o *calibrateOptions) fittedTable(questions []*runnable) (*table.Table, error) {
	fit, _, _ := o.divideQuestions(questions)
	_, by, err := dfol.CalibratePredicates(o.oracle.Settings, fit, o.shrink)
	if err != nil {
		return nil, err
	}
	t := &table.Table{Name: "predicates", Title: "calibrations by operator and predicate, fitted to the pictures of the seed",
		Columns: table.Columns("operator", "predicate", table.Number, "a", "b", "c", "d")}
	for _, asking := range slices.SortedFunc(maps.Keys(by), func(x, y dfol.Asking) int {
		return cmp.Or(cmp.Compare(x.Op, y.Op), strings.Compare(x.Concept, y.Concept))
	}) {
		c := by[asking]
		t.Add(asking.Op.String(), asking.Concept, c.A, c.B, c.C, c.D)
	}
	return t, nil
}

// drawCurves writes a figure to the file that -o names: the curve C(α) of the common calibration,
// and one for each row of the table called predicates, if it is among tables. It fails if the
// file's ending is not that of a figure.
func (o *calibrateOptions) drawCurves(tables []*table.Table, common dfol.Calibration) error {
	ext := strings.ToLower(filepath.Ext(o.Path))
	if !results.Writes(ext) {
		return fmt.Errorf("%s: a figure is written to .svg, .png, .txt or .csv", loaders.Clean(o.Path))
	}
	axis := func(label string) figure.Axis { return figure.Axis{Label: label, Ticks: []float64{0, .25, .5, .75, 1}} }
	fig := figure.Figure{Name: "calibration", Title: "what calibration makes of an attention, eq. 16"}
	add := func(name string, c dfol.Calibration) {
		s := figure.Series{Name: name}
		for i := range 101 {
			x := float64(i) / 100
			s.Points = append(s.Points, figure.Point{X: x, Y: scoring.Defined(c.Of(x))})
		}
		fig.Panels = append(fig.Panels, figure.Panel{Title: name, X: axis("α"), Y: axis("C(α)"), Series: []figure.Series{s}})
	}
	add("common", common)
	for _, t := range tables {
		for _, row := range t.Rows {
			if t.Name == "predicates" {
				number := func(k int) float64 { return row[k].Value.(float64) }
				add(fmt.Sprint(row[0].Value, " ", row[1].Value), dfol.Calibration{A: number(2), B: number(3), C: number(4), D: number(5)})
			}
		}
	}
	return o.writeFile(func(w io.Writer) error {
		return results.Write(w, &fig, ext, image.Pt(120, 60), themes.Default().On(themes.Light, 1<<24))
	})
}
