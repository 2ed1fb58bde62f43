package pages

import (
	"testing"

	"faithscope/loaders"
)

// HELM's completions are compared through the mapping of letters with the references that
// are correct; a request about one reference has no answer.
func TestHelm(t *testing.T) {
	run := formats.Open(t, nil, "testdata/tables/helm.json", loaders.Options{})
	for i, want := range []struct{ id, question, predicted, gold, verdict string }{
		{"id1", "Capital?", "Berlin", "Berlin", "right"},
		{"id2", "Name?", "Anna", "Ann or Anna", "right"},
		{"id3", "Name?", "Bob", "Ann", "wrong"},
		{"id4", "Which?", "", "", "unknown"},
	} {
		ex := run.Example(i)
		a := ex.Answer
		if ex.ID != want.id || ex.Question != want.question || a.Predicted != want.predicted || a.Gold != want.gold ||
			a.Correct.String() != want.verdict {
			t.Errorf("%d: %q %q %+v, want %+v", i, ex.ID, ex.Question, a, want)
		}
	}
}
