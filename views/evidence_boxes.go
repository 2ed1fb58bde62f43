package views

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// boxes adds what a module selected on each image, and how gold fared. Boxes
// are numbered as the file has them, from 0.
func (q evidenceOf) boxes(e *evidence, m *loaders.Module, score *scoring.ModuleScore) {
	if m.Output.Boxes == nil && (m.Gold == nil || m.Gold.Boxes == nil) {
		return
	}
	for i := range q.example.Images {
		im := imageEvidence{index: i, image: &q.example.Images[i], photo: q.photo(i)}
		switch {
		case empty(im.image) && len(goldBoxes(m, i)) == 0:
			im.words = imageName(i) + ": blank, it has no boxes"
		case score != nil && i < len(score.Images):
			q.scored(e, &im, m, &score.Images[i])
		case i < len(m.Output.Boxes):
			q.selected(e, &im, m.Output.Boxes[i])
		case len(goldBoxes(m, i)) > 0:
			q.goldOnly(e, &im, m)
		default:
			im.words = imageName(i) + ": the run has no boxes on it"
		}
		if !empty(im.image) {
			im.words = strings.Join(append([]string{im.words}, im.photo.words(im.image)...), separator)
		}
		e.images = append(e.images, im)
	}
	drawn := 0
	for i := range e.images {
		if !empty(e.images[i].image) {
			drawn++
		}
	}
	e.several = drawn > 1
}

// empty reports whether an image is none: the second of a pair in a data set
// with single pictures.
func empty(im *loaders.Image) bool { return im.Path == "" && proposals(im) == 0 }

// separator stands between facts on a line.
const separator = " · "

func imageName(i int) string { return "image " + strconv.Itoa(i+1) }

// selected is an image of a module without gold: the proposals over the
// threshold.
func (q evidenceOf) selected(e *evidence, im *imageEvidence, p []float64) {
	count := 0
	for k, x := range p {
		if x > q.settings.Threshold && k < len(im.image.Proposals) {
			count++
			im.add(e, plainMark, im.image.Proposals[k], boxLabel(k, x), fmt.Sprintf("box  #%d p %s", k, widget.Small(x)))
		}
	}
	im.words = fmt.Sprintf("%s: %d of %d boxes > %s · no gold to compare with", imageName(im.index), count, proposals(im.image), widget.Decimal(q.settings.Threshold))
}

// goldOnly is an image of a module whose output is not in the run: where it
// should have looked.
func (q evidenceOf) goldOnly(e *evidence, im *imageEvidence, m *loaders.Module) {
	gold := goldBoxes(m, im.index)
	for k, b := range gold {
		name := q.nameOf(im.index, b)
		im.add(e, goldMark, b, cmp.Or(name, "gold #"+strconv.Itoa(k)), im.boxWords("gold", k, b, name))
	}
	im.words = fmt.Sprintf("%s: %s, the run has no boxes of this module", imageName(im.index), widget.Plural(len(gold), "gold box", "gold boxes"))
	e.whole = true
}

// scored is an image of a module with gold. Marks are added in the order of
// drawing: gold lies over proposals, misses below hits.
func (q evidenceOf) scored(e *evidence, im *imageEvidence, m *loaders.Module, score *scoring.ImageScore) {
	hits, gold := 0, goldBoxes(m, im.index)
	for _, pass := range [2]bool{false, true} {
		for _, p := range score.Predicted {
			if p.Hit != pass || p.Proposal >= len(im.image.Proposals) {
				continue
			}
			kind, word := missMark, "miss"
			if p.Hit {
				kind, word = hitMark, "hit "
				hits++
			}
			im.add(e, kind, im.image.Proposals[p.Proposal], boxLabel(p.Proposal, p.Probability), predictedText(word, p))
		}
	}
	var missed []string
	for k, g := range score.Gold {
		if k >= len(gold) {
			break
		}
		if g.Matched {
			im.add(e, goldMark, gold[k], "", fmt.Sprintf("gold #%d found by box #%d, IoU %s", k, g.BestProposal, widget.Decimal(g.BestIoU)))
			continue
		}
		text := fmt.Sprintf("gold #%d missed, best IoU %s", k, widget.Decimal(g.BestIoU))
		if g.BestProposal < 0 || g.BestIoU == 0 {
			text = fmt.Sprintf("gold #%d missed, no box touches it", k)
		}
		missed = append(missed, text)
		im.add(e, missedMark, gold[k], "gold #"+strconv.Itoa(k), text)
	}
	im.words = q.imageWords(im, score, hits, missed)
}

