package evidence

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strconv"

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

// leastStrength is the share of the highest score below which a box is not
// drawn: its line would be invisible.
const leastStrength = .05

// sums reports whether a module is the root of a counting question whose boxes'
// scores sum to the answer.
func sums(of *Subject) bool {
	_, counts := counting.Question(of.Example)
	return counts && of.Node == 0 && of.module().Output.Boxes != nil
}

// sumOf returns the boxes of a count in the order in which they build up its sum,
// followed by gold. Each has its score as the strength of its line.
func sumOf(of *Subject) *boxed {
	m, score := of.module(), of.score()
	question, _ := counting.Question(of.Example)
	s := &sum{steps: counting.Steps(m.Output.Boxes), gold: question.Count}
	s.predicted, _ = counting.Prediction(of.Example)
	if len(s.steps) > 0 {
		s.top = s.steps[0].Score
	}
	b := boxedOf(of, &summed)
	if b.sum = s; score == nil {
		b.mode = &added
	}
	for n, step := range slices.Backward(s.steps) { // the highest lie above the others
		if step.Image < len(b.images) {
			b.propose(summand(of, n, step))
		}
	}
	for i := range b.images {
		words := ": " + loaders.Count(proposals(b.images[i].Image), "box")
		if score != nil && i < len(score.Images) {
			gold, before := &score.Images[i], len(b.marks)
			missed := b.addGold(of, i, goldBoxes(m, i), gold)
			found := "no gold here"
			if n := len(gold.Gold); n > 0 {
				found = fmt.Sprintf("%d of %d gold found over %s", n-len(missed), n, widget.Decimal(of.Settings.Threshold))
			}
			words += separator + found
			objects := counting.Objects(b.images[i].Proposals, at(m.Output.Boxes, i), goldBoxes(m, i))
			for k := before; k < len(b.marks); k++ {
				b.marks[k].step, b.marks[k].sum = len(s.steps)+k, widget.Measure(at(objects, b.marks[k].gold))
			}
		}
		b.describe(i, words)
	}
	return b
}

// summand is box n of the sum.
func summand(of *Subject, n int, step counting.Step) boxMark {
	mark := boxMark{image: step.Image, proposal: step.Region, p: step.Score, gold: -1}
	if score := of.score(); score != nil && step.Image < len(score.Images) {
		for _, boxes := range [2][]scoring.PredictedBox{score.Images[step.Image].Below, score.Images[step.Image].Predicted} {
			for k := range boxes {
				if p := &boxes[k]; p.Proposal == step.Region {
					mark = markOf(step.Image, missMark, p)
					if p.Hit {
						mark.kind = hitMark
					}
				}
			}
		}
		im := &of.Example.Images[step.Image]
		if gold := goldBoxes(of.module(), step.Image); step.Region < len(im.Proposals) {
			if share, ok := grounding.Share(im.Proposals[step.Region], gold); ok {
				mark.inside = widget.Decimal(share)
			}
		}
	}
	mark.name, mark.p, mark.step, mark.sum = "box #"+strconv.Itoa(step.Region), step.Score, n, widget.Measure(step.Sum)
	return mark
}

// upTo is the sum of the first n steps.
func (s *sum) upTo(n int) float64 { return at(s.steps, n-1).Sum }

// words sum up the first n boxes: "sum 2.07 of 4.04 → 4 · gold 3 · box 5 of
// 36".
func (s *sum) words(n int) string {
	text := fmt.Sprintf("%s → %.0f%sgold %d", widget.Measure(s.predicted), counting.Rounded(s.predicted), separator, s.gold)
	if n < len(s.steps) {
		text = fmt.Sprintf("%s of %s%sbox %d of %d", widget.Measure(s.upTo(n)), text, separator, n, len(s.steps))
	}
	return "sum " + text
}

// draw draws the sum of the first n boxes as a bar, the rest faint, and where
// gold is.
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
		rest := widget.If(float64(x) < float64(bar.Dx())*s.predicted/scale, "░")
		f.Cell(bar.Min.X+x, bar.Min.Y, t.Faint, cmp.Or(rest, "·"))
	}
	widget.Bar(f, bar, t.Accent, s.upTo(n)/scale)
	f.Cell(bar.Min.X+int(float64(s.gold)/scale*float64(bar.Dx()-1)), bar.Min.Y, widget.Style{Fg: t.Gold}, "┃")
	f.Text(bar.Max.X+1, bar.Min.Y, line.Max.X-bar.Max.X-1, t.Text, s.words(n))
}
