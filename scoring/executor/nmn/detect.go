package nmn

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

// For returns the executor that counts like at least 99 % of a run's logged counts: by sums of
// probabilities, or by counter (nil is untrained), otherwise by a network. It reads up to 2000
// examples until it has 100 counts of sets that aren't almost empty, or ctx ends. ok is false if no
// program can be run.
func For(ctx context.Context, run *loaders.Run, counter *ObjectCounter) (_ *Executor, ok bool) {
	e := &Executor{Counter: counter}
	var t countTally
	isThere := func(i int) bool { return run.Wait(ctx, i+1) == nil && i < run.Len() }
	for i := 0; t.seen < telling && i < mostLooked && isThere(i); i++ {
		ex := run.Scan(i)
		if p, err := e.compileProgram(ex, ex.Program); err == nil {
			ok = true
			t.addExample(p, ex)
		}
	}
	switch most := int(math.Ceil(0.99 * float64(t.seen))); {
	case t.seen > 0 && t.sums >= most:
		e.Counting = Sum
	case t.seen > 0 && t.graphs >= most:
		e.Counting = Graph
	}
	return e, ok
}

// ReadingOverrides overrides how sets and spreads are read. The zero value overrides nothing.
type ReadingOverrides struct {
	// Counting is one of [Countings]; "" and the first follow the run.
	Counting string
	Spread   SpreadMethod
	Theta    float64 // threshold of a yes; 0 for the oracle's
	Network  *executor.Network
}

// Countings name the ways to count.
var Countings = []string{"run", "network", "sum", "graph"}

// Computes reports whether the counting method needs no network ("sum", "graph").
func Computes(countingMethod string) bool {
	return countingMethod == "sum" || countingMethod == "graph"
}

// As returns a copy under another reading; its counting stays if r follows the run.
func (e *Executor) As(r ReadingOverrides) *Executor {
	own := *e
	own.Spread, own.Network = r.Spread, r.Network
	if k := slices.Index(Countings, r.Counting); k > 0 {
		own.Counting = CountingMethod(k - 1)
	}
	return &own
}

func (r ReadingOverrides) String() string {
	return "counted by " + cmp.Or(r.Counting, Countings[0]) + ", spread as in the " + r.Spread.String()
}

const (
	telling    = 100
	mostLooked = 2000 // examples
)

type countTally struct{ seen, sums, graphs int }

// addExample skips sets that are missing or almost empty, because every way counts these alike, and
// modules below an image macro.
func (t *countTally) addExample(p *Program, ex *loaders.Example) {
	confined := make([]bool, len(p.nodes))
	for k, n := range p.nodes {
		for _, child := range n.children {
			confined[child] = confined[k] || strings.HasPrefix(ex.Program[k].Op, "in-")
		}
		tellsNothing := n.op != language.Count && n.op != language.Exist || n.logged.Number == nil || confined[k]
		if tellsNothing {
			continue
		}
		set := p.nodes[n.children[0]].logged.Boxes
		if set == nil || totalOf(set) < 0.1 {
			continue
		}
		t.seen++
		t.sums += countsEqual(totalOf(set), n.logged.Number.Mean)
		t.graphs += countsEqual(p.graphCount(set), n.logged.Number.Mean)
	}
}

func countsEqual(computedCount, loggedCount float64) int {
	if math.Abs(computedCount-loggedCount) <= tolerance*max(1, computedCount) {
		return 1
	}
	return 0
}
