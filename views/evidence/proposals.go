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
	"faithscope/scoring/executor/dfol"
	"faithscope/views/widget"
)

// boxesOf is what the module selected on each image, and how gold fared. Boxes
// are numbered as the file has them, from 0. The zero value is returned for a
// module that has to do with no box.
func boxesOf(of *Subject, below bool) *boxed {
	m, score := of.module(), of.score()
	switch {
	case m == nil || m.Output.Boxes == nil && (m.Gold == nil || m.Gold.Boxes == nil):
		return &boxed{below: below}
	case sums(of):
		return sumOf(of)
	}
	b := boxedOf(of)
	b.below = below
	for i := range b.images {
		im := &b.images[i]
		gold := goldBoxes(m, i)
		words := ""
		switch {
		case empty(im.Image) && len(gold) == 0:
			words = ": blank, it has no boxes"
		case score != nil && i < len(score.Images):
			words = b.scored(of, i, gold, &score.Images[i])
		case i < len(m.Output.Boxes):
			words = b.selected(of, i, m.Output.Boxes[i])
		case len(gold) > 0:
			words = b.goldOnly(of, i, gold)
		default:
			words = ": the run has no boxes on it"
		}
		if im.words = imageName(i) + words; !empty(im.Image) {
			b.say(i, words)
		}
	}
	b.nameImages(func(im *boxedImage) bool { return !empty(im.Image) })
	b.sortLines()
	return b
}

// selected is an image of a module without gold: the proposals over the
// threshold.
func (b *boxed) selected(of *Subject, i int, p []float64) (words string) {
	count, im := 0, b.images[i]
	b.objects(of, i)
	for k, x := range p {
		if x > of.Settings.Threshold && k < len(im.Proposals) {
			count++
			b.add(boxMark{image: i, label: boxLabel(k, x), p: x, gold: -1}, im.Proposals[k], boxRow("box #"+strconv.Itoa(k), x, 0, "")[:iouColumn])
		}
	}
	return fmt.Sprintf(": %d of %d boxes > %s · no gold to compare with", count, proposals(im.Image), widget.Decimal(of.Settings.Threshold))
}

// objects adds the objects of an image that a module of a program in
// first-order logic attends to, however little: its attention is over all of
// them, and what multiplies it comes later.
func (b *boxed) objects(of *Subject, i int) {
	p := of.module().Output.Boxes
	if b.below || i >= len(p) || !logical(of.Example) {
		return
	}
	im := &b.images[i]
	for k, x := range p[i][:min(len(p[i]), len(im.Proposals))] {
		if x <= of.Settings.Threshold && im.Proposals[k] != (loaders.Box{}) {
			b.add(boxMark{image: i, kind: objectMark, proposal: k, label: boxLabel(k, x), p: x, gold: -1}, im.Proposals[k],
				boxRow("obj. #"+strconv.Itoa(k), x, 0, "")[:b.columns(of)])
		}
	}
}

// columns is how many columns the rows of a module have: without gold there is
// nothing to overlap.
func (b *boxed) columns(of *Subject) int {
	if of.score() == nil {
		return iouColumn
	}
	return goldColumn + 1
}

// logical reports whether an example asks a program of GQA's operators of one
// picture: a select and what filters it, relates it and asks of it.
func logical(ex *loaders.Example) bool {
	if len(ex.Images) != 1 || !slices.ContainsFunc(ex.Program, func(m loaders.Module) bool { return m.Op == "select" || m.Name == "select" }) {
		return false
	}
	_, err := dfol.Compile(ex.Program, nil)
	return err == nil
}

// goldOnly is an image of a module whose output is not in the run: where it
// should have looked.
func (b *boxed) goldOnly(of *Subject, i int, gold []loaders.Box) (words string) {
	for k, box := range gold {
		b.annotated(of, i, goldMark, "gold", k, box)
	}
	b.whole = true
	return fmt.Sprintf(": %s, the run has no boxes of this module", loaders.Count(len(gold), "gold box"))
}

// ofWhole reports whether the example's pictures have boxes of their own, or
// its modules have none: a module without boxes then shows those.
func ofWhole(of *Subject) bool {
	for i := range of.Example.Images {
		if len(of.Example.Images[i].Gold) > 0 {
			return true
		}
	}
	return len(of.Example.Images) > 0 && !slices.ContainsFunc(of.Example.Program, func(m loaders.Module) bool {
		return m.Output.Boxes != nil || m.Gold != nil && m.Gold.Boxes != nil
	})
}

// wholeOf is what belongs to the example as a whole: its pictures under the
// annotators' boxes and the proposals.
func wholeOf(of *Subject) *boxed {
	b := boxedOf(of)
	b.whole = true
	for i := range b.images {
		im := &b.images[i]
		for k, box := range im.Gold {
			b.annotated(of, i, goldMark, "gold", k, box)
		}
		others := 0
		for k, box := range im.Proposals {
			if box == (loaders.Box{}) || slices.Contains(im.Gold, box) {
				continue
			}
			others++
			b.annotated(of, i, plainMark, "proposal", k, box)
		}
		b.say(i, ": "+boxCounts(len(im.Gold), others))
	}
	b.nameImages(func(im *boxedImage) bool { return !im.blank() })
	return b
}

// boxCounts says how many boxes of each kind an image has.
func boxCounts(gold, proposals int) string {
	switch {
	case gold+proposals == 0:
		return "no boxes"
	case proposals == 0:
		return loaders.Count(gold, "gold box")
	case gold == 0:
		return loaders.Count(proposals, "proposal") + ", no gold"
	}
	return loaders.Count(gold, "gold box") + " and " + loaders.Count(proposals, "proposal")
}

