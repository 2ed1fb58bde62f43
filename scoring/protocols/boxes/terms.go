package boxes

import (
	"slices"

	"faithscope/scoring"
)

const source = "Subramanian et al. 2020, section 3.1"

var metrics = []scoring.Metric{
	scoring.Higher.Metric("precision", source, "predicted boxes on gold / predicted boxes that count; the authors' code gives 1 "+
		"where nothing is predicted").AsShare(),
	scoring.Higher.Metric("recall", source, "gold boxes with a predicted box on them / gold boxes; the authors' code gives 1 where there "+
		"is no gold").AsShare(),
	scoring.Higher.Metric("f1", source, "2 P R / (P + R) of each example's boxes of the type, then the average in force").AsShare().
		AsHeadline(),
	scoring.Counting("vacuous_precision", "examples, or occurrences, without a predicted box that counts: their precision is 1 by the "+
		"authors' code"),
	scoring.Counting("vacuous", "those of them without a gold box too: precision, recall and F1 are 1 by the authors' code"),
	scoring.Counting("unscored", "modules with gold for which the run has no output"),
}

// Each type, then overall, has a block of terms: the sums of precision, recall and F1 and their
// number, or under the cumulative average the four counts; then the examples in which the type
// occurs, the units in which nothing is predicted, and the ones without gold among these.
const (
	inBlock     = 7
	terms       = 3
	examples    = 4
	unpredicted = 5
	vacuous     = 6
)

const predictsNothing = "predicts nothing"

// writeTerms writes the blocks, then the number of silent modules, to row, which is zero. Over
// occurrences no example is counted, because the terms of the parts must add up to the example's.
func (e *evidence) writeTerms(s *scoring.Settings, row []float64) {
	every := termBlock(row, overall)
	for _, m := range e.modules {
		if m.silent {
			row[len(row)-1]++
			continue
		}
		own := termBlock(row, m.kind)
		if s.Average != scoring.OverOccurrences {
			own[examples], every[examples] = 1, 1
		}
		for _, o := range sliceOf(e.outcomes, m.images) {
			c := e.countImage(o, s)
			add := c.termsOf(s.Average == scoring.OverOccurrences)
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
		if b := termBlock(row, k); b[examples] > 0 {
			c := countsOf(b)
			c.countVacuous(b)
			if s.Average == scoring.OverExamples {
				add := c.termsOf(perMetric)
				copy(b, add[:])
			}
		}
	}
}

func (c Counts) countVacuous(b []float64) {
	if c.PrecisionGood+c.PrecisionBad == 0 {
		b[unpredicted]++
		if c.RecallGood+c.RecallBad == 0 {
			b[vacuous]++
		}
	}
}

func termBlock(row []float64, kind int) []float64 { return row[kind*inBlock : (kind+1)*inBlock] }

const perMetric, perCount = true, false

func (c Counts) termsOf(asMetrics bool) [examples]float64 {
	if asMetrics {
		m := c.Metrics()
		return [...]float64{m.Precision, m.Recall, m.F1, 1}
	}
	return [...]float64{float64(c.PrecisionGood), float64(c.PrecisionBad), float64(c.RecallGood), float64(c.RecallBad)}
}

func countsOf(b []float64) Counts { return Counts{int(b[0]), int(b[1]), int(b[2]), int(b[3])} }

func (e *evidence) partRows(s *scoring.Settings, width int) [][]float64 {
	rows := [][]float64{}
	add := func(m module) {
		part := *e
		part.modules = []module{m}
		row := make([]float64, width)
		part.writeTerms(s, row)
		rows = append(rows, row)
	}
	for _, m := range e.modules {
		if m.silent {
			add(m)
		}
		for k := m.images.from; k < m.images.to; k++ {
			add(module{kind: m.kind, images: span{k, k + 1}})
		}
	}
	return rows
}

func columnsOf(average scoring.Average) (list []scoring.Column) {
	list = columnsAt(average, "overall", overall*inBlock)
	for k, of := range Types {
		list = append(list, columnsAt(average, of, k*inBlock)...)
	}
	for _, share := range slices.Clone(list) {
		if place := share.Sum; share.Name == "precision" {
			list = append(list, metrics[3].Sum(share.Of, place+unpredicted, share.Over, ""), metrics[4].Sum(share.Of, place+vacuous, share.Over, ""))
		}
	}
	return list
}

func columnsAt(average scoring.Average, subject string, place int) []scoring.Column {
	thing := subject
	if subject == "overall" {
		thing = "module"
	}
	list := make([]scoring.Column, 3)
	for i := range list {
		list[i] = metrics[i].Ratio(subject, place+i, place+terms, "no "+thing+" with gold boxes and an output")
		if average == scoring.Cumulative {
			list[i].Over = place + examples
			list[i].Value = func(sums []float64) scoring.Value {
				return scoring.Defined(countsOf(sums[place:]).termsOf(perMetric)[i])
			}
		}
	}
	list[0].Vacuous = func(sums []float64) string {
		b := sums[place : place+inBlock]
		subject := b[terms]
		if average == scoring.Cumulative {
			subject = b[examples]
		}
		if subject > 0 && b[unpredicted] == subject {
			return predictsNothing
		}
		return ""
	}
	return list
}
