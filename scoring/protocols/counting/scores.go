package counting

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

type scoreList struct {
	settings scoring.Settings
	list     []scoring.Score
}

const name = "counting"

func (l *scoreList) addScore(metric, part string, v scoring.Value, questions float64) {
	l.list = append(l.list, scoring.Score{
		Protocol: name, Metric: metric, Of: part, Value: v, Count: int(math.Round(questions)), Settings: l.settings,
	})
}

func (l *scoreList) addMean(metric, part string, sum, questions float64, reason string) {
	l.addScore(metric, part, scoring.Quotient(sum, questions, reason), questions)
}

// The accuracy over the threshold rests only on questions with region scores.
func (l *scoreList) addPooled(part string, t sums, reason string) {
	l.addMean("accuracy", part, t[right], t[known], reason)
	l.addMean("accuracy_clamped", part, t[clamped], t[known], reason)
	scored := reason
	if t[known] > 0 {
		scored += " that has region scores"
	}
	l.addMean("accuracy_threshold", part, t[threshold], t[regions], scored)
	l.addRoot(part, t, reason)
	l.addMean("l1", part, t[absolute], t[known], reason)
	l.addMean("l2", part, t[square], t[known], reason)
}

func (l *scoreList) addRoot(part string, t sums, reason string) {
	l.addScore("rmse", part, scoring.Quotient(t[square], t[known], reason).Map(math.Sqrt), t[known])
}

// ofLabels appends the mean and harmonic mean of accuracy and RMSE over labels. Each label weighs
// the same, because the paper averages over counts.
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
	n, reason := float64(len(accuracies)), "no question"+p.reason
	inverse := func(x float64) float64 { return 1 / x } // +Inf for 0 makes the harmonic mean 0
	l.addScore("accuracy", "m-rel"+p.suffix, scoring.Quotient(loaders.Sum(accuracies), n, reason), questions)
	l.addScore("rmse", "m-rel"+p.suffix, scoring.Quotient(loaders.Sum(errors), n, reason), questions)
	l.addScore("accuracy", "harmonic"+p.suffix, scoring.Quotient(n, loaders.Sum(loaders.Map(accuracies, inverse)), reason), questions)
	l.addScore("rmse", "harmonic"+p.suffix, scoring.Quotient(n, loaders.Sum(loaders.Map(errors, inverse)), reason), questions)
}

func (l *scoreList) ofBoth(all *[groups]sums) {
	s, c := kindRow(0).poolGroups(all), kindRow(1).poolGroups(all)
	v := scoring.Undefined("it takes simple and complex questions")
	if s[known] > 0 && c[known] > 0 {
		v = scoring.Defined((s[right]/s[known] + c[right]/c[known]) / 2)
	}
	l.addScore("accuracy", "simple-and-complex", v, s[known]+c[known])
}

func (l *scoreList) ofSlice(s mcd.Slice, all *[groups]sums) {
	slice, half := sliceRow(s), s
	half.Training = true
	for k, kind := range kinds[:2] {
		r := row{slice.part + "-" + kind, "in the slice is " + kind, func(k2, label int, questions float64) float64 {
			return asShare(k == k2) * slice.weight(k2, label, questions)
		}}
		t, reason := r.poolGroups(all), "no question "+r.reason
		l.addMean("accuracy", r.part, t[right], t[known], reason)
		l.addRoot(r.part, t, reason)
		l.addScore("random", r.part, r.guessedAccuracy(slice, all, reason), t[known])
		l.addScore("random_training", r.part, r.guessedAccuracy(sliceRow(half), all, reason), t[known])
	}
}

func (l *scoreList) addFractional(part string, t sums, reason string) {
	reason += " that sums region scores"
	l.addMean("entropy", part, t[entropy], t[summed], reason)
	l.addScore("fractional", part, scoring.Quotient(t[between], t[total], reason), t[summed])
	l.addMean("distance", part, t[distance], t[summed], reason)
	reason += " and has gold boxes"
	l.addMean("counted_twice", part, t[twice], t[objects], reason)
	l.addMean("missed", part, t[missed], t[objects], reason)
}
