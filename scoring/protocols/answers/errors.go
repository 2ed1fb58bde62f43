package answers

import (
	"math"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/rules"
	"faithscope/scoring"
)

const measurements = "measurements"

// Errors is "measurements": how far predicted measurements are from gold ones.
var Errors = scoring.Protocol{
	Name:      measurements,
	Source:    "errors of predicted measurements",
	Prepare:   measureAnswer,
	Metrics:   scoring.MetricsOf(measured),
	Aggregate: newErrors,
	New:       scoring.New[numericAnswer],
	Version:   1,
}

// Finite numbers.
type numericAnswer struct{ Predicted, Gold float64 }

func (e *numericAnswer) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Predicted-e.Predicted == 0 && e.Gold-e.Gold == 0, "invalid measurements %v and %v", e.Predicted, e.Gold)
}

// measureAnswer goes by an absolute error, by which the loader says that the answer is a measurement;
// nil without one.
func measureAnswer(ex *loaders.Example) scoring.Evidence {
	if _, is := ex.Answer.Scores[loaders.AbsoluteError]; !is {
		return nil
	}
	x, y := rules.ParseNumber(ex.Answer.Predicted), rules.ParseNumber(ex.Answer.Gold)
	if isUndefined := x-x != 0 || y-y != 0; isUndefined {
		return nil
	}
	return &numericAnswer{x, y}
}

// A count, the error and its square, and both numbers with their squares and product.
const (
	count = iota
	absolute
	squared
	ofX
	ofY
	ofXX
	ofYY
	ofXY
	terms
)

const whyNoError = "no answer is a measurement"

// Below resolution × the mean square, a variance is rounding.
const resolution = 1e-9

var measured = []scoring.Column{
	scoring.Lower.Metric("mae", "as in scikit-learn", "mean of |predicted - correct|").Mean(absolute, count, whyNoError),
	scoring.Lower.Metric("rmse", "as in scikit-learn", "square root of the mean of (predicted - correct)²").AsHeadline().
		Overall(squared, count, whyNoError).Computed(func(sums []float64) float64 { return math.Sqrt(sums[squared] / sums[count]) }),
	correlationColumn(),
}

func correlationColumn() scoring.Column {
	c := scoring.Higher.Metric("r", "Pearson", "correlation of predicted and correct").Overall(ofXY, count, whyNoError)
	c.Value = func(sums []float64) scoring.Value {
		n := sums[count]
		x, y := sums[ofXX]-sums[ofX]*sums[ofX]/n, sums[ofYY]-sums[ofY]*sums[ofY]/n
		if x <= resolution*sums[ofXX] || y <= resolution*sums[ofYY] {
			return scoring.Undefined("the predictions or the correct answers are all the same, or differ too little")
		}
		return scoring.Defined(max(-1, min((sums[ofXY]-sums[ofX]*sums[ofY]/n)/math.Sqrt(x*y), 1)))
	}
	return c
}

func newErrors(s scoring.Settings) scoring.Aggregate {
	return scoring.NewAdditive(measurements, s, terms, func(m *numericAnswer, row []float64) {
		x, y := m.Predicted, m.Gold
		copy(row, []float64{1, math.Abs(x - y), (x - y) * (x - y), x, y, x * x, y * y, x * y})
	}, func([]float64) []scoring.Column { return measured })
}