// imageWords is an image in one line: "3 of 36 boxes > .50 · 2 hit 1 miss ·
// gold #2 missed, best IoU .41 · P .67 R .50 F1 .57".
func (q evidenceOf) imageWords(im *imageEvidence, score *scoring.ImageScore, hits int, missed []string) string {
	parts := []string{fmt.Sprintf("%s: %d of %d boxes > %s", imageName(im.index), len(score.Predicted), proposals(im.image), widget.Decimal(q.settings.Threshold))}
	if n := len(score.Predicted); n > 0 {
		parts = append(parts, fmt.Sprintf("%d hit %d miss", hits, n-hits))
	}
	switch n := len(score.Gold); {
	case n == 0:
		parts = append(parts, "no gold here")
	case len(missed) == 1:
		parts = append(parts, missed[0])
	case len(missed) == 0:
		parts = append(parts, fmt.Sprintf("all %d gold found", n))
	default:
		parts = append(parts, fmt.Sprintf("%d of %d gold missed", len(missed), n))
	}
	return strings.Join(append(parts, "P "+valueText(score.Precision)+" R "+valueText(score.Recall)+" F1 "+valueText(score.F1)), separator)
}

// valueText is a number of 0..1 or "–".
func valueText(v scoring.Value) string {
	x, ok := v.Float()
	if !ok {
		return "–"
	}
	return widget.Decimal(x)
}

func boxLabel(k int, p float64) string { return "#" + strconv.Itoa(k) + " " + widget.Decimal(p) }

func predictedText(word string, p scoring.PredictedBox) string {
	text := fmt.Sprintf("%s #%d p %s", word, p.Proposal, widget.Decimal(p.Probability))
	if p.BestGold >= 0 && p.BestIoU > 0 {
		text += fmt.Sprintf(", IoU %s with gold #%d", widget.Decimal(p.BestIoU), p.BestGold)
	} else {
		text += ", touches no gold"
	}
	if !p.Counted {
		text += ", not counted: between the thresholds"
	}
	return text
}

// add adds a mark and its row of words.
func (im *imageEvidence) add(e *evidence, kind markKind, box loaders.Box, label, words string) {
	fractions, ok := im.fractions(box)
	e.lines = append(e.lines, evidenceLine{text: words, color: kind, image: im.index, mark: len(im.marks)})
	im.marks = append(im.marks, boxMark{kind: kind, box: fractions, label: label, ok: ok})
}

// proposals counts the boxes of an image without padding.
func proposals(im *loaders.Image) int {
	n := 0
	for _, b := range im.Proposals {
		if b != (loaders.Box{}) {
			n++
		}
	}
	return n
}

func goldBoxes(m *loaders.Module, image int) []loaders.Box {
	if m.Gold == nil || image >= len(m.Gold.Boxes) {
		return nil
	}
	return m.Gold.Boxes[image]
}

// overlay says which marks are drawn.
type overlay uint8

const (
	allMarks overlay = iota
	goldMarks
	predictedMarks
	noMarks
)

// String says what is drawn.
func (o overlay) String() string {
	return [...]string{"all boxes", "only gold boxes", "only predicted boxes", "no boxes"}[o]
}

func (o overlay) shows(kind markKind) bool {
	gold := kind == goldMark || kind == missedMark
	return o == allMarks || o == goldMarks && gold || o == predictedMarks && !gold
}

// mark returns the picture's mark of a box.
func (b *boxMark) mark(s *Session, thick bool) widget.Mark {
	m := widget.Mark{Box: b.box, Label: b.label, Thick: thick, Color: s.Theme.Hit}
	switch b.kind {
	case plainMark:
		m.Color = s.Theme.Plain
	case missMark:
		m.Color, m.Dash = s.Theme.Miss, widget.Dashed
	case goldMark:
		m.Color, m.Dash = s.Theme.Gold, widget.Double
	case missedMark:
		m.Color, m.Dash = s.Theme.Missed, widget.Dotted
	}
	return m
}
