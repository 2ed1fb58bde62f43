package boxes

import (
	"slices"

	"faithscope/scoring"
)

const source = "Subramanian et al. 2020, section 3.1"

var metrics = []scoring.Metric{
	scoring.Higher.Metric("precision", source, "predicted boxes on a gold box / predicted boxes that count; the authors' code gives 1 "+
		"if nothing is predicted").AsShare(),
	scoring.Higher.Metric("recall", source, "gold boxes with a predicted box on them / gold boxes; the authors' code gives 1 if there "+
		"is no gold box").AsShare(),
	scoring.Higher.Metric("f1", source, "2 P R / (P + R) over each example's boxes of this module type, then the chosen average").AsShare().
		AsHeadline(),
	scoring.Counting("vacuous_precision", "examples or occurrences without a predicted box that counts: their precision is 1 in the "+
		"authors' code"),
	scoring.Counting("vacuous", "examples or occurrences without predicted or gold boxes: every score is 1 in the authors' code"),
	scoring.Lower.Metric("bce", "Subramanian et al. 2020, section 4.2", "with --negative-iou: mean binary cross-entropy of proposals "+
		"labelled 1 at an IoU of --iou or more, 0 below --negative-iou"),
	scoring.Counting("unscored", "modules with gold boxes for which the run has no output"),
}

// Each type, then overall, has a block of terms: the sums of precision, recall and F1 and their
// number, or under the cumulative average the four counts; then the examples in which the type
// occurs, the units in which nothing is predicted, and the ones without gold among these. Silent
// modules follow and, with two bounds, each type's and all labelled proposals' loss and number.
const (
	inBlock     = 7
	terms       = 3
	examples    = 4
	unpredicted = 5
	vacuous     = 6
	unscored    = (overall + 1) * inBlock
	labelled    = unscored + 1
)

const predictsNothing = "predicts nothing"

// writeTerms writes the blocks, then the number of silent modules, to termRow, which is zero. Over
// occurrences no example is counted, because the terms of the parts must add up to the example's.
func (e *evidence) writeTerms(s *scoring.Settings, termRow []float64) {
	every := termBlock(termRow, overall)
	for _, m := range e.modules {
		if m.silent {
			termRow[unscored]++
			continue
		}
		own := termBlock(termRow, m.kind)
		if s.Average != scoring.OverOccurrences {
			own[examples], every[examples] = 1, 1
		}
		for _, o := range sliceOf(e.outcomes, m.images) {
			c := e.countImage(o, s)
			add := c.termsOf(s.Average == scoring.OverOccurrences)
			if len(termRow) > labelled {
				loss, n := e.labelLoss(o, s)
				for _, k := range []int{m.kind, overall} {
					termRow[labelled+2*k] += loss
					termRow[labelled+2*k+1] += n
				}
			}
			for _, b := range [][]float64{own, every} {
				for i, x := range add {
					b[i] += x
				}
				if s.Average == scoring.OverOccurrences {
					c.countVacuous(b)
				}
			}
		}
	}
	if s.Average == scoring.OverOccurrences {
		return
	}
	for k := range overall + 1 {
		if b := termBlock(termRow, k); b[examples] > 0 {
			c := countsOf(b)
			c.countVacuous(b)
			if s.Average == scoring.OverExamples {
				add := c.termsOf(perMetric)
				copy(b, add[:])
			}
		}
	}
}

func (c PrecisionCounts) countVacuous(b []float64) {
	if c.PrecisionGood+c.PrecisionBad == 0 {
		b[unpredicted]++
		if c.RecallGood+c.RecallBad == 0 {
			b[vacuous]++
		}
	}
}

func termBlock(termRow []float64, typeIndex int) []float64 {
	return termRow[typeIndex*inBlock : (typeIndex+1)*inBlock]
}

const perMetric, perCount = true, false

func (c PrecisionCounts) termsOf(asMetrics bool) [examples]float64 {
	if asMetrics {
		m := c.Metrics()
		return [...]float64{m.Precision, m.Recall, m.F1, 1}
	}
	return [...]float64{float64(c.PrecisionGood), float64(c.PrecisionBad), float64(c.RecallGood), float64(c.RecallBad)}
}

func countsOf(b []float64) PrecisionCounts {
	return PrecisionCounts{int(b[0]), int(b[1]), int(b[2]), int(b[3])}
}

func (e *evidence) partRows(s *scoring.Settings, rowWidth int) [][]float64 {
	rows := [][]float64{}
	add := func(m moduleBoxes) {
		part := *e
		part.modules = []moduleBoxes{m}
		row := make([]float64, rowWidth)
		part.writeTerms(s, row)
		rows = append(rows, row)
	}
	for _, m := range e.modules {
		if m.silent {
			add(m)
		}
		for k := m.images.from; k < m.images.to; k++ {
			add(moduleBoxes{kind: m.kind, images: indexRange{k, k + 1}})
		}
	}
	return rows
}

func columnsOf(averagingMode scoring.Average) (list []scoring.Column) {
	list = columnsAt(averagingMode, "overall", overall*inBlock)
	for k, of := range Types {
		list = append(list, columnsAt(averagingMode, of, k*inBlock)...)
	}
	for _, share := range slices.Clone(list) {
		if place := share.Sum; share.Name == "precision" {
			list = append(list, metrics[3].Sum(share.Of, place+unpredicted, share.Over, ""), metrics[4].Sum(share.Of, place+vacuous, share.Over, ""))
		}
	}
	return list
}

func columnsAt(averagingMode scoring.Average, columnSubject string, firstTerm int) []scoring.Column {
	thing := columnSubject
	if columnSubject == "overall" {
		thing = "module"
	}
	list := make([]scoring.Column, 3)
	for i := range list {
		list[i] = metrics[i].Ratio(columnSubject, firstTerm+i, firstTerm+terms, "no "+thing+" has gold boxes and an output")
		if averagingMode == scoring.Cumulative {
			list[i].Over = firstTerm + examples
			list[i].Value = func(sums []float64) scoring.Value {
				return scoring.Defined(countsOf(sums[firstTerm:]).termsOf(perMetric)[i])
			}
		}
	}
	list[0].Vacuous = func(sums []float64) string {
		b := sums[firstTerm : firstTerm+inBlock]
		subject := b[terms]
		if averagingMode == scoring.Cumulative {
			subject = b[examples]
		}
		if subject > 0 && b[unpredicted] == subject {
			return predictsNothing
		}
		return ""
	}
	return list
}
