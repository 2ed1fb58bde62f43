package evidence

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/views/widget"
)

// boxed holds the boxes found: the images and, in drawing order, the boxes on
// all of them.
type boxed struct {
	*mode
	images []boxedImage
	marks  []boxMark
	below  bool // the best few proposals below the threshold are wanted
	// borrowed: they are those of the module's inputs, and drawn thin.
	borrowed bool
	inputs   []string // modules whose boxes are shown together, nil for one module
	sum      *sum     // that boxes build up, nil unless the module counts
}

// boxedImage is one image of the example.
type boxedImage struct {
	*loaders.Image
	photo Photo
	words string // 3 of 36 boxes > .50 · 2 hit 1 miss · …
	marks int    // their number
}

// blank reports whether there is nothing to draw: the place of the image that a
// pair lacks.
func (im *boxedImage) blank() bool {
	none := im.Path == "" || im.photo.missing && len(im.Proposals)+len(im.Gold) == 0
	return none && im.marks == 0
}

// boxMark is a box and its role. Its row of words and its line in the picture
// are made from this alone.
type boxMark struct {
	image    int
	kind     markKind
	box      loaders.Box // fractions
	ok       bool        // false: the box has no place, its units are unknown
	name     string      // in words; by default of its kind and number
	label    string      // in the picture
	proposal int         // of a proposal: its number in its image
	p        float64     // its probability, for a gold box that of the proposal that covers it; -1 for none
	here     float64     // the probability by this module, if two are shown,
	held     float64     // and by the module that it is compared with
	gold     int         // the gold box of its image that it is or matches; -1 for none
	iou      float64     // with that gold box, 0 for none
	on       string      // what is said about gold
	step     int         // of a sum, from 0 for the highest score; gold comes after
	sum      string      // of a sum: that of the scores down to this one, or of those on a gold box
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
	thereMark                  // predicted only by the module that this one is compared with
	hereMark                   // predicted only by this one
	bothMark                   // by both
)

// kinds are the names of boxes of a kind before their number, what they mean
// for the module, and how a theme draws them.
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

// showsLabel reports whether a mark's label is drawn among many.
func (b *boxed) showsLabel(m *boxMark) bool {
	return m.kind == hitMark && b.sum == nil || m.kind >= missedMark
}

// inImage is the part of a mark's box that lies in the image; ok is false if there is
// none.
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
	mark.name = cmp.Or(mark.name, cmp.Or(b.names[mark.kind], kinds[mark.kind].word)+" #"+strconv.Itoa(number))
	mark.box, mark.ok = im.fractions(box)
	b.marks = append(b.marks, mark)
	if mark.kind.gold() || b.sum == nil || mark.p >= leastStrength*b.sum.top {
		im.marks++
	}
}

// mark is the mark of a proposal, by its place; -1 for none.
func (b *boxed) mark(image, proposal int) int {
	return slices.IndexFunc(b.marks, func(m boxMark) bool { return m.image == image && m.proposal == proposal && !m.kind.gold() })
}

// propose adds a proposal, if its image has it.
func (b *boxed) propose(mark boxMark) {
	if im := &b.images[mark.image]; mark.proposal < len(im.Proposals) {
		mark.label = cmp.Or(mark.label, "#"+strconv.Itoa(mark.proposal)+" "+widget.Decimal(mark.p))
		b.add(mark, im.Proposals[mark.proposal])
	}
}

// fractions is a box in 0..1 of the image: by the size that the run says, or else by that
// of the photo.
func (im *boxedImage) fractions(b loaders.Box) (_ loaders.Box, ok bool) {
	sized := loaders.Image{Units: im.Units, Width: im.Width, Height: im.Height}
	if sized.Width <= 0 || sized.Height <= 0 {
		sized.Width, sized.Height = im.photo.size.X, im.photo.size.Y
	}
	return sized.Fractions(b)
}

// empty reports whether an image is absent: the second of a pair in a data set
// with single pictures.
func empty(im *loaders.Image) bool { return im.Path == "" && proposals(im) == 0 }

// proposals counts the boxes of an image without padding.
func proposals(im *loaders.Image) int {
	return loaders.CountFunc(im.Proposals, func(b loaders.Box) bool { return b != (loaders.Box{}) })
}

