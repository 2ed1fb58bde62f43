package evidence

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/counting"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/grounding"
	"faithscope/views/widget"
)

// aboveBar leaves out boxes below the threshold.
const aboveBar = false

// boxesOf returns what the module of a layer selected on each image, how gold fared, and what
// another layer selected, nil for none. Boxes are numbered in the order of the file, from 0.
// Nothing is found for a module without boxes.
func boxesOf(of *Subject, l, held *Layer, below bool) *boxed {
	m := l.moduleOf()
	if m == nil || m.Output.Boxes == nil && (m.Gold == nil || m.Gold.Boxes == nil) {
		return &boxed{mode: &judged, below: below}
	}
	b := boxedOf(of, &judged)
	b.below = below
	switch scored := l.scoreOf() != nil; {
	case held != nil:
		b.mode = &against
	case sumsBoxes(l):
		b.sum, b.mode = sumOf(l), &added
		if scored {
			b.mode = &summed
		}
	case !scored:
		b.mode = &unjudged
	}
	for i := range b.images {
		b.addImage(of, l, held, i)
	}
	return b
}

// sumsBoxes reports whether a module is the root of a counting question whose boxes' scores sum
// to the answer.
func sumsBoxes(l *Layer) bool {
	_, counts := counting.Question(l.Example)
	return counts && l.Node == 0 && l.moduleOf().Output.Boxes != nil
}

// addImage adds the boxes of layers on an image, in the order of drawing: gold lies over
// proposals, and misses below hits; it describes them.
func (b *boxed) addImage(of *Subject, l, held *Layer, i int) {
	m, score, im := l.moduleOf(), l.imageScore(i), &b.images[i]
	gold, words := goldBoxes(m, i), ": the run has no boxes on it"
	if isEmpty(im.Image) && len(gold) == 0 {
		im.words = imageName(i) + ": blank, it has no boxes"
		return
	}
	marks := b.proposedMarks(of, l, held, i)
	count := func(kind markKind) int {
		return loaders.CountFunc(marks, func(m boxMark) bool { return m.kind == kind })
	}
	slices.SortStableFunc(marks, func(x, y boxMark) int {
		return cmp.Or(cmp.Compare(y.step, x.step), cmp.Compare(x.drawDepth(), y.drawDepth()))
	})
	for _, mark := range marks {
		b.addProposal(mark)
	}
	missed := b.addGold(of, l, i)
	switch all := countProposals(im.Image); {
	case held != nil:
		words = fmt.Sprintf(b.counts, count(bothMark), count(hereMark), count(thereMark))
	case b.sum != nil:
		words = ": " + loaders.Count(all, "box") + b.sumGold(of, l, i, len(missed))
	case score != nil:
		words = describeImage(of, im.Image, score, missed)
	case i < len(m.Output.Boxes):
		words = fmt.Sprintf(": %d of %d boxes > %s · no gold to compare with", count(plainMark), all, widget.Decimal(of.Settings.Threshold))
	case len(gold) > 0:
		b.mode = &whole
		b.addAnnotated(of, i, goldMark, gold)
		words = fmt.Sprintf(": %s, the run has no boxes of this module", loaders.Count(len(gold), "gold box"))
	}
	if im.words = imageName(i) + words; !isEmpty(im.Image) {
		b.describeImage(i, words)
	}
}

// mostBelow is how many proposals of an image are shown below the threshold.
const mostBelow = 6

// proposedMarks returns the proposals of an image that a layer predicts, or another does, and those
// below the threshold that are shown.
func (b *boxed) proposedMarks(of *Subject, l, held *Layer, i int) (marks []boxMark) {
	score, own, over := l.imageScore(i), elementAt(l.moduleOf().Output.Boxes, i), of.Settings.Threshold
	fared, near := judgedProposals(score)
	objects := b.showsObjects(l, held)
	for k, box := range b.images[i].Proposals {
		mark := boxMark{image: i, proposal: k, p: elementAt(own, k), gold: -1}
		if fared[k] != nil {
			mark.judgeOverlap(fared[k])
		}
		shown := box != (loaders.Box{})
		switch {
		case held != nil:
			mark.markChange(held, over)
			shown = mark.kind != belowMark || shown && b.below
		case b.sum != nil:
			shown = b.sum.numberProposal(&mark, box, goldBoxes(l.moduleOf(), i), score != nil)
		case mark.p > over:
			shown = score == nil || fared[k] != nil
			mark.markUncounted(fared[k])
		case b.below:
			mark.kind, shown = belowMark, near[k]
		default:
			shown = shown && objects && k < len(own)
			mark.kind, mark.gold, mark.iou, mark.on = objectMark, -1, 0, ""
		}
		if shown {
			marks = append(marks, mark)
		}
	}
	return marks
}

