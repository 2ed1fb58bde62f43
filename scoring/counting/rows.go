package counting

import (
	"strconv"

	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

// row is a part of the questions that is scored: it pools groups.
type row struct {
	of, why string // why continues "no question "
	// weight is how much a group counts, given how many questions with a
	// prediction it has.
	weight func(kind, label int, questions float64) float64
}

// part is a part of the questions whose labels are averaged.
type part struct {
	suffix, why string
	kind        int // index into kinds, -1 for all
}

var parts = []part{{"", "", -1}, {"-simple", " is simple", 0}, {"-complex", " is complex", 1}}

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

// even is a label's parity. The first label over top is that of even counts.
func even(label int) bool { return label%2 == 0 }

func kindRow(kind int) row {
	return row{kinds[kind], "is " + kinds[kind], func(k, _ int, _ float64) float64 { return share(k == kind) }}
}

// labelRow is a gold count, of one kind or, below 0, of all. Both labels over
// top are one row.
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
		return float64(s.Kept(int(questions))) / questions
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
