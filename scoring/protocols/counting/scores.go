package counting

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

// scoreList is a list of scores under one set of settings.
type scoreList struct {
	settings scoring.Settings
	list     []scoring.Score
}

// name is the protocol's.
const name = "counting"

func (l *scoreList) addScore(metric, of string, v scoring.Value, questions float64) {
	l.list = append(l.list, scoring.Score{
		Protocol: name, Metric: metric, Of: of, Value: v, Count: int(math.Round(questions)), Settings: l.settings,
	})
}

// addMean appends the quotient of a sum and the number of questions, or of what else it is over;
// undefined, for the reason why, if that is 0.
func (l *scoreList) addMean(metric, of string, sum, questions float64, why string) {
	l.addScore(metric, of, scoring.Quotient(sum, questions, why), questions)
}

// addPooled appends the scores of the pooled terms t, under the name of: the accuracy of the
// rounded count, of the clamped one, and of the number of regions over the threshold, this among
// the questions that have region scores only; then the root mean square, mean absolute and mean
// square error. Where there is no question, they are undefined for the reason why.
func (l *scoreList) addPooled(of string, t sums, why string) {
	l.addMean("accuracy", of, t[right], t[known], why)
	l.addMean("accuracy_clamped", of, t[clamped], t[known], why)
	scored := why
	if t[known] > 0 {
		scored += " that has region scores"
	}
	l.addMean("accuracy_threshold", of, t[threshold], t[regions], scored)
	l.addRoot(of, t, why)
	l.addMean("l1", of, t[absolute], t[known], why)
	l.addMean("l2", of, t[square], t[known], why)
}

func (l *scoreList) addRoot(of string, t sums, why string) {
	l.addScore("rmse", of, scoring.Quotient(t[square], t[known], why).Map(math.Sqrt), t[known])
}

// ofLabels appends, for a part of the questions, the mean and the harmonic mean, over its labels,
// of accuracy and of root mean square error. Each label weighs the same; all counts above top are
// one label, and labels without predicted questions do not count. An accuracy or an error of 0
// makes its harmonic mean 0.
func (l *scoreList) ofLabels(p part, all *[groups]sums) {
	var accuracies, errors []float64
	questions := 0.
	for label := range top + 2 {
		t := labelRow(label, p.kind).poolGroups(all)
		if t[known] > 0 {
			accuracies, errors = append(accuracies, t[right]/t[known]), append(errors, math.Sqrt(t[square]/t[known]))
			questions += t[known]
		}
	}
	n, why := float64(len(accuracies)), "no question"+p.why
	inverse := func(x float64) float64 { return 1 / x } // +Inf for 0 makes the harmonic mean 0
	l.addScore("accuracy", "m-rel"+p.suffix, scoring.Quotient(loaders.Sum(accuracies), n, why), questions)
	l.addScore("rmse", "m-rel"+p.suffix, scoring.Quotient(loaders.Sum(errors), n, why), questions)
	l.addScore("accuracy", "harmonic"+p.suffix, scoring.Quotient(n, loaders.Sum(loaders.Map(accuracies, inverse)), why), questions)
	l.addScore("rmse", "harmonic"+p.suffix, scoring.Quotient(n, loaders.Sum(loaders.Map(errors, inverse)), why), questions)
}

func (l *scoreList) ofBoth(all *[groups]sums) {
	s, c := kindRow(0).poolGroups(all), kindRow(1).poolGroups(all)
	v := scoring.Undefined("it takes simple and complex questions")
	if s[known] > 0 && c[known] > 0 {
		v = scoring.Defined((s[right]/s[known] + c[right]/c[known]) / 2)
	}
	l.addScore("accuracy", "simple-and-complex", v, s[known]+c[known])
}

// ofSlice appends four scores of a slice's simple and then of its complex questions: accuracy, root
// mean square error, and the accuracy to expect of counts drawn at random from the whole slice
// (random) and from the slice's training half (random_training).
func (l *scoreList) ofSlice(s mcd.Slice, all *[groups]sums) {
	slice, half := sliceRow(s), s
	half.Training = true
	for k, kind := range kinds[:2] {
		r := row{slice.of + "-" + kind, "in the slice is " + kind, func(k2, label int, questions float64) float64 {
			return asShare(k == k2) * slice.weight(k2, label, questions)
		}}
		t, why := r.poolGroups(all), "no question "+r.why
		l.addMean("accuracy", r.of, t[right], t[known], why)
		l.addRoot(r.of, t, why)
		l.addScore("random", r.of, r.guessedAccuracy(slice, all, why), t[known])
		l.addScore("random_training", r.of, r.guessedAccuracy(sliceRow(half), all, why), t[known])
	}
}

func (l *scoreList) addFractional(of string, t sums, why string) {
	why += " that sums region scores"
	l.addMean("entropy", of, t[entropy], t[summed], why)
	l.addScore("fractional", of, scoring.Quotient(t[between], t[total], why), t[summed])
	l.addMean("distance", of, t[distance], t[summed], why)
	why += " and has gold boxes"
	l.addMean("counted_twice", of, t[twice], t[objects], why)
	l.addMean("missed", of, t[missed], t[objects], why)
}
