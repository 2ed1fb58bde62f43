package panel

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/evidence"
)

// What a step of an executor or a trace returns is never called gold, whatever it is and whatever gold
// other steps have.
func TestAStepWithoutGoldIsNotShownAsGold(t *testing.T) {
	half, said, seconds := .5, "a tower", 1.5
	for name, m := range map[string]loaders.Module{
		"boxes":          {Op: "find", Text: "dog", Output: loaders.Output{Boxes: [][]float64{{.9, .2, .7}}}},
		"computed boxes": {Op: "filter", Output: loaders.Output{Boxes: [][]float64{{.9, .2, .7}}}, Derived: true},
		"no boxes":       {Op: "find", Output: loaders.Output{Boxes: [][]float64{{0, 0, 0}}}},
		"tokens":         {Op: "find", Output: loaders.Output{Tokens: []float64{.1, .2, .6, .1}}},
		"number":         {Op: "count", Output: loaders.Output{Number: &loaders.Number{Mean: 2, Var: .25}}},
		"truth":          {Op: "exist", Output: loaders.Output{Truth: &half}},
		"options": {Op: "query", Output: loaders.Output{Options: []loaders.Option{
			{Name: "red", Probability: .7}, {Name: "blue", Probability: .3}}}},
		"text":     {Op: "tool", Output: loaders.Output{Text: &said}, Arguments: `{"of":"Paris"}`, Seconds: &seconds},
		"an error": {Op: "tool", Error: "timeout"},
		"nothing":  {Op: "unlogged"},
	} {
		ex := twoBoxes(.9, .1, .8)
		ex.Passage = &loaders.Passage{Tokens: strings.Fields("two yards and four")}
		ex.Program = append(ex.Program, m)
		node := len(ex.Program) - 1
		ex.Program[0].Children = append(ex.Program[0].Children, node)
		of := subjectOf(evidence.ExampleVersion{Example: ex, Node: node})
		for _, line := range shown(t, of) {
			for _, sign := range []string{"no gold to compare with", "no gold for this module"} {
				line = strings.ReplaceAll(line, sign, "")
			}
			check.Lacks(t, line, "gold")
		}
		score := scoreText(&of.ExampleVersion)
		if strings.Contains(score, "gold") && score != "– no gold for this module" {
			t.Errorf("%s: scored as %q", name, score)
		}
		with := *ex
		with.Program = slices.Clone(ex.Program)
		with.Program[node].Gold = &loaders.Gold{Text: &said}
		of.ExampleVersion = evidence.ExampleVersion{Example: &with, Node: node}
		check.Contains(t, strings.Join(shown(t, of), "\n"), "gold a tower")
	}
}
