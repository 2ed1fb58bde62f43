package classes

import (
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

const calibration = "calibration"

// Calibration is "calibration".
var Calibration = scoring.Protocol{
	Name:      calibration,
	Source:    "Guo et al. 2017 and Brier 1950",
	Prepare:   weighClasses,
	Metrics:   scoring.MetricsOf(calibrated),
	Aggregate: newCalibration,
	New:       scoring.New[Confidence],
	Version:   2,
}

// Bins is the number of confidence bins of equal width.
const Bins = 10

// Confidence is an answer's evidence of calibration.
type Confidence struct {
	P     float64 // that the answer is right, 0..1
	Right bool
	Given bool // Answer.Probability as in the file
}

// Fields rejects confidences outside 0..1.
func (e *Confidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.P >= 0 && e.P <= 1, "invalid confidence %v", e.P)
}

// Bin returns the bin, from 0; each includes its upper end, the first both.
func (e *Confidence) Bin() (bin int) {
	for bin < Bins-1 && e.P > float64(bin+1)/Bins {
		bin++
	}
	return bin
}

// Probability is True's, so "false" has 1 less it; otherwise the predicted class's probability
// counts. It is nil without a verdict or a probability within 0..1.
func weighClasses(ex *loaders.Example) scoring.Evidence {
	a := &ex.Answer
	if a.Correct != loaders.Right && a.Correct != loaders.Wrong {
		return nil
	}
	e := &Confidence{Right: a.Correct == loaders.Right}
	options := a.ClassProbabilities()
	k := slices.IndexFunc(options, func(o loaders.Option) bool { return o.Name == a.Predicted })
	switch {
	case a.Probability != nil && strings.EqualFold(a.Predicted, "false"): // it is True's
		e.P = 1 - *a.Probability
	case a.Probability != nil:
		e.P, e.Given = *a.Probability, true
	case k >= 0:
		e.P = options[k].Probability
	default:
		return nil
	}
	if !(e.P >= 0 && e.P <= 1) {
		return nil
	}
	return e
}

// Answers, sums of squares, then for each bin the verdicts less the confidences.
const (
	answered = iota
	squares
	off
)

const whyNone = "no answer with a verdict has a probability"

// Untested, because ece grows as answers get fewer, which a difference of two runs would show.
var ece = scoring.Lower.Metric("ece", "Guo et al. 2017",
	"expected calibration error: sum over the bins [0, .1], (.1, .2], … of |right answers - sum of confidences| / answers").
	AsUntested().AsHeadline()

var calibrated = []scoring.Column{
	ece.Overall(off, answered, whyNone).Computed(func(sums []float64) float64 {
		sum := 0.0
		for _, x := range sums[off:] {
			sum += math.Abs(x)
		}
		return sum / sums[answered]
	}),
	scoring.Lower.Metric("brier", "Brier 1950, for the given answer", "mean of (confidence - x)², where x is 1 if right, else 0").
		Mean(squares, answered, whyNone),
}

func newCalibration(s scoring.Settings) scoring.Aggregate {
	return scoring.NewAdditive(calibration, s, off+Bins, func(x *Confidence, row []float64) {
		over := -x.P
		if x.Right {
			over = 1 - x.P
		}
		row[answered], row[squares], row[off+x.Bin()] = 1, over*over, over
	}, func([]float64) []scoring.Column { return calibrated })
}
