package rows

import (
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	scored "faithscope/scoring/protocols/annotators"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// agreement has a row for each number that two or all annotators share, with the examples on which
// they differ.
var agreement = RowScreen{
	Name: "annotator-agreement", Letters: "gt", Title: "Agreement", Help: "how well annotators agree, and where they differ",
	Empty: "no two people have annotated the same examples of this run",
	Rows: func(ctx context.Context, subject RowsSubject) *table.Table {
		t := &table.Table{Name: "agreement", Columns: table.Columns("annotators", table.Score[1:], table.Value, table.N)}
		t.Columns[3].Better = scoring.Higher
		names := loaders.Filter(loaders.SortedKeys(subject.Books), func(name string) bool { return subject.Books[name].HasGold() })
		if len(names) == 0 {
			return t
		}
		pairs, err := marks.PairRuns(ctx, subject.Run.Run, names, subject.Books)
		if err != nil && len(names) > 1 {
			t.Add(strings.Join(names, ", "), "", "", scoring.Undefined(err.Error()))
		}
		for _, pair := range pairs {
			s := session.New(pair, []scoring.Protocol{boxes.Protocol, scored.Protocol, steps.Agreement})
			if s.Aim(subject.Settings); s.Read(ctx) != nil {
				break
			}
			for _, x := range s.Scores(subject.Settings) {
				if !slices.Contains([]string{"f1", "kappa", "alpha", "exact", "same_verdict", "step_kappa"}, x.Metric) {
					continue
				}
				var differ []string
				owns, _ := s.Owns(ctx, x)
				for _, own := range owns {
					if id, _, _ := strings.Cut(pair.Row(own.Example).ID, ", module "); own.Value < 1 {
						differ = append(differ, query.Equal("id", id))
					}
				}
				_, who, _ := strings.Cut(pair.Name, " · ")
				t.Add(who, widget.MetricName(x.Metric), x.Of, table.Cell{Value: x.Value, N: x.Count,
					Leads: strings.Join(loaders.Distinct(differ), " or ")}, x.Count)
			}
		}
		return t
	},
}
