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
			mark.goldText = fmt.Sprintf("found by #%d", mark.proposal)
			if at := b.MarkOf(i, mark.proposal); at >= 0 {
				mark.p = b.marks[at].p
			}
		default:
			mark.kind, mark.label, mark.proposal = missedMark, "gold #"+strconv.Itoa(k), score.Gold[k].Best.Proposal
			mark.p, mark.iou, mark.goldText = finderOf(score.Gold[k], shownVersions.Settings.Threshold)
			missed = append(missed, mark.label+" missed, "+mark.goldText)
		}
		b.addMark(mark, box)
	}
	return missed
}

func finderOf(g scoring.GoldBox, threshold float64) (p, iou float64, words string) {
	n, nearest := g.Best, g.Nearest
	box := "#" + strconv.Itoa(n.Proposal)
	switch {
	case n.Proposal < 0:
		return -1, 0, "no overlapping proposal"
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

func belowThreshold(p, threshold float64) string {
	if text, bar := scoring.Apart(p, threshold); widget.Decimal(p) == widget.Decimal(threshold) && text != bar {
		return text
	}
	return widget.Small(p)
}

func describeImage(shownVersions *evidence.ShownVersions, im *loaders.Image, imageScore *scoring.ImageScore, missedNames []string) string {
	text := fmt.Sprintf(": %d of %d boxes > %s", len(imageScore.Predicted), countProposals(im),
		widget.Decimal(shownVersions.Settings.Threshold))
	gold := ""
	precision := scoring.Undefined("no box is predicted")
	if n := len(imageScore.Predicted); n > 0 {
		hits := loaders.CountFunc(imageScore.Predicted, func(p scoring.PredictedBox) bool { return p.Hit })
		text += fmt.Sprintf("%s%d hit, %d miss", evidence.Separator, hits, n-hits)
		precision = imageScore.Precision
	}
	switch n := len(imageScore.Gold); {
	case n == 0:
		gold = "no gold boxes"
	case len(missedNames) == 1:
		gold = missedNames[0]
	case len(missedNames) == 0 && n == 1:
		gold = "gold box found"
	case len(missedNames) == 0:
		gold = fmt.Sprintf("all %d gold boxes found", n)
	default:
		gold = fmt.Sprintf("%d of %d gold boxes missed", len(missedNames), n)
	}
	return text + evidence.Separator + gold + evidence.Separator +
		"P " + widget.Number(precision) + " R " + widget.Number(imageScore.Recall) + " F1 " + widget.Number(imageScore.F1)
}
