package evidence

import (
	"fmt"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/counting"
	"faithscope/scoring/grounding"
	"faithscope/views/widget"
)

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
	b := boxedOf(of)
	b.sum = s
	if len(s.steps) > 0 {
		s.top = s.steps[0].Score
	}
	for n, step := range slices.Backward(s.steps) { // the highest lie above the others
		b.summand(of, n, step)
	}
	slices.Reverse(b.lines)
	for i := range b.images {
		im := &b.images[i]
		words := ": " + loaders.Count(proposals(im.Image), "box")
		if score != nil && i < len(score.Images) {
			missed := b.annotations(of, i, goldBoxes(m, i), &score.Images[i])
			words += fmt.Sprintf("%s%d of %d gold found over %s", separator, len(score.Images[i].Gold)-len(missed), len(score.Images[i].Gold), widget.Decimal(of.Settings.Threshold))
		}
		b.say(i, words)
	}
	for i := range b.lines {
		if len(b.lines[i].Row) == goldColumn+1 { // of gold, which has no place in the sum
			b.lines[i].Row = slices.Insert(b.lines[i].Row, sumColumn, widget.Entry{Text: absent}, widget.Entry{Text: absent})
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
	iou, on, inside := 0.0, "", absent
	if score := of.score(); score != nil && step.Image < len(score.Images) {
		iou, on = mark.fare(&score.Images[step.Image])
		if share, ok := grounding.Share(box, goldBoxes(of.module(), step.Image)); ok {
			inside = widget.Decimal(share)
		}
	}
	row := boxRow("box #"+strconv.Itoa(step.Region), step.Score, iou, on)
	row = slices.Insert(row, sumColumn, widget.Entry{Text: widget.Measure(step.Sum)}, widget.Entry{Text: inside})
	b.add(mark, box, row)
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
