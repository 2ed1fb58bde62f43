package sentences

import (
	"math"
	"slices"

	"faithscope/scoring"
)

const protocol = "sentences"

// Protocol is "sentences".
var Protocol = scoring.Protocol{
	Name:      "sentences",
	Source:    "Rychener et al. 2020 (QUACKIE)",
	Settings:  []string{"top_k", "token_max"},
	Prepare:   prepare,
	Metrics:   append(scoring.MetricsOf(columns), medianSNR),
	Numbers:   numbers,
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Judgement: func(scoring.Settings) scoring.Judgement { return judgement },
	Version:   3,
}

// Indices into a row of terms. A number whose deviation is scored is followed by its
// square.
const (
	scored = iota // 1 for a sample with scores that fit
	failed        // 1 for one with scores that do not
	tried         // 1 for either
	ofIoU
	ofIoUSquared
	ofHPD
	ofHPDSquared
	hpdPublished
	hpdPublishedSquared
	ofSNR
	ofSNRSquared
	snrDefined
	snrPublished
	snrPublishedSquared
	snrPublishedDefined
	randomIoU
	randomHPD
	randomHPDPublished
	randomSNR // multiplied by the share that follows
	randomSNRShare
	width
)

// newAggregate returns an aggregate of the metrics in the order of the
// package's documentation.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	sums := scoring.NewAdditive(protocol, s, width, func(e scoring.Evidence, row []float64) { e.(*evidence).terms(&s, row) },
		func([]float64) []scoring.Column { return columns })
	a := &aggregate{Additive: sums, settings: s}
	sums.Added = func(row []float64) {
		if row[snrDefined] > 0 {
			a.snr = append(a.snr, row[ofSNR])
		}
	}
	return a
}

// terms writes a sample's terms into row.
func (e *evidence) terms(s *scoring.Settings, row []float64) {
	if row[tried] = 1; e.Failed != "" {
		row[failed] = 1
		return
	}
	row[scored] = 1
	scores, k := e.scores(s), topK(s)
	m := Measure(scores, e.Golds, k)
	squared(row, ofIoU, m.IoU)
	squared(row, ofHPD, m.HPD)
	squared(row, hpdPublished, m.HPDPublished)
	if x, ok := m.SNR.Float(); ok {
		squared(row, ofSNR, x)
		row[snrDefined] = 1
	}
	if x, ok := m.SNRPublished.Float(); ok {
		squared(row, snrPublished, x)
		row[snrPublishedDefined] = 1
	}
	b := Random(len(scores), e.distinct, k)
	row[randomIoU], row[randomHPD], row[randomHPDPublished] = b.IoU, b.HPD, b.HPDPublished
	if x, ok := b.SNRPublished.Float(); ok {
		row[randomSNR], row[randomSNRShare] = x*b.SNRShare, b.SNRShare
	}
}

func squared(row []float64, place int, x float64) { row[place], row[place+1] = x, x*x }

// Reasons why a mean is undefined.
const (
	whyNoSample = "no sample has sentence scores that fit and a gold sentence"
	whyNoSNR    = "SNR is defined for no sample"
)

// Sources of the metrics.
const (
	quackie       = "Rychener et al. 2020 (QUACKIE)"
	publishedCode = "QUACKIE's released code, of the selected sentences"
	baseline      = "QUACKIE's random baseline, in closed form"
)

var judgement = scoring.Judgement{
	Metric:  "hpd",
	Example: "1 / rank of the gold sentence; ties count against the method",
	Reading: "the paper's, of this sample alone (Rychener et al. 2020); the bar is this program's: at 1 the best sentence has to be a gold " +
		"one",
}

