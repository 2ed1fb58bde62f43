package boxes

import (
	"fmt"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/counting"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

func (b *markedImages) addGold(shownVersions *evidence.ShownVersions, i int) (missed []string) {
	m, score := shownVersions.ShownModule(), shownVersions.ImageScore(i)
	gold := evidence.GoldBoxes(m, i)
	sums := counting.Objects(b.images[i].Proposals, loaders.ElementAt(m.Output.Boxes, i), gold)
	for k, box := range gold {
		mark := boxMark{image: i, kind: goldMark, gold: k, p: -1, here: -1, held: -1, proposal: -1}
		switch {
		case score == nil && !b.isComparison():
			return nil
		case score == nil:
		case b.sum != nil:
			mark.step, mark.sum = len(b.sum.steps)+k, widget.Measure(sums[k])
			if sums[k] < counting.Missed {
				mark.kind, mark.label = missedMark, "gold #"+strconv.Itoa(k)
				mark.goldText = "sum < " + widget.Decimal(counting.Missed)
			}
		case k >= len(score.Gold):
			return missed
		case score.Gold[k].Matched:
			mark.proposal, mark.iou = score.Gold[k].BestProposal, score.Gold[k].BestIoU
			mark.goldText = "found by #" + strconv.Itoa(mark.proposal)
			if at := b.MarkOf(i, mark.proposal); at >= 0 {
				mark.p = b.marks[at].p
			}
		default:
			mark.kind, mark.label, mark.proposal = missedMark, "gold #"+strconv.Itoa(k), score.Gold[k].Nearest.Proposal
			mark.p, mark.iou, mark.goldText = finderOf(score.Gold[k], shownVersions.Settings.Threshold)
			missed = append(missed, mark.label+" missed: "+mark.goldText)
		}
		if at := b.MarkOf(i, mark.proposal); at >= 0 && (b.marks[at].gold < 0 || b.marks[at].gold == k) {
			near := &b.marks[at]
			if mark.folded = true; mark.kind == missedMark {
				near.gold, near.iou = k, mark.iou
				near.goldText = mark.label + loaders.IfElse(score.Gold[k].Aligned, ", p too low", ", too little")
			}
		}
		b.addMark(mark, box)
	}
	return missed
}

func finderOf(g scoring.GoldBox, threshold float64) (p, iou float64, words string) {
	n := g.Nearest
	words = "#" + strconv.Itoa(n.Proposal)
	switch {
	case n.Proposal < 0:
		return -1, 0, "no box overlaps it"
	case !g.Aligned:
		words += " overlaps too little"
	case n.Probability <= 0:
		words += " has p 0, so no threshold finds it"
	default:
		words += " has p " + belowThreshold(n.Probability, threshold) + ", too low"
	}
	return n.Probability, n.IoU, words
}

func belowThreshold(p, threshold float64) string {
	if text, bar := scoring.Apart(p, threshold); widget.Decimal(p) == widget.Decimal(threshold) && text != bar {
		return text
	}
	return widget.Small(p)
}

func describeImage(shownVersions *evidence.ShownVersions, im *markedImage, imageScore *scoring.ImageScore, missedNames []string) string {
	n, wanted, missed := len(imageScore.Predicted), len(imageScore.Gold), len(missedNames)
	hits := loaders.CountFunc(imageScore.Predicted, func(p scoring.PredictedBox) bool { return p.Hit })
	text := fmt.Sprintf(": %d of %d boxes with p > %s", n, im.countProposals(), widget.Decimal(shownVersions.Settings.Threshold))
	switch {
	case n == 0:
	case hits == n && n == wanted && missed == 0:
		return text + evidence.Separator + "1 per gold box"
	case hits == n:
		text += evidence.Separator + "each on a gold box"
	default:
		text += fmt.Sprintf("%s%s, %d miss%s", evidence.Separator, loaders.Count(hits, "hit"), n-hits, widget.If(n-hits != 1, "es"))
	}
	switch text += evidence.Separator; {
	case wanted == 0:
		return text + "no gold boxes"
	case missed == 0:
		return text + loaders.Count(wanted, "gold box") + " found"
	case missed == 1:
		return text + missedNames[0]
	}
	return text + fmt.Sprintf("%d of %d gold boxes missed", missed, wanted)
}
