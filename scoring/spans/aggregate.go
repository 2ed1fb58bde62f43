package spans

import (
	"fmt"
	"maps"
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

// aggregate sums losses: per op over occurrences, overall over examples.
type aggregate struct {
	settings scoring.Settings
	overall  scoring.Mean
	byOp     map[string]scoring.Mean
}

func newAggregate(s scoring.Settings) *aggregate {
	return &aggregate{settings: s, byOp: map[string]scoring.Mean{}}
}

// Add takes up one example's evidence.
func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(evidence)
	loss, _ := ev.total()
	a.overall.Add(loss)
	for _, m := range ev.modules {
		mean := a.byOp[m.op]
		mean.Add(m.loss)
		a.byOp[m.op] = mean
	}
}

// Merge takes up another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.overall.Merge(o.overall)
	for op, theirs := range o.byOp {
		mean := a.byOp[op]
		mean.Merge(theirs)
		a.byOp[op] = mean
	}
}

// termsPerMean are a sum, how many numbers are in it, and how many were
// undefined.
const termsPerMean = 3

// Width is the number of terms: those of overall, then of every op that was
// added, in alphabetical order.
func (a *aggregate) Width() int { return termsPerMean * (1 + len(a.byOp)) }

// Terms writes what an example adds to the means.
func (a *aggregate) Terms(e scoring.Evidence, row []float64) {
	one := newAggregate(a.settings)
	one.Add(e)
	write := func(m scoring.Mean) {
		row[0], row[1], row[2] = m.Sum, float64(m.Count), float64(m.Undefined)
		row = row[termsPerMean:]
	}
	write(one.overall)
	for _, op := range slices.Sorted(maps.Keys(a.byOp)) {
		write(one.byOp[op])
	}
}

// Values returns the values of Scores from sums of terms.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	read := func() (m scoring.Mean) {
		m = scoring.Mean{Sum: sums[0], Count: int(sums[1]), Undefined: int(sums[2])}
		sums = sums[termsPerMean:]
		return m
	}
	summed := aggregate{overall: read(), byOp: make(map[string]scoring.Mean, len(a.byOp))}
	for _, op := range slices.Sorted(maps.Keys(a.byOp)) {
		summed.byOp[op] = read()
	}
	scores := summed.Scores()
	values := make([]scoring.Value, len(scores))
	for k, s := range scores {
		values[k] = s.Value
	}
	return values
}

// Scores returns overall, the columns of Table 2 and their parts, ops that
// the paper does not have by name, and the two micro averages.
func (a *aggregate) Scores() []scoring.Score {
	scores := []scoring.Score{a.score("overall", a.overall, whyNone(a.overall, "no example has gold spans"))}
	known := map[string]bool{}
	for _, c := range columns {
		mean := a.pool(c.ops)
		scores = append(scores, a.score(c.of, mean, whyNone(mean, "no "+strings.Join(c.ops, " or ")+" has gold spans")))
		for _, op := range c.ops {
			known[op] = true
		}
	}
	all := slices.Sorted(maps.Keys(a.byOp))
	for _, op := range all {
		if !known[op] {
			mean := a.byOp[op]
			scores = append(scores, a.score(op, mean, whyNone(mean, "")))
		}
	}
	micro := a.pool(all)
	printed := micro
	printed.Merge(a.pool(arg))
	why := whyNone(micro, "no module has gold spans")
	return append(scores, a.score("micro", micro, why), a.score("micro-as-printed", printed, why))
}

func (a *aggregate) pool(ops []string) scoring.Mean {
	var pooled scoring.Mean
	for _, op := range ops {
		pooled.Merge(a.byOp[op])
	}
	return pooled
}

func (a *aggregate) score(of string, mean scoring.Mean, why string) scoring.Score {
	return scoring.Score{
		Protocol: Protocol.Name, Metric: "loss", Of: of,
		Value: mean.Value(why), Count: mean.Count, Settings: a.settings,
	}
}

// whyNone tells an absent mean whose parts are all undefined from one that
// has no parts.
func whyNone(mean scoring.Mean, empty string) string {
	if mean.Undefined > 0 {
		return fmt.Sprintf("undefined for all %d: see the problems", mean.Undefined)
	}
	return empty
}
