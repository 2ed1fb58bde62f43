package scoringtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Records grow while they are read.
type Records struct {
	mu       sync.Mutex
	grown    chan struct{}
	n        int
	complete bool
}

// NewRecords returns n records; complete says that no more will come.
func NewRecords(n int, complete bool) *Records {
	return &Records{grown: make(chan struct{}), n: n, complete: complete}
}

// Grow sets n and complete, and wakes those who wait.
func (l *Records) Grow(n int, complete bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n, l.complete = n, complete
	close(l.grown)
	l.grown = make(chan struct{})
}

func (l *Records) state() (int, bool, chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n, l.complete, l.grown
}

// Len implements [loaders.Records].
func (l *Records) Len() int { n, _, _ := l.state(); return n }

// Complete implements [loaders.Records].
func (l *Records) Complete() bool { _, c, _ := l.state(); return c }

// Progress implements [loaders.Records].
func (l *Records) Progress() (done, total int64) { return int64(l.Len()), int64(l.Len()) }

// Close implements [loaders.Records].
func (l *Records) Close() error { return nil }

// Wait waits for n records, the end, or ctx.
func (l *Records) Wait(ctx context.Context, n int) error {
	for {
		have, complete, grown := l.state()
		if have >= n || complete {
			return nil
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Seen predicts the first of two boxes. Its gold is the first box, the second, or both.
func Seen(i int) *loaders.Example {
	proposals := []loaders.Box{{X1: 0.2, Y1: 0.2}, {X0: 0.5, Y0: 0.5, X1: 0.7, Y1: 0.7}}
	gold := [][]loaders.Box{proposals[:1], proposals[1:], proposals}[i%3]
	ops := []string{"find", "filter"}
	return &loaders.Example{
		ID:     fmt.Sprint(i),
		Images: []loaders.Image{{Proposals: proposals}},
		Answer: loaders.Answer{Correct: loaders.Verdict(i % 3)},
		Program: []loaders.Module{
			{Op: "exist", Children: []int{1}},
			{Op: ops[i%2], Output: loaders.Output{Boxes: [][]float64{{0.9, 0.3}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{gold}}},
		},
	}
}

// Run returns a run of makeExample(i), unreadable if nil, and counts how often examples were asked for.
func Run(records loaders.Records, makeExample func(i int) *loaders.Example) (*loaders.Run, *atomic.Int64) {
	var asked atomic.Int64
	return loaders.NewRun("a run", "test", records, func(i int) (*loaders.Example, error) {
		asked.Add(1)
		if ex := makeExample(i); ex != nil {
			return ex, nil
		}
		return nil, errors.New("not JSON")
	}), &asked
}

// Attended puts half of its attention on the gold span.
func Attended(i int) *loaders.Example {
	return &loaders.Example{
		ID:      fmt.Sprint(i),
		Answer:  loaders.Answer{Correct: loaders.VerdictOf(i > 0), Scores: map[string]float64{"em": float64(i % 2), "f1": 0.5}},
		Passage: &loaders.Passage{Tokens: []string{"one", "two"}},
		Program: []loaders.Module{{
			Op: "find", Output: loaders.Output{Tokens: []float64{0.5, 0.5}}, Gold: &loaders.Gold{Spans: []loaders.Span{{Start: 0, End: 1}}},
		}},
	}
}

// CountedPassage has a program over four tokens: a count of a filtered find.
func CountedPassage() *loaders.Example {
	return &loaders.Example{
		ID: "p", Answer: loaders.Answer{Predicted: "3", Gold: "2"},
		Passage: &loaders.Passage{Tokens: []string{"two", "field", "goals", "won"}},
		Program: []loaders.Module{
			{Op: "count", Children: []int{1}},
			{Op: "filter", Children: []int{2}, Output: loaders.Output{Tokens: []float64{.25, .25, .25, .25}}},
			{Op: "find", Output: loaders.Output{Tokens: []float64{.5, .5, 0, 0}},
				Gold: &loaders.Gold{Spans: []loaders.Span{{Start: 0, End: 1}, {Start: 2, End: 4}, {Start: 9, End: 12}}}},
		},
	}
}

// Varied returns the same example i of boxes on every call; nil for some.
func Varied(i int) *loaders.Example {
	if i%97 == 5 {
		return nil
	}
	ex := Large(rand.New(rand.NewPCG(7, uint64(i))))
	ex.ID, ex.Answer.Correct = fmt.Sprint(i), loaders.Verdict(i%3)
	return ex
}

// Everything returns 20 specimens of each protocol, whose name begins their ids.
func Everything(protocols []scoring.Protocol, seed uint64) []*loaders.Example {
	return SomeOfEach(protocols, 20, seed)
}

// SomeOfEach is [Everything] with n each. Twelve are few enough for an exact test.
func SomeOfEach(protocols []scoring.Protocol, n int, seed uint64) []*loaders.Example {
	r := rand.New(rand.NewPCG(seed, 0))
	var examples []*loaders.Example
	for _, p := range protocols {
		for i := range n {
			ex := Specimens()[p.Name].Example(r, i)
			ex.ID = p.Name + " " + ex.ID
			examples = append(examples, ex)
		}
	}
	return examples
}

// Large has 6 modules over 2 images of 36 proposals.
func Large(r *rand.Rand) *loaders.Example {
	several := func(n int) (list []loaders.Box) {
		for range n {
			x, y := r.Float64()*0.7, r.Float64()*0.7
			list = append(list, loaders.Box{X0: x, Y0: y, X1: x + 0.3*r.Float64(), Y1: y + 0.3*r.Float64()})
		}
		return list
	}
	ex := &loaders.Example{Images: []loaders.Image{{Proposals: several(36)}, {Proposals: several(36)}}}
	for k := range 6 {
		m := loaders.Module{Op: []string{"find", "filter", "relocate"}[k%3], Gold: &loaders.Gold{}}
		for range ex.Images {
			output := make([]float64, 36)
			for p := range output {
				output[p] = r.Float64()
			}
			m.Output.Boxes, m.Gold.Boxes = append(m.Output.Boxes, output), append(m.Gold.Boxes, several(r.IntN(4)))
		}
		ex.Program = append(ex.Program, m)
	}
	return ex
}

// RunOf returns a run of examples.
func RunOf(name string, examples []*loaders.Example) *loaders.Run {
	return loaders.NewRun(name, "test", NewRecords(len(examples), true), func(i int) (*loaders.Example, error) { return examples[i], nil })
}

func explained(r *rand.Rand, i int) *loaders.Example {
	ex := &loaders.Example{
		ID: strconv.Itoa(i),
		Passage: &loaders.Passage{Tokens: strings.Fields("a b c d e f"),
			Documents: []loaders.Document{{Name: "1", Span: loaders.Span{End: 3}}, {Name: "2", Span: loaders.Span{Start: 3, End: 6}}}},
		Answer: loaders.Answer{Correct: loaders.VerdictOf(r.IntN(2) > 0),
			Scores: map[string]float64{"p_full": 0.9, "p_without_rationale": r.Float64(), "p_only_rationale": 0.9 * r.Float64()}},
		Rationales: []loaders.Rationale{
			{Name: "gold", Over: loaders.OverPassage, Spans: []loaders.Span{{Start: r.IntN(2), End: 2}, {Start: 3 + r.IntN(3), End: 6}}},
			{Name: "predicted", Over: loaders.OverPassage, Spans: []loaders.Span{{Start: r.IntN(3), End: 3}}},
		},
		Attributions: []loaders.Attribution{{Name: "rationale scores", Over: loaders.OverPassage, Scores: randomScores(r, 6)}},
	}
	if r.IntN(10) == 0 {
		ex.Answer.Correct, ex.Rationales = loaders.Unanswered, ex.Rationales[:1]
	}
	return ex
}

func predictGold(ex *loaders.Example) {
	gold := ex.Rationales[0]
	ex.Rationales = []loaders.Rationale{gold, {Name: "predicted", Over: loaders.OverPassage, Spans: slices.Clone(gold.Spans)}}
	scores := make([]float64, 6)
	for _, s := range gold.Spans {
		for k := s.Start; k < s.End; k++ {
			scores[k] = 1
		}
	}
	ex.Attributions[0].Scores = scores
	ex.Answer.Scores["p_without_rationale"], ex.Answer.Scores["p_only_rationale"] = 0, ex.Answer.Scores["p_full"]
}
