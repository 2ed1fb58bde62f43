package commands

import (
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/groups"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
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
		out, said, err := command(t, args...)
		if err != nil || !strings.Contains(out+said, "first") {
			t.Errorf("%v: %v %s\n%s", args, err, said, out)
		}
	}
	s := viewtest.ReadAll(t,
		&views.Session{Data: views.Data{Runs: programtest.ScoredDemo(t)[:1], Settings: scoring.Defaults()}, Console: viewtest.Sample(t).Console})
	list := examples.New(s, 0, examples.Filter{Where: "toy.place=later"})
	screen := viewtest.New(t, 120, 30, s, list)
	screen.Want("59 of 60")
	i := slices.IndexFunc(list.Actions(), func(a widget.Action) bool { return a.Name == "columns" })
	screen.Run(list.Actions()[i].With("id, toy.place"))
	screen.Draw()
	screen.Want("toy.place", "later")
	viewtest.New(t, 120, 30, s, groups.New(s, 0, "toy.place=later", "toy.place")).Want("toy of place", "later               59")
}
