package boxes

import (
	"sort"

	"faithscope/scoring"
)

// Sweep computes the scores of [Protocol] at many places of one axis in one pass, to the last bit
// of the aggregate's.
//
// Proposals and gold boxes add differences where they change sides, which exact sums
// ([scoring.Sum]) add up without loss.
type Sweep struct {
	settings scoring.Settings
	axis     Axis
	places   []float64

	types [overall + 1]typeSweep
	// Scratch of one example, per type and place: differences of its counts, or sums of its
	// occurrences' metrics. Counts are added to unit, which is part of pools.
	pools []PrecisionCounts
	means []PrecisionRecall
	unit  []PrecisionCounts
}

type typeSweep struct {
	counts   []PrecisionCounts
	sums     [][3]scoring.Sum
	examples int
	terms    int // occurrences
	seen     bool
}

// NewSweep returns an empty sweep; axisPlaces ascend in 0..1.
func NewSweep(settings scoring.Settings, axis Axis, axisPlaces []float64) *Sweep {
	w := &Sweep{settings: settings, axis: axis, places: axisPlaces}
	for k := range w.types {
		w.types[k].counts = make([]PrecisionCounts, len(axisPlaces))
		w.types[k].sums = make([][3]scoring.Sum, len(axisPlaces))
	}
	w.pools = make([]PrecisionCounts, len(w.types)*len(axisPlaces))
	w.means = make([]PrecisionRecall, len(w.types)*len(axisPlaces))
	return w
}

// Add adds evidence that [Protocol] prepared.
func (w *Sweep) Add(e scoring.Evidence) {
	ev, average, n := e.(*evidence), w.settings.Average, len(w.places)
	clear(w.pools)
	clear(w.means)
	var units [overall + 1]int
	for _, m := range ev.modules {
		if m.silent {
			continue
		}
		w.types[m.kind].seen, w.types[overall].seen = true, true
		units[m.kind] += int(m.images.to - m.images.from)
		units[overall] += int(m.images.to - m.images.from)
		for _, o := range sliceOf(ev.outcomes, m.images) {
			if average != scoring.OverOccurrences {
				w.unit = w.pools[m.kind*n : (m.kind+1)*n]
				w.writeOutcome(ev, o)
				continue
			}
			w.unit = w.pools[:n]
			clear(w.unit)
			w.writeOutcome(ev, o)
			w.occurrence(m.kind)
		}
	}
	if average != scoring.OverOccurrences {
		for i := range overall * n {
			w.pools[overall*n+i%n].Add(w.pools[i])
		}
	}
	for k := range w.types {
		if t := &w.types[k]; t.seen {
			t.seen = false
			t.examples++
			t.terms += units[k]
			t.addExample(average, w.pools[k*n:(k+1)*n], w.means[k*n:(k+1)*n])
		}
	}
}

// addExample takes counts as differences between places, so that one pass serves all of them; over
// occurrences, means as totals at each place.
func (t *typeSweep) addExample(averagingMode scoring.Average, pooledCounts []PrecisionCounts, meanMetrics []PrecisionRecall) {
	if averagingMode != scoring.OverOccurrences {
		t.count(pooledCounts)
	}
	switch averagingMode {
	case scoring.OverExamples:
		along(pooledCounts, func(from, _ int, m, before PrecisionRecall) { t.change(from, m, before) })
	case scoring.OverOccurrences:
		var before PrecisionRecall
		for i, m := range meanMetrics {
			t.change(i, m, before)
			before = m
		}
	}
}

func (t *typeSweep) count(countDifferences []PrecisionCounts) {
	for i := range countDifferences {
		t.counts[i].Add(countDifferences[i])
	}
}

// occurrence adds w.unit to its type and to overall. Its metrics go to w.means at every place,
// because the aggregate rounds their sums like that.
func (w *Sweep) occurrence(typeIndex int) {
	n := len(w.places)
	w.types[typeIndex].count(w.unit)
	w.types[overall].count(w.unit)
	along(w.unit, func(from, to int, m, _ PrecisionRecall) {
		for _, k := range [2]int{typeIndex, overall} {
			sums := w.means[k*n+from : k*n+to]
			for i := range sums {
				sums[i].Precision += m.Precision
				sums[i].Recall += m.Recall
				sums[i].F1 += m.F1
			}
		}
	})
}

// along calls f once for a stretch of places with the same counts, because most places change nothing.
// before has the metrics of the stretch before, zero at first.
func along(countDifferences []PrecisionCounts, f func(from, to int, m, before PrecisionRecall)) {
	var c PrecisionCounts
	var before PrecisionRecall
	for from := 0; from < len(countDifferences); {
		c.Add(countDifferences[from])
		to := from + 1
		for to < len(countDifferences) && countDifferences[to] == (PrecisionCounts{}) {
			to++
		}
		m := c.Metrics()
		f(from, to, m, before)
		before, from = m, to
	}
}

