package grounding

import (
	"cmp"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Protocol is "grounding".
var Protocol = scoring.Protocol{
	Name:      name,
	Source:    "Dancette et al. 2020, equations 3 and 4",
	Types:     Types,
	Settings:  []string{"detection_iou", "empty_ungrounded"},
	Metrics:   metrics,
	Prepare:   prepareGrounding,
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Bar:       &bar,
	Version:   5,
}

const (
	released = "Dancette et al. 2020, released code"
	coco     = "COCO's definition over the same detections"
)

var higher = scoring.Higher.Metric

var metrics = []scoring.Metric{
	higher("groundp", "Dancette et al. 2020, equations 3 and 4",
		"Σ s·p / Σ s over all proposals of all questions, where s is the score of a proposal and p the share of its area in the union of the "+
			"gold boxes; a question with a count of 0 adds nothing to the numerator").AsHeadline(),
	{Name: "groundp_mean", Column: "groundp", Better: scoring.Higher, Source: released,
		Formula: "mean over the questions of Σ s·p / Σ s, whereas groundp is the ratio of the sums over all questions"},
	higher("ap", released, "Σ precision × recall step over eleven confidence thresholds from 1 down to 0; precision is "+
		"the maximum over this threshold and all lower ones").AsHeadline(),
	higher("ap_coco", coco, "mean over IoU thresholds .50 to .95 of the interpolated precision at 101 recall levels"),
	higher("ap_coco_50", coco, "interpolated precision at 101 levels of recall, for an IoU of .50"),
	higher("ap_coco_75", coco, "interpolated precision at 101 levels of recall, for an IoU of .75"),
	scoring.WithoutVerdict,
}

const top = 15

// aggregate keeps detections, because COCO's AP ranks all of them.
type aggregate struct {
	settings scoring.Settings
	sums     scoring.TermSums
	counts   DetectionCounts
	scored   []*evidence
	unknown  int
}

const (
	ofAbove = iota
	ofBelow
	questions
	ofOwn
	withOwn
	width
)

func newAggregate(s scoring.Settings) scoring.Aggregate {
	return &aggregate{settings: s, sums: make(scoring.TermSums, (top+2)*width)}
}

func (a *aggregate) rowAt(goldCount int) scoring.TermSums {
	return a.sums[goldCount*width : (goldCount+1)*width]
}

// Add only counts a question without region scores; a detector's picture has no GroundP.
func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(*evidence)
	if ev.Silent {
		a.unknown++
		return
	}
	if a.scored = append(a.scored, ev); ev.Categories != nil {
		return
	}
	row := [width]float64{questions: 1}
	if ev.Prediction != 0 {
		row[ofAbove], row[ofBelow] = ev.shareAbove(&a.settings), ev.Prediction
		if own, ok := scoring.Defined(row[ofAbove] / ev.Prediction).Float(); ok {
			row[ofOwn], row[withOwn] = own, 1
		}
	}
	a.rowAt(min(ev.Count, top+1)).Add(row[:])
	for i := range ev.Images {
		a.counts.Count(&ev.Images[i], a.settings.DetectionIoU)
	}
}

func (a *aggregate) Merge(otherAggregate scoring.Aggregate) {
	o := otherAggregate.(*aggregate)
	a.sums.Merge(o.sums)
	a.counts.Merge(o.counts)
	a.scored = append(a.scored, o.scored...)
	a.unknown += o.unknown
}

