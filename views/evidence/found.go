package evidence

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/executor/dfol"
	"faithscope/views/widget"
)

// boxesOf is what the module selected on each image, and how gold fared. Boxes
// are numbered in the order of the file, from 0. Nothing is found for a module
// without boxes.
func boxesOf(of *Subject, below bool) *boxed {
	m, score := of.module(), of.score()
	switch {
	case m == nil || m.Output.Boxes == nil && (m.Gold == nil || m.Gold.Boxes == nil):
		return &boxed{mode: &judged, below: below}
	case sums(of):
		return sumOf(of)
	}
	b := boxedOf(of, &judged)
	if b.below = below; score == nil {
		b.mode = &unjudged
	}
	for i := range b.images {
		b.addImage(of, i)
	}
	return b
}

// addImage adds the boxes of a module on an image, and describes them.
func (b *boxed) addImage(of *Subject, i int) {
	m, score, im := of.module(), of.imageScore(i), &b.images[i]
	gold, words := goldBoxes(m, i), ": the run has no boxes on it"
	if empty(im.Image) && len(gold) == 0 {
		im.words = imageName(i) + ": blank, it has no boxes"
		return
	}
	b.addAttended(of, i)
	switch {
	case score != nil:
		words = b.addJudged(of, i, gold, score)
	case i < len(m.Output.Boxes):
		words = b.addChosen(of, i, m.Output.Boxes[i])
	case len(gold) > 0:
		b.mode = &whole
		b.addAnnotated(of, i, goldMark, gold)
		words = fmt.Sprintf(": %s, the run has no boxes of this module", loaders.Count(len(gold), "gold box"))
	}
	if im.words = imageName(i) + words; !empty(im.Image) {
		b.describe(i, words)
	}
}

// addChosen adds the proposals over the threshold on an image of a module without
// gold.
func (b *boxed) addChosen(of *Subject, i int, p []float64) (words string) {
	before := len(b.marks)
	for k, x := range p {
		if x > of.Settings.Threshold {
			b.propose(boxMark{image: i, proposal: k, p: x, gold: -1})
		}
	}
	return fmt.Sprintf(": %d of %d boxes > %s · no gold to compare with",
		len(b.marks)-before, proposals(b.images[i].Image), widget.Decimal(of.Settings.Threshold))
}

// addAttended adds the objects of an image that a module of a program in
// first-order logic attends to, however little: its attention is over all of
// them, and what multiplies it comes later.
func (b *boxed) addAttended(of *Subject, i int) {
	if b.below || !logical(of.Example) {
		return
	}
	for k, x := range at(of.module().Output.Boxes, i) {
		if x <= of.Settings.Threshold && at(b.images[i].Proposals, k) != (loaders.Box{}) {
			b.propose(boxMark{image: i, kind: objectMark, proposal: k, p: x, gold: -1})
		}
	}
}

// logical reports whether an example is a program of GQA's operators over one
// picture: a select, and what filters it, relates it and asks about it.
func logical(ex *loaders.Example) bool {
	selects := func(m loaders.Module) bool { return m.Op == "select" || m.Name == "select" }
	if len(ex.Images) != 1 || !slices.ContainsFunc(ex.Program, selects) {
		return false
	}
	_, err := dfol.Compile(ex.Program, nil)
	return err == nil
}
