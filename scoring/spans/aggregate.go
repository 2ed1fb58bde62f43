package spans

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/scoring"
)

// Protocol scores examples with token attention over a passage.
var Protocol = scoring.Protocol{
	Name:   "module-spans",
	Source: "Subramanian et al. 2020, section 3.2 and Table 2",
	Types:  []string{"find", "filter", "relocate", "find-max-num", "find-min-num", "find-num", "find-date"},
	Metrics: []scoring.Metric{
		{Name: "loss", Better: scoring.Lower, Headline: true, Source: "Subramanian et al. 2020, section 3.2"},
		{Name: "unscored", Counts: true, Source: "gold spans of which the run has no output"},
	},
	Prepare:   prepare,
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return newAggregate(s) },
	Restore:   scoring.Restore[evidence],
	Version:   2,
}

// The paper's modules over a passage, in the order of its Table 2 as far as
// that has them.
var (
	minMax = []string{"find-max-num", "find-min-num"}
	arg    = []string{"find-num", "find-date"}
)

// columns are the scores in their order: a name and the ops pooled in it.
var columns = []struct {
	of  string
	ops []string
}{
	{"find", []string{"find"}},
	{"filter", []string{"filter"}},
	{"relocate", []string{"relocate"}},
	{"min-max", minMax},
	{"find-arg", arg},
	{"find-num", arg[:1]},
	{"find-date", arg[1:]},
	{"find-max-num", minMax[:1]},
	{"find-min-num", minMax[1:]},
}

// aggregate sums losses: overall over examples, per op over occurrences.
type aggregate struct {
	settings scoring.Settings
	overall  scoring.Total
	ops      []string // that were added, in alphabetical order
	totals   []scoring.Total
}

func newAggregate(s scoring.Settings) *aggregate { return &aggregate{settings: s} }

// at returns the place of an op's total, which it makes if need be.
func (a *aggregate) at(op string) *scoring.Total {
	i, ok := slices.BinarySearch(a.ops, op)
	if !ok {
		a.ops, a.totals = slices.Insert(a.ops, i, op), slices.Insert(a.totals, i, scoring.Total{})
	}
	return &a.totals[i]
}

// means are the totals as means.
func (a *aggregate) means() means {
	m := means{overall: a.overall.Mean(), ops: a.ops, of: make([]scoring.Mean, len(a.ops))}
	for i := range a.totals {
		m.of[i] = a.totals[i].Mean()
	}
	return m
}

// means are what scores are made of.
type means struct {
	overall scoring.Mean
	ops     []string
	of      []scoring.Mean // per op
}

// Add adds one example's evidence.
func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(evidence)
	a.overall.Add(ev.loss())
	for _, m := range ev {
		a.at(m.Op).Add(m.Loss)
	}
}

// Merge adds another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.overall.Merge(&o.overall)
	for i, op := range o.ops {
		a.at(op).Merge(&o.totals[i])
	}
}

// termsPerMean are a sum, how many numbers are in it, and how many were
// undefined.
const termsPerMean = 3

// Width is the number of terms: those of overall, then of every op that was
// added, in alphabetical order.
func (a *aggregate) Width() int { return termsPerMean * (1 + len(a.ops)) }

// Terms writes what an example adds to the means.
func (a *aggregate) Terms(e scoring.Evidence, row []float64) {
	ev := e.(evidence)
	clear(row)
	add := func(at int, v scoring.Value) {
		m := scoring.Mean{Sum: row[at], Count: int(row[at+1]), Undefined: int(row[at+2])}
		m.Add(v)
		row[at], row[at+1], row[at+2] = m.Sum, float64(m.Count), float64(m.Undefined)
	}
	add(0, ev.loss())
	for _, m := range ev {
		if i, ok := slices.BinarySearch(a.ops, m.Op); ok {
			add(termsPerMean*(1+i), m.Loss)
		}
	}
}

// Values returns the values of Scores from sums of terms.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	read := func() (m scoring.Mean) {
		m = scoring.Mean{Sum: sums[0], Count: int(sums[1]), Undefined: int(sums[2])}
		sums = sums[termsPerMean:]
		return m
	}
	summed := means{overall: read(), ops: a.ops, of: make([]scoring.Mean, len(a.ops))}
	for i := range summed.of {
		summed.of[i] = read()
	}
	values := make([]scoring.Value, 0, len(columns)+len(a.ops)+4)
	summed.each(func(_ string, _ scoring.Mean, v scoring.Value) { values = append(values, v) })
	if a.unscored() > 0 {
		n := 0
		for _, m := range summed.of {
			n += m.Undefined
		}
		values = append(values, scoring.Defined(float64(n)))
	}
	return values
}

// Scores returns overall, the columns of Table 2 and their parts, ops that
// the paper does not have by name, and the two micro averages; last how many
// gold lists are unscored if there are any.
func (a *aggregate) Scores() (scores []scoring.Score) {
	m := a.means()
	m.each(func(of string, mean scoring.Mean, v scoring.Value) {
		scores = append(scores, scoring.Score{
			Protocol: Protocol.Name, Metric: "loss", Of: of, Value: v, Count: mean.Count, Settings: a.settings,
		})
	})
	if n := a.unscored(); n > 0 {
		scores = append(scores, scoring.Score{
			Protocol: Protocol.Name, Metric: "unscored", Of: "overall", Value: scoring.Defined(float64(n)), Count: n, Settings: a.settings,
		})
	}
	return scores
}

// unscored counts the gold lists whose loss is undefined.
func (a *aggregate) unscored() (n int) {
	for i := range a.totals {
		n += a.totals[i].Undefined
	}
	return n
}

// each calls yield with the name, the mean and the value of every score.
func (m *means) each(yield func(of string, mean scoring.Mean, v scoring.Value)) {
	yield("overall", m.overall, valueOf(m.overall, "no example has gold spans"))
	for _, c := range columns {
		mean := m.pool(c.ops)
		yield(c.of, mean, valueOf(mean, "no ", strings.Join(c.ops, " or "), " has gold spans"))
	}
	var micro scoring.Mean
	for i, op := range m.ops {
		micro.Merge(m.of[i])
		if !slices.Contains(Protocol.Types, op) {
			yield(op, m.of[i], valueOf(m.of[i], "none of these examples has it"))
		}
	}
	printed := micro
	printed.Merge(m.pool(arg))
	yield("micro", micro, valueOf(micro, "no module has gold spans"))
	yield("micro-as-printed", printed, valueOf(printed, "no module has gold spans"))
}

func (m *means) pool(ops []string) scoring.Mean {
	var pooled scoring.Mean
	for _, op := range ops {
		if i, ok := slices.BinarySearch(m.ops, op); ok {
			pooled.Merge(m.of[i])
		}
	}
	return pooled
}

// valueOf is a mean, or why it is absent: all of its parts are undefined, or
// it has none, which empty says in pieces.
func valueOf(mean scoring.Mean, empty ...string) scoring.Value {
	switch {
	case mean.Count > 0:
		return mean.Value("")
	case mean.Undefined > 0:
		return scoring.Undefined(fmt.Sprintf("undefined for all %d: see the problems", mean.Undefined))
	}
	return scoring.Undefined(strings.Join(empty, ""))
}
