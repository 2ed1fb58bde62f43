package boxes

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/protocols/grounding"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

const aboveBar = false

func moduleBoxes(shownVersions *evidence.ShownVersions, showBelow bool, sideName string) *markedImages {
	m := shownVersions.ShownModule()
	if m == nil || !m.Has(loaders.BoxKind) {
		return &markedImages{displayMode: &judgedMode, below: showBelow}
	}
	b := unmarkedImages(shownVersions, &judgedMode)
	b.below, b.side = showBelow, sideName
	switch held := shownVersions.ComparedLayer(); {
	case held != nil:
		b.displayMode = comparisonMode(held)
	case sumsBoxes(shownVersions):
		b.sum, b.displayMode = newCountSum(shownVersions), &summedMode
	case shownVersions.ModuleScore() == nil:
		b.displayMode = &unjudgedMode
	}
	for i := range b.images {
		b.addImage(shownVersions, i)
	}
	return b
}

func comparedSideBySide(shownVersions *evidence.ShownVersions, showBelow bool) *markedImages {
	sides := comparisonMode(&shownVersions.Held).sides
	side := *shownVersions
	side.Held = evidence.ExampleVersion{}
	b := moduleBoxes(&side, showBelow, sides[0]+" ")
	side.ExampleVersion = shownVersions.Held
	there := moduleBoxes(&side, showBelow, sides[1]+" ")
	for k := range there.marks {
		there.marks[k].image += b.perLayer
	}
	b.images, b.marks = append(b.images, there.images...), append(b.marks, there.marks...)
	return b
}

func sumsBoxes(shownVersions *evidence.ShownVersions) bool {
	_, counts := counting.Question(shownVersions.Example)
	return counts && shownVersions.Node == 0 && shownVersions.ShownModule().Output.Boxes != nil
}

// Weak proposals come first and gold last so that it is drawn over them.
func (b *markedImages) addImage(shownVersions *evidence.ShownVersions, i int) {
	m, score, im := shownVersions.ShownModule(), shownVersions.ImageScore(i), &b.images[i]
	gold, words := evidence.GoldBoxes(m, i), ": no boxes in the run"
	if im.Path == "" && im.countProposals()+len(gold) == 0 { // a pair's second image, in data with single pictures
		im.words = imageName(i) + ": blank, no boxes"
		return
	}
	marks := b.proposedMarks(shownVersions, i)
	count := func(kind markKind) int {
		return loaders.CountFunc(marks, func(m boxMark) bool { return m.kind == kind })
	}
	slices.SortStableFunc(marks, func(x, y boxMark) int {
		return cmp.Or(cmp.Compare(y.step, x.step), cmp.Compare(x.drawDepth(), y.drawDepth()))
	})
	for _, mark := range marks {
		b.addProposal(mark)
	}
	missed := b.addGold(shownVersions, i)
	switch all := im.countProposals(); {
	case b.isComparison():
		words = fmt.Sprintf(": %d in both, %d only %s, %d only %s", count(bothMark), count(hereMark), b.sides[0], count(thereMark), b.sides[1])
	case b.sum != nil:
		words = ": " + loaders.Count(all, "box") + b.groundWords(shownVersions, i)
	case score != nil:
		words = describeImage(shownVersions, im, score, missed)
	case i < len(m.Output.Boxes):
		words = fmt.Sprintf(": %d of %d boxes with p > %s", count(plainMark), all,
			widget.Decimal(shownVersions.Settings.Threshold))
	case len(gold) > 0:
		b.displayMode = &wholeMode
		b.addAnnotated(shownVersions, i, goldMark, gold)
		words = ": " + loaders.Count(len(gold), "gold box") + widget.If(m.Lender() == "", "; the run has no boxes for this module")
	}
	b.describeImage(i, words)
}

const mostBelow = 6

func (b *markedImages) proposedMarks(shownVersions *evidence.ShownVersions, i int) (marks []boxMark) {
	m, score, over := shownVersions.ShownModule(), shownVersions.ImageScore(i), b.leastShown(shownVersions)
	own, weak, objects := loaders.ElementAt(m.Output.Boxes, i), weakBoxes(m.Output.Boxes, over), isLogical(shownVersions.Example)
	fared, near := judgedProposals(score)
	for k, box := range b.images[i].Proposals {
		mark := boxMark{image: i, proposal: k, p: loaders.ElementAt(own, k), gold: -1}
		if fared[k] != nil {
			mark.judgeOverlap(fared[k])
		}
		shown := box != (loaders.Box{})
		switch {
		case b.isComparison():
			mark.markChange(&shownVersions.Held, over)
			shown = mark.kind != belowMark || shown && b.below
		case b.sum != nil:
			shown = b.sum.numberProposal(&mark, box, evidence.GoldBoxes(m, i), score != nil)
		case mark.p > over:
			shown = mark.markUncounted(score, fared[k])
		case b.below || weak[[2]int{i, k}] && !objects:
			shown = mark.markBelow(near[k], weak[[2]int{i, k}], shown)
		default:
			shown = shown && objects && k < len(own)
			mark.kind, mark.thin, mark.gold, mark.iou, mark.goldText = objectMark, mark.p < leastStrength, -1, 0, ""
		}
		if shown {
			marks = append(marks, mark)
		}
	}
	return marks
}

