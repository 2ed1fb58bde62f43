package papers

import (
	"context"
	"slices"
)

// addBeside puts reference rows before l.Rows: runs without modules on the same examples, upper
// bounds and random guesses.
func (l *FilledTable) addBeside(ctx context.Context, runsWithoutModules []int) error {
	rows := l.Rows
	if l.Rows = nil; len(rows) == 0 {
		return nil
	}
	for _, r := range l.Table.Rows {
		switch r.Kind {
		case "no modules":
			for _, i := range runsWithoutModules {
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

func (l *FilledTable) sharesExamples(i, otherRow int) bool {
	ids, with := map[string]bool{}, l.runs[otherRow].Run
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

// guesses are the rows of randomly drawn answers, with their metrics.
var guesses = map[string]string{"Random (train distribution)": "random_training", "Random (test distribution)": "random"}

// addBounds appends a copy of rowTemplate for each run in tableRows, unless it repeats another, because
// runs on one data set share their bounds.
func (l *FilledTable) addBounds(ctx context.Context, tableRows []Row, rowTemplate Row) error {
	first := len(l.Rows)
	for _, r := range tableRows {
		bound := rowTemplate
		bound.Run = r.Run
		if err := l.fillCells(ctx, &bound); err != nil {
			return err
		}
		same := func(x, y Cell) bool { return x.Value == y.Value && x.Count == y.Count }
		known := func(r Row) bool { return slices.EqualFunc(r.Cells, bound.Cells, same) }
		if slices.ContainsFunc(bound.Cells, isMeasured) && !slices.ContainsFunc(l.Rows[first:], known) {
			l.Rows = append(l.Rows, bound)
		}
	}
	if bounds := l.Rows[first:]; len(bounds) > 1 {
		for i := range bounds {
			bounds[i].Name += ", " + l.runs[bounds[i].Run].Run.Name
		}
	}
	return nil
}
