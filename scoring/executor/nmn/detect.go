package nmn

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// For returns the executor that counts as a run does, which its logged counts
// tell: they are sums of probabilities, or those of a Counter with the weights
// given, nil for an untrained one, or else a network's. It reads examples until
// enough counts of a set that is not almost empty have been seen, and ends with
// ctx. ok is false where the run has no program that the executor can run.
func For(ctx context.Context, run *loaders.Run, counter *Counter) (_ *Executor, ok bool) {
	e := &Executor{Counter: counter}
	var t tally
	for i := 0; t.seen < telling && i < mostLooked && run.Wait(ctx, i+1) == nil && i < run.Len(); i++ {
		ex := run.Scan(i)
		if p, err := e.New(ex); err == nil {
			ok = true
			t.add(p, ex)
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

// Reading says how the numbers of a run are read where that is not left to
// [For]. The zero value leaves it.
type Reading struct {
	// Counting is one of [Countings], "" and the first for what the run's
	// counts tell.
	Counting string
	Spread   Spread
}

// Countings are the names of the ways to count.
var Countings = []string{"run", "network", "sum", "graph"}

// As returns the executor under another reading.
func (e *Executor) As(r Reading) *Executor {
	own := *e
	own.Spread = r.Spread
	if k := slices.Index(Countings, r.Counting); k > 0 {
		own.Counting = Counting(k - 1)
	}
	return &own
}

// String names what the reading has, for an executor that counts as the run's
// counts tell.
func (r Reading) String() string {
	return "counted by " + cmp.Or(r.Counting, Countings[0]) + ", spread of the " + r.Spread.String()
}

const (
	telling    = 100  // counts that are enough to tell by
	mostLooked = 2000 // examples, where few count
)

// tally says how many logged counts were seen, and of how many the sum or the
// Counter's count is the same.
type tally struct{ seen, sums, graphs int }

func (t *tally) add(p *Program, ex *loaders.Example) {
	for k := range p.nodes {
		n := &p.nodes[k]
		if n.op != language.Count && n.op != language.Exist || n.logged.Number == nil || confined(ex.Program, k) {
			continue
		}
		set := p.nodes[n.children[0]].logged.Boxes
		if set == nil || total(set) < 0.1 {
			continue // every way of counting says 0
		}
		t.seen++
		t.sums += counts(total(set), n.logged.Number.Mean)
		t.graphs += counts(p.graphCount(set), n.logged.Number.Mean)
	}
}

// counts is 1 for a count that is the logged one.
func counts(count, logged float64) int {
	if math.Abs(count-logged) <= tolerance*max(1, count) {
		return 1
	}
	return 0
}

// confined reports whether module k stands below an image macro, where the
// code logs the count of one image or the other.
func confined(program []loaders.Module, k int) bool {
	for i := range program[:k] {
		op := program[i].Op
		if strings.HasPrefix(op, "in-") && isBelow(program, i, k) {
			return true
		}
	}
	return false
}

func isBelow(program []loaders.Module, i, k int) bool {
	for _, child := range program[i].Children {
		if child == k || isBelow(program, child, k) {
			return true
		}
	}
	return false
}
