package counting

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

type scoreList struct {
	scoring.ScoreList
	groups *[groups]countSums
}

const name = "counting"

func (l *scoreList) addRounded(metric, partName string, v scoring.Value, questionCount float64) {
	l.AddScore(metric, partName, v, int(math.Round(questionCount)))
}

func (l *scoreList) addMean(metric string, r pooledRow, sumIndex, countIndex int) {
	n := r.sums[countIndex]
	l.addRounded(metric, r.part, scoring.Quotient(r.sums[sumIndex], n, r.reason), n)
}

// addPooled rests the accuracy over the threshold only on questions with region scores, because no
// others have a sum.
func (l *scoreList) addPooled(r pooledRow) {
	l.addMean("accuracy", r, right, known)
	l.addMean("accuracy_clamped", r, clamped, known)
	scored := r
	if r.sums[known] > 0 {
		scored.reason += " and has region scores"
	}
	l.addMean("accuracy_threshold", scored, threshold, regions)
	l.addRoot(r)
	l.addMean("l1", r, absolute, known)
	l.addMean("l2", r, square, known)
}

func (l *scoreList) addRoot(r pooledRow) {
	l.addRounded("rmse", r.part, scoring.Quotient(r.sums[square], r.sums[known], r.reason).Map(math.Sqrt), r.sums[known])
}

// ofLabels appends the mean and harmonic mean of accuracy and RMSE over labels. Each label weighs
// the same, because the paper averages over counts.
func (l *scoreList) ofLabels(p complexityPart) {
	var accuracies, errors []float64
	questions := 0.
	for label := range top + 2 {
		if t := labelRow(label, p.kind).poolGroups(l.groups).sums; t[known] > 0 {
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

func (l *scoreList) ofBoth() {
	s, c := kindRow(0).poolGroups(l.groups).sums, kindRow(1).poolGroups(l.groups).sums
	v := scoring.Undefined("needs both simple and complex questions")
	if s[known] > 0 && c[known] > 0 {
		v = scoring.Defined((s[right]/s[known] + c[right]/c[known]) / 2)
	}
	l.addRounded("accuracy", "simple-and-complex", v, s[known]+c[known])
}

func (l *scoreList) ofSlice(s mcd.ParitySplit) {
	slice, half := sliceRow(s), s
	half.Training = true
	for k, kind := range kinds[:2] {
		r := countRow{slice.part + "-" + kind, "in the slice is " + kind, func(k2, label int, questions float64) float64 {
			return asShare(k == k2) * slice.weight(k2, label, questions)
		}}
		pooled := r.poolGroups(l.groups)
		l.addMean("accuracy", pooled, right, known)
		l.addRoot(pooled)
		l.addRounded("random", r.part, r.guessedAccuracy(slice, l.groups), pooled.sums[known])
		l.addRounded("random_training", r.part, r.guessedAccuracy(sliceRow(half), l.groups), pooled.sums[known])
	}
}

func (l *scoreList) addFractional(r pooledRow) {
	r.reason += " and has a sum of region scores"
	l.addMean("entropy", r, entropy, summed)
	l.addRounded("fractional", r.part, scoring.Quotient(r.sums[between], r.sums[total], r.reason), r.sums[summed])
	l.addMean("distance", r, distance, summed)
	r.reason += " and gold boxes"
	l.addMean("counted_twice", r, twice, objects)
	l.addMean("missed", r, missed, objects)
}
