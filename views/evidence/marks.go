package evidence

import (
	"image/color"
	"strconv"
	"strings"

	"faithscope/loaders"
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

func imageName(i int) string { return "image " + strconv.Itoa(i+1) }

// add adds a mark, of which everything is known but its place, and its row of
// words; box is where it lies on its image.
func (b *boxed) add(mark boxMark, box loaders.Box, row []widget.Entry) {
	im := &b.images[mark.image]
	mark.box, mark.ok = im.fractions(box)
	b.lines = append(b.lines, Line{Good: mark.kind.good(), Of: len(b.marks), Row: row})
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

// boxedOf has the subject's images, without marks.
func boxedOf(of *Subject) *boxed {
	b := &boxed{}
	for i := range of.Example.Images {
		b.images = append(b.images, boxedImage{Image: &of.Example.Images[i], photo: of.photo(i)})
	}
	return b
}

// say says of image i, behind its name, words and what stands in the place of
// its photo.
func (b *boxed) say(i int, words string) {
	im := &b.images[i]
	im.words = strings.Join(append([]string{imageName(i) + words}, im.photo.words(im.Image)...), separator)
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
