package papers

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

func (l *FilledTable) starsOf(run *session.ScoredRun, scores []scoring.Score, partName string) string {
	score, _ := scoring.Pick(scores, "p_greater", partName)
	p, ok := score.Value.Float()
	if !ok || slices.Contains(l.other, run.Run.Name) {
		return ""
	}
	return strings.Repeat("*", loaders.CountFunc([]float64{.05, .01, .001}, func(level float64) bool { return p < level }))
}

func (l *FilledTable) fillCells(ctx context.Context, r *Row) error {
	for k := range l.Columns {
		cell, err := l.findCell(ctx, r, &l.Columns[k])
		if err != nil {
			return err
		}
		r.Cells = append(r.Cells, cell)
	}
	return nil
}

// findCell returns the cell of column c in row r. Only columns of the table's own protocol are
// over the chosen examples, because the paper's others are over all.
func (l *FilledTable) findCell(ctx context.Context, r *Row, c *Column) (Cell, error) {
	m, s := c.Measure.ofRow(r.of), l.Under(l.Settings, r.UpperBound)
	m.Metric = cmp.Or(r.metric, m.Metric)
	cell := Cell{Score: m.emptyScore(), Run: r.Run}
	cell.Settings = s
	run := l.runs[r.Run]
	why := c.describeSplit(run.Run)
	switch p := scoring.Place(run.Protocols(), m.Protocol); {
	case m == ScoreName{}:
		why = "no protocol measures " + c.Name
	case r.UpperBound && p >= 0 && !run.Protocols()[p].Boxes:
		why = "an upper bound has no answers"
	}
	if why != "" {
		cell.Value = scoring.Undefined(why)
		return cell, nil
	}
	if m.Protocol == "run" {
		cell.Value = factOf(run.Run, m.Metric)
		return cell, nil
	}
	cell.Value = scoring.Undefined("the run has no such score")
	if t := l.Table.Settings["where"]; t != "" && m.Protocol == l.protocol {
		var err error
		if run, err = l.chooseExamples(ctx, exampleSubset{r.Run, l.isExpert(c)}); err != nil {
			return cell, err
		}
	}
	scores, err := run.Whole(ctx, m.Protocol, s)
	if score, ok := scoring.Pick(scores, m.Metric, m.Of); ok {
		cell.Score = score
	}
	if m.Metric == "delta_a" {
		cell.Mark = l.starsOf(run, scores, m.Of)
	}
	return cell, err
}

// factOf returns a run's fact as a number; undefined below 1000, because it is then in millions.
func factOf(run *loaders.Run, factName string) scoring.Value {
	x, err := strconv.ParseFloat(run.Facts[factName], 64)
	if err != nil || x < 1000 {
		return scoring.Undefined("the run's facts don't include its number of " + factName + " (in full, not in millions)")
	}
	return scoring.Defined(x)
}

// describeSplit tells why a column of another split has no number of a run, because a test number must
// not stand among those of validation; "" if it may have one.
func (c *Column) describeSplit(run *loaders.Run) string {
	split := cmp.Or(run.Facts["split"], run.Dataset)
	validation := slices.ContainsFunc(strings.Fields(strings.ToLower(split)), func(word string) bool {
		return strings.HasPrefix(word, "val")
	})
	switch {
	case strings.HasPrefix(c.Group, "validation set") && !validation:
		return "the run isn't known to use a validation set"
	case strings.HasPrefix(c.Group, "testing set") && validation:
		return "the run uses a validation set"
	}
	return ""
}
