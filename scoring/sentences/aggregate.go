package sentences

import (
	"math"

	"faithscope/scoring"
)

// Places in a row of terms. What a deviation is drawn from is followed by its
// square.
const (
	scored = iota // 1 for a sample with scores that fit
	failed
	iou
	_
	hpd
	_
	hpdPublished
	_
	snr
	_
	snrDefined
	snrPublished
	_
	snrPublishedDefined
	randomIoU
	randomHPD
	randomHPDPublished
	randomSNR // times the share that follows
	randomSNRShare
	comprehensiveness
	comprehensivenessKnown
	sufficiency
	sufficiencyKnown
	width
)

// aggregate holds the sums of its samples' terms.
type aggregate struct {
	settings scoring.Settings
	sums     [width]scoring.Sum
	ranked   bool // whether a sample has a gold sentence
	erased   bool // whether a sample has none
}

// Add takes up one sample.
func (a *aggregate) Add(e scoring.Evidence) {
	gold := e.(*evidence).Golds != nil
	a.ranked, a.erased = a.ranked || gold, a.erased || !gold
	var row [width]float64
	a.Terms(e, row[:])
	for i, x := range row {
		a.sums[i].Add(x)
	}
}

// Merge takes up another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.ranked, a.erased = a.ranked || o.ranked, a.erased || o.erased
	for i := range o.sums {
		a.sums[i].Merge(&o.sums[i])
	}
}

// Width is the number of terms of a sample.
func (a *aggregate) Width() int { return width }

// Terms writes a sample's terms into row.
func (a *aggregate) Terms(e scoring.Evidence, row []float64) {
	clear(row)
	ev := e.(*evidence)
	known(row, comprehensiveness, ev.Comprehensiveness)
	known(row, sufficiency, ev.Sufficiency)
	if ev.Absent != "" {
		if ev.Failed {
			row[failed] = 1
		}
		return
	}
	row[scored] = 1
	scores, k := ev.scores(&a.settings), topK(&a.settings)
	m := Measure(scores, ev.Golds, k)
	squared(row, iou, m.IoU)
	squared(row, hpd, m.HPD)
	squared(row, hpdPublished, m.HPDPublished)
	if x, ok := m.SNR.Float(); ok {
		squared(row, snr, x)
		row[snrDefined] = 1
	}
	if x, ok := m.SNRPublished.Float(); ok {
		squared(row, snrPublished, x)
		row[snrPublishedDefined] = 1
	}
	b := Random(len(scores), ev.distinct, k)
	row[randomIoU], row[randomHPD], row[randomHPDPublished] = b.IoU, b.HPD, b.HPDPublished
	if x, ok := b.SNRPublished.Float(); ok {
		row[randomSNR], row[randomSNRShare] = x*b.SNRShare, b.SNRShare
	}
}

func squared(row []float64, place int, x float64) { row[place], row[place+1] = x, x*x }

func known(row []float64, place int, v scoring.Value) {
	if x, ok := v.Float(); ok {
		row[place], row[place+1] = x, 1
	}
}

// column is one score.
type column struct {
	metric string
	kind   kind
	sum    int // the place of what is averaged or counted
	over   int // the place of what it is divided by
	why    string
}

// kind says what a column makes of its sum.
type kind uint8

const (
	mean      kind = iota
	deviation      // of the population
	count          // the sum itself
	missing        // of the samples, failed ones included, those without
)

// Reasons of undefined means.
const (
	whyNoSample = "no sample has sentence scores that fit and a gold sentence"
	whyNoSNR    = "SNR is defined for no sample"
)

// ofGold is how many of columns rest on gold sentences; the others come last.
const ofGold = 17

var columns = [...]column{
	{"iou", mean, iou, scored, whyNoSample},
	{"hpd", mean, hpd, scored, whyNoSample},
	{"snr", mean, snr, snrDefined, whyNoSNR},
	{"hpd_published", mean, hpdPublished, scored, whyNoSample},
	{"snr_published", mean, snrPublished, snrPublishedDefined, whyNoSNR},
	{"iou_std", deviation, iou, scored, whyNoSample},
	{"hpd_std", deviation, hpd, scored, whyNoSample},
	{"snr_std", deviation, snr, snrDefined, whyNoSNR},
	{"hpd_published_std", deviation, hpdPublished, scored, whyNoSample},
	{"snr_published_std", deviation, snrPublished, snrPublishedDefined, whyNoSNR},
	{"no_snr", missing, snrDefined, scored, "no sample has sentence scores"},
	{"no_snr_published", missing, snrPublishedDefined, scored, "no sample has sentence scores"},
	{"fails", count, failed, scored, "no sample has sentence scores"},
	{"iou_random", mean, randomIoU, scored, whyNoSample},
	{"hpd_random", mean, randomHPD, scored, whyNoSample},
	{"hpd_published_random", mean, randomHPDPublished, scored, whyNoSample},
	{"snr_published_random", mean, randomSNR, randomSNRShare, whyNoSNR},
	{"comprehensiveness", mean, comprehensiveness, comprehensivenessKnown, "the run has no comprehensiveness"},
	{"sufficiency", mean, sufficiency, sufficiencyKnown, "the run has no sufficiency"},
}

// columns are those of the scores: a run without any gold sentence has none
// that need one.
func (a *aggregate) columns() []column {
	if a.erased && !a.ranked {
		return columns[ofGold:]
	}
	return columns[:]
}

// Scores returns the metrics in the order of the package's documentation.
func (a *aggregate) Scores() []scoring.Score {
	sums := make([]float64, width)
	for i := range a.sums {
		sums[i] = a.sums[i].Float()
	}
	scores := make([]scoring.Score, 0, len(columns))
	for _, c := range a.columns() {
		scores = append(scores, scoring.Score{
			Protocol: Protocol.Name, Metric: c.metric, Of: "overall", Value: c.value(sums), Count: c.samples(sums), Settings: a.settings,
		})
	}
	return scores
}

// Values returns the scores' values from sums of rows.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	values := make([]scoring.Value, 0, len(columns))
	for _, c := range a.columns() {
		values = append(values, c.value(sums))
	}
	return values
}

func (c column) value(sums []float64) scoring.Value {
	if c.samples(sums) == 0 {
		return scoring.Undefined(c.why)
	}
	sum, over := sums[c.sum], sums[c.over]
	switch c.kind {
	case count:
		return scoring.Defined(sum)
	case missing:
		return scoring.Defined(sums[scored] + sums[failed] - sum)
	case deviation:
		return scoring.Defined(spread(sum/over, sums[c.sum+1]/over))
	}
	return scoring.Defined(sum / over)
}

// spread is the deviation of numbers with this mean and mean square, 0 where
// the difference is no more than rounding.
func spread(mean, square float64) float64 {
	variance := square - float64(mean*mean)
	if variance <= still*square {
		return 0
	}
	return math.Sqrt(variance)
}

// samples is how many samples the column rests on.
func (c column) samples(sums []float64) int {
	switch {
	case c.kind == count || c.kind == missing:
		return int(sums[scored] + sums[failed])
	case c.over == randomSNRShare:
		if sums[randomSNRShare] == 0 {
			return 0
		}
		return int(sums[scored])
	}
	return int(sums[c.over])
}
