package tabular

import (
	"testing"
	"testing/fstest"

	"faithscope/loaders"
)

// answered is what a table says of one example.
type answered struct {
	ID, Question, Predicted, Gold string
	Correct                       string
	Scores                        map[string]float64
}

func answeredOf(ex *loaders.Example) answered {
	a := ex.Answer
	return answered{ex.ID, ex.Question, a.Predicted, a.Gold, a.Correct.String(), a.Scores}
}

// A map that a person gave for columns is used for the next table with them.
func TestKeptMap(t *testing.T) {
	first := formats.Open(t, fstest.MapFS{"run": {Data: []byte("a,b\nWhy?,so\n")}}, "run",
		loaders.Options{Named: loaders.Named{"map": "question=a,predicted=b"}})
	next := formats.Open(t, fstest.MapFS{"run": {Data: []byte("b,a\nthen,When?\n")}}, "run",
		loaders.Options{Maps: map[string]string{first.Columns.Shape: first.Columns.Map}})
	if got := answeredOf(next.Example(0)); got.Question != "When?" || got.Predicted != "then" {
		t.Errorf("%+v", got)
	}
}
