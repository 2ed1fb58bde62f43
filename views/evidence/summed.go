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
		if gold := of.imageScore(i); gold != nil {
			before := len(b.marks)
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
	if score := of.imageScore(step.Image); score != nil {
		for _, boxes := range [2][]scoring.PredictedBox{score.Below, score.Predicted} {
			for k := range boxes {
				if boxes[k].Proposal == step.Region {
					mark = markOf(step.Image, &boxes[k])
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
