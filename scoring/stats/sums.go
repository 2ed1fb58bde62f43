package stats

import (
	"slices"

	"faithscope/scoring"
)

// Sums tests scores that are functions of the sums of rows: a and b are the
// two runs' rows of the same examples, values returns the scores of sums, the
// same ones each time. It is called from several goroutines at once and must
// not keep what it is given. The result has an entry per score.
//
// A score that rests on few examples, as of a module type that seldom occurs,
// is tested exactly, whatever the number of examples on the whole.
//
// Sums panics if a and b are not of one shape.
func (t Test) Sums(a, b Rows, values func(sums []float64) []scoring.Value) []Result {
	if a.Width != b.Width || len(a.Terms) != len(b.Terms) {
		panic("stats: paired rows of different shapes")
	}
	p := pairing{Test: t, a: a, b: b, values: values}
	inA, inB := values(a.Sums()), values(b.Sums())
	for k := range inA {
		p.results = append(p.results, observe(inA[k], inB[k]))
	}
	for _, g := range p.groups() {
		p.test(g)
	}
	return p.results
}

type pairing struct {
	Test
	a, b    Rows
	values  func(sums []float64) []scoring.Value
	results []Result
}

// group are scores that rest on the same examples.
type group struct {
	examples []int
	scores   []int
}

// groups finds what every score rests on. Scores on at most ExactExamples
// make a group for every set of examples, the others share one with all.
func (p *pairing) groups() []group {
	rests := make([][]int, len(p.results))
	for i := range p.a.Len() {
		a, b := p.values(p.a.Row(i)), p.values(p.b.Row(i))
		for k := range p.results {
			if defined(a[k]) || defined(b[k]) {
				rests[k] = append(rests[k], i)
			}
		}
	}
	everything := group{}
	for i := range p.a.Len() {
		everything.examples = append(everything.examples, i)
	}
	var list []group
	for k, on := range rests {
		r := &p.results[k]
		r.Count = len(on)
		switch {
		case !defined(r.Difference):
		case len(on) > ExactExamples || !p.suffice(on, k):
			everything.scores = append(everything.scores, k)
		default:
			at := slices.IndexFunc(list, func(g group) bool { return slices.Equal(g.examples, on) })
			if at < 0 {
				at = len(list)
				list = append(list, group{examples: on})
			}
			list[at].scores = append(list[at].scores, k)
		}
	}
	if len(everything.scores) > 0 {
		list = append(list, everything)
	}
	return list
}

func defined(v scoring.Value) bool {
	_, ok := v.Float()
	return ok
}

// suffice reports whether the examples give score k by themselves: a score
// that needs several examples to be defined rests on more than it shows.
func (p *pairing) suffice(examples []int, k int) bool {
	r := p.results[k]
	for _, side := range []struct {
		rows Rows
		want scoring.Value
	}{{p.a, r.A}, {p.b, r.B}} {
		got, ok := p.values(side.rows.pick(examples).Sums())[k].Float()
		want, _ := side.want.Float()
		if !ok || got-want > tie || want-got > tie {
			return false
		}
	}
	return true
}

// pick returns the rows of the examples.
func (r Rows) pick(examples []int) Rows {
	if len(examples) == r.Len() {
		return r
	}
	picked := Rows{Width: r.Width}
	for _, i := range examples {
		picked.Terms = append(picked.Terms, r.Row(i)...)
	}
	return picked
}

// test does the tests of a group.
func (p *pairing) test(g group) {
	a, b := p.a.pick(g.examples), p.b.pick(g.examples)
	sumA, sumB, ways := a.Sums(), b.Sums(), p.ways(a.Len())
	if ways.exact && a.Len() > 0 {
		ways.trials, ways.mirrored = ways.trials/2, true
	}
	differences := differencesOf(a, b, ways.exact)
	all := newTallies(len(p.results))
	walk(newTable(differences), ways, func(moved []float64) {
		inA, inB, own := make([]float64, a.Width), make([]float64, a.Width), make([]tally, len(p.results))
		for ; len(moved) > 0; moved = moved[a.Width:] {
			for k, x := range moved[:a.Width] {
				inA[k], inB[k] = sumA[k]-x, sumB[k]+x
			}
			p.count(own, g.scores, p.values(inA), p.values(inB), ways.mirrored)
		}
		all.add(own)
	})
	p.conclude(g.scores, all, ways.exact)
}

// differencesOf are the rows of a minus those of b. Without all, examples
// that are alike in both are left out: it does not matter who is swapped.
func differencesOf(a, b Rows, all bool) Rows {
	differences := Rows{Width: a.Width}
	for i := range a.Len() {
		left, right := a.Row(i), b.Row(i)
		if !all && slices.Equal(left, right) {
			continue
		}
		for k, x := range left {
			differences.Terms = append(differences.Terms, x-right[k])
		}
	}
	return differences
}

// count counts one trial of the scores.
func (p *pairing) count(tallies []tally, scores []int, a, b []scoring.Value, mirrored bool) {
	for _, k := range scores {
		observed, _ := p.results[k].Difference.Float()
		tallies[k].count(a[k], b[k], observed, p.Convention)
		if mirrored {
			tallies[k].count(b[k], a[k], observed, p.Convention)
		}
	}
}
