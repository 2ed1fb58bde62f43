package scoring

import (
	"cmp"
	"slices"

	"faithscope/loaders"
)

// Score is one number of a report: a metric of a protocol, of one thing.
type Score struct {
	Protocol string // "module-boxes"
	Metric   string // "f1"
	Of       string // "overall", "find", a count label, a slice
	Value    Value
	// Count is how many examples, occurrences or gold lists the value rests on; the protocol's
	// documentation says which.
	Count    int
	Settings Settings
	// Vacuous says why the value, which its source defines, rests on nothing ("predicts nothing");
	// "" if it rests on something.
	Vacuous string
	// nil if none was drawn
	Interval *Interval
}

// Resting returns the value that comparisons use: undefined for the reason Vacuous, if there is
// one.
func (s *Score) Resting() Value {
	if s.Vacuous != "" {
		return Undefined(s.Vacuous)
	}
	return s.Value
}

// Pick returns the first score of a metric of a subject, whatever its protocol; ok is false if
// there is none.
func Pick(scores []Score, metric, subject string) (score Score, ok bool) {
	if k := slices.IndexFunc(scores, func(s Score) bool { return s.Metric == metric && s.Of == subject }); k >= 0 {
		return scores[k], true
	}
	return Score{}, false
}

// Interval is a bootstrap interval over examples (Efron's percentile interval), drawn with the
// settings' seed and trials; or a sample's standard deviation (n - 1) on both sides of a mean over
// runs.
type Interval struct {
	Low, High float64
	Level     float64 // 0.95; 0 for a standard deviation
	Trials    int     // in which the value was defined; 0 for a standard deviation
	Runs      int     // over which the value is a mean; 0 for one run
}

// PlusMinus returns half the interval's width, for ±.
func (i *Interval) PlusMinus() float64 { return i.High/2 - i.Low/2 } // halved first: the width may be infinite

// Direction says which of two values of a metric is the better one.
type Direction int8

// The directions. Neither: the metric describes the data or the method, like a count or a
// deviation.
const (
	Neither Direction = iota
	Higher
	Lower
)

// String returns "neither", "higher" or "lower".
func (d Direction) String() string { return directions[d] }

var directions = []string{"neither", "higher", "lower"}

// UnmarshalText reads a direction as String writes it; any other text is Neither. The error is
// always nil.
func (d *Direction) UnmarshalText(text []byte) error {
	*d = Direction(max(0, slices.Index(directions, string(text))))
	return nil
}

// Better reports whether a is better than b; false for equal values, NaN and Neither.
func (d Direction) Better(a, b float64) bool {
	return d == Higher && a > b || d == Lower && a < b
}

// Metric is a metric of a protocol.
type Metric struct {
	Name   string // in a report: "f1"
	Better Direction
	Counts bool // its values are whole numbers that describe the data
	// Undirected says that the metric is a score although nobody knows which values are better,
	// such as a file's own.
	Undirected bool
	// Untested says that a few examples rule it, like a mean of unbounded numbers, or that it is
	// biased for few examples: a difference of two runs, or a p, would be theirs.
	Untested bool
	Headline bool // it represents its protocol if there is room for few numbers
	Chance   bool // its values are tests' p, see [Chance]
	// Column names the column of the table of examples whose mean the metric is, over the examples
	// that have a number there. If several protocols have the name, the protocol's name comes
	// first. "" for a metric that is neither a mean nor a share.
	Column string
	// Share says that it is the mean of numbers from 0 to 1, one per example that it rests on.
	Share bool
	// Pooled says that a value pools what is in the examples, such as their gold objects, so that
	// it isn't the mean of Column.
	Pooled bool
	Source string // where it is defined
	// Formula says in a line how it is computed, with the reading if paper and code differ; "" if
	// the source says it as briefly.
	Formula string
}

// Metric returns a metric with this name, source and formula whose better values are d.
func (d Direction) Metric(name, source, formula string) Metric {
	return Metric{Name: name, Better: d, Source: source, Formula: formula}
}

// Counting returns a Neither metric whose values are whole numbers that describe the data.
func Counting(name, source string) Metric { return Metric{Name: name, Counts: true, Source: source} }

// WithoutVerdict counts examples without a verdict, in every protocol that needs one.
var WithoutVerdict = Counting("unknown", "examples without a verdict")

// AsColumn returns the metric as the mean of the column of its name.
func (m Metric) AsColumn() Metric {
	m.Column = m.Name
	return m
}

// AsShare returns AsColumn for numbers from 0 to 1.
func (m Metric) AsShare() Metric {
	m.Share = true
	return m.AsColumn()
}

// AsPooled returns the metric with a column of its name, whose mean it isn't because it pools what
// the examples have.
func (m Metric) AsPooled() Metric {
	m.Pooled = true
	return m.AsColumn()
}

// AsHeadline returns the metric as one that represents its protocol.
func (m Metric) AsHeadline() Metric {
	m.Headline = true
	return m
}

// Label returns the name for people, with an arrow if lower is better: "f1", "rmse ↓".
func (m Metric) Label() string {
	if m.Better == Lower {
		return m.Name + " ↓"
	}
	return m.Name
}

// Quadrant counts examples by the verdict on the answer, then by that on faithfulness:
// q[loaders.Right][loaders.Wrong] are right and not faithful.
type Quadrant [3][3]int

// N returns how many examples there are, with verdicts or without.
func (q *Quadrant) N() (n int) {
	for _, row := range q {
		n += row[0] + row[1] + row[2]
	}
	return n
}

// AddCounts adds the counts of another quadrant.
func (q *Quadrant) AddCounts(other *Quadrant) {
	for a, row := range other {
		for x, n := range row {
			q[a][x] += n
		}
	}
}

// Placed returns the number of examples that have both verdicts.
func (q *Quadrant) Placed() int {
	r, w := q[loaders.Right], q[loaders.Wrong]
	return r[loaders.Right] + r[loaders.Wrong] + w[loaders.Right] + w[loaders.Wrong]
}

// Answers counts the right answers, and those with a verdict on the answer, whatever the
// faithfulness.
func (q *Quadrant) Answers() (right, judged int) {
	for _, n := range q[loaders.Right] {
		right += n
	}
	return right, q.N() - q[loaders.Unknown][0] - q[loaders.Unknown][1] - q[loaders.Unknown][2]
}

// Faithful counts the faithful examples, and those called faithful or not, whatever their answers:
// the share "faithful" of the protocol faithfulness.
func (q *Quadrant) Faithful() (faithful, called int) {
	for _, answer := range q {
		faithful += answer[loaders.Right]
		called += answer[loaders.Right] + answer[loaders.Wrong]
	}
	return faithful, called
}

// Standing puts the two verdicts on an example into words, such as "right but unfaithful";
// "unjudged" if one is neither right nor wrong.
func Standing(answer, faithful loaders.Verdict) string {
	return cmp.Or([3][3]string{
		loaders.Right: {loaders.Right: "right and faithful", loaders.Wrong: "right but unfaithful"},
		loaders.Wrong: {loaders.Right: "wrong but faithful", loaders.Wrong: "wrong and unfaithful"},
	}[answer][faithful], "unjudged")
}
