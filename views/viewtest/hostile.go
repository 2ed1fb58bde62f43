package viewtest

import (
	"math"
	"strings"

	"faithscope/loaders"
)

func chain(n int) []loaders.Module {
	program := make([]loaders.Module, n)
	for i := range program {
		program[i] = loaders.Module{Op: "filter", Text: "x"}
		if i+1 < n {
			program[i].Children = []int{i + 1}
		}
	}
	return program
}

// HostileExamples returns examples that no honest program writes: control and wide characters, very
// long texts, nil, loops and missing children, outputs of the wrong size, numbers that aren't
// finite. The second to the fourth are nearly empty.
func HostileExamples() []*loaders.Example {
	long := strings.Repeat("wörd\u202e\x1b[2J界 ", 2500)
	half := .5
	nan := math.NaN()
	boxes := BoxExample("boxes", false, false)
	boxes.Images[0].Path = "../../etc/passwd"
	boxes.Images[0].Proposals = []loaders.Box{{X0: -1e300, Y0: 2, X1: 1e300, Y1: -5}, {}}
	boxes.Program[1].Output.Boxes = [][]float64{{.9, .9, .9, .9}, {1}, nil}
	boxes.Program[1].Gold.Boxes = append(boxes.Program[1].Gold.Boxes, []loaders.Box{{X0: 5}}, nil)
	return []*loaders.Example{
		{ID: "\x1b]0;title\a\u202e", Question: long, Tokens: strings.Fields(long), Program: chain(5000), Kind: long,
			Answer: loaders.Answer{Predicted: long, Gold: "\n\r\t", Correct: loaders.Wrong, Probability: &nan}},
		{ID: "", Question: "", Program: []loaders.Module{{}}},
		{ID: "none"},
		nil,
		boxes,
		{ID: "loop", Question: "?", Program: []loaders.Module{
			{Op: "and", Children: []int{0, 1, 1, -7, 99}}, {Op: "or", Children: []int{0}}, {Op: strings.Repeat("界", 5000)},
		}},
		{ID: "spans", Passage: &loaders.Passage{Tokens: []string{"a", "", strings.Repeat("b", 10000), "\u200b"}}, Program: []loaders.Module{{
			Op: "find", Attention: []float64{1, 2}, Output: loaders.Output{Tokens: []float64{.1, nan, math.Inf(1), 5, 5, 5}},
			Gold: &loaders.Gold{Spans: []loaders.Span{{Start: -3, End: 2}, {Start: 3, End: 1}, {Start: 2, End: 1 << 40}}, Merged: []int{0, 7}},
		}}},
		{ID: "no tokens", Passage: &loaders.Passage{}, Program: []loaders.Module{{Op: "find", Output: loaders.Output{Tokens: []float64{}}}}},
		{ID: "values", Program: []loaders.Module{
			{Op: "equal", Children: []int{1, 2, 3}, Output: loaders.Output{Truth: &nan}, Gold: &loaders.Gold{Value: &half}},
			{Op: "count", Output: loaders.Output{Number: &loaders.Number{Mean: math.Inf(1), Var: -1}}},
			{Op: "count", Output: loaders.Output{Number: &loaders.Number{Mean: 2.3, Var: .25}}},
			{
				Op: "pick",
				Output: loaders.Output{
					Options: []loaders.Option{{Name: long, Probability: .2}, {Name: "b", Probability: nan}, {Name: "c", Probability: 7}}},
			},
		}},
	}
}
