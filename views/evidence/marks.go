package evidence

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/themes"
	"faithscope/views/widget"
)

// boxed is what is found of boxes: the images, the marks on all of them, and
// a row of words per mark.
type boxed struct {
	images []boxedImage
	marks  []boxMark
	lines  []Line
	whole  bool // the boxes are of the example as a whole, not of a module
}

// boxedImage is one image of the example.
type boxedImage struct {
	*loaders.Image
	photo Photo
	words string // 3 of 36 boxes > .50 · 2 hit 1 miss · …
	marks int    // how many it has
}

// blank reports whether there is nothing to draw: the place of an image in a
// pair that has none.
func (im *boxedImage) blank() bool {
	none := im.Path == "" || im.photo.missing && len(im.Proposals)+len(im.Gold) == 0
	return none && im.marks == 0
}

// boxMark is a box with what it is.
type boxMark struct {
	image int
	kind  markKind
	box   loaders.Box // fractions
	label string
	ok    bool // false: the box has no place, its units are unknown
}

// markKind is what a box is.
type markKind uint8

const (
	plainMark  markKind = iota // predicted, without gold to compare with
	hitMark                    // predicted and aligned with gold
	missMark                   // predicted, but not aligned
	goldMark                   // gold that was found
	missedMark                 // gold that was not
)

// good is what the mark's kind says of the module.
func (k markKind) good() loaders.Verdict {
	return [...]loaders.Verdict{hitMark: loaders.Right, missMark: loaders.Wrong, missedMark: loaders.Wrong}[k]
}

// keepsLabel reports whether the label is drawn among many.
func (k markKind) keepsLabel() bool { return k == hitMark || k == missedMark }

// drawn is how the kind is drawn in a theme.
func (k markKind) drawn(t *themes.Theme) (color.RGBA, widget.Dash) {
	switch k {
	case hitMark:
		return t.Hit, widget.Solid
	case missMark:
		return t.Miss, widget.Dashed
	case goldMark:
		return t.Gold, widget.Double
	case missedMark:
		return t.Missed, widget.Dotted
	}
	return t.Plain, widget.Solid
}

// inside is the part of a mark's box that lies in the image; ok is false where
// there is none.
func (m *boxMark) inside() (box loaders.Box, ok bool) {
	if m == nil || !m.ok {
		return box, false
	}
	box = loaders.Box{X0: max(m.box.X0, 0), Y0: max(m.box.Y0, 0), X1: min(m.box.X1, 1), Y1: min(m.box.Y1, 1)}
	return box, box.X0 < box.X1 && box.Y0 < box.Y1
}

// separator stands between facts on a line.
const separator = " · "

func imageName(i int) string { return "image " + strconv.Itoa(i+1) }

// add adds a mark on image i and its row of words.
func (b *boxed) add(i int, kind markKind, box loaders.Box, label, words string) {
	im := &b.images[i]
	fractions, ok := im.fractions(box)
	b.lines = append(b.lines, Line{Text: words, Good: kind.good(), Of: len(b.marks)})
	b.marks = append(b.marks, boxMark{i, kind, fractions, label, ok})
	im.marks++
}

// fractions is a box in 0..1 of the image: by the size that the run says, else
// by that of the photo.
func (im *boxedImage) fractions(b loaders.Box) (_ loaders.Box, ok bool) {
	sized := loaders.Image{Units: im.Units, Width: im.Width, Height: im.Height}
	if sized.Width <= 0 || sized.Height <= 0 {
		sized.Width, sized.Height = im.photo.size.X, im.photo.size.Y
	}
	return sized.Fractions(b)
}

// empty reports whether an image is none: the second of a pair in a data set
// with single pictures.
func empty(im *loaders.Image) bool { return im.Path == "" && proposals(im) == 0 }

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

// boxesOf is what the module selected on each image, and how gold fared. Boxes
// are numbered as the file has them, from 0. The zero value is returned for a
// module that has to do with no box.
func boxesOf(of *Subject) *boxed {
	b, m, score := &boxed{}, of.module(), of.score()
	if m == nil || m.Output.Boxes == nil && (m.Gold == nil || m.Gold.Boxes == nil) {
		return b
	}
	for i := range of.Example.Images {
		im := boxedImage{Image: &of.Example.Images[i], photo: of.photo(i)}
		b.images = append(b.images, im)
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
		words = imageName(i) + words
		if !empty(im.Image) {
			words = strings.Join(append([]string{words}, im.photo.words(im.Image)...), separator)
		}
		b.images[i].words = words
	}
	b.nameImages(func(im *boxedImage) bool { return !empty(im.Image) })
	return b
}

