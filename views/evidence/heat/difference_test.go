package heat

import (
	"testing"

	"faithscope/loaders"
	"faithscope/views/evidence"
)

func TestTwoModulesAreJoinedOnce(t *testing.T) {
	attending := func() evidence.ExampleVersion {
		return evidence.ExampleVersion{Example: &loaders.Example{
			Passage: &loaders.Passage{Tokens: []string{"a", "b"}},
			Program: []loaders.Module{{Output: loaders.Output{Tokens: []float64{0, 1}}}},
		}}
	}
	subject, rows := evidence.ShownVersions{ExampleVersion: attending(), Held: attending()}, &AttributionRows{}
	rows.Find(&subject, evidence.Options{Width: 70})
	if first := rows.example; rows.Find(&subject, evidence.Options{Width: 70}).Title == "" || rows.example != first {
		t.Error("makes another example each time")
	}
}
