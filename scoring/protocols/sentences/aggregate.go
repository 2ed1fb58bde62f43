package sentences

import (
	"math"
	"slices"

	"faithscope/scoring"
)

// Protocol is "sentences".
var Protocol = scoring.Protocol{
	Name:      "sentences",
	Source:    "Rychener et al. 2020 (QUACKIE)",
	Settings:  []string{"top_k", "token_max", "answerable"},
	Prepare:   prepareSentences,
	Metrics:   scoring.MetricsOf(columns),
	Parts:     scoring.PartColumns(Aggregations, "iou", "hpd", "snr", "hpd_published", "snr_published"),
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Bar:       &bar,
	Version:   4,
}

// A number whose deviation is scored is followed by its square.
const (
	scored = iota
	failed
	tried
	told
	long
	known
	ofIoU = iota + int(TrueNegative)
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
	randomSNR
	randomSNRShare
	width
)

func newAggregate(s scoring.Settings) scoring.Aggregate {
	a := &aggregate{topK: topK(&s), snr: map[string][]float64{}}
	a.Additive = scoring.NewParted(protocol, s, width, func(e *evidence, whole []float64, part scoring.BlockLookup) {
		a.writeTerms(e, &s, whole, part)
	}, columnsOf)
	return a
}

// A sample known not to be a true positive counts only as an outcome, because QUACKIE scores true
// positives.
func (a *aggregate) writeTerms(e *evidence, s *scoring.Settings, wholeRow []float64, blockOf scoring.BlockLookup) {
	o := e.outcomeUnder(s)
	if o != Unknown {
		wholeRow[known], wholeRow[known+int(o)] = 1, 1
	}
	if o == TruePositive || o == TrueNegative {
		wholeRow[told] = 1
	}
	switch {
	case o > TruePositive:
		return
	case e.Failed != "":
		wholeRow[tried], wholeRow[failed] = 1, 1
		return
	}
	a.measureSample(e, e.scoresUnder(s), "overall", wholeRow)
	if e.Largest != nil {
		a.measureSample(e, e.Sum, bySum, blockOf(bySum))
		a.measureSample(e, e.Largest, byMax, blockOf(byMax))
	}
}

// measureSample keeps every SNR while the aggregate is adding, because a median can't be had from
// sums.
func (a *aggregate) measureSample(e *evidence, scores []float64, part string, termRow []float64) {
	termRow[tried], termRow[scored], termRow[long] = 1, 1, float64(len(scores))
	m := measureSentences(scores, e.Golds, a.topK)
	addSquared(termRow, ofIoU, m.IoU)
	addSquared(termRow, ofHPD, m.HPD)
	addSquared(termRow, hpdPublished, m.HPDPublished)
	if x, ok := m.SNR.Float(); ok {
		addSquared(termRow, ofSNR, x)
		if termRow[snrDefined] = 1; a.adding {
			a.snr[part] = append(a.snr[part], x)
		}
	}
	if x, ok := m.SNRPublished.Float(); ok {
		addSquared(termRow, snrPublished, x)
		termRow[snrPublishedDefined] = 1
	}
	b := randomBaseline(len(scores), e.distinct, a.topK)
	termRow[randomIoU], termRow[randomHPD], termRow[randomHPDPublished] = b.IoU, b.HPD, b.HPDPublished
	if x, ok := b.SNRPublished.Float(); ok {
		termRow[randomSNR], termRow[randomSNRShare] = x*b.SNRShare, b.SNRShare
	}
}

func addSquared(termRow []float64, termIndex int, x float64) {
	termRow[termIndex], termRow[termIndex+1] = x, x*x
}

const (
	whyNoSample = "no sample has a gold sentence and usable sentence scores"
	whyNoScored = "no sample has sentence scores"
	whyNoSNR    = "SNR is undefined for every sample"
	whyUnknown  = "the run does not record P(answerable), so every question with a gold sentence is scored"
)

const (
	quackie         = "Rychener et al. 2020 (QUACKIE)"
	publishedCode   = "QUACKIE's released code, for the selected sentences"
	publishedRandom = publishedCode + ", under a random ranking"
	baseline        = "QUACKIE's random baseline, in closed form"
)

var higher = scoring.Higher.Metric

