package heat

import (
	"testing"

	"faithscope/loaders"
	"faithscope/views/evidence"
)

func TestTwoModulesAreJoinedOnce(t *testing.T) {
	attending := func() evidence.Layer {
		return evidence.Layer{Example: &loaders.Example{
			Passage: &loaders.Passage{Tokens: []string{"a", "b"}},
			Program: []loaders.Module{{Output: loaders.Output{Tokens: []float64{0, 1}}}},
		}}
	}
	subject, rows := evidence.Subject{Layers: []evidence.Layer{attending(), attending()}}, &Rows{}
	rows.Find(&subject, evidence.Options{Width: 70})
	if first := rows.example; rows.Find(&subject, evidence.Options{Width: 70}).Title == "" || rows.example != first {
		t.Error("makes another example each time")
	}
}
