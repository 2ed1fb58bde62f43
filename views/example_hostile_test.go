package views

import (
	"image"
	"math"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views/widget"
)

// chain is a program of n modules, each the only input of the one before it.
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

// hostileExamples are examples that no honest program writes.
func hostileExamples() []*loaders.Example {
	long := strings.Repeat("wörd\u202e\x1b[2J界 ", 2500)
	half := .5
	nan := math.NaN()
	boxes := boxExample("boxes", false, false)
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
			{Op: "pick", Output: loaders.Output{Options: []loaders.Option{{Name: long, Probability: .2}, {Name: "b", Probability: nan}, {Name: "c", Probability: 7}}}},
		}},
	}
}

// hostileSession has the hostile examples, scored.
func hostileSession(t testing.TB, examples []*loaders.Example) *Session {
	t.Helper()
	s := &Session{
		Settings: scoring.Defaults(), Look: widget.Look{Theme: themes.Default().On(true, 2)},
		Runs: []*session.Scored{session.New(runOf("hostile", examples...), session.Protocols())},
	}
	if err := s.Runs[0].Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// Every hostile example can be walked, at any size and with any colours,
// without a panic, an overflow or a control character.
func TestExampleSurvivesHostileExamples(t *testing.T) {
	examples := hostileExamples()
	s := hostileSession(t, examples)
	for _, colors := range []int{2, 16, 256, 1 << 24} {
		s.Theme = themes.Default().On(true, colors)
		for _, size := range []image.Point{{80, 24}, {132, 40}, {30, 12}, {9, 4}, {1, 1}, {0, 0}} {
			for i := range examples {
				list := NewExamples(s, 0, ExampleFilter{}).(*Examples)
				sc := newScreen(t, size.X, size.Y, s, NewExample(list, i))
				sc.press("G", "k", "z", "o", "w", "tab", "j", "G", "x", "w", "esc", "c", "i", "p", "b", "Y", "g")
				fits(t, sc)
			}
		}
	}
}

func FuzzExampleDraw(f *testing.F) {
	f.Add("a question", "find", "text", .5, .25, 80, 24)
	f.Add("\x1b[31m", "界界", "\u202e", math.NaN(), 2.0, 3, 1)
	f.Fuzz(func(t *testing.T, question, op, text string, p, q float64, w, h int) {
		if w < 0 || h < 0 || w > 300 || h > 100 || len(question)+len(op)+len(text) > 20_000 {
			t.Skip()
		}
		box := boxExample(question, p > q, true)
		box.Question, box.Tokens = question, strings.Fields(question)
		box.Program[1].Op, box.Program[1].Text = op, text
		box.Program[1].Attention = []float64{p, q}
		box.Program[1].Output.Boxes = [][]float64{{p, q}}
		span := spanExample(text, p)
		span.Passage.Tokens = append(strings.Split(question, " "), op)
		s := hostileSession(t, []*loaders.Example{box, span})
		for i := range s.Run(0).Len() {
			list := NewExamples(s, 0, ExampleFilter{}).(*Examples)
			sc := newScreen(t, w, h, s, NewExample(list, i))
			sc.press("j", "tab", "j", "w", "x")
			fits(t, sc)
		}
	})
}
