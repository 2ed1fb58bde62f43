// Package answers scores denotations: how often the predicted answer is
// right, and the means of the metrics that a file brings along per example.
//
// Counts are examples. An example of which the file does not say whether its
// answer is right is counted apart, under the metric "unknown"; it moves no
// accuracy. Where the file gives a share of a right answer, the share counts.
package answers

import (
	"faithscope/loaders"
	"faithscope/scoring"
	"fmt"
	"slices"
)

// Protocol is "answers": accuracy, "em" and "f1" as the file gives them, and the
// file's other scores by their names.
var Protocol = scoring.Protocol{
	Name:      "answers",
	Source:    "answer accuracy; em and f1 as the file gives them",
	Prepare:   prepare,
	Metrics:   append(scoring.MetricsOf(columns), other),
	Aggregate: newAggregate,
	Restore:   scoring.Restore[*evidence],
	Version:   2,
}

// fileMetrics are the per-example metrics of DROP's evaluation, 0..1.
var fileMetrics = [...]string{"em", "f1"}

// evidence is one example's verdict and the file's own metrics.
type evidence struct {
	Verdict loaders.Verdict                 `json:"verdict"`
	Credit  *float64                        `json:"credit,omitempty"` // without a verdict
	Metrics [len(fileMetrics)]scoring.Value `json:"metrics"`
	Others  map[string]float64              `json:"others,omitempty"` // what else the file gives
}

// Check reports a verdict that is not one.
func (e *evidence) Check() error {
	if e.Verdict > loaders.Wrong {
		return fmt.Errorf("the verdict %d", e.Verdict)
	}
	if e.Credit != nil && (!(*e.Credit >= 0 && *e.Credit <= 1) || e.Verdict != loaders.Unknown) {
		return fmt.Errorf("a credit of %v", *e.Credit)
	}
	return nil
}

func prepare(ex *loaders.Example) scoring.Evidence {
	e := &evidence{Verdict: ex.Answer.Correct}
	if e.Verdict == loaders.Unknown {
		e.Credit = ex.Answer.Credit
	}
	for i, name := range fileMetrics {
		e.Metrics[i] = scoring.Undefined("not in the file")
		if x, ok := ex.Answer.Scores[name]; ok {
			e.Metrics[i] = scoring.Defined(x)
		}
	}
	for name, x := range ex.Answer.Scores {
		if !slices.Contains(fileMetrics[:], name) {
			if e.Others == nil {
				e.Others = map[string]float64{}
			}
			e.Others[name] = x
		}
	}
	return e
}

// VerdictOf is the verdict on the answer that this package's evidence has; ok is
// false for another's.
func VerdictOf(e scoring.Evidence) (_ loaders.Verdict, ok bool) {
	if x, ok := e.(*evidence); ok {
		return x.Verdict, true
	}
	return loaders.Unknown, false
}

// Example returns a score without modules: an answer says nothing about
// faithfulness.
func (*evidence) Example(scoring.Settings) scoring.ExampleScore {
	return scoring.ExampleScore{Overall: scoring.Undefined("an answer has no faithfulness")}
}

// Places in a row of terms: right answers, those with a verdict, those
// without; then a sum and a count for each of the file's metrics.
const (
	right = iota
	judged
	unknown
	ofFile
)

var columns = []scoring.Column{
	scoring.Ratio(scoring.Metric{Name: "accuracy", Better: scoring.Higher, Headline: true, Source: "share of right answers", Formula: "right answers / answers with a verdict"}, "overall", right, judged, "no example says whether its answer is right"),
	scoring.Counted(scoring.Metric{Name: "unknown", Counts: true, Source: "examples of which the run does not say"}, "overall", unknown, unknown, whyAll),
	scoring.Ratio(scoring.Metric{Name: fileMetrics[0], Better: scoring.Higher, Source: ofDROP, Formula: meanOfFile}, "overall", ofFile, ofFile+1, whyNone),
	scoring.Ratio(scoring.Metric{Name: fileMetrics[1], Better: scoring.Higher, Headline: true, Source: ofDROP, Formula: meanOfFile}, "overall", ofFile+2, ofFile+3, whyNone),
}

const (
	ofDROP     = "Dua et al. 2019 (DROP), as the file gives it"
	meanOfFile = "mean of what the file says of each answer"
	whyAll     = "every example says whether its answer is right"
	whyNone    = "no example has it"
)

// width of a block: of the whole, and of each score that only some files give,
// which has its sum and its count.
const width = ofFile + 2*len(fileMetrics)

// other is the metric of a score under a name of the file's own.
var other = scoring.Metric{Name: "score", Undirected: true, Source: "the file's own, by its name: the mean of the examples that have it", Formula: meanOfFile}

// newAggregate returns an aggregate of accuracy, then of how many answers are
// unknown if any are, then of the file's metrics that any example has.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewParted("answers", s, width, terms, func(names []string, sums []float64) []scoring.Column {
		list := slices.DeleteFunc(slices.Clone(columns), func(c scoring.Column) bool { return c.Name != "accuracy" && sums[c.Over] == 0 })
		for i, name := range names {
			list = append(list, scoring.Ratio(other, name, (1+i)*width, (1+i)*width+1, ""))
		}
		return list
	})
}

// terms writes what an example adds.
func terms(e scoring.Evidence, row []float64, part func(name string) []float64) {
	x := e.(*evidence)
	switch x.Verdict {
	case loaders.Right:
		row[right], row[judged] = 1, 1
	case loaders.Wrong:
		row[judged] = 1
	default:
		if x.Credit != nil {
			row[right], row[judged] = *x.Credit, 1
		} else {
			row[unknown] = 1
		}
	}
	for name, value := range x.Others {
		block := part(name)
		block[0] += value
		block[1]++
	}
	for i, v := range x.Metrics {
		if x, ok := v.Float(); ok {
			row[ofFile+2*i], row[ofFile+2*i+1] = x, 1
		}
	}
}
