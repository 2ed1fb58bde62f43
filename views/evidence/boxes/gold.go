package boxes

import (
	"fmt"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

func (b *markedImages) addGold(subject *evidence.Subject, l *evidence.Layer, i int) (missed []string) {
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
			mark.p, mark.iou, mark.goldText = finderOf(score.Gold[k], subject.Settings.Threshold)
			missed = append(missed, mark.label+" missed, "+mark.goldText)
		}
		b.addMark(mark, box)
	}
	return missed
}

// finderOf returns -1 as probability for no proposal.
func finderOf(g scoring.GoldBox, threshold float64) (p, iou float64, words string) {
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

func belowThreshold(p, threshold float64) string {
	if text, bar := scoring.Apart(p, threshold); widget.Decimal(p) == widget.Decimal(threshold) && text != bar {
		return text
	}
	return widget.Small(p)
}

func describeImage(subject *evidence.Subject, im *loaders.Image, score *scoring.ImageScore, missed []string) string {
	text := fmt.Sprintf(": %d of %d boxes > %s", len(score.Predicted), countProposals(im), widget.Decimal(subject.Settings.Threshold))
	gold := ""
	precision := scoring.Undefined("nothing is predicted")
	if n := len(score.Predicted); n > 0 {
		hits := loaders.CountFunc(score.Predicted, func(p scoring.PredictedBox) bool { return p.Hit })
		text += fmt.Sprintf("%s%d hit %d miss", evidence.Separator, hits, n-hits)
		precision = score.Precision
	}
	switch n := len(score.Gold); {
	case n == 0:
		gold = "no gold here"
	case len(missed) == 1:
		gold = missed[0]
	case len(missed) == 0 && n == 1:
		gold = "the gold box found"
	case len(missed) == 0:
		gold = fmt.Sprintf("all %d gold found", n)
	default:
		gold = fmt.Sprintf("%d of %d gold missed", len(missed), n)
	}
	return text + evidence.Separator + gold + evidence.Separator +
		"P " + widget.Number(precision) + " R " + widget.Number(score.Recall) + " F1 " + widget.Number(score.F1)
}
