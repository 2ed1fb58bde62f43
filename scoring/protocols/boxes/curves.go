package boxes

import "faithscope/scoring"

// Curve is one type along the axis.
type Curve struct {
	Of                    string
	Precision, Recall, F1 []scoring.Value
	Count                 int
	// If Predicted is 0, the precision is vacuous.
	Predicted []int
}

// Curves returns overall and each type, in the order of a report. A type that no example has is
// undefined everywhere.
func (w *Sweep) Curves() []Curve {
	curves := []Curve{w.curveOf(&w.types[overall], "overall")}
	for k, of := range Types {
		curves = append(curves, w.curveOf(&w.types[k], of))
	}
	return curves
}

// curveOf repeats the aggregate's arithmetic, so that both agree to the last bit.
func (w *Sweep) curveOf(t *typeSweep, moduleType string) Curve {
	average := w.settings.Average
	c := Curve{Of: moduleType, Count: t.examples}
	if average == scoring.OverOccurrences {
		c.Count = t.terms
	}
	columns := columnsAt(average, moduleType, 0)
	var counts PrecisionCounts
	var sums [3]scoring.Sum
	for i := range w.places {
		counts.Add(t.counts[i])
		c.Predicted = append(c.Predicted, counts.PrecisionGood+counts.PrecisionBad)
		for k := range sums {
			sums[k].Merge(&t.sums[i][k])
		}
		row := []float64{sums[0].Float(), sums[1].Float(), sums[2].Float(), float64(c.Count), float64(t.examples)}
		if average == scoring.Cumulative {
			own := counts.termsOf(perCount)
			copy(row, own[:])
		}
		v := scoring.ColumnValues(columns, row)
		c.Precision, c.Recall, c.F1 = append(c.Precision, v[0]), append(c.Recall, v[1]), append(c.F1, v[2])
	}
	return c
}
