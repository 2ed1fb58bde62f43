package counting

import (
	"math"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

// Protocol scores counting questions.
var Protocol = scoring.Protocol{
	Name:      "counting",
	Source:    "Dancette et al. 2020, sections 4 and 5",
	Metrics:   metrics,
	Prepare:   prepare,
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return newAggregate(s) },
	New:       scoring.New[evidence],
	Version:   2,
}

const released = "Dancette et al. 2020, released code"

var metrics = slices.Concat([]scoring.Metric{
	scoring.Higher.Metric("accuracy", "share of right answers", "questions whose predicted count, rounded half to even, is the gold "+
		"count / questions with a prediction").AsColumn().AsHeadline(),
	scoring.Higher.Metric("accuracy_clamped", released, "as accuracy, with the rounded count clamped to 0 to 15").AsColumn(),
	scoring.Higher.Metric("accuracy_threshold", released, "questions whose number of regions over the threshold is the gold count / "+
		"questions with region scores").AsColumn(),
	scoring.Lower.Metric("rmse", "Dancette et al. 2020, section 5",
		"square root of the mean of (predicted - gold count)², not rounded").AsHeadline(),
	scoring.Lower.Metric("l1", released, "mean of |predicted - gold count|, not rounded").AsColumn(),
	scoring.Lower.Metric("l2", released, "mean of (predicted - gold count)², not rounded").AsColumn(),
	scoring.Neither.Metric("random", "Dancette et al. 2020, appendix 6.4, in closed form",
		"the accuracy to expect of counts drawn as the gold counts of the slice are distributed"),
	scoring.Neither.Metric("random_training", "Dancette et al. 2020, appendix 6.4, in closed form",
		"the accuracy to expect of counts drawn as those of the slice's training half are distributed"),
}, fractionalMetrics, []scoring.Metric{scoring.Counting("unknown", "examples without a verdict")})

// aggregate sums the groups' terms. It is not a [scoring.Summed]: a question
// adds to one group of many, so adding it again costs less than adding a row of
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

// sums returns the sums of the groups, the errors rounded.
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
// whether it occurs or not, and last how many questions have no prediction.
func (a *aggregate) Scores() []scoring.Score {
	list, all := scoreList{settings: a.settings}, a.sums()
	for i, r := range rows(a.settings) {
		t, why := r.pool(all), "no question "+r.why
		if list.of(r.of, t, why); i < wholes {
			list.fractional(r.of, t, why)
		}
	}
	for _, p := range parts {
		list.ofLabels(p, all)
	}
	list.ofBoth(all)
	for _, strategy := range []mcd.Strategy{mcd.OddEven, mcd.EvenOdd} {
		list.ofSlice(mcd.Slice{Strategy: strategy, Percent: 90}, all)
	}
	list.add("unknown", "overall", scoring.Defined(float64(a.unknown)), float64(a.unknown))
	return list.list
}

// scoreList is a list of scores under one set of settings.
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
	var accuracies, errors []float64
	questions := 0.
	for label := range top + 2 {
		t := labelRow(label, p.kind).pool(all)
		if t[known] > 0 {
			accuracies, errors = append(accuracies, t[right]/t[known]), append(errors, math.Sqrt(t[square]/t[known]))
			questions += t[known]
		}
	}
	n, why := float64(len(accuracies)), "no question"+p.why
	inverse := func(x float64) float64 { return 1 / x } // +Inf for 0 makes the harmonic mean 0
	l.add("accuracy", "m-rel"+p.suffix, scoring.Quotient(loaders.Sum(accuracies), n, why), questions)
	l.add("rmse", "m-rel"+p.suffix, scoring.Quotient(loaders.Sum(errors), n, why), questions)
	l.add("accuracy", "harmonic"+p.suffix, scoring.Quotient(n, loaders.Sum(loaders.Map(accuracies, inverse)), why), questions)
	l.add("rmse", "harmonic"+p.suffix, scoring.Quotient(n, loaders.Sum(loaders.Map(errors, inverse)), why), questions)
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

