package commands

import (
	"slices"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/views/examples"
	"faithscope/views/groups"
	"faithscope/views/viewtest"
)

// toy is a column that the program does not have. One declaration in the list is all
// that a column takes.
var toy = facts.Column{
	Field: query.Field{ColumnMeaning: scoring.ColumnMeaning{Name: "toy.place", Help: "first or later"}, Group: "Example", Kind: query.Text,
		Facet: true},
	Of: func(*facts.Table) query.Column {
		return query.ColumnOf[string](func(i int) string {
			if i == 0 {
				return "first"
			}
			return "later"
		})
	},
}

// A column is in the list of examples, in its groups, in queries, and in exports and
// scores.
func TestAColumnIsOneDeclaration(t *testing.T) {
	before := facts.Examples
	facts.Examples = append(slices.Clip(before), toy)
	t.Cleanup(func() { facts.Examples = before })
	run := "demo/nlvr/runs/layer_count/predictions.json.zst"
	for _, args := range [][]string{
		{"export", run, "--columns", "id, toy.place", "--format", "csv", "-o", "-"},
		{"score", run, "--no-intervals", "--by", "toy.place", "--format", "csv"},
		{"score", run, "--no-intervals", "--where", "toy.place=first", "--protocol", "answers"},
	} {
		check.Contains(t, printedAndSaid(t, args...), "first")
	}
	s := demoSession(t, scoring.Defaults())
	s.Runs = s.Runs[:1]
	viewtest.ReadAll(t, s)
	list := examples.New(s, 0, examples.Filter{Where: "toy.place=later"})
	screen := viewtest.New(t, 120, 30, s, list)
	screen.Want("59 of 60")
	screen.Act("columns", "id, toy.place")
	screen.Want("toy.place", "later")
	viewtest.New(t, 120, 30, s, groups.New(s, 0, "toy.place=later", "toy.place")).Want("toy of place", "later               59")
}