var columns = []scoring.Column{
	scoring.Higher.Metric("iou", quackie, "mean, over the samples, of sentences both among the k best and gold / sentences in either").
		AsHeadline().Mean(ofIoU, scored, whyNoSample),
	scoring.Higher.Metric("hpd", quackie, "mean, over the samples, of 1 / rank of the gold sentence; ties count against the method").
		AsHeadline().Mean(ofHPD, scored, whyNoSample),
	scoring.Metric{Name: "snr", Better: scoring.Higher, Untested: true, Source: quackie,
		Formula: "mean, over the samples, of (score of the gold sentence - mean of the others)² / variance of the others"}.Mean(ofSNR, snrDefined,
		whyNoSNR),
	scoring.Higher.Metric("hpd_published", publishedCode, "as hpd, with the selection of the k best sentences in place of their scores, "+
		"which is what the paper seems to print").Mean(hpdPublished, scored, whyNoSample),
	scoring.Higher.Metric("snr_published", publishedCode, "as snr, with the selection of the k best sentences in place of their scores, "+
		"which is what the paper seems to print").Mean(snrPublished, snrPublishedDefined, whyNoSNR),
	deviation(scoring.Neither.Metric("iou_std", quackie, "standard deviation of the samples’ IoU, of the population"), ofIoU, scored,
		whyNoSample),
	deviation(scoring.Neither.Metric("hpd_std", quackie, "standard deviation of the samples’ HPD, of the population"), ofHPD, scored,
		whyNoSample),
	deviation(scoring.Neither.Metric("snr_std", quackie, "standard deviation of the samples’ SNR, of the population"), ofSNR, snrDefined,
		whyNoSNR),
	deviation(scoring.Neither.Metric("hpd_published_std", publishedCode,
		"standard deviation of the samples’ published HPD, of the population"), hpdPublished, scored, whyNoSample),
	deviation(scoring.Neither.Metric("snr_published_std", publishedCode,
		"standard deviation of the samples’ published SNR, of the population"), snrPublished, snrPublishedDefined, whyNoSNR),
	notIn(scoring.Counting("no_snr", quackie), snrDefined, tried, "no sample has sentence scores"),
	notIn(scoring.Counting("no_snr_published", publishedCode), snrPublishedDefined, tried, "no sample has sentence scores"),
	scoring.Counting("fails", quackie).Sum("overall", failed, tried, "no sample has sentence scores"),
	scoring.Neither.Metric("iou_random", baseline, "the IoU that a random ranking without ties can expect on these samples").
		Mean(randomIoU, scored, whyNoSample),
	scoring.Neither.Metric("hpd_random", baseline, "the HPD that a random ranking without ties can expect on these samples").
		Mean(randomHPD, scored, whyNoSample),
	scoring.Neither.Metric("hpd_published_random", publishedCode+", of a random ranking",
		"the published HPD that a random ranking without ties can expect on these samples").Mean(randomHPDPublished, scored, whyNoSample),
	randomMean(scoring.Neither.Metric("snr_published_random", publishedCode+", of a random ranking",
		"the published SNR that a random ranking without ties can expect on these samples"), randomSNR, randomSNRShare, whyNoSNR),
}

// deviation is the standard deviation of the population; the term after sum is the sum of
// the squares.
func deviation(m scoring.Metric, sum, over int, why string) scoring.Column {
	return m.Function("overall", sum, over, why, func(sums []float64) float64 { return spread(sums[sum]/sums[over], sums[sum+1]/sums[over]) })
}

// notIn counts the samples that are not in the sum.
func notIn(m scoring.Metric, sum, over int, why string) scoring.Column {
	return m.Function("overall", sum, over, why, func(sums []float64) float64 { return sums[over] - sums[sum] })
}

// randomMean is a mean weighted by shares of samples. Its count is of all scored samples.
func randomMean(m scoring.Metric, sum, over int, why string) scoring.Column {
	c := m.Ratio("overall", sum, over, why)
	c.Count = func(sums []float64) int {
		if sums[over] == 0 {
			return 0
		}
		return int(sums[scored])
	}
	return c
}

// spread is the standard deviation of numbers with this mean and this mean square; 0 if
// rounding alone explains it.
func spread(mean, square float64) float64 {
	variance := square - float64(mean*mean)
	if variance <= still*square {
		return 0
	}
	return math.Sqrt(variance)
}

// aggregate adds to the sums the median SNR, which cannot be computed from sums: an SNR
// has no bound, and one sample whose other sentences hardly vary changes the mean of
// thousands.
type aggregate struct {
	*scoring.Additive
	settings scoring.Settings
	snr      []float64 // of the samples that have one, in any order
}

// medianSNR describes the median.
var medianSNR = scoring.Higher.Metric("snr_median", "this program: the median in place of QUACKIE's mean",
	"median, over the samples, of (score of the gold sentence - mean of the others)² / variance of the others").AsHeadline()

// Merge adds another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.Additive.Merge(o.Additive)
	a.snr = append(a.snr, o.snr...)
}

// Scores returns the scores of the sums, with the median after the mean SNR.
func (a *aggregate) Scores() []scoring.Score {
	return slices.Insert(a.Additive.Scores(), behindMean, scoring.Score{
		Protocol: protocol, Metric: medianSNR.Name, Of: "overall", Value: median(a.snr), Count: len(a.snr), Settings: a.settings,
	})
}

// Values returns the values of Scores. The median is undefined, since it cannot be
// computed from sums.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	return slices.Insert(a.Additive.Values(sums), behindMean, scoring.Undefined("sums over examples do not give a median"))
}

// behindMean is the index after that of the mean SNR.
var behindMean = 1 + slices.IndexFunc(columns, func(c scoring.Column) bool { return c.Name == "snr" })

// median is the middle number, or the mean of the two in the middle.
func median(x []float64) scoring.Value {
	if len(x) == 0 {
		return scoring.Undefined(whyNoSNR)
	}
	x = slices.Sorted(slices.Values(x))
	return scoring.Defined(x[(len(x)-1)/2]/2 + x[len(x)/2]/2)
}
