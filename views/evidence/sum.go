package evidence

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/counting"
	"faithscope/scoring/grounding"
	"faithscope/views/widget"
)

// sum is a count that is the sum of its boxes' scores, as it builds up from the
// highest score down.
type sum struct {
	steps     []counting.Step
	predicted float64 // the count, not rounded
	gold      int
	top       float64 // the highest score
}

// sums reports whether a module is the root of a counting question whose boxes'
// scores sum to the answer.
func sums(of *Subject) bool {
	_, counts := counting.Question(of.Example)
	return counts && of.Node == 0 && of.module().Output.Boxes != nil
}

// The columns of a sum's boxes. The first two are those of other boxes.
const (
	sumColumn = iota + 2
	insideColumn
	sumIoUColumn
	sumGoldColumn
)

// sumColumns are those of a table of the boxes of a sum, in evidence of w cells.
func sumColumns(w int) []widget.Column {
	columns := boxColumns(w)
	columns[pColumn].Title = "score"
	return append(columns[:sumColumn:sumColumn],
		widget.Column{Title: "sum", Width: 5, Right: true}, widget.Column{Title: "in gold", Width: 7, Right: true, Drop: 1},
		columns[iouColumn], columns[goldColumn])
}

// sumOf is the boxes of a count in the order in which they build up its sum, and
// behind them gold. Each has its score as the strength of its line.
func sumOf(of *Subject) *boxed {
	m, score := of.module(), of.score()
	question, _ := counting.Question(of.Example)
	s := &sum{steps: counting.Steps(m.Output.Boxes), gold: question.Count}
	s.predicted, _ = counting.Prediction(of.Example)
	b := &boxed{sum: s}
	for i := range of.Example.Images {
		b.images = append(b.images, boxedImage{Image: &of.Example.Images[i], photo: of.photo(i)})
	}
	if len(s.steps) > 0 {
		s.top = s.steps[0].Score
	}
	for n, step := range slices.Backward(s.steps) { // the highest lie above the others
		b.summand(of, n, step)
	}
	slices.Reverse(b.lines)
	for i := range b.images {
		im := &b.images[i]
		words := fmt.Sprintf("%s: %s", imageName(i), loaders.Count(proposals(im.Image), "box"))
		if score != nil && i < len(score.Images) {
			missed := b.annotations(of, i, goldBoxes(m, i), &score.Images[i])
			words += fmt.Sprintf("%s%d of %d gold found over %s", separator, len(score.Images[i].Gold)-len(missed), len(score.Images[i].Gold), widget.Decimal(of.Settings.Threshold))
		}
		im.words = strings.Join(append([]string{words}, im.photo.words(im.Image)...), separator)
	}
	for i := range b.lines {
		if len(b.lines[i].Row) == goldColumn+1 { // of gold, which has no place in the sum
			b.lines[i].Row = slices.Insert(b.lines[i].Row, sumColumn, widget.Entry{Text: "–"}, widget.Entry{Text: "–"})
		}
	}
	b.nameImages(func(im *boxedImage) bool { return !empty(im.Image) })
	return b
}

// summand adds box n of the sum.
func (b *boxed) summand(of *Subject, n int, step counting.Step) {
	if step.Image >= len(b.images) || step.Region >= len(b.images[step.Image].Proposals) {
		return
	}
	im, box := &b.images[step.Image], b.images[step.Image].Proposals[step.Region]
	mark := boxMark{image: step.Image, proposal: step.Region, label: boxLabel(step.Region, step.Score), p: step.Score, gold: -1, step: n}
	iou, on, inside := 0.0, "", "–"
	if score := of.score(); score != nil && step.Image < len(score.Images) {
		iou, on = mark.fare(&score.Images[step.Image])
		if share, ok := grounding.Share(box, goldBoxes(of.module(), step.Image)); ok {
			inside = widget.Decimal(share)
		}
	}
	what := "box #" + strconv.Itoa(step.Region)
	row := boxRow(what, step.Score, iou, on)
	row = slices.Insert(row, sumColumn, widget.Entry{Text: widget.Measure(step.Sum)}, widget.Entry{Text: inside})
	text := fmt.Sprintf("%s, score %s: sum %s", what, widget.Small(step.Score), widget.Measure(step.Sum))
	if inside != "–" {
		text += ", " + inside + " of it in gold"
	}
	b.add(mark, box, text, row)
	im.marks--
	if step.Score >= leastStrength*b.sum.top {
		im.marks++
	}
}