// leastShown is 0 for compared sums, which have every box, otherwise the threshold.
func (b *markedImages) leastShown(shownVersions *evidence.ShownVersions) float64 {
	return loaders.IfElse(b.isComparison() && sumsBoxes(shownVersions), 0, shownVersions.Settings.Threshold)
}

func (m *boxMark) markBelow(isNear, isWeak, isReal bool) bool {
	m.kind, m.thin = belowMark, isWeak
	return isNear || isWeak && isReal
}

const mostWeak = 3

func weakBoxes(probabilities [][]float64, threshold float64) map[[2]int]bool {
	var all [][2]int
	for i, list := range probabilities {
		for k, p := range list {
			if p > threshold {
				return nil
			}
			if p >= leastStrength {
				all = append(all, [2]int{i, k})
			}
		}
	}
	loaders.SortBy(all, func(index [2]int) float64 { return -probabilities[index[0]][index[1]] })
	weak := map[[2]int]bool{}
	for _, index := range all[:min(len(all), mostWeak)] {
		weak[index] = true
	}
	return weak
}

func (m *boxMark) markUncounted(imageScore *scoring.ImageScore, p *scoring.PredictedBox) (shown bool) {
	if p != nil && !p.Counted {
		m.goldText += ", not counted"
	}
	return imageScore == nil || p != nil
}

func judgedProposals(imageScore *scoring.ImageScore) (fared map[int]*scoring.PredictedBox, near map[int]bool) {
	fared, near = map[int]*scoring.PredictedBox{}, map[int]bool{}
	if imageScore != nil {
		for k := range imageScore.Below {
			fared[imageScore.Below[k].Proposal], near[imageScore.Below[k].Proposal] = &imageScore.Below[k], k < mostBelow
		}
		for k := range imageScore.Predicted {
			fared[imageScore.Predicted[k].Proposal] = &imageScore.Predicted[k]
		}
	}
	return fared, near
}

func (s *shownCountSum) numberProposal(m *boxMark, box loaders.Box, goldBoxes []loaders.Box, isJudged bool) bool {
	m.step = slices.IndexFunc(s.steps, func(step counting.RegionStep) bool { return step.Image == m.image && step.Region == m.proposal })
	m.thin = m.p < leastStrength
	m.name, m.sum = "box #"+strconv.Itoa(m.proposal), widget.Measure(loaders.ElementAt(s.steps, m.step).Sum)
	if share, ok := grounding.Share(box, goldBoxes); ok && isJudged {
		m.inside = scoring.Defined(share)
	}
	return m.step >= 0
}

func (m *boxMark) judgeOverlap(p *scoring.PredictedBox) {
	if m.kind, m.goldText = missMark, "none"; p.Hit {
		m.kind = hitMark
	}
	if p.BestGold >= 0 && p.BestIoU > 0 {
		m.gold, m.iou, m.goldText = p.BestGold, p.BestIoU, "gold #"+strconv.Itoa(p.BestGold)
	}
}

func (m *boxMark) markChange(comparedVersion *evidence.ExampleVersion, threshold float64) {
	m.here, m.held = m.p, loaders.ElementAt(loaders.ElementAt(comparedVersion.ShownModule().Output.Boxes, m.image), m.proposal)
	m.kind, m.p = bothMark, max(m.here, m.held)
	switch {
	case m.here <= threshold && m.held > threshold:
		m.kind = thereMark
	case m.here <= threshold:
		m.kind = belowMark
	case m.held <= threshold:
		m.kind = hereMark
	}
	m.label = "#" + strconv.Itoa(m.proposal)
}

func (b *markedImages) groundWords(shownVersions *evidence.ShownVersions, i int) string {
	gold, inside := len(evidence.GoldBoxes(shownVersions.ShownModule(), i)), 0.0
	switch {
	case shownVersions.ImageScore(i) == nil:
		return ""
	case gold == 0:
		return evidence.Separator + "no gold boxes"
	}
	for _, m := range b.marks {
		if m.image == i {
			share, _ := m.inside.Float()
			inside += share * m.p
		}
	}
	return fmt.Sprintf("%s%s of the sum is inside %s", evidence.Separator, widget.Measure(inside), loaders.Count(gold, "gold box"))
}

func (m *boxMark) drawDepth() int {
	switch m.kind {
	case belowMark, objectMark:
		return 0
	case hitMark:
		return 2
	}
	return 1
}

// isLogical is for programs of logic, which speak of all proposals.
func isLogical(ex *loaders.Example) bool {
	selects := func(m loaders.Module) bool { return m.Op == "select" || m.Name == "select" }
	if len(ex.Images) != 1 || !slices.ContainsFunc(ex.Program, selects) {
		return false
	}
	_, err := dfol.Compile(ex.Program, nil)
	return err == nil
}