func (t *typeSweep) change(i int, m, metricsBefore PrecisionRecall) {
	for k, pair := range [3][2]float64{{m.Precision, metricsBefore.Precision}, {m.Recall, metricsBefore.Recall}, {m.F1, metricsBefore.F1}} {
		if pair[0] != pair[1] {
			t.sums[i][k].Add(pair[0])
			t.sums[i][k].Add(-pair[1])
		}
	}
}

// countBelow returns how many places lie strictly below x; none for a NaN.
func (w *Sweep) countBelow(x float64) int {
	return sort.Search(len(w.places), func(i int) bool { return !(w.places[i] < x) })
}

func (w *Sweep) writeOutcome(e *evidence, o imageSpans) {
	if w.axis == OverIoU {
		w.alongIoU(e, o)
	} else {
		w.alongThreshold(e, o)
	}
}

func (w *Sweep) addBetween(fromPlace, endPlace int, d PrecisionCounts) {
	if fromPlace >= endPlace {
		return
	}
	w.unit[fromPlace].Add(d)
	if endPlace < len(w.unit) {
		w.unit[endPlace].Add(PrecisionCounts{-d.PrecisionGood, -d.PrecisionBad, -d.RecallGood, -d.RecallBad})
	}
}

// alongThreshold lets a proposal, and a gold box by its likeliest hit, count at the places below its
// probability, because these predict it; under the upper bound hits count everywhere.
func (w *Sweep) alongThreshold(e *evidence, o imageSpans) {
	s, overlaps := &w.settings, sliceOf(e.overlaps, o.overlaps)
	_, disjoint := isHit(0, s)
	to := len(w.places)
	for rank, p := range sliceOf(e.probabilities, o.ranked) {
		aligned, counted := false, disjoint
		if len(overlaps) > 0 && int(overlaps[0].rank) == rank {
			aligned, counted = isHit(overlaps[0].iou, s)
			overlaps = overlaps[1:]
		}
		if s.UpperBound {
			counted = aligned
		} else {
			for to > 0 && !(w.places[to-1] < p) { // ordered from the most probable down
				to--
			}
		}
		switch {
		case aligned:
			w.addBetween(0, to, PrecisionCounts{PrecisionGood: 1})
		case counted:
			w.addBetween(0, to, PrecisionCounts{PrecisionBad: 1})
		}
	}
	for _, front := range sliceOf(e.fronts, o.gold) {
		p := e.likeliestHit(front, s)
		switch {
		case p == nil:
			w.countGold(0)
		case s.UpperBound:
			w.countGold(len(w.places))
		default:
			w.countGold(w.countBelow(e.probabilities[p.at]))
		}
	}
}

func (w *Sweep) countGold(n int) {
	w.addBetween(0, n, PrecisionCounts{RecallGood: 1})
	w.addBetween(n, len(w.places), PrecisionCounts{RecallBad: 1})
}

func (w *Sweep) alongIoU(e *evidence, o imageSpans) {
	s := &w.settings
	overlaps := sliceOf(e.overlaps, o.overlaps)
	predicted := e.countPredicted(o, s)
	disjoint := predicted
	for _, overlap := range overlaps {
		if int(overlap.rank) >= predicted && !s.UpperBound {
			break // ordered by rank
		}
		disjoint--
		w.countProposals(overlap.iou, 1)
	}
	if !s.UpperBound {
		w.countProposals(0, disjoint)
	}
	for _, front := range sliceOf(e.fronts, o.gold) {
		iou := -1.0
		if p := e.bestPair(front, s); p != nil {
			iou = p.iou
		}
		w.countGold(w.countBelow(iou))
	}
}

// countProposals adds n predicted proposals: good at the places below iouThreshold; from there on, bad
// if it is below the negative IoU, which is the place itself by default. Under the upper bound, or if
// iouThreshold is NaN, they are never bad.
func (w *Sweep) countProposals(iouThreshold float64, n int) {
	s, end := &w.settings, len(w.places)
	aligned := w.countBelow(iouThreshold)
	w.addBetween(0, aligned, PrecisionCounts{PrecisionGood: n})
	if s.UpperBound || iouThreshold != iouThreshold {
		return
	}
	from := end
	switch {
	case s.NegativeIoU == 0 && s.Inclusive:
		from = aligned
	case s.NegativeIoU == 0:
		from = sort.Search(end, func(i int) bool { return w.places[i] > iouThreshold })
	case iouThreshold < s.NegativeIoU || s.Inclusive && iouThreshold == s.NegativeIoU:
		from = aligned
	}
	w.addBetween(max(from, aligned), end, PrecisionCounts{PrecisionBad: n})
}

// Merge adds a sweep of the same settings, axis and places.
func (w *Sweep) Merge(o *Sweep) {
	for k := range w.types {
		t, from := &w.types[k], &o.types[k]
		t.examples += from.examples
		t.terms += from.terms
		for i := range t.counts {
			t.counts[i].Add(from.counts[i])
			for m := range t.sums[i] {
				t.sums[i][m].Merge(&from.sums[i][m])
			}
		}
	}
}
