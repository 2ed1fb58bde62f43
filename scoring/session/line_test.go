package session

import (
	"math/rand/v2"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// A line says of an example what the list of a run says.
func TestLinesAreTheSummaries(t *testing.T) {
	examples := append(scoringtest.Everything(Protocols(), 3), &loaders.Example{ID: "x", Broken: "no JSON"})
	whole := New(scoringtest.RunOf("whole", examples), Protocols())
	read(t, whole)
	for _, s := range scoringtest.Readings() {
		rows := whole.Summaries(s)
		types := ModuleTypes(Protocols())
		for i, ex := range examples {
			row, line := rows.At(i), LineOf(ex, Protocols(), s)
			if row.Metric != "" && (line.Overall != row.Overall || line.Metric != row.Metric) || line.Faithful != row.Faithful || line.Correct != row.Answer {
				t.Errorf("%s: %+v, in the list %+v", ex.ID, line, row)
			}
			for k, name := range rows.Types() {
				x, ok := line.Types[slices.Index(types, name)].Float()
				if want, defined := row.Types[k].Float(); x != want || ok != defined {
					t.Errorf("%s of %s: %v, in the list %v", name, ex.ID, x, want)
				}
			}
		}
	}
}

func TestLineWithoutModules(t *testing.T) {
	ex := scoringtest.Explained(rand.New(rand.NewPCG(2, 1)), 0)
	line := LineOf(ex, Protocols(), scoring.Defaults())
	if x, ok := line.Overall.Float(); line.Protocol != "alignment" || line.Metric != "c" || !ok || x == 0 {
		t.Errorf("%+v, want the C of its explanation", line)
	}
	for _, ex := range []*loaders.Example{{ID: "a"}, {ID: "b", Broken: "no JSON"}} {
		if line := LineOf(ex, Protocols(), scoring.Defaults()); line.Metric != "" || line.Overall.Why() == "" {
			t.Errorf("%+v, want a reason", line)
		}
	}
}