// ofSlice adds what a slice's simple and complex questions score, and what drawn counts
// would.
func (l *scoreList) ofSlice(s mcd.Slice, all *[groups]sums) {
	slice, half := sliceRow(s), s
	half.Training = true
	for k, kind := range kinds[:2] {
		r := row{slice.of + "-" + kind, "in the slice is " + kind, func(k2, label int, questions float64) float64 {
			return share(k == k2) * slice.weight(k2, label, questions)
		}}
		t, why := r.pool(all), "no question "+r.why
		l.add("accuracy", r.of, scoring.Quotient(t[right], t[known], why), t[known])
		l.add("rmse", r.of, root(scoring.Quotient(t[square], t[known], why)), t[known])
		l.add("random", r.of, r.guessed(slice, all, why), t[known])
		l.add("random_training", r.of, r.guessed(sliceRow(half), all, why), t[known])
	}
}

// guessed is the accuracy to expect on a row's questions of counts that are drawn from those
// of another row.
func (r row) guessed(from row, all *[groups]sums, why string) scoring.Value {
	own, drawn := r.counts(all), from.counts(all)
	hits := 0.
	for label, n := range own {
		if label > top && n > 0 && drawn[label] > 0 {
			return scoring.Undefined("counts over " + strconv.Itoa(top) + " are not told apart")
		}
		hits += float64(n * drawn[label])
	}
	return scoring.Quotient(hits, loaders.Sum(own)*loaders.Sum(drawn), why)
}

// counts are how many questions of a row have each label.
func (r row) counts(all *[groups]sums) []float64 {
	counts := make([]float64, labels)
	for g := range all {
		if n := all[g][known]; n > 0 {
			counts[g%labels] += float64(n * r.weight(g/labels, g%labels, n))
		}
	}
	return counts
}

// row is a part of the questions that is scored: it pools groups.
type row struct {
	of, why string // why continues "no question "
	// weight returns how much a group counts, given its number of questions
	// with a prediction.
	weight func(kind, label int, questions float64) float64
}

// part is a part of the questions whose labels are averaged.
type part struct {
	suffix, why string
	kind        int // index into kinds, -1 for all
}

var parts = []part{{"", "", -1}, {"-simple", " is simple", 0}, {"-complex", " is complex", 1}}

// wholes is how many rows, the first ones, are divided neither by count nor by slice.
const wholes = 3

// rows are what is scored, in the order of a report.
func rows(s scoring.Settings) []row {
	list := []row{
		{"overall", "has a prediction", func(int, int, float64) float64 { return 1 }},
		kindRow(0), kindRow(1),
		{"even", "has an even count", func(_, label int, _ float64) float64 { return share(even(label)) }},
		{"odd", "has an odd count", func(_, label int, _ float64) float64 { return share(!even(label)) }},
	}
	for label := range top + 2 {
		list = append(list, labelRow(label, -1))
	}
	first, last := 90, 90
	if s.CountCurve {
		first, last = 0, 100
	}
	for _, strategy := range []mcd.Strategy{mcd.OddEven, mcd.EvenOdd} {
		for percent := first; percent <= last; percent += 10 {
			list = append(list, sliceRow(mcd.Slice{Strategy: strategy, Percent: float64(percent)}))
		}
	}
	return list
}

func share(in bool) float64 {
	if in {
		return 1
	}
	return 0
}

// even reports a label's parity. The first label after top stands for even counts.
func even(label int) bool { return label%2 == 0 }

func kindRow(kind int) row {
	return row{kinds[kind], "is " + kinds[kind], func(k, _ int, _ float64) float64 { return share(k == kind) }}
}

// labelRow is a gold count, of one kind or, below 0, of all. Both labels above top share
// one row.
func labelRow(label, kind int) row {
	of := strconv.Itoa(label)
	why := "has the count " + of
	if label > top {
		of, why = "over-"+strconv.Itoa(top), "has a count over "+strconv.Itoa(top)
	}
	return row{of, why, func(k, l int, _ float64) float64 {
		return share((kind < 0 || k == kind) && min(l, top+1) == label)
	}}
}

// sliceRow is what a slice keeps, in expectation.
func sliceRow(s mcd.Slice) row {
	return row{s.String(), "is in the slice", func(_, label int, questions float64) float64 {
		if s.Owns(label) {
			return 1
		}
		return float64(s.Remaining(int(questions))) / questions
	}}
}

// pool adds up the groups' terms.
func (r row) pool(all *[groups]sums) sums {
	var pooled sums
	for g := range all {
		if n := all[g][known]; n > 0 {
			pooled.add(&all[g], r.weight(g/labels, g%labels, n))
		}
	}
	return pooled
}
