package evidence

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
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
	m, score, im := of.module(), of.score(), &b.images[i]
	gold, words := goldBoxes(m, i), ": the run has no boxes on it"
	if empty(im.Image) && len(gold) == 0 {
		im.words = imageName(i) + ": blank, it has no boxes"
		return
	}
	b.addAttended(of, i)
	switch {
	case score != nil && i < len(score.Images):
		words = b.addJudged(of, i, gold, &score.Images[i])
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
	p := of.module().Output.Boxes
	if b.below || i >= len(p) || !logical(of.Example) {
		return
	}
	im := &b.images[i]
	for k, x := range p[i][:min(len(p[i]), len(im.Proposals))] {
		if x <= of.Settings.Threshold && im.Proposals[k] != (loaders.Box{}) {
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

// explain shows the objects over which an attribution is, the last of several, under the
// share of its highest score that each has.
func (b *boxesPart) explain(of *Subject) {
	for _, a := range slices.Backward(of.Example.Attributions) {
		image, ok := imageOf(of.Example, a.Over)
		if !ok {
			continue
		}
		b.of, b.boxed = *of, boxedOf(of, &explainedMode)
		im := &b.images[image]
		scores := a.Scores[:min(len(a.Scores), len(im.Proposals))]
		for k, x := range scores {
			if im.Proposals[k] != (loaders.Box{}) {
				b.propose(boxMark{image: image, kind: objectMark, proposal: k, gold: -1, p: math.Abs(x) / math.Abs(scores[peak(scores)]),
					label: ObjectName(im.Image, k) + " " + widget.Small(x)})
			}
		}
		b.describe(image, ": how much the answer depends on each object, by "+explaining(&a))
		return
	}
}

// showsWhole reports whether the example's pictures have boxes of their own, or
// its modules have none: a module without boxes then shows the boxes of the
// example.
func showsWhole(of *Subject) bool {
	if slices.ContainsFunc(of.Example.Images, func(im loaders.Image) bool { return len(im.Gold) > 0 }) {
		return true
	}
	return len(of.Example.Images) > 0 && !slices.ContainsFunc(of.Example.Program, func(m loaders.Module) bool {
		return m.Output.Boxes != nil || m.Gold != nil && m.Gold.Boxes != nil
	})
}

// wholeBoxes returns what belongs to the whole example: its pictures under the
// annotators' boxes and the proposals.
func wholeBoxes(of *Subject) *boxed {
	b := boxedOf(of, &whole)
	for i := range b.images {
		im := &b.images[i]
		b.addAnnotated(of, i, goldMark, im.Gold)
		before := len(b.marks)
		b.addAnnotated(of, i, plainMark, im.Proposals)
		b.describe(i, ": "+boxCounts(len(im.Gold), len(b.marks)-before))
	}
	return b
}

// boxCounts returns in words how many boxes of each kind an image has.
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

// addAnnotated adds boxes that no module chose, gold ones or the proposals beside
// them, each in a line: "gold #3 wall (white) · 120×80 px, 5 % of the image".
func (b *boxed) addAnnotated(of *Subject, i int, kind markKind, boxes []loaders.Box) {
	im := &b.images[i]
	word, size := "gold", im.photo.size
	if kind == plainMark {
		word = "proposal"
	}
	for k, box := range boxes {
		if kind == plainMark && (box == (loaders.Box{}) || slices.Contains(im.Gold, box)) {
			continue
		}
		name, text := nameOf(of, i, box), fmt.Sprintf("%s #%d", word, k)
		label := cmp.Or(name, strings.TrimPrefix(text, "proposal "))
		text += widget.If(name != "", " "+name)
		in, ok := im.fractions(box)
		switch {
		case im.Units == loaders.Pixels:
			text += fmt.Sprintf("%s%.0f×%.0f px", separator, box.X1-box.X0, box.Y1-box.Y0)
		case size != (image.Point{}):
			text += fmt.Sprintf("%s%.0f×%.0f px", separator, (box.X1-box.X0)*float64(size.X), (box.Y1-box.Y0)*float64(size.Y))
		}
		text += widget.If(ok && !im.photo.framed, separator+widget.Percent(in.Area())+" of the image")
		mark := boxMark{image: i, kind: kind, name: text, label: label, p: -1, gold: -1, proposal: k}
		if kind == goldMark {
			mark.gold = k
		}
		b.add(mark, box)
	}
}

// nameOf is the name of a box of image i: the label of the proposal that is the
// same box, or what the module with this gold asks for; "" if unknown.
func nameOf(of *Subject, i int, b loaders.Box) string {
	im := &of.Example.Images[i]
	if k := slices.Index(im.Proposals, b); k >= 0 && k < len(im.Labels) {
		return im.Labels[k]
	}
	for n := range of.Example.Program {
		// An argument with several parts ("animal,in front of,s") begins with
		// the name, or with "_" for any.
		m := &of.Example.Program[n]
		if name, _, _ := strings.Cut(m.Text, ","); name != "" && name != "_" && slices.Contains(goldBoxes(m, i), b) {
			return name
		}
	}
	return ""
}

// mostBelow is how many proposals of an image are shown below the threshold.
const mostBelow = 6

// addJudged adds the boxes on an image of a module with gold, in the order of
// drawing: gold lies over proposals, misses below hits.
func (b *boxed) addJudged(of *Subject, i int, gold []loaders.Box, score *scoring.ImageScore) (words string) {
	if b.below {
		for k := range score.Below[:min(len(score.Below), mostBelow)] {
			b.propose(markOf(i, belowMark, &score.Below[k]))
		}
	}
	for _, kind := range [...]markKind{missMark, hitMark} {
		for k := range score.Predicted {
			p := &score.Predicted[k]
			if p.Hit != (kind == hitMark) {
				continue
			}
			mark := markOf(i, kind, p)
			mark.on += widget.If(!p.Counted, ", not counted")
			b.propose(mark)
		}
	}
	return describeImage(of, b.images[i].Image, score, b.addGold(of, i, gold, score))
}

// markOf is a proposal and how it overlaps the gold of its image.
func markOf(i int, kind markKind, p *scoring.PredictedBox) boxMark {
	mark := boxMark{image: i, kind: kind, proposal: p.Proposal, p: p.Probability, gold: -1, on: "touches no gold"}
	if p.BestGold >= 0 && p.BestIoU > 0 {
		mark.gold, mark.iou, mark.on = p.BestGold, p.BestIoU, "#"+strconv.Itoa(p.BestGold)
	}
	return mark
}

// addGold adds the gold boxes of an image and how they fared, and puts those
// that were missed in words.
func (b *boxed) addGold(of *Subject, i int, gold []loaders.Box, score *scoring.ImageScore) (missed []string) {
	for k, g := range score.Gold[:min(len(score.Gold), len(gold))] {
		mark := boxMark{image: i, kind: goldMark, gold: k, p: -1, iou: g.BestIoU, on: fmt.Sprintf("found by #%d", g.BestProposal),
			proposal: g.BestProposal}
		if g.Matched {
			finds := func(m boxMark) bool { return m.image == i && m.proposal == g.BestProposal && !m.kind.gold() }
			if at := slices.IndexFunc(b.marks, finds); at >= 0 {
				mark.p = b.marks[at].p
			}
		} else {
			mark.kind, mark.label, mark.proposal = missedMark, "gold #"+strconv.Itoa(k), g.Best.Proposal
			mark.p, mark.iou, mark.on = finder(g, of.Settings.Threshold)
			missed = append(missed, mark.label+" missed, "+mark.on)
		}
		b.add(mark, gold[k])
	}
	return missed
}

// finder is the proposal that overlaps a missed gold box best: its probability,
// -1 for none, its IoU, and what would find the box.
func finder(g scoring.GoldBox, threshold float64) (p, iou float64, words string) {
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

// belowThreshold writes a probability so that it differs from the threshold.
func belowThreshold(p, threshold float64) string {
	if text, bar := widget.Apart(p, threshold); widget.Decimal(p) == widget.Decimal(threshold) && text != bar {
		return text
	}
	return widget.Small(p)
}

// describeImage describes an image in one line: ": 3 of 36 boxes > .50 · 2 hit 1
// miss · gold #2 missed, best IoU .41 · P .67 R .50 F1 .57".
func describeImage(of *Subject, im *loaders.Image, score *scoring.ImageScore, missed []string) string {
	parts := []string{fmt.Sprintf(": %d of %d boxes > %s", len(score.Predicted), proposals(im), widget.Decimal(of.Settings.Threshold))}
	precision := scoring.Undefined("nothing is predicted")
	if n := len(score.Predicted); n > 0 {
		hits := loaders.CountFunc(score.Predicted, func(p scoring.PredictedBox) bool { return p.Hit })
		parts, precision = append(parts, fmt.Sprintf("%d hit %d miss", hits, n-hits)), score.Precision
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
	parts = append(parts, "P "+widget.Number(precision)+" R "+widget.Number(score.Recall)+" F1 "+widget.Number(score.F1))
	return strings.Join(parts, separator)
}

// mostInputs is how many inputs' boxes are shown together at most.
const mostInputs = 4

// substituteFor returns what replaces the boxes of a module that has none: those of its
// inputs, or else those of the whole question, or else the pictures alone. from says
// whose boxes they are.
func substituteFor(of *Subject) (b *boxed, from string) {
	if inputs := inputsWithBoxes(of.Example.Program, of.Node); len(inputs) > 0 {
		return inputsOf(of, inputs)
	}
	if showsWhole(of) {
		return wholeBoxes(of), "the whole question are shown"
	}
	b = boxedOf(of, &judged)
	for i := range b.images {
		b.describe(i, ": this module and its inputs have no boxes")
	}
	return b, ""
}

// inputsWithBoxes returns the first of the nearest modules below node that have
// boxes in the run, in the order of the program.
func inputsWithBoxes(program []loaders.Module, node int) (found []int) {
	below := map[int]bool{node: true}
	for at := node; at < len(program) && len(found) < mostInputs; at++ {
		switch {
		case !below[at]:
		case at > node && program[at].Output.Boxes != nil:
			found = append(found, at)
		default:
			for _, c := range program[at].Children {
				below[c] = below[c] || c > at // a child that comes earlier is nobody's input
			}
		}
	}
	return found
}

// inputsOf is the boxes of a module's inputs.
func inputsOf(of *Subject, inputs []int) (b *boxed, from string) {
	var names []string
	for k, node := range inputs {
		input := *of
		input.Node = node
		boxes := boxesOf(&input, false)
		names = append(names, Label(input.module()))
		words := func(i int) string {
			return separator + names[k] + strings.TrimPrefix(boxes.images[i].words, imageName(i))
		}
		if k == 0 {
			b = boxes
			b.borrowed = true
			for i := range b.images {
				b.images[i].words = imageName(i) + words(i)
			}
			continue
		}
		for i := range b.images {
			b.images[i].words += words(i)
			b.images[i].marks += boxes.images[i].marks
		}
		for _, mark := range boxes.marks {
			mark.input = k
			b.marks = append(b.marks, mark)
		}
		b.inputs = names
	}
	return b, strings.Join(names, " and ") + " are drawn thin"
}
