package scoring

import (
	"cmp"
	"slices"

	"faithscope/loaders"
)

// Score is one number of a report.
type Score struct {
	Protocol string // "module-boxes"
	Metric   string // "f1"
	Of       string // "find", a slice
	Value    Value
	// as the protocol's package says
	Count    int
	Settings Settings
	// Vacuous says why a value that its source defines rests on nothing ("predicts nothing"); ""
	// otherwise.
	Vacuous  string
	Interval *Interval
}

// Resting returns the value for comparisons: undefined if Vacuous.
func (s *Score) Resting() Value {
	if s.Vacuous != "" {
		return Undefined(s.Vacuous)
	}
	return s.Value
}

// ScoreList collects scores of a protocol under settings.
type ScoreList struct {
	Protocol string
	Settings Settings
	Scores   []Score
}

// AddScore appends a metric's score.
func (l *ScoreList) AddScore(metric, scoreSubject string, v Value, n int) {
	l.Scores = append(l.Scores, Score{Protocol: l.Protocol, Metric: metric, Of: scoreSubject, Value: v, Count: n, Settings: l.Settings})
}

// Pick returns the first score of a metric and subject.
func Pick(scores []Score, metric, scoreSubject string) (score Score, ok bool) {
	k := slices.IndexFunc(scores, func(s Score) bool { return s.Metric == metric && s.Of == scoreSubject })
	return loaders.ElementAt(scores, k), k >= 0
}

// Interval is a bootstrap interval over examples (Efron's percentile interval); or a sample's
// standard deviation (n - 1) on both sides of a mean over runs.
type Interval struct {
	Low, High float64
	Level     float64 // 0.95; 0 for a standard deviation
	Trials    int     // with a defined value; 0 for a standard deviation
	Runs      int     // 0 for one run
}

// PlusMinus returns half the width.
func (i *Interval) PlusMinus() float64 { return i.High/2 - i.Low/2 } // the width may be infinite

// Direction says which values of a metric are better.
type Direction int8

// Neither describes the data or the method.
const (
	Neither Direction = iota
	Higher
	Lower
)

var directions = []string{"neither", "higher", "lower"}

// UnmarshalText never fails: any other text is Neither.
func (d *Direction) UnmarshalText(directionWord []byte) error {
	*d = Direction(max(0, slices.Index(directions, string(directionWord))))
	return nil
}

// Better is false for equal values, NaN and Neither.
func (d Direction) Better(a, b float64) bool {
	return d == Higher && a > b || d == Lower && a < b
}

// Metric is a metric of a protocol.
type Metric struct {
	Name   string
	Better Direction
	Counts bool
	// Undirected is a score whose better values are unknown.
	Undirected bool
	// Untested marks a metric that a few examples rule, like a mean of unbounded numbers, or that
	// is biased for few.
	Untested bool
	Headline bool
	Chance   bool
	// Column is the column of examples whose mean the metric is, with the protocol first if several
	// have it; "" if it is neither a mean nor a share.
	Column string
	// Share is a mean of numbers from 0 to 1.
	Share bool
	// Pooled isn't the mean of Column.
	Pooled bool
	Source string
	// Formula is "" if the source says it as briefly.
	Formula string
}

// Metric returns a metric of this direction.
func (d Direction) Metric(name, paperSource, formula string) Metric {
	return Metric{Name: name, Better: d, Source: paperSource, Formula: formula}
}

// Counting returns a Neither metric that counts.
func Counting(name, paperSource string) Metric {
	return Metric{Name: name, Counts: true, Source: paperSource}
}

// WithoutVerdict counts examples without a verdict.
var WithoutVerdict = Counting("unknown", "examples without a verdict")

// AsColumn marks m as the mean of the column of its name.
func (m Metric) AsColumn() Metric {
	m.Column = m.Name
	return m
}

// AsShare is AsColumn for numbers from 0 to 1.
func (m Metric) AsShare() Metric {
	m.Share = true
	return m.AsColumn()
}

// AsPooled pools a column instead of averaging.
func (m Metric) AsPooled() Metric {
	m.Pooled = true
	return m.AsColumn()
}

// AsHeadline sets Headline.
func (m Metric) AsHeadline() Metric {
	m.Headline = true
	return m
}

// AsUntested sets Untested.
func (m Metric) AsUntested() Metric {
	m.Untested = true
	return m
}

// Label returns the name, with an arrow if lower is better: "rmse ↓".
func (m Metric) Label() string {
	if m.Better == Lower {
		return m.Name + " ↓"
	}
	return m.Name
}

// VerdictCounts counts examples by the verdict on the answer, then on faithfulness:
// q[loaders.Right][loaders.Wrong] are right and unfaithful.
type VerdictCounts [3][3]int

// N counts all examples, with verdicts or without.
func (q *VerdictCounts) N() (n int) {
	for _, row := range q {
		n += loaders.Sum(row[:])
	}
	return n
}

// AddCounts adds another quadrant's counts.
func (q *VerdictCounts) AddCounts(otherCounts *VerdictCounts) {
	for a, row := range otherCounts {
		for x, n := range row {
			q[a][x] += n
		}
	}
}

// Placed counts the examples with both verdicts.
func (q *VerdictCounts) Placed() int {
	r, w := q[loaders.Right], q[loaders.Wrong]
	return r[loaders.Right] + r[loaders.Wrong] + w[loaders.Right] + w[loaders.Wrong]
}

// Answers counts right answers, and all answers with a verdict.
func (q *VerdictCounts) Answers() (right, judged int) {
	return loaders.Sum(q[loaders.Right][:]), q.N() - loaders.Sum(q[loaders.Unknown][:])
}

// Faithful counts faithful examples, and all with a verdict on faithfulness.
func (q *VerdictCounts) Faithful() (faithful, called int) {
	for _, answer := range q {
		faithful += answer[loaders.Right]
		called += answer[loaders.Right] + answer[loaders.Wrong]
	}
	return faithful, called
}

// Standing phrases the two verdicts ("right but unfaithful"); "unjudged" if one is missing.
func Standing(answerVerdict, faithfulVerdict loaders.Verdict) string {
	return cmp.Or([3][3]string{
		loaders.Right: {loaders.Right: "right and faithful", loaders.Wrong: "right but unfaithful"},
		loaders.Wrong: {loaders.Right: "wrong but faithful", loaders.Wrong: "wrong and unfaithful"},
	}[answerVerdict][faithfulVerdict], "unjudged")
}
