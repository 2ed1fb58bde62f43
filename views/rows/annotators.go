package rows

import (
	"context"
	"maps"
	"slices"
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
		kappas := loaders.Filter(of.Run.Scores(of.Settings), func(s scoring.Score) bool { return s.Metric == "kappa" })
		var annotated map[string]int
		if kappas != nil {
			annotated = countAnnotated(ctx, of.Run.Run)
		}
		pairs := loaders.Map(kappas, func(s scoring.Score) []string { return splitPair(s.Of, annotated) })
		for _, name := range loaders.Distinct(slices.Concat(pairs...)) {
			mean, least, with := scoring.Mean{}, scoring.Undefined("nobody else annotated the same"), ""
			for i, pair := range pairs {
				at := slices.Index(pair, name)
				if at < 0 {
					continue
				}
				mean.Add(kappas[i].Value)
				x, ok := kappas[i].Value.Float()
				if low, known := least.Float(); ok && (!known || x < low) {
					least, with = kappas[i].Value, pair[1-at]
				}
			}
			examples := scoring.Undefined("several people of one example are called " + scored.KindOf(name))
			if n, ok := annotated[name]; ok {
				examples = scoring.Defined(float64(n))
			}
			t.Add(name, examples, mean.Value("no pair has a κ"), least, with)
		}
		for _, name := range slices.Sorted(maps.Keys(of.Books)) {
			n := 0
			for i := range of.Run.Run.Len() {
				if row, read := of.Run.Run.Peek(i); read && of.Books[name].Annotated(row.ID) {
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

// countAnnotated counts the examples of a run that have a rationale of a name, which may have
// several of one: of a premise, and of a hypothesis.
func countAnnotated(ctx context.Context, run *loaders.Run) map[string]int {
	annotated := map[string]int{}
	for i := 0; i < run.Len() && ctx.Err() == nil; i++ {
		for _, name := range loaders.Distinct(loaders.Map(run.Scan(i).Rationales, func(r loaders.Rationale) string { return r.Name })) {
			annotated[name]++
		}
	}
	return annotated
}

// splitPair returns the names of two annotators, in either of which there may be an "and" too:
// those that are known, or of a kind that is; nil for none.
func splitPair(of string, known map[string]int) []string {
	words := strings.Split(of, " and ")
	for i := 1; i < len(words); i++ {
		pair := []string{strings.Join(words[:i], " and "), strings.Join(words[i:], " and ")}
		if !slices.ContainsFunc(pair, func(name string) bool { return known[name]+known[scored.KindOf(name)] == 0 }) {
			return pair
		}
	}
	return nil
}
