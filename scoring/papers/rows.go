package papers

import (
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/sentences"
)

// addRun adds the rows of run i: one, or one for each kind of question, or aggregation of its
// scores, that the paper has a row of. The error is the context's.
func (l *Laid) addRun(ctx context.Context, i int) error {
	ofs := []Published{{}}
	if l.Table.Rows != nil && l.Table.Rows[0].Of != "" {
		ofs = loaders.Filter(l.Table.Rows, func(r Published) bool { return r.modelName() == l.Table.Rows[0].modelName() })
	}
	ways, err := l.aggregationRows(ctx, i)
	if ways != nil {
		ofs = ways
	}
	if err != nil {
		return err
	}
	for _, r := range ofs {
		if l.across {
			if err := l.addMethod(ctx, i, r.Of); err != nil {
				return err
			}
			continue
		}
		name := l.runs[i].Run.Name
		if r.Of != "" {
			name += ", " + strings.TrimPrefix(r.Name, r.modelName()+", ")
		}
		row := Row{Name: name, Run: i, of: r.Of}
		for k := range l.Columns {
			cell, err := l.findCell(ctx, &row, &l.Columns[k])
			if err != nil {
				return err
			}
			row.Cells = append(row.Cells, cell)
		}
		l.Rows = append(l.Rows, row)
	}
	return nil
}

// aggregationRows returns a row for each way in which a run's scores of tokens are aggregated to
// sentences; nil for a run without such, and where the table has no scores of sentences. The error
// is the context's.
func (l *Laid) aggregationRows(ctx context.Context, i int) (rows []Published, err error) {
	if !slices.ContainsFunc(l.Table.Columns, func(c Column) bool { return c.Measure.Protocol == sentences.Protocol.Name }) {
		return nil, nil
	}
	scores, err := l.runs[i].Whole(ctx, sentences.Protocol.Name, l.Settings)
	for _, of := range sentences.Aggregations {
		if slices.ContainsFunc(scores, func(s scoring.Score) bool { return s.Of == of }) {
			rows = append(rows, Published{Name: of, Of: of})
		}
	}
	return rows, err
}
