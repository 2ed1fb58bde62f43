package counting

import (
	"math"

	"faithscope/scoring"
)

// Protocol scores counting questions.
var Protocol = scoring.Protocol{
	Name:      "counting",
	Source:    "Dancette et al. 2020, sections 4 and 5",
	Metrics:   metrics,
	Prepare:   prepare,
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return newAggregate(s) },
	New:       scoring.New[evidence],
	Version:   1,
}

const released = "Dancette et al. 2020, released code"

var metrics = []scoring.Metric{
	scoring.Higher.Metric("accuracy", "share of right answers", "questions of which the predicted count, rounded half to even, is the gold "+
		"count / questions with a prediction").AsColumn().AsHeadline(),
	scoring.Higher.Metric("accuracy_clamped", released, "as accuracy, with the rounded count clamped to 0 to 15").AsColumn(),
	scoring.Higher.Metric("accuracy_threshold", released, "questions of which the number of regions over the threshold is the gold count / "+
		"questions with region scores").AsColumn(),
	scoring.Lower.Metric("rmse", "Dancette et al. 2020, section 5",
		"square root of the mean of (predicted - gold count)², not rounded").AsHeadline(),
	scoring.Lower.Metric("l1", released, "mean of |predicted - gold count|, not rounded").AsColumn(),
	scoring.Lower.Metric("l2", released, "mean of (predicted - gold count)², not rounded").AsColumn(),
	scoring.Counting("unknown", "examples of which the run does not say"),
}

// aggregate sums the groups' terms. It is no [scoring.Summed]: a question adds
// to one group of many, so that adding it again costs less than adding a row of
// all of them.
type aggregate struct {
	settings scoring.Settings
	groups   map[int]scoring.Row // of [terms] each
	unknown  int                 // questions without a prediction
}

func (a *aggregate) at(k int) scoring.Row {
	g := a.groups[k]
	if g == nil {
		g = make(scoring.Row, terms)
		a.groups[k] = g
	}
	return g
}

// sums returns what the groups hold, the errors rounded.
func (a *aggregate) sums() *[groups]sums {
	all := &[groups]sums{}
	for k, g := range a.groups {
		all[k] = sums(g.Floats())
	}
	return all
}

func newAggregate(s scoring.Settings) *aggregate {
	return &aggregate{settings: s, groups: map[int]scoring.Row{}}
}

// Add adds one question's evidence.
func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(*evidence)
	if !ev.Known {
		a.unknown++
		return
	}
	terms := ev.under(&a.settings)
	a.at(ev.Group).Add(terms[:])
}

// Merge adds another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	for k, g := range o.groups {
		a.at(k).Merge(g)
	}
	a.unknown += o.unknown
}

// Scores returns the scores in the order of the package's documentation, each
// of its things whether it occurs or not, and last how many questions have no
// prediction.
func (a *aggregate) Scores() []scoring.Score {
	list, all := scoreList{settings: a.settings}, a.sums()
	for _, r := range rows(a.settings) {
		list.of(r.of, r.pool(all), "no question "+r.why)
	}
	for _, p := range parts {
		list.ofLabels(p, all)
	}
	list.ofBoth(all)
	list.add("unknown", "overall", scoring.Defined(float64(a.unknown)), float64(a.unknown))
	return list.list
}

// scoreList is a list of scores under one settings.
type scoreList struct {
	settings scoring.Settings
	list     []scoring.Score
}

func (l *scoreList) add(metric, of string, v scoring.Value, questions float64) {
	l.list = append(l.list, scoring.Score{
		Protocol: Protocol.Name, Metric: metric, Of: of, Value: v, Count: int(math.Round(questions)), Settings: l.settings,
	})
}

// of adds the metrics of pooled terms.
func (l *scoreList) of(of string, t sums, why string) {
	l.add("accuracy", of, scoring.Quotient(t[right], t[known], why), t[known])
	l.add("accuracy_clamped", of, scoring.Quotient(t[clamped], t[known], why), t[known])
	if t[known] > 0 {
		l.add("accuracy_threshold", of, scoring.Quotient(t[threshold], t[regions], why+" that has region scores"), t[regions])
	} else {
		l.add("accuracy_threshold", of, scoring.Undefined(why), 0)
	}
	l.add("rmse", of, root(scoring.Quotient(t[square], t[known], why)), t[known])
	l.add("l1", of, scoring.Quotient(t[absolute], t[known], why), t[known])
	l.add("l2", of, scoring.Quotient(t[square], t[known], why), t[known])
}

func root(v scoring.Value) scoring.Value {
	if x, ok := v.Float(); ok {
		return scoring.Defined(math.Sqrt(x))
	}
	return v
}

// ofLabels adds the two means over the labels of a part of the questions.
func (l *scoreList) ofLabels(p part, all *[groups]sums) {
	var accuracy, rmse mean
	questions := 0.
	for label := range top + 2 {
		t := labelRow(label, p.kind).pool(all)
		if t[known] > 0 {
			accuracy.add(t[right] / t[known])
			rmse.add(math.Sqrt(t[square] / t[known]))
			questions += t[known]
		}
	}
	why := "no question" + p.why
	l.add("accuracy", "m-rel"+p.suffix, scoring.Quotient(accuracy.sum, accuracy.n, why), questions)
	l.add("rmse", "m-rel"+p.suffix, scoring.Quotient(rmse.sum, rmse.n, why), questions)
	l.add("accuracy", "harmonic"+p.suffix, scoring.Quotient(accuracy.n, accuracy.inverse, why), questions)
	l.add("rmse", "harmonic"+p.suffix, scoring.Quotient(rmse.n, rmse.inverse, why), questions)
}

// ofBoth adds the mean of the accuracies of simple and complex questions.
func (l *scoreList) ofBoth(all *[groups]sums) {
	s, c := kindRow(0).pool(all), kindRow(1).pool(all)
	v := scoring.Undefined("it takes simple and complex questions")
	if s[known] > 0 && c[known] > 0 {
		v = scoring.Defined((s[right]/s[known] + c[right]/c[known]) / 2)
	}
	l.add("accuracy", "simple-and-complex", v, s[known]+c[known])
}

// mean gathers numbers of 0 or more for their means.
type mean struct {
	n, sum, inverse float64
}

func (m *mean) add(x float64) {
	m.n++
	m.sum += x
	m.inverse += 1 / x // +Inf for 0 makes the harmonic mean 0
}
