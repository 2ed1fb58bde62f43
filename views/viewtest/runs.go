package viewtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views"
	"faithscope/views/widget"
)

// CompleteRecords are records that are all read, like a small file's.
type CompleteRecords int

// Len implements [loaders.Records].
func (n CompleteRecords) Len() int { return int(n) }

// Complete is always true.
func (n CompleteRecords) Complete() bool { return true }

// Wait returns at once.
func (n CompleteRecords) Wait(ctx context.Context, _ int) error { return ctx.Err() }

// Progress is all of them.
func (n CompleteRecords) Progress() (done, total int64) { return int64(n), int64(n) }

// Close does nothing.
func (n CompleteRecords) Close() error { return nil }

// RunOf returns a run of these examples; a nil one can't be read.
func RunOf(name string, examples ...*loaders.Example) *loaders.Run {
	run := loaders.NewRun("data/"+name+".json", "test", CompleteRecords(len(examples)), func(i int) (*loaders.Example, error) {
		if examples[i] == nil {
			return nil, errors.New("a record without \x1b[31mend")
		}
		return examples[i], nil
	})
	run.Name = name
	return run
}

// BoxExample has one find on one image with two proposals, of which the first is gold. It is
// faithful if isFaithful is true: the module chose the first.
func BoxExample(exampleID string, isRight, isFaithful bool) *loaders.Example {
	output := []float64{.1, .8}
	if isFaithful {
		output = []float64{.8, .1}
	}
	here, there := loaders.Box{X0: 0, Y0: 0, X1: .4, Y1: .4}, loaders.Box{X0: .5, Y0: .5, X1: .9, Y1: .9}
	return &loaders.Example{
		ID: exampleID, Question: "there is a dog", Tokens: []string{"there", "is", "a", "dog"},
		Answer: loaders.Answer{Predicted: "true", Gold: "true", Correct: loaders.VerdictOf(isRight)},
		Images: []loaders.Image{{Width: 100, Height: 100, Proposals: []loaders.Box{here, there}}},
		Program: []loaders.Module{
			{Op: "exist", Children: []int{1}, Place: 0},
			{Op: "find", Text: "dog", Place: 1, Output: loaders.Output{Boxes: [][]float64{output}},
				Gold: &loaders.Gold{Boxes: [][]loaders.Box{{here}}}},
		},
	}
}

// SpanExample has one find on a passage; goldMass is what it puts on the gold token. Its answer has no
// verdict.
func SpanExample(exampleID string, goldMass float64) *loaders.Example {
	return &loaders.Example{
		ID: exampleID, Question: "how many yards", Tokens: []string{"how", "many", "yards"},
		Answer:  loaders.Answer{Predicted: "3", Gold: "4"},
		Passage: &loaders.Passage{Text: "two yards and four", Tokens: []string{"two", "yards", "and", "four"}},
		Program: []loaders.Module{
			{Op: "find", Place: 0, Output: loaders.Output{Tokens: []float64{1 - goldMass, 0, 0, goldMass}},
				Gold: &loaders.Gold{Spans: []loaders.Span{{Start: 3, End: 4}}}},
		},
	}
}

// SceneExample returns a scene graph: its objects are gold and proposals at once.
func SceneExample() *loaders.Example {
	boxes := []loaders.Box{{X0: 0, Y0: 0, X1: 100, Y1: 50}, {X0: 150, Y0: 20, X1: 200, Y1: 120}}
	return &loaders.Example{
		ID: "2407890", Question: "wall, dog",
		Images: []loaders.Image{{Path: "2407890.jpg", Units: loaders.Pixels, Width: 200, Height: 200,
			Proposals: append(append([]loaders.Box{}, boxes...), loaders.Box{X0: 10, Y0: 10, X1: 30, Y1: 30}),
			Labels:    []string{"wall (white)", "dog", "ball"}, Gold: boxes}},
		Groups: []string{"2407"}, Meta: map[string]string{"relations": "dog left of wall", "weather": "sunny\x1b[2J"},
	}
}

// Sample returns a session with a run of boxes (3 examples right and faithful, 4 only right, 1 only
// faithful, 2 neither, one broken) and a run of spans without verdicts on answers.
func Sample(t *testing.T) *views.Session {
	t.Helper()
	var examples []*loaders.Example
	for i, kind := range []struct {
		n            int
		right, looks bool
	}{{3, true, true}, {4, true, false}, {1, false, true}, {2, false, false}} {
		for k := range kind.n {
			examples = append(examples, BoxExample(fmt.Sprintf("ex-%d-%d", i, k), kind.right, kind.looks))
		}
	}
	boxes := RunOf("layer_count", append(examples, nil)...)
	boxes.Note = "A small model, trained on six thousand sentences."
	spans := RunOf("lexical", SpanExample("p-1", .9), SpanExample("p-2", .1))
	return Unread(boxes, spans)
}

// Scored returns a run of which nothing was read.
func Scored(run *loaders.Run) *session.ScoredRun { return session.New(run, session.Protocols()) }

// ReadSample returns the session of [Sample], all read.
func ReadSample(t *testing.T) *views.Session {
	t.Helper()
	return ReadAll(t, Sample(t))
}

// ReadAll scores every run.
func ReadAll(t testing.TB, s *views.Session) *views.Session {
	t.Helper()
	for _, run := range s.Runs {
		if err := run.Read(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Of returns a session of these runs, all scored.
func Of(t testing.TB, runs ...*loaders.Run) *views.Session {
	t.Helper()
	return ReadAll(t, Unread(runs...))
}

// Unread returns a session of these runs, of which nothing was read.
func Unread(runs ...*loaders.Run) *views.Session {
	return &views.Session{
		Data:    views.Data{Settings: scoring.Defaults(), Runs: loaders.Map(runs, Scored)},
		Console: views.Console{Look: DarkLook(2)},
	}
}

// DarkLook is of the default theme in so many colours.
func DarkLook(colors int) widget.Look {
	return widget.Look{Theme: themes.Default().On(themes.Dark, colors)}
}

// Hostile returns the session of [Sample], read to the end, with control, wide and combining
// characters in every text that a file can set.
func Hostile(t *testing.T) *views.Session {
	t.Helper()
	s := Sample(t)
	bad := "\x1b[31mred\x07\x1b]0;title\x07 日本語 e\u0301\u202e\x9b2J" + strings.Repeat("x", 300)
	for _, scored := range s.Runs {
		run := scored.Run
		run.Name, run.Model, run.Dataset, run.Note = bad, bad, bad, bad
		run.Problems.Add(loaders.Problem{File: bad, Line: 3, Example: bad, What: loaders.Quote(bad), Done: loaders.Quote(bad)})
		for i := range run.Len() {
			ex := run.Example(i)
			ex.Question, ex.Answer.Predicted, ex.Answer.Gold = bad, bad, bad
		}
	}
	return ReadAll(t, s)
}
