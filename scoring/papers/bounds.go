package papers

import (
	"context"
	"slices"
)

// addBeside puts further rows before l.Rows, in the order of the paper's rows: for "no modules"
// those of the runs in alone that share an example with the first row's run, and for the upper
// bound and the paper's random guesses a row of the numbers that the data of l's runs give. If l
// has no rows, it does nothing.
func (l *Laid) addBeside(ctx context.Context, alone []int) error {
	rows := l.Rows
	if l.Rows = nil; len(rows) == 0 {
		return nil
	}
	for _, r := range l.Table.Rows {
		switch r.Kind {
		case "no modules":
			for _, i := range alone {
				if l.sharesExamples(i, rows[0].Run) {
					if err := l.addRun(ctx, i); err != nil {
						return err
					}
				}
			}
		case "upper bound":
			if err := l.addBounds(ctx, rows, Row{Name: "upper bound", UpperBound: true}); err != nil {
				return err
			}
		}
		if metric := guesses[r.Name]; metric != "" {
			if err := l.addBounds(ctx, rows, Row{Name: r.Name, metric: metric}); err != nil {
				return err
			}
		}
	}
	l.Rows = append(l.Rows, rows...)
	return nil
}

// sharesExamples reports whether l.runs[i] and l.runs[other] have an example with the same id.
func (l *Laid) sharesExamples(i, other int) bool {
	ids, with := map[string]bool{}, l.runs[other].Run
	for k := range with.Len() {
		ids[with.Row(k).ID] = true
	}
	own := l.runs[i].Run
	for k := range own.Len() {
		if ids[own.Row(k).ID] {
			return true
		}
	}
	return false
}

// guesses are the rows of what drawn answers score, and their metric.
var guesses = map[string]string{"Random (train distribution)": "random_training", "Random (test distribution)": "random"}

// addBounds appends, for the run of each of rows, a copy of like with the run's cells. It leaves
// out rows without any number and those with the values and counts of one it has just added. If
// more than one is added, each name gets that of its run.
func (l *Laid) addBounds(ctx context.Context, rows []Row, like Row) error {
	first := len(l.Rows)
	for _, r := range rows {
		bound := like
		bound.Run = r.Run
		for k := range l.Columns {
			cell, err := l.findCell(ctx, &bound, &l.Columns[k])
			if err != nil {
				return err
			}
			bound.Cells = append(bound.Cells, cell)
		}
		same := func(x, y Cell) bool { return x.Value == y.Value && x.Count == y.Count }
		known := func(r Row) bool { return slices.EqualFunc(r.Cells, bound.Cells, same) }
		if slices.ContainsFunc(bound.Cells, isMeasured) && !slices.ContainsFunc(l.Rows[first:], known) {
			l.Rows = append(l.Rows, bound)
		}
	}
	if bounds := l.Rows[first:]; len(bounds) > 1 { // of several data sets
		for i := range bounds {
			bounds[i].Name += ", " + l.runs[bounds[i].Run].Run.Name
		}
	}
	return nil
}
