package evidence

import (
	"cmp"
	"image/color"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/views/widget"
)

// boxed is what is found of boxes: the images and, in the order in which they
// are drawn, the boxes on all of them.
type boxed struct {
	*mode
	images []boxedImage
	marks  []boxMark
	below  bool // the best few proposals below the threshold are wanted
	// borrowed: they are those of the module's inputs, and drawn thin.
	borrowed bool
	inputs   []string // whose boxes are shown together, nil for those of one module
	sum      *sum     // that boxes build up, nil for other modules than a count's
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

// boxMark is a box with what it is. Its row of words and its line in the picture
// are made of this alone.
type boxMark struct {
	image    int
	kind     markKind
	box      loaders.Box // fractions
	ok       bool        // false: the box has no place, its units are unknown
	name     string      // in words, that of its kind and number unless it has another
	label    string      // in the picture
	proposal int         // its number in its image, where it is one
	p        float64     // its probability, a gold box's that of the proposal that finds it; -1 for none
	here     float64     // that by this module, where two are shown,
	held     float64     // and by the one that it is held against
	gold     int         // the gold box of its image that it is or lies on, -1 for none
	iou      float64     // with that, 0 for none
	on       string      // what there is to say of gold
	step     int         // of a sum, from 0 for the highest score; gold comes after
	inside   string      // the share of a box of a sum that lies in gold
	input    int         // of boxed.inputs
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

// kinds are how boxes of a kind are called before their number, what they say of
// the module, and how they are drawn in a theme.
var kinds = [...]struct {
	word  string
	good  loaders.Verdict
	color func(t *themes.Theme) color.RGBA
	dash  widget.Dash
}{
	plainMark:  {"box", loaders.Unknown, plainColor, widget.Solid},
	belowMark:  {"below", loaders.Unknown, plainColor, widget.Dashed},
	objectMark: {"obj.", loaders.Unknown, plainColor, widget.Dashed},
	hitMark:    {"hit ", loaders.Right, hitColor, widget.Solid},
	missMark:   {"miss", loaders.Wrong, missColor, widget.Dashed},
	goldMark:   {"gold", loaders.Unknown, func(t *themes.Theme) color.RGBA { return t.Gold }, widget.Double},
	missedMark: {"gold", loaders.Wrong, func(t *themes.Theme) color.RGBA { return t.Missed }, widget.Dotted},
	thereMark:  {"held", loaders.Unknown, missColor, widget.Dashed},
	hereMark:   {"here", loaders.Unknown, hitColor, widget.Solid},
	bothMark:   {"both", loaders.Unknown, plainColor, widget.Solid},
}

func plainColor(t *themes.Theme) color.RGBA { return t.Plain }
func hitColor(t *themes.Theme) color.RGBA   { return t.Hit }
func missColor(t *themes.Theme) color.RGBA  { return t.Miss }

// gold reports whether the mark is an annotator's box.
func (k markKind) gold() bool { return k == goldMark || k == missedMark }

// keepsLabel reports whether a mark's label is drawn among many.
func (b *boxed) keepsLabel(m *boxMark) bool {
	return m.kind == hitMark && b.sum == nil || m.kind >= missedMark
}

// inImage is the part of a mark's box that lies in the image; ok is false where
// there is none.
func (m *boxMark) inImage() (box loaders.Box, ok bool) {
	if m == nil || !m.ok {
		return box, false
	}
	box = loaders.Box{X0: max(m.box.X0, 0), Y0: max(m.box.Y0, 0), X1: min(m.box.X1, 1), Y1: min(m.box.Y1, 1)}
	return box, box.X0 < box.X1 && box.Y0 < box.Y1
}

func imageName(i int) string { return "image " + strconv.Itoa(i+1) }

// add adds a mark; box is where it lies on its image.
func (b *boxed) add(mark boxMark, box loaders.Box) {
	im, number := &b.images[mark.image], mark.proposal
	if mark.kind.gold() {
		number = mark.gold
	}
	mark.name = cmp.Or(mark.name, kinds[mark.kind].word+" #"+strconv.Itoa(number))
	mark.box, mark.ok = im.fractions(box)
	b.marks = append(b.marks, mark)
	if mark.kind.gold() || b.sum == nil || mark.p >= leastStrength*b.sum.top {
		im.marks++
	}
}

// propose adds a proposal, if its image has it.
func (b *boxed) propose(mark boxMark) {
	if im := &b.images[mark.image]; mark.proposal < len(im.Proposals) {
		mark.label = cmp.Or(mark.label, "#"+strconv.Itoa(mark.proposal)+" "+widget.Decimal(mark.p))
		b.add(mark, im.Proposals[mark.proposal])
	}
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
func boxedOf(of *Subject, mode *mode) *boxed {
	b := &boxed{mode: mode}
	for i := range of.Example.Images {
		b.images = append(b.images, boxedImage{Image: &of.Example.Images[i], photo: of.photo(i)})
	}
	return b
}

// describe writes of image i, behind its name, words and what stands in the place of
// its photo.
func (b *boxed) describe(i int, words string) {
	im := &b.images[i]
	im.words = strings.Join(append([]string{imageName(i) + words}, im.photo.words(im.Image)...), separator)
}
