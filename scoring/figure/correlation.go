package figure

import (
	"fmt"

	"faithscope/scoring"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// Correlation is Pearson's r over runs, with its two-sided p.
type Correlation struct {
	Without string // model left out; "" for none
	R, P    scoring.Value
	N       int
}

func (c Correlation) String() string {
	if c.R.Why() != "" {
		return "r undefined: " + c.R.Why()
	}
	x, _ := c.R.Float()
	return fmt.Sprintf("r %+.2f, p %s, n %d", x, table.ChanceText(c.P), c.N)
}

func (c Correlation) inShort() string {
	if x, ok := c.R.Float(); ok {
		return fmt.Sprintf("%+.2f (p %s)", x, table.ChanceText(c.P))
	}
	return "undefined"
}

// Correlate returns r over all runs, then, from three models on, without each, because one may make
// a correlation.
func Correlate(modelNames []string, xValues, yValues []float64) (list []Correlation) {
	names := scoring.AppendNew(nil, modelNames...)
	if len(names) < 3 {
		names = nil
	}
	for k, without := range append([]string{""}, names...) {
		var x, y []float64
		for i, model := range modelNames {
			if k == 0 || model != without {
				x, y = append(x, xValues[i]), append(y, yValues[i])
			}
		}
		r := scoring.Undefined("fewer than two runs")
		if len(x) > 1 {
			r = stats.Pearson(x, y)
		}
		list = append(list, Correlation{without, r, stats.OfCorrelation(r, len(x)), len(x)})
	}
	return list
}
