package counting

import (
	"slices"

	"faithscope/scoring"
)

// Protocol is "counting".
var Protocol = scoring.Protocol{
	Name:      name,
	Source:    "Dancette et al. 2020, sections 4 and 5",
	Metrics:   metrics,
	Prepare:   prepareCount,
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Version:   3,
}

var higher, lower = scoring.Higher.Metric, scoring.Lower.Metric

const released = "Dancette et al. 2020, released code"

var metrics = slices.Concat([]scoring.Metric{
	higher("accuracy", "share of right answers", "questions whose predicted count, rounded half to even, is the gold "+
		"count / questions with a prediction").AsShare().AsHeadline(),
	higher("accuracy_clamped", released, "like accuracy, but with the rounded count clamped to 0..15").AsShare(),
	higher("accuracy_threshold", released, "questions whose number of regions over the threshold is the gold count / "+
		"questions with region scores").AsShare(),
	lower("rmse", "Dancette et al. 2020, section 5",
		"square root of the mean of (predicted - gold count)², not rounded").AsHeadline(),
	lower("l1", released, "mean of |predicted - gold count|, not rounded").AsColumn(),
	lower("l2", released, "mean of (predicted - gold count)², not rounded").AsColumn(),
	scoring.Neither.Metric("random", "Dancette et al. 2020, appendix 6.4, in closed form",
		"expected accuracy of counts drawn from the distribution of the slice's gold counts"),
	scoring.Neither.Metric("random_training", "Dancette et al. 2020, appendix 6.4, in closed form",
		"expected accuracy of counts drawn from the distribution of the slice's training half"),
}, fractionalMetrics, []scoring.Metric{scoring.WithoutVerdict})

const fractions = "Dancette et al. 2020, equation 2 and figures 6 and 7; the paper does not report this number"

var fractionalMetrics = []scoring.Metric{
	lower("entropy", fractions, "-(s ln s + (1-s) ln(1-s)), in nats, where s is a region's score: the mean over the regions, "+
		"then over the questions").AsColumn(),
	lower("fractional", fractions, "Σ of the scores between .1 and .9 / Σ of all scores").AsPooled(),
	lower("distance", fractions, "mean of |predicted count - nearest whole number|").AsColumn(),
	lower("counted_twice", fractions, "gold objects whose regions' scores sum to over 1.5 / gold objects; a score goes to "+
		"the object with the highest IoU, if that is over .2").AsPooled(),
	lower("missed", fractions, "gold objects whose regions' scores sum to under .5 / gold objects; a score goes to "+
		"the object with the highest IoU, if that is over .2").AsPooled(),
}
