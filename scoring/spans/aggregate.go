package spans

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/scoring"
)

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
	overall  scoring.Mean
	ops      []string // that were added, in alphabetical order
	means    []scoring.Mean
}

func newAggregate(s scoring.Settings) *aggregate { return &aggregate{settings: s} }

// of returns the mean of an op, empty for one that was not added.
func (a *aggregate) of(op string) scoring.Mean {
	if i, ok := slices.BinarySearch(a.ops, op); ok {
		return a.means[i]
	}
	return scoring.Mean{}
}

// at returns the place of an op's mean, which it makes if need be.
func (a *aggregate) at(op string) *scoring.Mean {
	i, ok := slices.BinarySearch(a.ops, op)
	if !ok {
		a.ops, a.means = slices.Insert(a.ops, i, op), slices.Insert(a.means, i, scoring.Mean{})
	}
	return &a.means[i]
}

// Add takes up one example's evidence.
func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(evidence)
	loss, _ := ev.total()
	a.overall.Add(loss)
	for _, m := range ev.modules {
		a.at(m.op).Add(m.loss)
	}
}

// Merge takes up another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.overall.Merge(o.overall)
	for i, op := range o.ops {
		a.at(op).Merge(o.means[i])
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
	one := newAggregate(a.settings)
	one.Add(e)
	write := func(m scoring.Mean) {
		row[0], row[1], row[2] = m.Sum, float64(m.Count), float64(m.Undefined)
		row = row[termsPerMean:]
	}
	write(one.overall)
	for _, op := range a.ops {
		write(one.of(op))
	}
}

// Values returns the values of Scores from sums of terms.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	read := func() (m scoring.Mean) {
		m = scoring.Mean{Sum: sums[0], Count: int(sums[1]), Undefined: int(sums[2])}
		sums = sums[termsPerMean:]
		return m
	}
	summed := aggregate{overall: read(), ops: a.ops, means: make([]scoring.Mean, len(a.ops))}
	for i := range summed.means {
		summed.means[i] = read()
	}
	values := make([]scoring.Value, 0, len(columns)+len(a.ops)+3)
	summed.each(func(_ string, _ scoring.Mean, v scoring.Value) { values = append(values, v) })
	return values
}

// Scores returns overall, the columns of Table 2 and their parts, ops that
// the paper does not have by name, and the two micro averages.
func (a *aggregate) Scores() (scores []scoring.Score) {
	a.each(func(of string, mean scoring.Mean, v scoring.Value) {
		scores = append(scores, scoring.Score{
			Protocol: Protocol.Name, Metric: "loss", Of: of, Value: v, Count: mean.Count, Settings: a.settings,
		})
	})
	return scores
}

// each calls yield with the name, the mean and the value of every score.
func (a *aggregate) each(yield func(of string, mean scoring.Mean, v scoring.Value)) {
	yield("overall", a.overall, valueOf(a.overall, "no example has gold spans"))
	for _, c := range columns {
		mean := a.pool(c.ops)
		yield(c.of, mean, valueOf(mean, "no ", strings.Join(c.ops, " or "), " has gold spans"))
	}
	var micro scoring.Mean
	for i, op := range a.ops {
		micro.Merge(a.means[i])
		if !slices.Contains(Protocol.Types, op) {
			yield(op, a.means[i], valueOf(a.means[i], "none of these examples has it"))
		}
	}
	printed := micro
	printed.Merge(a.pool(arg))
	yield("micro", micro, valueOf(micro, "no module has gold spans"))
	yield("micro-as-printed", printed, valueOf(printed, "no module has gold spans"))
}

func (a *aggregate) pool(ops []string) scoring.Mean {
	var pooled scoring.Mean
	for _, op := range ops {
		pooled.Merge(a.of(op))
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
