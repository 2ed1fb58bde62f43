package counting

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

type scoreList struct{ scoring.ScoreList }

const name = "counting"

func (l *scoreList) addRounded(metric, partName string, v scoring.Value, questionCount float64) {
	l.AddScore(metric, partName, v, int(math.Round(questionCount)))
}

func (l *scoreList) addMean(metric, partName string, sum, questionCount float64, undefinedReason string) {
	l.addRounded(metric, partName, scoring.Quotient(sum, questionCount, undefinedReason), questionCount)
}

// addPooled rests the accuracy over the threshold only on questions with region scores, because no
// others have a sum.
func (l *scoreList) addPooled(partName string, t countSums, undefinedReason string) {
	l.addMean("accuracy", partName, t[right], t[known], undefinedReason)
	l.addMean("accuracy_clamped", partName, t[clamped], t[known], undefinedReason)
	scored := undefinedReason
	if t[known] > 0 {
		scored += " and has region scores"
	}
	l.addMean("accuracy_threshold", partName, t[threshold], t[regions], scored)
	l.addRoot(partName, t, undefinedReason)
	l.addMean("l1", partName, t[absolute], t[known], undefinedReason)
	l.addMean("l2", partName, t[square], t[known], undefinedReason)
}

func (l *scoreList) addRoot(partName string, t countSums, undefinedReason string) {
	l.addRounded("rmse", partName, scoring.Quotient(t[square], t[known], undefinedReason).Map(math.Sqrt), t[known])
}

// ofLabels appends the mean and harmonic mean of accuracy and RMSE over labels. Each label weighs
// the same, because the paper averages over counts.
func (l *scoreList) ofLabels(p complexityPart, sumsByGroup *[groups]countSums) {
	var accuracies, errors []float64
	questions := 0.
	for label := range top + 2 {
		t := labelRow(label, p.kind).poolGroups(sumsByGroup)
		if t[known] > 0 {
			accuracies, errors = append(accuracies, t[right]/t[known]), append(errors, math.Sqrt(t[square]/t[known]))
			questions += t[known]
		}
	}
	n, reason := float64(len(accuracies)), "no question"+p.reason
	inverse := func(x float64) float64 { return 1 / x } // +Inf for 0 makes the harmonic mean 0
	l.addRounded("accuracy", "m-rel"+p.suffix, scoring.Quotient(loaders.Sum(accuracies), n, reason), questions)
	l.addRounded("rmse", "m-rel"+p.suffix, scoring.Quotient(loaders.Sum(errors), n, reason), questions)
	l.addRounded("accuracy", "harmonic"+p.suffix, scoring.Quotient(n, loaders.Sum(loaders.Map(accuracies, inverse)), reason), questions)
	l.addRounded("rmse", "harmonic"+p.suffix, scoring.Quotient(n, loaders.Sum(loaders.Map(errors, inverse)), reason), questions)
}

func (l *scoreList) ofBoth(sumsByGroup *[groups]countSums) {
	s, c := kindRow(0).poolGroups(sumsByGroup), kindRow(1).poolGroups(sumsByGroup)
	v := scoring.Undefined("needs both simple and complex questions")
	if s[known] > 0 && c[known] > 0 {
		v = scoring.Defined((s[right]/s[known] + c[right]/c[known]) / 2)
	}
	l.addRounded("accuracy", "simple-and-complex", v, s[known]+c[known])
}

func (l *scoreList) ofSlice(s mcd.ParitySplit, sumsByGroup *[groups]countSums) {
	slice, half := sliceRow(s), s
	half.Training = true
	for k, kind := range kinds[:2] {
		r := countRow{slice.part + "-" + kind, "in the slice is " + kind, func(k2, label int, questions float64) float64 {
			return asShare(k == k2) * slice.weight(k2, label, questions)
		}}
		t, reason := r.poolGroups(sumsByGroup), "no question "+r.reason
		l.addMean("accuracy", r.part, t[right], t[known], reason)
		l.addRoot(r.part, t, reason)
		l.addRounded("random", r.part, r.guessedAccuracy(slice, sumsByGroup, reason), t[known])
		l.addRounded("random_training", r.part, r.guessedAccuracy(sliceRow(half), sumsByGroup, reason), t[known])
	}
}

func (l *scoreList) addFractional(partName string, t countSums, undefinedReason string) {
	undefinedReason += " and has a sum of region scores"
	l.addMean("entropy", partName, t[entropy], t[summed], undefinedReason)
	l.addRounded("fractional", partName, scoring.Quotient(t[between], t[total], undefinedReason), t[summed])
	l.addMean("distance", partName, t[distance], t[summed], undefinedReason)
	undefinedReason += " and gold boxes"
	l.addMean("counted_twice", partName, t[twice], t[objects], undefinedReason)
	l.addMean("missed", partName, t[missed], t[objects], undefinedReason)
}
