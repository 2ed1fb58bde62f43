package grounding

import (
	"cmp"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring/protocols/boxes"
)

// Detections are immutable.
type Detections struct {
	Ranked []detection
	// by rank, then gold box
	Overlaps []overlap
	Gold     int
}

const mostGold = 1_000_000

// Fields fails the coder for missing gold boxes and ranks, and scores out of order.
func (d *Detections) Fields(c *coding.Coder) {
	coding.Index(c, "gold", &d.Gold, mostGold)
	coding.List(c, &d.Ranked, func(x *detection) {
		c.Float(&x.score)
		c.Float(&x.iou)
		coding.Int(c, "gold box", &x.gold)
		coding.Int(c, "proposal", &x.proposal)
		coding.Int(c, "hits", &x.hits)
		coding.Int(c, "ignored", &x.ignored)
		c.Check(x.gold >= -1 && int(x.gold) < d.Gold && x.proposal >= 0, "invalid proposal %d or gold box %d", x.proposal, x.gold)
		if c.Reads() {
			x.level = levelOf(x.score)
		}
	})
	coding.List(c, &d.Overlaps, func(o *overlap) {
		coding.Index(c, "rank", &o.rank, len(d.Ranked))
		coding.Index(c, "gold box", &o.gold, d.Gold)
		c.Float(&o.iou)
	})
	sorted := slices.IsSortedFunc(d.Ranked, func(a, b detection) int { return cmp.Compare(b.score, a.score) })
	c.Check(sorted, "the scores are not in descending order")
}

type detection struct {
	score    float64
	iou      float64
	gold     int32 // with that IoU, the first on ties; -1 for none
	proposal int32
	level    uint8
	hits     uint16 // bit t: matched under COCO's IoU t
	ignored  uint16 // bit t: not matched, and on a crowd under that IoU
}

type overlap struct {
	iou        float64
	rank, gold int32
}

// Detect matches proposals to gold boxes like COCO does; one without a score has 0. A proposal
// without a match that lies on one of crowdBoxes is ignored by COCO's AP.
func Detect(proposalBoxes []loaders.Box, scores []float64, goldBoxes, crowdBoxes []loaders.Box) Detections {
	d := Detections{Ranked: make([]detection, len(proposalBoxes)), Gold: len(goldBoxes)}
	for i := range proposalBoxes {
		score := loaders.ElementAt(scores, i)
		d.Ranked[i] = detection{score: score, gold: -1, proposal: int32(i), level: levelOf(score)}
	}
	slices.SortFunc(d.Ranked, func(a, b detection) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.proposal, b.proposal))
	})
	for rank := range d.Ranked {
		d.meetGold(rank, proposalBoxes[d.Ranked[rank].proposal], goldBoxes)
	}
	d.matchGold()
	d.ignoreCrowds(proposalBoxes, crowdBoxes)
	d.Overlaps = slices.Clone(d.Overlaps)
	return d
}

// The gold box of the highest IoU counts even if none meets it. If an IoU is 0/0, the detection has
// no gold box and IoU 0, because numpy's argmax takes the NaN.
func (d *Detections) meetGold(detectionRank int, proposalBox loaders.Box, goldBoxes []loaders.Box) {
	x := &d.Ranked[detectionRank]
	for g, box := range goldBoxes {
		iou := boxes.IoU(proposalBox.Corners(), box.Corners())
		switch {
		case math.IsNaN(iou):
			x.iou, x.gold = math.Inf(1), -1
		case x.gold < 0 && x.iou == 0 || iou > x.iou:
			x.iou, x.gold = iou, int32(g)
		}
		if iou > 0 {
			d.Overlaps = append(d.Overlaps, overlap{iou, int32(detectionRank), int32(g)})
		}
	}
	if x.gold < 0 {
		x.iou = 0
	}
}

// COCO's evaluation (cocoapi, COCOeval): IoUs .5, .55, ... .95, recall levels 0, .01, ... 1, and at
// most 100 detections an image.
const (
	cocoIoUs    = 10
	cocoRecalls = 101
	cocoMost    = 100
)

// cocoIoU is rounded like numpy's linspace.
func cocoIoU(thresholdIndex int) float64 {
	first, last := 0.5, 0.95
	if thresholdIndex == cocoIoUs-1 {
		return last
	}
	return float64(float64(thresholdIndex)*((last-first)/(cocoIoUs-1))) + first
}

// matchGold matches as COCOeval does, because other matchings give another AP: under each IoU, from
// the highest score down, each detection takes the free gold box of the highest IoU of at least that,
// the last on ties. d.Overlaps must be in the order of ranks.
func (d *Detections) matchGold() {
	var taken []uint16
	rest := d.Overlaps
	for rank := range d.Ranked[:min(len(d.Ranked), cocoMost)] {
		n := 0
		for n < len(rest) && int(rest[n].rank) == rank {
			n++
		}
		mine := rest[:n]
		rest = rest[n:]
		if !slices.ContainsFunc(mine, func(o overlap) bool { return o.iou >= cocoIoU(0) }) {
			continue
		}
		if taken == nil {
			taken = make([]uint16, d.Gold)
		}
		for t := range cocoIoUs {
			best, gold := cocoIoU(t), int32(-1)
			for _, o := range mine {
				if taken[o.gold]>>t&1 == 0 && o.iou >= best {
					best, gold = o.iou, o.gold
				}
			}
			if gold >= 0 {
				taken[gold] |= 1 << t
				d.Ranked[rank].hits |= 1 << t
			}
		}
	}
}

func clipBox(a, b loaders.Box) loaders.Box {
	return loaders.Box{X0: max(a.X0, b.X0), Y0: max(a.Y0, b.Y0), X1: min(a.X1, b.X1), Y1: min(a.Y1, b.Y1)}
}

// ignoreCrowds divides by the detection's own area, because a crowd covers many objects: a detection
// is ignored if it hits nothing and at least that share of it lies on a single crowd.
func (d *Detections) ignoreCrowds(proposalBoxes, crowdBoxes []loaders.Box) {
	for rank := range d.Ranked[:min(len(d.Ranked), cocoMost)] {
		x, share := &d.Ranked[rank], 0.
		b := proposalBoxes[x.proposal]
		for _, crowd := range crowdBoxes {
			on := clipBox(b, crowd)
			if part := on.Area() / b.Area(); part > share && on.X0 < on.X1 && on.Y0 < on.Y1 {
				share = part
			}
		}
		for t := range cocoIoUs {
			if x.hits>>t&1 == 0 && share >= cocoIoU(t) {
				x.ignored |= 1 << t
			}
		}
	}
}

// 0, 0.1, ... 1
const confidences = 11

func levelOf(detectionScore float64) uint8 {
	level := uint8(0)
	for level < confidences && float32(detectionScore) >= float32(float64(level)*0.1) {
		level++
	}
	return level
}
