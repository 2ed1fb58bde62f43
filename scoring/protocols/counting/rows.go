package counting

import (
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

// guessedAccuracy returns the accuracy to expect of gold counts drawn from the questions of guessRow.
// It is undefined if either row is empty, or if both have counts above top under one label, because
// these could be unequal.
func (r countRow) guessedAccuracy(guessRow countRow, sumsByGroup *[groups]countSums) scoring.Value {
	own, drawn := r.labelCounts(sumsByGroup), guessRow.labelCounts(sumsByGroup)
	hits := 0.
	for label, n := range own {
		if label > top && n > 0 && drawn[label] > 0 {
			return scoring.Undefined("counts over " + strconv.Itoa(top) + " are not distinguished")
		}
		hits += float64(n * drawn[label])
	}
	return scoring.Quotient(hits, loaders.Sum(own)*loaders.Sum(drawn), "no question "+r.reason)
}

func (r countRow) labelCounts(sumsByGroup *[groups]countSums) []float64 {
	counts := make([]float64, labels)
	for g := range sumsByGroup {
		if n := sumsByGroup[g][known]; n > 0 {
			counts[g%labels] += float64(n * r.weight(g/labels, g%labels, n))
		}
	}
	return counts
}

type countRow struct {
	part, reason string // reason continues "no question "
	weight       func(kind, label int, questions float64) float64
}

type complexityPart struct {
	suffix, reason string
	kind           int // -1 for all
}

var parts = []complexityPart{{"", "", -1}, {"-simple", " is simple", 0}, {"-complex", " is complex", 1}}

// wholes is how many of the first rows are divided neither by count nor by slice.
const wholes = 3

// listRows has slices at 90 %, the paper's, or, for the count curve, at 0, 10, ... 100 %.
func listRows(s scoring.Settings) []countRow {
	list := []countRow{
		{"overall", "has a prediction", func(int, int, float64) float64 { return 1 }},
		kindRow(0), kindRow(1),
		{"even", "has an even count", func(_, label int, _ float64) float64 { return asShare(isEven(label)) }},
		{"odd", "has an odd count", func(_, label int, _ float64) float64 { return asShare(!isEven(label)) }},
	}
	for label := range top + 2 {
		list = append(list, labelRow(label, -1))
	}
	first, last := 90, 90
	if s.CountCurve {
		first, last = 0, 100
	}
	for _, strategy := range []mcd.ParityStrategy{mcd.OddEven, mcd.EvenOdd} {
		for percent := first; percent <= last; percent += 10 {
			list = append(list, sliceRow(mcd.ParitySplit{Strategy: strategy, Percent: float64(percent)}))
		}
	}
	return list
}

func asShare(isTrue bool) float64 { return loaders.IfElse(isTrue, 1., 0) }

func isEven(countLabel int) bool { return countLabel%2 == 0 }

func kindRow(questionKind int) countRow {
	return countRow{kinds[questionKind], "is " + kinds[questionKind], func(k, _ int, _ float64) float64 { return asShare(k == questionKind) }}
}

func labelRow(countLabel, questionKind int) countRow {
	part := strconv.Itoa(countLabel)
	reason := "has a count of " + part
	if countLabel > top {
		part, reason = "over-"+strconv.Itoa(top), "has a count over "+strconv.Itoa(top)
	}
	return countRow{part, reason, func(k, l int, _ float64) float64 {
		return asShare((questionKind < 0 || k == questionKind) && min(l, top+1) == countLabel)
	}}
}

func sliceRow(s mcd.ParitySplit) countRow {
	return countRow{s.String(), "is in the slice", func(_, label int, questions float64) float64 {
		if s.Owns(label) {
			return 1
		}
		return float64(s.Remaining(int(questions))) / questions
	}}
}

type pooledRow struct {
	part, reason string
	sums         countSums
}

func (r countRow) poolGroups(sumsByGroup *[groups]countSums) pooledRow {
	pooled := pooledRow{part: r.part, reason: "no question " + r.reason}
	for g := range sumsByGroup {
		if n := sumsByGroup[g][known]; n > 0 {
			weight := r.weight(g/labels, g%labels, n)
			for i, x := range sumsByGroup[g] {
				pooled.sums[i] += float64(weight * x)
			}
		}
	}
	return pooled
}
