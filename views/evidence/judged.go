package evidence

import (
	"fmt"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// mostBelow is how many proposals of an image are shown below the threshold.
const mostBelow = 6

// addJudged adds the boxes on an image of a module with gold, in the order of
// drawing: gold lies over proposals, misses below hits.
func (b *boxed) addJudged(of *Subject, i int, gold []loaders.Box, score *scoring.ImageScore) (words string) {
	if b.below {
		for k := range score.Below[:min(len(score.Below), mostBelow)] {
			mark := markOf(i, &score.Below[k])
			mark.kind = belowMark
			b.propose(mark)
		}
	}
	for _, kind := range [...]markKind{missMark, hitMark} {
		for k := range score.Predicted {
			if mark := markOf(i, &score.Predicted[k]); mark.kind == kind {
				mark.on += widget.If(!score.Predicted[k].Counted, ", not counted")
				b.propose(mark)
			}
		}
	}
	return describeImage(of, b.images[i].Image, score, b.addGold(of, i, gold, score))
}

// markOf is a proposal, hit or miss, and how it overlaps the gold of its image.
func markOf(i int, p *scoring.PredictedBox) boxMark {
	mark := boxMark{image: i, kind: missMark, proposal: p.Proposal, p: p.Probability, gold: -1, on: "touches no gold"}
	if p.Hit {
		mark.kind = hitMark
	}
	if p.BestGold >= 0 && p.BestIoU > 0 {
		mark.gold, mark.iou, mark.on = p.BestGold, p.BestIoU, "#"+strconv.Itoa(p.BestGold)
	}
	return mark
}

// addGold adds the gold boxes of an image and how they fared, and puts those
// that were missed in words.
func (b *boxed) addGold(of *Subject, i int, gold []loaders.Box, score *scoring.ImageScore) (missed []string) {
	for k, g := range score.Gold[:min(len(score.Gold), len(gold))] {
		mark := boxMark{image: i, kind: goldMark, gold: k, p: -1, iou: g.BestIoU, on: fmt.Sprintf("found by #%d", g.BestProposal),
			proposal: g.BestProposal}
		if g.Matched {
			if at := b.mark(i, g.BestProposal); at >= 0 {
				mark.p = b.marks[at].p
			}
		} else {
			mark.kind, mark.label, mark.proposal = missedMark, "gold #"+strconv.Itoa(k), g.Best.Proposal
			mark.p, mark.iou, mark.on = finder(g, of.Settings.Threshold)
			missed = append(missed, mark.label+" missed, "+mark.on)
		}
		b.add(mark, gold[k])
	}
	return missed
}

// finder is the proposal that overlaps a missed gold box best: its probability,
// -1 for none, its IoU, and what would find the box.
func finder(g scoring.GoldBox, threshold float64) (p, iou float64, words string) {
	n, nearest := g.Best, g.Nearest
	box := "#" + strconv.Itoa(n.Proposal)
	switch {
	case n.Proposal < 0:
		return -1, 0, "no proposal on it"
	case !g.Aligned:
		box = "best is " + box + ", not aligned"
	case nearest.Probability <= 0:
		box += " has p 0: no threshold finds it"
	default:
		box += ": found below p " + belowThreshold(nearest.Probability, threshold) +
			widget.If(nearest.Proposal != n.Proposal, fmt.Sprintf(" by #%d", nearest.Proposal))
	}
	return n.Probability, n.IoU, box
}

// belowThreshold writes a probability so that it differs from the threshold.
func belowThreshold(p, threshold float64) string {
	if text, bar := widget.Apart(p, threshold); widget.Decimal(p) == widget.Decimal(threshold) && text != bar {
		return text
	}
	return widget.Small(p)
}

// describeImage describes an image in one line: ": 3 of 36 boxes > .50 · 2 hit 1
// miss · gold #2 missed, best IoU .41 · P .67 R .50 F1 .57".
func describeImage(of *Subject, im *loaders.Image, score *scoring.ImageScore, missed []string) string {
	parts := []string{fmt.Sprintf(": %d of %d boxes > %s", len(score.Predicted), proposals(im), widget.Decimal(of.Settings.Threshold))}
	precision := scoring.Undefined("nothing is predicted")
	if n := len(score.Predicted); n > 0 {
		hits := loaders.CountFunc(score.Predicted, func(p scoring.PredictedBox) bool { return p.Hit })
		parts, precision = append(parts, fmt.Sprintf("%d hit %d miss", hits, n-hits)), score.Precision
	}
	switch n := len(score.Gold); {
	case n == 0:
		parts = append(parts, "no gold here")
	case len(missed) == 1:
		parts = append(parts, missed[0])
	case len(missed) == 0 && n == 1:
		parts = append(parts, "the gold box found")
	case len(missed) == 0:
		parts = append(parts, fmt.Sprintf("all %d gold found", n))
	default:
		parts = append(parts, fmt.Sprintf("%d of %d gold missed", len(missed), n))
	}
	parts = append(parts, "P "+widget.Number(precision)+" R "+widget.Number(score.Recall)+" F1 "+widget.Number(score.F1))
	return strings.Join(parts, separator)
}