// boxedOf returns the subject's images, without marks.
func boxedOf(of *Subject, mode *mode) *boxed {
	return &boxed{mode: mode, images: loaders.Fill(len(of.Example.Images), func(i int) boxedImage {
		return boxedImage{Image: &of.Example.Images[i], photo: of.photo(i)}
	})}
}

// describe writes about image i, after its name, words and what replaces its
// photo.
func (b *boxed) describe(i int, words string) {
	im := &b.images[i]
	im.words = strings.Join(append([]string{imageName(i) + words}, im.photo.words(im.Image)...), separator)
}

// mode is which boxes are shown together: the columns of their rows, and what
// explains their lines.
type mode struct {
	columns []boxColumn
	signs   []lineSign
	worded  bool // a row is a sentence, not a row of columns
	// Of two modules: how many boxes are in both, only in this one and only in
	// the other, and the names of boxes that are not named by their kinds.
	counts string
	names  map[markKind]string
}

// lineSign explains the lines of a kind of marks.
type lineSign struct {
	kind markKind
	word string
}

// The modes: boxes of a module with gold and of one without, those that build up
// a count, boxes of the whole example, which are neither found nor missed, and
// those of two modules, or of one before and after a change.
var (
	judged   = mode{columns: []boxColumn{whatColumn, pColumn, iouColumn, goldColumn}, signs: judgedSigns}
	unjudged = mode{columns: []boxColumn{whatColumn, pColumn}, signs: unjudgedSigns}
	summed   = mode{columns: sumColumns, signs: judgedSigns}
	added    = mode{columns: sumColumns, signs: unjudgedSigns}
	whole    = mode{columns: judged.columns, signs: []lineSign{{goldMark, " gold  "}, {plainMark, " proposal"}}, worded: true}
	against  = mode{columns: []boxColumn{eitherColumn, hereColumn, heldColumn},
		signs:  []lineSign{{bothMark, " both  "}, {hereMark, " only here  "}, {thereMark, " only in the held one  "}, {goldMark, " gold"}},
		counts: ": %d in both, %d only here, %d only in the held one"}
	changed = mode{columns: []boxColumn{eitherColumn, retitled(heldColumn, "before"), retitled(hereColumn, "after")},
		signs:  []lineSign{{bothMark, " as before  "}, {hereMark, " put in  "}, {thereMark, " taken away  "}, {goldMark, " gold"}},
		counts: ": %d as before, %d put in, %d taken away",
		names:  map[markKind]string{bothMark: "kept", hereMark: "put in", thereMark: "taken", belowMark: "below"}}

	explainedMode = mode{signs: []lineSign{{objectMark, " brighter: the answer depends on it more"}}}

	sumColumns  = []boxColumn{whatColumn, retitled(pColumn, "score"), sumColumn, insideColumn, iouColumn, goldColumn}
	judgedSigns = []lineSign{{hitMark, " hit  "}, {missMark, " miss  "},
		{goldMark, " gold found  "}, {missedMark, " gold missed  "}, {belowMark, " below p"}, {objectMark, " attended to less"}}
	unjudgedSigns = []lineSign{{plainMark, " predicted, no gold to compare with  "}, {objectMark, " attended to less"}}
)

// boxColumn is a column of the words about boxes, and its entry for one.
type boxColumn struct {
	widget.Column
	text func(m *boxMark) string
	bars bool // after its numbers, where there is room
}

// The columns.
var (
	whatColumn   = boxColumn{Column: widget.Column{Title: "what"}, text: func(m *boxMark) string { return m.name }}
	eitherColumn = boxColumn{Column: widget.Column{Title: "what", Width: 10}, text: whatColumn.text}
	pColumn      = boxColumn{Column: widget.Column{Title: "p", Width: pWidth}, bars: true,
		text: func(m *boxMark) string { return probabilityText(m.p) }}
	hereColumn = boxColumn{Column: widget.Column{Title: "p here", Width: 6, Right: true},
		text: func(m *boxMark) string { return probabilityText(m.here) }}
	heldColumn = boxColumn{Column: widget.Column{Title: "p held", Width: 6, Right: true},
		text: func(m *boxMark) string { return probabilityText(m.held) }}
	sumColumn    = boxColumn{Column: widget.Column{Title: "sum", Width: 5, Right: true}, text: func(m *boxMark) string { return m.sum }}
	insideColumn = boxColumn{Column: widget.Column{Title: "in gold", Width: 7, Right: true, Drop: 1},
		text: func(m *boxMark) string { return cmp.Or(m.inside, absent) }}
	goldColumn = boxColumn{Column: widget.Column{Title: "gold", Grow: 1}, text: func(m *boxMark) string { return m.on }}
	iouColumn  = boxColumn{Column: widget.Column{Title: "IoU", Drop: 1}, text: func(m *boxMark) string {
		return cmp.Or(widget.If(m.iou > 0, widget.Decimal(m.iou)), absent)
	}}
)

