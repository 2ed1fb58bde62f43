package grounding

import (
	"cmp"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/boxes"
)

// Detections are an image's proposals as detections of its gold boxes. They
// do not change.
type Detections struct {
	// ranked stands from the highest score down, in the order of proposals
	// where scores are equal.
	ranked []detection
	// overlaps are the pairs that meet, by rank, then by gold box.
	overlaps []overlap
	gold     int
}

// detection is a proposal with its score.
type detection struct {
	score    float64
	iou      float64 // the highest with a gold box
	gold     int32   // the gold box with that IoU, the first on ties; -1 for none
	proposal int32
	level    uint8  // how many of the confidences the score reaches
	hits     uint16 // bit t: matched under COCO's IoU t
}

// overlap is a proposal, by its rank, and a gold box that meet.
type overlap struct {
	iou        float64
	rank, gold int32
}

// Detect matches proposals with gold boxes. Scores are one per proposal; a
// proposal without one scores 0.
func Detect(proposals []loaders.Box, scores []float64, gold []loaders.Box) Detections {
	d := Detections{ranked: make([]detection, len(proposals)), gold: len(gold)}
	for i := range proposals {
		x := detection{gold: -1, proposal: int32(i)}
		if i < len(scores) {
			x.score = scores[i]
		}
		x.level = levelOf(x.score)
		d.ranked[i] = x
	}
	slices.SortFunc(d.ranked, func(a, b detection) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.proposal, b.proposal))
	})
	for rank := range d.ranked {
		d.meet(rank, proposals[d.ranked[rank].proposal], gold)
	}
	d.match()
	d.overlaps = slices.Clone(d.overlaps)
	return d
}

// meet finds the gold box of a detection. One whose IoU with any gold box is
// 0/0 has none, as with numpy's argmax, which takes the NaN.
func (d *Detections) meet(rank int, proposal loaders.Box, gold []loaders.Box) {
	x := &d.ranked[rank]
	for g, box := range gold {
		iou := boxes.IoU(corners(proposal), corners(box))
		switch {
		case math.IsNaN(iou):
			x.iou, x.gold = math.Inf(1), -1
		case x.gold < 0 && x.iou == 0 || iou > x.iou:
			x.iou, x.gold = iou, int32(g)
		}
		if iou > 0 {
			d.overlaps = append(d.overlaps, overlap{iou, int32(rank), int32(g)})
		}
	}
	if x.gold < 0 {
		x.iou = 0
	}
}

func corners(b loaders.Box) [4]float64 { return [4]float64{b.X0, b.Y0, b.X1, b.Y1} }
