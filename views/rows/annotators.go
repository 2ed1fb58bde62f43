package rows

import (
	"context"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	scored "faithscope/scoring/annotators"
	"faithscope/scoring/table"
)

// annotators has a row for each person who annotated examples of a run: in its file, or here.
var annotators = Listing{
	Name: "annotators", Letters: "ga", Title: "Annotators", Help: "who annotated the examples, and how they agree",
	Empty: "nobody has annotated this run",
	Rows: func(ctx context.Context, of Subject) *table.Table {
		t := &table.Table{Name: "annotators", Columns: table.Columns("annotator",
			table.Count, "examples", table.Number, "kappa=mean κ", "least=least κ", table.Text, "with")}
		t.Columns[2].Better, t.Columns[3].Better = scoring.Higher, scoring.Higher
		pairs := loaders.Filter(of.Run.Scores(of.Settings), func(s scoring.Score) bool {
			return s.Protocol == scored.Protocol.Name && strings.Contains(s.Of, " and ")
		})
		annotated := map[string]int{}
		for i := range of.Run.Run.Len() {
			if ctx.Err() != nil || len(pairs) == 0 {
				break
			}
			for _, r := range of.Run.Run.Scan(i).Rationales {
				annotated[r.Name]++
			}
		}
		for _, name := range loaders.Distinct(strings.Split(strings.Join(loaders.Map(pairs, nameOf), " and "), " and ")) {
			mean, least, with := scoring.Mean{}, scoring.Undefined("nobody else annotated the same"), ""
			for _, s := range pairs {
				a, b, _ := strings.Cut(s.Of, " and ")
				if a != name && b != name {
					continue
				}
				mean.Add(s.Value)
				x, ok := s.Value.Float()
				if low, known := least.Float(); ok && (!known || x < low) {
					least, with = s.Value, strings.TrimSuffix(strings.TrimPrefix(s.Of, name+" and "), " and "+name)
				}
			}
			t.Add(name, annotated[name], mean.Value("no pair has a κ"), least, with)
		}
		for name, book := range of.Books {
			n := 0
			for i := range of.Run.Run.Len() {
				if row, read := of.Run.Run.Peek(i); read && book.Annotated(row.ID) {
					n++
				}
			}
			if n > 0 {
				t.Add(name, n)
			}
		}
		return t
	},
}

func nameOf(s scoring.Score) string { return s.Of }
