package heat

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views/evidence"
)

// A module without output of its own shows where its first input attends.
func TestPassageOfAnInput(t *testing.T) {
	ex := &loaders.Example{ID: "p", Passage: &loaders.Passage{Tokens: []string{"a", "kick", "of", "ten"}}, Program: []loaders.Module{
		{Op: "find-num", Children: []int{1}}, {Op: "find", Text: "kick", Output: loaders.Output{Tokens: []float64{0, .9, 0, .1}}},
	}}
	of := evidence.ShownVersions{Layers: []evidence.ExampleVersion{{Example: ex}}}
	said := (&PassageHeat{}).Find(&of, evidence.Options{Width: 80})
	const instead = "this module has no attention; shown instead: find[kick]"
	if len(said.Words) == 0 || said.Facts[0] != instead || !strings.Contains(said.Words[0], "kick") {
		t.Errorf("it says %q and %q", said.Facts, said.Words)
	}
	ex.Program[0].Children = nil
	if said = (&PassageHeat{}).Find(&of, evidence.Options{Width: 80}); said.Facts != nil {
		t.Errorf("without inputs it says %q", said.Facts)
	}
}

// Equal tokens of equal weight are a row, and so is all punctuation.
func TestGroupsOfTokens(t *testing.T) {
	text := heatedText{tokens: strings.Fields("goal , a goal . a"), numbers: []float64{.25, .5, .25, .25, .125, .125}}
	var got []string
	rows, _ := text.passageLines()
	for _, row := range rows {
		got = append(got, row.Text)
	}
	if want := "p .62 punctuation ×2|p .50 goal ×2|p .25 token 2 “a”|p .12 token 5 “a”"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}