var columns = []scoring.Column{
	higher("iou", quackie, "gold sentences among the k best / sentences that are gold or among the k best, averaged over the samples").
		AsHeadline().Mean(ofIoU, scored, whyNoSample),
	higher("hpd", quackie, "mean, over the samples, of 1 / rank of the gold sentence; ties count against the method").
		AsHeadline().Mean(ofHPD, scored, whyNoSample),
	higher("snr", quackie, "mean, over the samples, of (score of the gold sentence - mean of the others)² / variance of the others").
		AsUntested().AsColumn().Overall(ofSNR, snrDefined, whyNoSNR),
	{Metric: medianSNR, Of: "overall", Over: snrDefined, Value: func([]float64) scoring.Value { return noMedian }},
	higher("hpd_published", publishedCode, "like hpd, but with scores of 1 for the k best sentences and 0 for the others, "+
		"which is what the paper seems to report").Mean(hpdPublished, scored, whyNoSample),
	higher("snr_published", publishedCode, "like snr, but with scores of 1 for the k best sentences and 0 for the others, "+
		"which is what the paper seems to report").AsColumn().Overall(snrPublished, snrPublishedDefined, whyNoSNR),
	deviationColumn("iou_std", quackie, "IoU", ofIoU, scored, whyNoSample),
	deviationColumn("hpd_std", quackie, "HPD", ofHPD, scored, whyNoSample),
	deviationColumn("snr_std", quackie, "SNR", ofSNR, snrDefined, whyNoSNR),
	deviationColumn("hpd_published_std", publishedCode, "published HPD", hpdPublished, scored, whyNoSample),
	deviationColumn("snr_published_std", publishedCode, "published SNR", snrPublished, snrPublishedDefined, whyNoSNR),
	notIn(scoring.Counting("no_snr", quackie), snrDefined),
	notIn(scoring.Counting("no_snr_published", publishedCode), snrPublishedDefined),
	scoring.Counting("fails", quackie).Sum("overall", failed, tried, whyNoScored),
	ofRandom("iou_random", baseline, "IoU").Mean(randomIoU, scored, whyNoSample),
	ofRandom("hpd_random", baseline, "HPD").Mean(randomHPD, scored, whyNoSample),
	ofRandom("hpd_published_random", publishedRandom, "published HPD").Mean(randomHPDPublished, scored, whyNoSample),
	randomMean(ofRandom("snr_published_random", publishedRandom, "published SNR")),
	countColumn(TruePositive), countColumn(FalseNegative), countColumn(FalsePositive), countColumn(TrueNegative),
	higher("answerable", quackie, "share of the questions that the model correctly calls answerable or unanswerable: "+
		"true positives and negatives").Mean(told, known, whyUnknown),
	scoring.Neither.Metric("sentences", quackie, "mean number of sentences in a sample's passage").Mean(long, scored,
		whyNoSample),
}

func countColumn(o AnswerabilityOutcome) scoring.Column {
	return scoring.Counting(outcomes[o], "faithscope: answerable if P(answerable) > threshold; the paper counts only true positives").
		Sum("overall", known+int(o), known, whyUnknown)
}

const (
	bySum = "sum"
	byMax = "max"
)

// Aggregations name the parts for scores of tokens.
var Aggregations = []string{bySum, byMax}

const measures = 6

func columnsOf(partNames []string, _ []float64) []scoring.Column {
	list := columns
	for i, of := range partNames {
		for _, c := range columns[:measures] {
			c.Of, c.Sum, c.Over = of, c.Sum+(1+i)*width, c.Over+(1+i)*width
			list = append(slices.Clip(list), c)
		}
	}
	return list
}

// The sum of squares follows sumIndex. The deviation is 0 if rounding alone explains it.
func deviationColumn(name, paperSource, measureName string, sumIndex, denominatorIndex int, undefinedReason string) scoring.Column {
	return scoring.Neither.Metric(name, paperSource, "standard deviation of the samples' "+measureName+" (population formula)").
		Overall(sumIndex, denominatorIndex, undefinedReason).Computed(func(sums []float64) float64 {
		mean, meanSquare := sums[sumIndex]/sums[denominatorIndex], sums[sumIndex+1]/sums[denominatorIndex]
		variance := meanSquare - float64(mean*mean)
		if variance <= still*meanSquare {
			return 0
		}
		return math.Sqrt(variance)
	})
}

func notIn(m scoring.Metric, sumIndex int) scoring.Column {
	rest := func(sums []float64) float64 { return sums[tried] - sums[sumIndex] }
	return m.Overall(sumIndex, tried, whyNoScored).Computed(rest)
}

func ofRandom(name, paperSource, measureName string) scoring.Metric {
	return scoring.Neither.Metric(name, paperSource,
		"the "+measureName+" expected of a random ranking without ties on these samples")
}

func randomMean(m scoring.Metric) scoring.Column {
	c := m.Overall(randomSNR, randomSNRShare, whyNoSNR)
	c.Count = func(sums []float64) int {
		if sums[randomSNRShare] == 0 {
			return 0
		}
		return int(sums[scored])
	}
	return c
}

// aggregate also keeps SNRs for their median: an SNR has no bound, and one sample whose other
// sentences hardly vary changes the mean of thousands.
type aggregate struct {
	*scoring.Additive
	topK   int
	adding bool
	snr    map[string][]float64
}

var medianSNR = higher("snr_median", "faithscope: the median instead of QUACKIE's mean",
	"median, over the samples, of (score of the gold sentence - mean of the others)² / variance of the others").AsHeadline()

var noMedian = scoring.Undefined("a median can't be computed from sums over examples")

func (a *aggregate) Add(e scoring.Evidence) {
	a.adding = true
	a.Additive.Add(e)
	a.adding = false
}

func (a *aggregate) Merge(otherAggregate scoring.Aggregate) {
	o := otherAggregate.(*aggregate)
	a.Additive.Merge(o.Additive)
	for of, list := range o.snr {
		a.snr[of] = append(a.snr[of], list...)
	}
}

func (a *aggregate) Scores() []scoring.Score {
	scores := a.Additive.Scores()
	for i := range scores {
		if s := &scores[i]; s.Metric == medianSNR.Name {
			s.Value = medianOf(a.snr[s.Of])
		}
	}
	return scores
}

func medianOf(x []float64) scoring.Value {
	if len(x) == 0 {
		return scoring.Undefined(whyNoSNR)
	}
	x = slices.Sorted(slices.Values(x))
	return scoring.Defined(x[(len(x)-1)/2]/2 + x[len(x)/2]/2)
}