// showsObjects reports whether objects that are not predicted are shown: those of logic, which speaks of all.
func (b *boxed) showsObjects(l, held *Layer) bool {
	return !b.below && held == nil && b.sum == nil && isLogical(l.Example)
}

// markUncounted says of a predicted box whether the score leaves it out; p is nil without a score.
func (m *boxMark) markUncounted(p *scoring.PredictedBox) {
	if p != nil && !p.Counted {
		m.on += ", not counted"
	}
}

// judgedProposals returns how proposals of an image fared, and which of those below the threshold are
// shown; nothing without a score.
func judgedProposals(score *scoring.ImageScore) (fared map[int]*scoring.PredictedBox, near map[int]bool) {
	fared, near = map[int]*scoring.PredictedBox{}, map[int]bool{}
	if score != nil {
		for k := range score.Below {
			fared[score.Below[k].Proposal], near[score.Below[k].Proposal] = &score.Below[k], k < mostBelow
		}
		for k := range score.Predicted {
			fared[score.Predicted[k].Proposal] = &score.Predicted[k]
		}
	}
	return fared, near
}

// numberProposal sets the step at which the sum adds the proposal of m, -1 for never, the sum after
// it, its name and, if judged, the share of it that lies on gold: the last two also of a proposal that
// is never added. It reports whether the sum adds it.
func (s *sum) numberProposal(m *boxMark, box loaders.Box, gold []loaders.Box, judged bool) bool {
	m.step = slices.IndexFunc(s.steps, func(step counting.Step) bool { return step.Image == m.image && step.Region == m.proposal })
	m.name, m.sum = "box #"+strconv.Itoa(m.proposal), widget.Measure(elementAt(s.steps, m.step).Sum)
	if share, ok := grounding.Share(box, gold); ok && judged {
		m.inside = widget.Decimal(share)
	}
	return m.step >= 0
}

// judgeOverlap makes the mark a hit or a miss, and records the gold box that it overlaps most, by how much,
// and "touches no gold" for none.
func (m *boxMark) judgeOverlap(p *scoring.PredictedBox) {
	if m.kind, m.on = missMark, "touches no gold"; p.Hit {
		m.kind = hitMark
	}
	if p.BestGold >= 0 && p.BestIoU > 0 {
		m.gold, m.iou, m.on = p.BestGold, p.BestIoU, "#"+strconv.Itoa(p.BestGold)
	}
}

// markChange sets the mark's kind and label by which of two layers predicts the proposal: both, this one
// alone, the held one alone, or neither.
func (m *boxMark) markChange(held *Layer, over float64) {
	label := "="
	m.here, m.held = m.p, elementAt(elementAt(held.moduleOf().Output.Boxes, m.image), m.proposal)
	m.kind, m.p = bothMark, max(m.here, m.held)
	switch {
	case m.here <= over && m.held > over:
		m.kind, label = thereMark, "-"
	case m.here <= over:
		m.kind, label = belowMark, "#"
	case m.held <= over:
		m.kind, label = hereMark, "+"
	}
	m.label = label + strconv.Itoa(m.proposal)
}

// sumGold gives the gold boxes of an image, of which some are missed, their places after the
// sum and the scores that lie on them, and says how many are found.
func (b *boxed) sumGold(of *Subject, l *Layer, i, missed int) (words string) {
	score := l.imageScore(i)
	if score == nil {
		return ""
	}
	gold := goldBoxes(l.moduleOf(), i)
	objects := counting.Objects(b.images[i].Proposals, elementAt(l.moduleOf().Output.Boxes, i), gold)
	for k := range b.marks {
		if m := &b.marks[k]; m.image == i && m.kind.isGold() {
			m.step, m.sum = len(b.sum.steps)+k, widget.Measure(elementAt(objects, m.gold))
		}
	}
	if n := len(score.Gold); n > 0 {
		return fmt.Sprintf("%s%d of %d gold found over %s", separator, n-missed, n, widget.Decimal(of.Settings.Threshold))
	}
	return separator + "no gold here"
}

// drawDepth orders the proposals of an image from those that lie below others to those above.
func (m *boxMark) drawDepth() int {
	switch m.kind {
	case belowMark, objectMark:
		return 0
	case hitMark:
		return 2
	}
	return 1
}

// isLogical reports whether an example is a program of GQA's operators over one
// picture: a select, and what filters it, relates it and asks about it.
func isLogical(ex *loaders.Example) bool {
	selects := func(m loaders.Module) bool { return m.Op == "select" || m.Name == "select" }
	if len(ex.Images) != 1 || !slices.ContainsFunc(ex.Program, selects) {
		return false
	}
	_, err := dfol.Compile(ex.Program, nil)
	return err == nil
}