// annotated adds a box that no module chose, in a line: "gold #3 wall (white) ·
// 120×80 px, 5 % of the image".
func (b *boxed) annotated(of *Subject, i int, kind markKind, word string, k int, box loaders.Box) {
	im, name := &b.images[i], nameOf(of, i, box)
	text := fmt.Sprintf("%s #%d", word, k)
	label := strings.TrimPrefix(text, "proposal ")
	if name != "" {
		text += " " + name
	}
	in, ok := im.fractions(box)
	size := im.photo.size
	switch {
	case im.Units == loaders.Pixels:
		text += fmt.Sprintf("%s%.0f×%.0f px", separator, box.X1-box.X0, box.Y1-box.Y0)
	case size != (image.Point{}):
		text += fmt.Sprintf("%s%.0f×%.0f px", separator, (box.X1-box.X0)*float64(size.X), (box.Y1-box.Y0)*float64(size.Y))
	}
	if ok && !im.photo.framed {
		text += separator + percent(in.Area()) + " of the image"
	}
	if kind != goldMark {
		k = -1
	}
	b.add(boxMark{image: i, kind: kind, label: cmp.Or(name, label), p: -1, gold: k}, box, []widget.Entry{{Text: text}})
}

// nameOf is what a box of image i is called: by the label of the proposal
// that is the same box, or by what the module asks for whose gold it is; ""
// unknown.
func nameOf(of *Subject, i int, b loaders.Box) string {
	im := &of.Example.Images[i]
	if k := slices.Index(im.Proposals, b); k >= 0 && k < len(im.Labels) {
		return im.Labels[k]
	}
	for n := range of.Example.Program {
		// An argument of several parts ("animal,in front of,s") begins with the
		// name, or with "_" for any.
		m := &of.Example.Program[n]
		if name, _, _ := strings.Cut(m.Text, ","); name != "" && name != "_" && slices.Contains(goldBoxes(m, i), b) {
			return name
		}
	}
	return ""
}

// percent writes a part of 1 in percent.
func percent(x float64) string {
	if x > 0 && x < 0.005 {
		return "<1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

// mostBelow is how many proposals of an image are shown below the threshold.
const mostBelow = 6

// scored is an image of a module with gold. Marks are added in the order of
// drawing: gold lies over proposals, misses below hits.
func (b *boxed) scored(of *Subject, i int, gold []loaders.Box, score *scoring.ImageScore) (words string) {
	if b.below {
		for _, p := range score.Below[:min(len(score.Below), mostBelow)] {
			b.proposed(i, belowMark, "below", p)
		}
	}
	b.objects(of, i)
	hits := 0
	for _, pass := range [2]bool{false, true} {
		for _, p := range score.Predicted {
			switch {
			case p.Hit != pass:
			case p.Hit:
				hits++
				b.proposed(i, hitMark, "hit ", p)
			default:
				b.proposed(i, missMark, "miss", p)
			}
		}
	}
	missed := b.annotations(of, i, gold, score)
	return scoredWords(of, b.images[i].Image, score, hits, missed)
}

// mostInputs is how many inputs' boxes are shown together at most.
const mostInputs = 4

// insteadOf is what stands for the boxes of a module that has none: those of
// its inputs, else those of the question as a whole, else the pictures alone.
// from says whose boxes they are.
func insteadOf(of *Subject) (b *boxed, from string) {
	if inputs := inputsWithBoxes(of.Example.Program, of.Node); len(inputs) > 0 {
		return inputsOf(of, inputs)
	}
	if ofWhole(of) {
		return wholeOf(of), "the whole question are shown"
	}
	b = boxedOf(of)
	for i := range b.images {
		b.say(i, ": no boxes of this module or its inputs")
	}
	return b, ""
}

// inputsWithBoxes returns the modules nearest below node of which the run has
// boxes, in the order of the program.
func inputsWithBoxes(program []loaders.Module, node int) []int {
	var found []int
	seen := map[int]bool{}
	for stack := []int{node}; len(stack) > 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, c := range program[at].Children {
			// A child that cannot be one is nobody's input.
			if c <= at || c >= len(program) || seen[c] {
				continue
			}
			seen[c] = true
			if program[c].Output.Boxes != nil {
				found = append(found, c)
			} else {
				stack = append(stack, c)
			}
		}
	}
	slices.Sort(found)
	return found[:min(len(found), mostInputs)]
}

// inputsOf is the boxes of a module's inputs.
func inputsOf(of *Subject, inputs []int) (b *boxed, from string) {
	var names []string
	for k, node := range inputs {
		input := *of
		input.Node = node
		name, boxes := Label(input.module()), boxesOf(&input, false)
		names = append(names, name)
		if k == 0 {
			b = boxes
			b.borrowed = true
		} else {
			b.take(boxes, name)
		}
		if len(inputs) > 1 {
			for i := len(b.lines) - len(boxes.lines); i < len(b.lines); i++ {
				b.lines[i].Where = name + " " + b.lines[i].Where
			}
		}
	}
	return b, strings.Join(names, " and ") + " are drawn thin"
}

// take adds another module's boxes on the same images.
func (b *boxed) take(o *boxed, name string) {
	for i := range b.images {
		b.images[i].words += separator + name + strings.TrimPrefix(o.images[i].words, imageName(i))
		b.images[i].marks += o.images[i].marks
	}
	for _, line := range o.lines {
		line.Of += len(b.marks)
		b.lines = append(b.lines, line)
	}
	b.marks = append(b.marks, o.marks...)
}
