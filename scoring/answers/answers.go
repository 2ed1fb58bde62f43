// Package answers scores denotations: how often the predicted answer is
// right, and the means of the metrics that a file brings along per example.
//
// Counts are examples. An example of which the file does not say whether its
// answer is right is counted apart, under the metric "unknown"; it moves no
// accuracy.
package answers

import (
	"faithscope/loaders"
	"faithscope/scoring"
	"fmt"
)

// Protocol is "answers": accuracy, and "em" and "f1" as the file gives them.
var Protocol = scoring.Protocol{
	Name:      "answers",
	Source:    "answer accuracy; em and f1 as the file gives them",
	Prepare:   prepare,
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return &aggregate{settings: s} },
	Restore:   scoring.Restore[*evidence],
	Version:   1,
}

// fileMetrics are the per-example metrics of DROP's evaluation, 0..1.
var fileMetrics = [...]string{"em", "f1"}

// evidence is one example's verdict and the file's own metrics.
type evidence struct {
	Verdict loaders.Verdict                 `json:"verdict"`
	Metrics [len(fileMetrics)]scoring.Value `json:"metrics"`
}

// Check reports a verdict that is not one.
func (e *evidence) Check() error {
	if e.Verdict > loaders.Wrong {
		return fmt.Errorf("the verdict %d", e.Verdict)
	}
	return nil
}

func prepare(ex *loaders.Example) scoring.Evidence {
	e := &evidence{Verdict: ex.Answer.Correct}
	for i, name := range fileMetrics {
		e.Metrics[i] = scoring.Undefined("not in the file")
		if x, ok := ex.Answer.Scores[name]; ok {
			e.Metrics[i] = scoring.Defined(x)
		}
	}
	return e
}

// Example returns a score without modules: an answer says nothing about
// faithfulness.
func (*evidence) Example(scoring.Settings) scoring.ExampleScore {
	return scoring.ExampleScore{Overall: scoring.Undefined("an answer has no faithfulness")}
}

type aggregate struct {
	settings     scoring.Settings
	right, wrong int
	unknown      int
	metrics      [len(fileMetrics)]scoring.Total
}

func (a *aggregate) Add(e scoring.Evidence) {
	x := e.(*evidence)
	switch x.Verdict {
	case loaders.Right:
		a.right++
	case loaders.Wrong:
		a.wrong++
	default:
		a.unknown++
	}
	for i, v := range x.Metrics {
		a.metrics[i].Add(v)
	}
}

func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.right += o.right
	a.wrong += o.wrong
	a.unknown += o.unknown
	for i := range o.metrics {
		a.metrics[i].Merge(&o.metrics[i])
	}
}

// Width: right, wrong and unknown answers, then a sum and a count for each of
// the file's metrics.
func (*aggregate) Width() int { return 3 + 2*len(fileMetrics) }

// Terms writes what an example adds.
func (*aggregate) Terms(e scoring.Evidence, row []float64) {
	clear(row)
	x := e.(*evidence)
	switch x.Verdict {
	case loaders.Right:
		row[0] = 1
	case loaders.Wrong:
		row[1] = 1
	default:
		row[2] = 1
	}
	for i, v := range x.Metrics {
		if x, ok := v.Float(); ok {
			row[3+2*i], row[4+2*i] = x, 1
		}
	}
}

// Values returns the values of those scores that what was added has.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	values := append(make([]scoring.Value, 0, 2+len(fileMetrics)), accuracy(sums[0], sums[1]))
	if a.unknown > 0 {
		values = append(values, scoring.Defined(sums[2]))
	}
	for i := range a.metrics {
		if a.metrics[i].Count > 0 {
			values = append(values, scoring.Mean{Sum: sums[3+2*i], Count: int(sums[4+2*i])}.Value("no example has it"))
		}
	}
	return values
}

func accuracy(right, wrong float64) scoring.Value {
	if right+wrong == 0 {
		return scoring.Undefined("no example says whether its answer is right")
	}
	return scoring.Defined(right / (right + wrong))
}

// Scores returns accuracy, then the number of unknown answers if there are
// any, then the file's metrics that any example has.
func (a *aggregate) Scores() []scoring.Score {
	scores := []scoring.Score{a.score("accuracy", accuracy(float64(a.right), float64(a.wrong)), a.right+a.wrong)}
	if a.unknown > 0 {
		scores = append(scores, a.score("unknown", scoring.Defined(float64(a.unknown)), a.unknown))
	}
	for i := range a.metrics {
		if m := a.metrics[i].Mean(); m.Count > 0 {
			scores = append(scores, a.score(fileMetrics[i], m.Value(""), m.Count))
		}
	}
	return scores
}

func (a *aggregate) score(metric string, v scoring.Value, n int) scoring.Score {
	return scoring.Score{Protocol: Protocol.Name, Metric: metric, Of: "overall", Value: v, Count: n, Settings: a.settings}
}
