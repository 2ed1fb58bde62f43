package boxes

import (
	"fmt"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

func (b *markedImages) addGold(shownVersions *evidence.ShownVersions, l *evidence.ExampleVersion, i int) (missed []string) {
	score := l.ImageScore(i)
	for k, box := range evidence.GoldBoxes(l.ShownModule(), i) {
		mark := boxMark{image: i, kind: goldMark, gold: k, p: -1, here: -1, held: -1, proposal: -1}
		switch {
		case score == nil && b.counts == "":
			return nil
		case score == nil:
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
		words += " matches below p " + belowThreshold(n.Probability, threshold)
	}
	return n.Probability, n.IoU, words
}

func belowThreshold(p, threshold float64) string {
	if text, bar := scoring.Apart(p, threshold); widget.Decimal(p) == widget.Decimal(threshold) && text != bar {
		return text
	}
	return widget.Small(p)
}

func describeImage(shownVersions *evidence.ShownVersions, im *loaders.Image, imageScore *scoring.ImageScore, missedNames []string) string {
	text := fmt.Sprintf(": %d of %d boxes > %s", len(imageScore.Predicted), countProposals(im),
		widget.Decimal(shownVersions.Settings.Threshold))
	if n := len(imageScore.Predicted); n > 0 {
		hits := loaders.CountFunc(imageScore.Predicted, func(p scoring.PredictedBox) bool { return p.Hit })
		text += fmt.Sprintf("%s%d hit, %d miss", evidence.Separator, hits, n-hits)
	}
	gold := "no gold boxes"
	switch n := len(imageScore.Gold); {
	case n == 0:
	case len(missedNames) == 1:
		gold = missedNames[0]
	case len(missedNames) == 0:
		gold = loaders.Count(n, "gold box") + " found"
	default:
		gold = fmt.Sprintf("%d of %d gold boxes missed", len(missedNames), n)
	}
	return text + evidence.Separator + gold
}