// fare is how a box lies on the gold of its image: its best IoU and what there is
// to say of that.
func (m *boxMark) fare(score *scoring.ImageScore) (iou float64, on string) {
	for _, boxes := range [2][]scoring.PredictedBox{score.Predicted, score.Below} {
		k := slices.IndexFunc(boxes, func(p scoring.PredictedBox) bool { return p.Proposal == m.proposal })
		if k < 0 {
			continue
		}
		m.kind = missMark
		if boxes[k].Hit {
			m.kind = hitMark
		}
		if boxes[k].BestGold < 0 || boxes[k].BestIoU <= 0 {
			return 0, "touches no gold"
		}
		m.gold = boxes[k].BestGold
		return boxes[k].BestIoU, "#" + strconv.Itoa(m.gold)
	}
	return 0, ""
}

// leastStrength is the share of the highest score below which a box is not drawn:
// nothing would be seen of its line.
const leastStrength = .05

// fade is how far the line of a box steps back: its strength is its score's share
// of the highest.
func (s *sum) fade(m *boxMark) float64 {
	if !(s.top > 0) {
		return 1
	}
	return 1 - m.p/s.top
}

// builds reports whether the sum is shown as far as the selected box only.
func (b *boxesPart) builds() bool {
	return b.selected != nil && !b.selected.kind.gold() && (b.building || b.room.Focused)
}

// added is how many boxes of the sum are drawn.
func (b *boxesPart) added() int {
	if b.builds() {
		return b.selected.step + 1
	}
	return len(b.sum.steps)
}

// adds reports whether a mark is gold or a box of the sum that is drawn.
func (b *boxesPart) adds(m *boxMark) bool {
	return m.kind.gold() || m == b.selected || m.step < b.added() && m.p >= leastStrength*b.sum.top
}

// build adds the next box to the sum, or starts again behind the last.
func (b *boxesPart) build() {
	next := 0
	if b.builds() {
		next = b.selected.step + 1
	}
	if b.building = next < len(b.sum.steps); !b.building {
		next = 0
	}
	if k := slices.IndexFunc(b.marks, func(m boxMark) bool { return !m.kind.gold() && m.step == next }); k >= 0 {
		b.choose(k)
	}
}

func (b *boxesPart) noSum() string {
	if b.sum == nil || len(b.sum.steps) == 0 {
		return "the selected module's answer is not a sum of boxes"
	}
	return ""
}

// upTo is the sum of the first n steps.
func (s *sum) upTo(n int) float64 {
	if n == 0 {
		return 0
	}
	return s.steps[n-1].Sum
}

// told is the sum of the first n boxes in words: "sum 2.07 of 4.04 → 4 · gold 3 ·
// box 5 of 36".
func (s *sum) told(n int) string {
	text := fmt.Sprintf("%s → %.0f%sgold %d", widget.Measure(s.predicted), counting.Rounded(s.predicted), separator, s.gold)
	if n < len(s.steps) {
		text = fmt.Sprintf("%s of %s%sbox %d of %d", widget.Measure(s.upTo(n)), text, separator, n, len(s.steps))
	}
	return "sum " + text
}

// draw draws the sum of the first n boxes as a bar, what is to come faint, and
// where gold is.
func (s *sum) draw(f *widget.Frame, line image.Rectangle, n int, look widget.Look) {
	if line.Empty() {
		return
	}
	const most = 24
	t, bar := look.Theme, line
	bar.Max.X = bar.Min.X + min(most, line.Dx()/4)
	scale := float64(max(s.gold, 1))
	if s.predicted > scale {
		scale = s.predicted
	}
	for x := range bar.Dx() {
		rest := "·"
		if float64(x) < float64(bar.Dx())*s.predicted/scale {
			rest = "░"
		}
		f.Cell(bar.Min.X+x, bar.Min.Y, widget.Ink(t.Faint), rest)
	}
	widget.Bar(f, bar, widget.Ink(t.Accent), s.upTo(n)/scale)
	f.Cell(bar.Min.X+int(float64(s.gold)/scale*float64(bar.Dx()-1)), bar.Min.Y, widget.Style{Fg: t.Gold}, "┃")
	f.Text(bar.Max.X+1, bar.Min.Y, line.Max.X-bar.Max.X-1, widget.Ink(t.Text), s.told(n))
}
