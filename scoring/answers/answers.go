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

// Protocol is "answers": accuracy, "em", "f1" and the like as the file gives
// them, and the file's other scores by their names.
var Protocol = scoring.Protocol{
	Name:      "answers",
	Source:    "answer accuracy; em and f1 as the file gives them",
	Prepare:   prepare,
	Metrics:   append(scoring.MetricsOf(columns), other),
	Aggregate: newAggregate,
	Restore:   scoring.Restore[*evidence],
	Version:   3,
}

// fileMetrics are those of the evaluations of data sets that have a number for
// every answer, 0..1.
var fileMetrics = [...]scoring.Metric{
	{Name: "em", Better: scoring.Higher, Source: ofDROP, Formula: meanOfFile},
	{Name: "f1", Better: scoring.Higher, Headline: true, Source: ofDROP, Formula: meanOfFile},
	{Name: "precision", Better: scoring.Higher, Source: ofHotpot, Formula: "mean share of the predicted answer's words that are in the gold one"},
	{Name: "recall", Better: scoring.Higher, Source: ofHotpot, Formula: "mean share of the gold answer's words that are in the predicted one"},
	{
		Name: "vqa_accuracy", Better: scoring.Higher, Headline: true, Source: "Antol et al. 2015 (VQA), its evaluation code",
		Formula: "mean over the answers of min(n/3, 1), where n is how many of nine annotators agree, averaged over the ten ways to leave one annotator out",
	},
}

func isOfFile(name string) bool {
	return slices.ContainsFunc(fileMetrics[:], func(m scoring.Metric) bool { return m.Name == name })
}

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
	for i, m := range fileMetrics {
		e.Metrics[i] = scoring.Undefined("not in the file")
		if x, ok := ex.Answer.Scores[m.Name]; ok {
			e.Metrics[i] = scoring.Defined(x)
		}
	}
	for name, x := range ex.Answer.Scores {
		if !isOfFile(name) {
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

var columns = columnsOf()

func columnsOf() []scoring.Column {
	list := []scoring.Column{
		scoring.Ratio(scoring.Metric{Name: "accuracy", Better: scoring.Higher, Headline: true, Source: "share of right answers", Formula: "right answers / answers with a verdict"}, "overall", right, judged, "no example says whether its answer is right"),
		scoring.Counted(scoring.Metric{Name: "unknown", Counts: true, Source: "examples of which the run does not say"}, "overall", unknown, unknown, whyAll),
	}
	for i, m := range fileMetrics {
		list = append(list, scoring.Ratio(m, "overall", ofFile+2*i, ofFile+2*i+1, whyNone))
	}
	return list
}

const (
	ofDROP     = "Dua et al. 2019 (DROP), as the file gives it"
	ofHotpot   = "Yang et al. 2018 (HotpotQA), its evaluation code"
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