func (a *aggregate) Scores() []scoring.Score {
	overall, nonzero := make(scoring.TermSums, width), make(scoring.TermSums, width)
	for k := 1; k < top+2; k++ {
		nonzero.Merge(a.rowAt(k))
	}
	overall.Merge(a.rowAt(0))
	overall.Merge(nonzero)
	list := &scoring.ScoreList{Protocol: Protocol.Name, Settings: a.settings}
	addGroundP(list, "overall", overall, "no question has gold boxes and region scores")
	list.AddScore("ap", "overall", a.averagePrecision(), a.counts.Images)
	a.scoreCOCO(list)
	addGroundP(list, "nonzero", nonzero, "no question with a count over 0 has gold boxes and region scores")
	for k := range top + 2 {
		of := strconv.Itoa(k)
		counts := "of " + of
		if k > top {
			of, counts = "over-"+strconv.Itoa(top), "over "+strconv.Itoa(top)
		}
		addGroundP(list, of, a.rowAt(k), "no question with a count "+counts+" has gold boxes and region scores")
	}
	list.AddScore(scoring.WithoutVerdict.Name, "overall", scoring.Defined(float64(a.unknown)), len(a.scored)+a.unknown)
	return list.Scores
}

// averagePrecision is the authors'. If undefined, its reason mentions a detector's pictures,
// because they have COCO's instead.
func (a *aggregate) averagePrecision() scoring.Value {
	v := a.counts.AP()
	if v.Why() != "" && slices.ContainsFunc(a.scored, func(e *evidence) bool { return e.Categories != nil }) {
		return scoring.Undefined("no counting question: a detector's pictures are scored with COCO's average precision")
	}
	return v
}

func addGroundP(list *scoring.ScoreList, scoreSubject string, termRow scoring.TermSums, undefinedReason string) {
	sums := termRow.Floats()
	v := scoring.Undefined(undefinedReason)
	if sums[questions] > 0 {
		undefinedReason, v = whyZero, scoring.Undefined(whyZero)
	}
	if sums[ofBelow] != 0 {
		v = scoring.Defined(sums[ofAbove] / sums[ofBelow])
	}
	own := scoring.Mean{Sum: sums[ofOwn], Count: int(sums[withOwn])}
	list.AddScore("groundp", scoreSubject, v, int(sums[questions]))
	list.AddScore("groundp_mean", scoreSubject, own.Value(undefinedReason), own.Count)
}

// scoreCOCO adds COCO's AP over all IoUs, at .50 and at .75: the mean over the categories with
// gold. Ties follow [compareExamples], so that doubling a run changes nothing. The count is
// pictures.
func (a *aggregate) scoreCOCO(list *scoring.ScoreList) {
	scored := slices.Clone(a.scored)
	slices.SortFunc(scored, compareExamples)
	images := map[string][]placedImage{}
	place, next, count := 0, 0, 0
	for k, e := range scored {
		if k > 0 && compareExamples(scored[k-1], e) != 0 {
			place = next
		}
		for i := range e.Images {
			category := loaders.ElementAt(e.Categories, i)
			images[category] = append(images[category], placedImage{&e.Images[i], place + i})
		}
		next += len(e.Images)
		if count += len(e.Images); e.Categories != nil {
			count += 1 - len(e.Images)
		}
	}
	var ap [cocoIoUs]scoring.Mean
	for _, category := range loaders.SortedKeys(images) {
		for t, v := range cocoOf(images[category]) {
			ap[t].Add(v)
		}
	}
	var mean scoring.Mean
	for i := range ap {
		mean.Add(ap[i].Value(whyNoGold))
	}
	const at75 = 5
	list.AddScore("ap_coco", "overall", mean.Value(whyNoGold), count)
	list.AddScore("ap_coco_50", "overall", ap[0].Value(whyNoGold), count)
	list.AddScore("ap_coco_75", "overall", ap[at75].Value(whyNoGold), count)
}

// Shorter ids come first, so that numbers sort as numbers; then detections, so that the file's
// order doesn't matter.
func compareExamples(x, y *evidence) int {
	if x == y {
		return 0
	}
	if c := cmp.Or(cmp.Compare(len(x.ID), len(y.ID)), cmp.Compare(x.ID, y.ID)); c != 0 {
		return c
	}
	return slices.CompareFunc(x.Images, y.Images, func(x, y Detections) int {
		return slices.CompareFunc(x.Ranked, y.Ranked, func(a, b detection) int {
			return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.hits, b.hits), cmp.Compare(a.ignored, b.ignored))
		})
	})
}
