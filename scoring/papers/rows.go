package papers

import (
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/sentences"
)

func (l *FilledTable) addRun(ctx context.Context, i int) error {
	ofs := []PublishedRow{{}}
	if l.Table.Rows != nil && l.Table.Rows[0].Of != "" {
		ofs = loaders.Filter(l.Table.Rows, func(r PublishedRow) bool { return r.modelName() == l.Table.Rows[0].modelName() })
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
		if err := l.fillCells(ctx, &row); err != nil {
			return err
		}
		l.Rows = append(l.Rows, row)
	}
	return nil
}

func (l *FilledTable) aggregationRows(ctx context.Context, i int) (rows []PublishedRow, err error) {
	if !slices.ContainsFunc(l.Table.Columns, func(c Column) bool { return c.Measure.Protocol == sentences.Protocol.Name }) {
		return nil, nil
	}
	scores, err := l.runs[i].Whole(ctx, sentences.Protocol.Name, l.Settings)
	for _, of := range sentences.Aggregations {
		if slices.ContainsFunc(scores, func(s scoring.Score) bool { return s.Of == of }) {
			rows = append(rows, PublishedRow{Name: of, Of: of})
		}
	}
	return rows, err
}