// nameImages puts the image's name before each row of words where more than one
// image counts.
func (b *boxed) nameImages(counts func(im *boxedImage) bool) {
	n := 0
	for i := range b.images {
		if counts(&b.images[i]) {
			n++
		}
	}
	if n < 2 {
		return
	}
	for i := range b.lines {
		b.lines[i].Where = imageName(b.marks[b.lines[i].Of].image) + "  "
	}
}

// selected is an image of a module without gold: the proposals over the
// threshold.
func (b *boxed) selected(of *Subject, i int, p []float64) (words string) {
	count, im := 0, b.images[i]
	for k, x := range p {
		if x > of.Settings.Threshold && k < len(im.Proposals) {
			count++
			b.add(i, plainMark, im.Proposals[k], boxLabel(k, x), fmt.Sprintf("box  #%d p %s", k, widget.Small(x)))
		}
	}
	return fmt.Sprintf(": %d of %d boxes > %s · no gold to compare with", count, proposals(im.Image), widget.Decimal(of.Settings.Threshold))
}

// goldOnly is an image of a module whose output is not in the run: where it
// should have looked.
func (b *boxed) goldOnly(of *Subject, i int, gold []loaders.Box) (words string) {
	for k, box := range gold {
		b.annotated(of, i, goldMark, "gold", k, box)
	}
	b.whole = true
	return fmt.Sprintf(": %s, the run has no boxes of this module", widget.Plural(len(gold), "gold box", "gold boxes"))
}

// scored is an image of a module with gold. Marks are added in the order of
// drawing: gold lies over proposals, misses below hits.
func (b *boxed) scored(of *Subject, i int, gold []loaders.Box, score *scoring.ImageScore) (words string) {
	hits, im := 0, b.images[i]
	for _, pass := range [2]bool{false, true} {
		for _, p := range score.Predicted {
			if p.Hit != pass || p.Proposal >= len(im.Proposals) {
				continue
			}
			kind, word := missMark, "miss"
			if p.Hit {
				kind, word = hitMark, "hit "
				hits++
			}
			b.add(i, kind, im.Proposals[p.Proposal], boxLabel(p.Proposal, p.Probability), predictedText(word, p))
		}
	}
	var missed []string
	for k, g := range score.Gold[:min(len(score.Gold), len(gold))] {
		if g.Matched {
			b.add(i, goldMark, gold[k], "", fmt.Sprintf("gold #%d found by box #%d, IoU %s", k, g.BestProposal, widget.Decimal(g.BestIoU)))
			continue
		}
		text := fmt.Sprintf("gold #%d missed, best IoU %s", k, widget.Decimal(g.BestIoU))
		if g.BestProposal < 0 || g.BestIoU == 0 {
			text = fmt.Sprintf("gold #%d missed, no box touches it", k)
		}
		missed = append(missed, text)
		b.add(i, missedMark, gold[k], "gold #"+strconv.Itoa(k), text)
	}
	return scoredWords(of, im.Image, score, hits, missed)
}

// scoredWords is an image in one line: ": 3 of 36 boxes > .50 · 2 hit 1 miss ·
// gold #2 missed, best IoU .41 · P .67 R .50 F1 .57".
func scoredWords(of *Subject, im *loaders.Image, score *scoring.ImageScore, hits int, missed []string) string {
	parts := []string{fmt.Sprintf(": %d of %d boxes > %s", len(score.Predicted), proposals(im), widget.Decimal(of.Settings.Threshold))}
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
	return strings.Join(append(parts, "P "+widget.Number(score.Precision)+" R "+widget.Number(score.Recall)+" F1 "+widget.Number(score.F1)), separator)
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
	b := &boxed{whole: true}
	for i := range of.Example.Images {
		im := boxedImage{Image: &of.Example.Images[i], photo: of.photo(i)}
		b.images = append(b.images, im)
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
		words := imageName(i) + ": " + boxCounts(len(im.Gold), others)
		b.images[i].words = strings.Join(append([]string{words}, im.photo.words(im.Image)...), separator)
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
		return widget.Plural(gold, "gold box", "gold boxes")
	case gold == 0:
		return widget.Plural(proposals, "proposal", "proposals") + ", no gold"
	}
	return widget.Plural(gold, "gold box", "gold boxes") + " and " + widget.Plural(proposals, "proposal", "proposals")
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
	b.add(i, kind, box, cmp.Or(name, label), text)
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
