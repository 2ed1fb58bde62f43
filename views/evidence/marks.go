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
	"faithscope/scoring/executor/dfol"
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
	below  bool // the best few proposals below the threshold are wanted
	// borrowed: they are those of the module's inputs, and drawn thin.
	borrowed bool
	held     bool // the boxes are also those of the module that this one is held against
	sum      *sum // that boxes build up, nil for other modules than a count's
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
	// proposal is its number in its image, where it is one.
	proposal int
	p        float64 // its probability, a gold box's that of the proposal that finds it; -1 for none
	gold     int     // the gold box of its image that it is or lies on, -1 for none
	step     int     // of a sum, from 0 for the highest score
}

// markKind is what a box is.
type markKind uint8

const (
	plainMark  markKind = iota // predicted, without gold to compare with
	belowMark                  // a proposal below the threshold
	objectMark                 // an object that the module attends to less than the threshold
	hitMark                    // predicted and aligned with gold
	missMark                   // predicted, but not aligned
	goldMark                   // gold that was found
	missedMark                 // gold that was not
	thereMark                  // predicted by the module that this one is held against, alone
	hereMark                   // by this one alone
	bothMark                   // by both
)

// good is what the mark's kind says of the module.
func (k markKind) good() loaders.Verdict {
	return [...]loaders.Verdict{hitMark: loaders.Right, missMark: loaders.Wrong, missedMark: loaders.Wrong, bothMark: loaders.Unknown}[k]
}

// gold reports whether the mark is an annotator's box.
func (k markKind) gold() bool { return k == goldMark || k == missedMark }

// belongs reports whether a mark is the selected one, the gold that it lies on,
// or one that lies on it.
func (m *boxMark) belongs(selected *boxMark) bool {
	return m == selected || m.image == selected.image && m.gold >= 0 && m.gold == selected.gold && (m.kind.gold() || selected.kind.gold())
}

// keepsLabel reports whether a mark's label is drawn among many.
func (b *boxed) keepsLabel(m *boxMark) bool {
	return m.kind == hitMark && b.sum == nil || m.kind >= missedMark
}

// drawn is how the kind is drawn in a theme.
func (k markKind) drawn(t *themes.Theme) (color.RGBA, widget.Dash) {
	switch k {
	case belowMark, objectMark:
		return t.Plain, widget.Dashed
	case hitMark, hereMark:
		return t.Hit, widget.Solid
	case missMark, thereMark:
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

// add adds a mark, of which everything is known but its place, and its row of
// words; box is where it lies on its image.
func (b *boxed) add(mark boxMark, box loaders.Box, words string, row []widget.Entry) {
	im := &b.images[mark.image]
	mark.box, mark.ok = im.fractions(box)
	b.lines = append(b.lines, Line{Text: words, Good: mark.kind.good(), Of: len(b.marks), Row: row})
	b.marks = append(b.marks, mark)
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
func boxesOf(of *Subject, below bool) *boxed {
	b, m, score := &boxed{below: below}, of.module(), of.score()
	switch {
	case m == nil || m.Output.Boxes == nil && (m.Gold == nil || m.Gold.Boxes == nil):
		return b
	case sums(of):
		return sumOf(of)
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
	b.sortLines()
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
	b.objects(of, i)
	for k, x := range p {
		if x > of.Settings.Threshold && k < len(im.Proposals) {
			count++
			b.add(boxMark{image: i, label: boxLabel(k, x), p: x, gold: -1}, im.Proposals[k], fmt.Sprintf("box  #%d p %s", k, widget.Small(x)), boxRow("box #"+strconv.Itoa(k), x, 0, "")[:iouColumn])
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
				fmt.Sprintf("object #%d p %s", k, widget.Small(x)), boxRow("obj. #"+strconv.Itoa(k), x, 0, "")[:b.columns(of)])
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
	b.add(boxMark{image: i, kind: kind, label: cmp.Or(name, label), p: -1, gold: goldIndex(kind, k)}, box, text, nil)
}

// goldIndex is the gold box that mark k of a kind is, -1 for none.
func goldIndex(kind markKind, k int) int {
	if kind == goldMark {
		return k
	}
	return -1
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
