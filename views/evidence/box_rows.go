package evidence

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// The columns of the words about boxes.
const (
	whatColumn = iota
	pColumn
	iouColumn
	goldColumn
)

const (
	// pWidth is the room of a probability, barWidth of the bar behind it.
	pWidth   = 5
	barWidth = 6
	// leastBars is the width of the narrowest evidence with bars.
	leastBars = 56
)

// boxColumns are those of a table of boxes in evidence of w cells.
func boxColumns(w int) []widget.Column {
	p := widget.Column{Title: "p", Width: pWidth}
	if w >= leastBars {
		p.Width += 1 + barWidth
	}
	return []widget.Column{
		whatColumn: {Title: "what"}, pColumn: p, iouColumn: {Title: "IoU", Drop: 1}, goldColumn: {Title: "gold", Grow: 1},
	}
}

// boxRow is a row of the table: what it is, its probability, its IoU (0 for
// none), and what there is to say of gold.
func boxRow(what string, p, iou float64, gold string) []widget.Entry {
	row := []widget.Entry{
		whatColumn: {Text: what},
		pColumn: {Text: probabilityText(p), Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			if p < 0 {
				f.Text(area.Min.X, area.Min.Y, area.Dx(), base, " "+absent)
				return
			}
			f.Text(area.Min.X, area.Min.Y, pWidth, base, probabilityText(p))
			area.Min.X += pWidth + 1
			widget.Bar(f, area, base, p)
		}},
		iouColumn: {Text: absent}, goldColumn: {Text: gold},
	}
	if iou > 0 {
		row[iouColumn].Text = widget.Decimal(iou)
	}
	return row
}

// absent stands for a number that there is not.
const absent = "–"

// probabilityText writes a probability, below 0 for none.
func probabilityText(p float64) string {
	if p < 0 {
		return absent
	}
	return widget.Small(p)
}

// sortLines orders the rows of each image by probability, what lies on gold
// before the gold that it finds.
func (b *boxed) sortLines() {
	slices.SortStableFunc(b.lines, func(x, y Line) int {
		m, n := &b.marks[x.Of], &b.marks[y.Of]
		return cmp.Or(cmp.Compare(m.image, n.image), cmp.Compare(n.p, m.p))
	})
}

// annotations adds the gold boxes of an image and how they fared, and says those
// that were missed in words.
func (b *boxed) annotations(of *Subject, i int, gold []loaders.Box, score *scoring.ImageScore) (missed []string) {
	for k, g := range score.Gold[:min(len(score.Gold), len(gold))] {
		name := "gold #" + strconv.Itoa(k)
		if g.Matched {
			p := b.probability(i, g.BestProposal)
			b.add(boxMark{image: i, kind: goldMark, p: p, gold: k}, gold[k], boxRow(name, p, g.BestIoU, fmt.Sprintf("found by #%d", g.BestProposal)))
			continue
		}
		row := missedGold(name, g, of.Settings.Threshold)
		missed = append(missed, name+" missed, "+row[goldColumn].Text)
		b.add(boxMark{image: i, kind: missedMark, label: name, p: nearProbability(g), gold: k}, gold[k], row)
	}
	return missed
}

// probability is that of a predicted proposal of image i, -1 for none.
func (b *boxed) probability(i, proposal int) float64 {
	for k := range b.marks {
		if m := &b.marks[k]; m.image == i && m.proposal == proposal && m.kind != goldMark && m.kind != missedMark {
			return m.p
		}
	}
	return -1
}

// proposed adds a proposal of image i and how it fares.
func (b *boxed) proposed(i int, kind markKind, word string, p scoring.PredictedBox) {
	im := &b.images[i]
	if p.Proposal >= len(im.Proposals) {
		return
	}
	on, mark := "touches no gold", boxMark{image: i, kind: kind, proposal: p.Proposal, label: boxLabel(p.Proposal, p.Probability), p: p.Probability, gold: -1}
	if p.BestGold >= 0 && p.BestIoU > 0 {
		mark.gold, on = p.BestGold, "#"+strconv.Itoa(p.BestGold)
	}
	if !p.Counted && kind != belowMark {
		on += ", not counted"
	}
	b.add(mark, im.Proposals[p.Proposal], boxRow(word+" #"+strconv.Itoa(p.Proposal), p.Probability, p.BestIoU, on))
}

// nearProbability is that of the proposal that lies best on a gold box, -1 for
// none.
func nearProbability(g scoring.GoldBox) float64 {
	if g.Best.Proposal < 0 {
		return -1
	}
	return g.Best.Probability
}

// missedGold is the row of a gold box that was missed: what would find it.
func missedGold(name string, g scoring.GoldBox, threshold float64) []widget.Entry {
	n, finder := g.Best, g.Nearest
	if n.Proposal < 0 {
		return boxRow(name, -1, 0, "no proposal on it")
	}
	box := "#" + strconv.Itoa(n.Proposal)
	switch {
	case !g.Aligned:
		box = "best is " + box + ", not aligned"
	case finder.Probability <= 0:
		box += " has p 0: found by none"
	default:
		box += ": found below p " + belowThreshold(finder.Probability, threshold)
		if finder.Proposal != n.Proposal {
			box += fmt.Sprintf(" by #%d", finder.Proposal)
		}
	}
	return boxRow(name, n.Probability, n.IoU, box)
}

// belowThreshold writes a probability so that it differs from the threshold.
func belowThreshold(p, threshold float64) string {
	if text, bar := widget.Apart(p, threshold); widget.Decimal(p) == widget.Decimal(threshold) && text != bar {
		return text
	}
	return widget.Small(p)
}

// scoredWords is an image in one line: ": 3 of 36 boxes > .50 · 2 hit 1 miss ·
// gold #2 missed, best IoU .41 · P .67 R .50 F1 .57".
func scoredWords(of *Subject, im *loaders.Image, score *scoring.ImageScore, hits int, missed []string) string {
	parts := []string{fmt.Sprintf(": %d of %d boxes > %s", len(score.Predicted), proposals(im), widget.Decimal(of.Settings.Threshold))}
	if n := len(score.Predicted); n > 0 {
		parts = append(parts, fmt.Sprintf("%d hit %d miss", hits, n-hits))
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
	precision := score.Precision
	if len(score.Predicted) == 0 {
		precision = scoring.Undefined("nothing is predicted")
	}
	return strings.Join(append(parts, "P "+widget.Number(precision)+" R "+widget.Number(score.Recall)+" F1 "+widget.Number(score.F1)), separator)
}

func boxLabel(k int, p float64) string { return "#" + strconv.Itoa(k) + " " + widget.Decimal(p) }