// leastBars is the width of the narrowest evidence with bars.
const leastBars = 56

const (
	// pWidth is the room of a probability, barWidth of the bar after it.
	pWidth   = 5
	barWidth = 6
	// absent stands for a missing number.
	absent = "–"
)

// retitled is a column under another title.
func retitled(c boxColumn, title string) boxColumn {
	c.Title = title
	return c
}

// probabilityText writes a probability, below 0 for none.
func probabilityText(p float64) string {
	if p < 0 {
		return absent
	}
	return widget.Small(p)
}

// barEntry returns an entry with a number followed by a bar that begins at a cell.
func barEntry(words, number string, at int, share float64) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.Text(area.Min.X, area.Min.Y, area.Dx(), base, number)
		area.Min.X = min(area.Min.X+at, area.Max.X)
		widget.Bar(f, area, base, share)
	}}
}

// entry is what the column shows of a box.
func (c *boxColumn) entry(m *boxMark) widget.Entry {
	text := c.text(m)
	switch {
	case !c.bars:
		return widget.Entry{Text: text}
	case m.p < 0:
		return barEntry(text, " "+text, 0, 0)
	}
	return barEntry(text, text, pWidth+1, m.p)
}

// lines are the rows of the boxes in their order and the columns that they have, in
// evidence of w cells.
func (b *boxed) lines(w int) (lines []Line, columns []widget.Column) {
	if len(b.marks) == 0 {
		return nil, nil
	}
	named := loaders.CountFunc(b.images, func(im boxedImage) bool {
		return b.mode == &whole && !im.blank() || b.mode != &whole && !empty(im.Image)
	})
	for _, c := range b.columns {
		if c.bars && w >= leastBars {
			c.Width += 1 + barWidth
		}
		columns = append(columns, c.Column)
	}
	for k := range b.marks {
		m := &b.marks[k]
		row := loaders.Map(b.columns, func(c boxColumn) widget.Entry { return c.entry(m) })
		line := Line{Of: k, Good: kinds[m.kind].good, Row: row}
		if b.worded {
			line.Text, line.Row = sentence(line.Row, columns), nil
		}
		if b.inputs != nil {
			line.Where = b.inputs[m.input] + " "
		}
		line.Where += widget.If(named > 1, imageName(m.image)+"  ")
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(x, y Line) int { return b.order(&b.marks[x.Of], &b.marks[y.Of]) })
	return lines, columns
}

// order compares boxes by the order of their rows. Those of a sum come as they
// build it up, the others image by image and the most probable first, a box on
// gold before the gold that it covers; those of two modules by kind.
func (b *boxed) order(m, n *boxMark) int {
	kind := 0
	if b.counts != "" {
		kind = cmp.Compare(n.kind, m.kind)
	}
	return cmp.Or(cmp.Compare(m.input, n.input), cmp.Compare(m.step, n.step), cmp.Compare(m.image, n.image), kind, cmp.Compare(n.p, m.p))
}

// sentence puts a row in words: its subject, then the entries of its columns,
// each after its title unless it is free text.
func sentence(row []widget.Entry, columns []widget.Column) string {
	var parts []string
	for i, entry := range row {
		text, title := strings.TrimSpace(entry.Text), ""
		if i < len(columns) && (i > 0 && columns[i].Grow == 0 || columns[i].Title == "#") {
			title = strings.TrimSpace(columns[i].Title+" "+columns[i].Group) + " "
		}
		if text != "" && text != absent {
			parts = append(parts, title+text)
		}
	}
	return strings.Join(parts, ", ")
}
