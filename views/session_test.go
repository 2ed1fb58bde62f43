package views

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views/widget"
)

// listed are records that are all there, as a small file's are.
type listed int

func (n listed) Len() int                              { return int(n) }
func (n listed) Complete() bool                        { return true }
func (n listed) Wait(ctx context.Context, _ int) error { return ctx.Err() }
func (n listed) Progress() (done, total int64)         { return int64(n), int64(n) }
func (n listed) Close() error                          { return nil }

// runOf returns a run of these examples; a nil one cannot be read.
func runOf(name string, examples ...*loaders.Example) *loaders.Run {
	run := loaders.NewRun("data/"+name+".json", "test", listed(len(examples)), func(i int) (*loaders.Example, error) {
		if examples[i] == nil {
			return nil, errors.New("a record without \x1b[31mend")
		}
		return examples[i], nil
	})
	run.Name = name
	return run
}

// boxExample has one find on one image with two proposals; the first is gold.
// It is faithful if looks is true: the module chose the first.
func boxExample(id string, right, looks bool) *loaders.Example {
	output := []float64{.1, .8}
	if looks {
		output = []float64{.8, .1}
	}
	here, there := loaders.Box{X0: 0, Y0: 0, X1: .4, Y1: .4}, loaders.Box{X0: .5, Y0: .5, X1: .9, Y1: .9}
	return &loaders.Example{
		ID: id, Question: "there is a dog", Tokens: []string{"there", "is", "a", "dog"},
		Answer: loaders.Answer{Predicted: "true", Gold: "true", Correct: loaders.VerdictOf(right)},
		Images: []loaders.Image{{Width: 100, Height: 100, Proposals: []loaders.Box{here, there}}},
		Program: []loaders.Module{
			{Op: "exist", Children: []int{1}, Place: 0},
			{Op: "find", Text: "dog", Place: 1, Output: loaders.Output{Boxes: [][]float64{output}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{here}}}},
		},
	}
}

// spanExample has one find on a passage; mass is what it puts on the gold
// token. Its answer has no verdict.
func spanExample(id string, mass float64) *loaders.Example {
	return &loaders.Example{
		ID: id, Question: "how many yards", Tokens: []string{"how", "many", "yards"},
		Answer:  loaders.Answer{Predicted: "3", Gold: "4"},
		Passage: &loaders.Passage{Text: "two yards and four", Tokens: []string{"two", "yards", "and", "four"}},
		Program: []loaders.Module{
			{Op: "find", Place: 0, Output: loaders.Output{Tokens: []float64{1 - mass, 0, 0, mass}}, Gold: &loaders.Gold{Spans: []loaders.Span{{Start: 3, End: 4}}}},
		},
	}
}

// sampleSession has a run with boxes, 3 right and faithful, 4 right but not,
// 1 wrong but faithful, 2 wrong and not, one record broken, and a run with
// spans without any verdict on answers.
func sampleSession(t *testing.T) *Session {
	t.Helper()
	var examples []*loaders.Example
	for i, kind := range []struct {
		n            int
		right, looks bool
	}{{3, true, true}, {4, true, false}, {1, false, true}, {2, false, false}} {
		for k := range kind.n {
			examples = append(examples, boxExample(fmt.Sprintf("ex-%d-%d", i, k), kind.right, kind.looks))
		}
	}
	boxes := runOf("layer_count", append(examples, nil)...)
	boxes.Note = "A small model, trained on six thousand sentences."
	spans := runOf("lexical", spanExample("p-1", .9), spanExample("p-2", .1))
	s := &Session{Settings: scoring.Defaults(), Look: widget.Look{Theme: themes.Default().On(true, 2)}}
	for _, run := range []*loaders.Run{boxes, spans} {
		s.Runs = append(s.Runs, session.New(run, session.Protocols()))
	}
	return s
}

// readAll scores every run.
func readAll(t *testing.T, s *Session) *Session {
	t.Helper()
	for _, run := range s.Runs {
		if err := run.Read(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}
