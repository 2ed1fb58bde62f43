package evidence

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"faithscope/views/widget"
)

// mode is which boxes are shown together: the columns of their rows, and what
// explains their lines.
type mode struct {
	columns []boxColumn
	signs   []lineSign
	told    bool // a row is a sentence, not set in columns
}

// lineSign explains the lines of a kind of marks.
type lineSign struct {
	kind markKind
	word string
}

// The modes: boxes of a module with gold and of one without, those that build up
// a count, boxes of the example as a whole, which are neither found nor missed,
// and those of two modules, or of one before and after a change.
var (
	judged   = mode{columns: []boxColumn{whatColumn, pColumn, iouColumn, goldColumn}, signs: judgedSigns}
	unjudged = mode{columns: []boxColumn{whatColumn, pColumn}, signs: unjudgedSigns}
	summed   = mode{columns: sumColumns, signs: judgedSigns}
	added    = mode{columns: sumColumns, signs: unjudgedSigns}
	whole    = mode{columns: judged.columns, signs: []lineSign{{goldMark, " gold  "}, {plainMark, " proposal"}}, told: true}
	against  = mode{columns: []boxColumn{eitherColumn, hereColumn, heldColumn},
		signs: []lineSign{{bothMark, " both  "}, {hereMark, " here alone  "}, {thereMark, " held one alone  "}, {goldMark, " gold"}}}
	changed = mode{columns: []boxColumn{eitherColumn, retitled(heldColumn, "before"), retitled(hereColumn, "after")},
		signs: []lineSign{{bothMark, " as before  "}, {hereMark, " put in  "}, {thereMark, " taken away  "}, {goldMark, " gold"}}}

	sumColumns  = []boxColumn{whatColumn, scoreColumn, sumColumn, insideColumn, iouColumn, goldColumn}
	judgedSigns = []lineSign{{hitMark, " hit  "}, {missMark, " miss  "},
		{goldMark, " gold found  "}, {missedMark, " gold missed  "}, {belowMark, " below p"}, {objectMark, " attended to less"}}
	unjudgedSigns = []lineSign{{plainMark, " predicted, no gold to compare with  "}, {objectMark, " attended to less"}}
)

// boxColumn is a column of the words about boxes, and what it has of one.
type boxColumn struct {
	widget.Column
	text func(b *boxed, m *boxMark) string
	bars bool // behind its numbers, where there is room
}

// The columns.
var (
	whatColumn   = boxColumn{Column: widget.Column{Title: "what"}, text: boxName}
	eitherColumn = boxColumn{Column: widget.Column{Title: "what", Width: 10}, text: boxName}
	pColumn      = boxColumn{Column: widget.Column{Title: "p", Width: pWidth}, text: boxProbability, bars: true}
	scoreColumn  = boxColumn{Column: widget.Column{Title: "score", Width: pWidth}, text: boxProbability, bars: true}
	hereColumn   = boxColumn{Column: widget.Column{Title: "p here", Width: 6, Right: true}, text: boxHere}
	heldColumn   = boxColumn{Column: widget.Column{Title: "p held", Width: 6, Right: true}, text: boxHeld}
	insideColumn = boxColumn{Column: widget.Column{Title: "in gold", Width: 7, Right: true, Drop: 1}, text: boxInside}
	goldColumn   = boxColumn{Column: widget.Column{Title: "gold", Grow: 1}, text: func(_ *boxed, m *boxMark) string { return m.on }}
	iouColumn    = boxColumn{Column: widget.Column{Title: "IoU", Drop: 1}, text: func(_ *boxed, m *boxMark) string {
		if m.iou > 0 {
			return widget.Decimal(m.iou)
		}
		return absent
	}}
	sumColumn = boxColumn{Column: widget.Column{Title: "sum", Width: 5, Right: true}, text: func(b *boxed, m *boxMark) string {
		if m.kind.gold() {
			return absent
		}
		return widget.Measure(b.sum.steps[m.step].Sum)
	}}
)

const (
	// pWidth is the room of a probability, barWidth of the bar behind it.
	pWidth   = 5
	barWidth = 6
	// leastBars is the width of the narrowest evidence with bars.
	leastBars = 56
	// absent stands for a number that there is not.
	absent = "–"
)

// retitled is a column under another title.
func retitled(c boxColumn, title string) boxColumn {
	c.Title = title
	return c
}

func boxName(_ *boxed, m *boxMark) string { return m.name }

func boxHere(_ *boxed, m *boxMark) string { return probabilityText(m.here) }

func boxHeld(_ *boxed, m *boxMark) string { return probabilityText(m.held) }

func boxInside(_ *boxed, m *boxMark) string { return cmp.Or(m.inside, absent) }

func boxProbability(_ *boxed, m *boxMark) string { return probabilityText(m.p) }

// probabilityText writes a probability, below 0 for none.
func probabilityText(p float64) string {
	if p < 0 {
		return absent
	}
	return widget.Small(p)
}

// barred is an entry of a number with a bar behind it, from a cell on.
func barred(words, number string, at int, share float64) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.Text(area.Min.X, area.Min.Y, area.Dx(), base, number)
		area.Min.X = min(area.Min.X+at, area.Max.X)
		widget.Bar(f, area, base, share)
	}}
}

// entry is what the column has of a box.
func (c *boxColumn) entry(b *boxed, m *boxMark) widget.Entry {
	text := c.text(b, m)
	switch {
	case !c.bars:
		return widget.Entry{Text: text}
	case m.p < 0:
		return barred(text, " "+text, 0, 0)
	}
	return barred(text, text, pWidth+1, m.p)
}

// lines are the rows of the boxes in their order and the columns that they have, in
// evidence of w cells.
func (b *boxed) lines(w int) (lines []Line, columns []widget.Column) {
	if len(b.marks) == 0 {
		return nil, nil
	}
	named := 0 // the images that count
	for i := range b.images {
		if im := &b.images[i]; b.mode == &whole && !im.blank() || b.mode != &whole && !empty(im.Image) {
			named++
		}
	}
	for _, c := range b.columns {
		if c.bars && w >= leastBars {
			c.Width += 1 + barWidth
		}
		columns = append(columns, c.Column)
	}
	for k := range b.marks {
		m := &b.marks[k]
		line := Line{Of: k, Good: kinds[m.kind].good}
		for c := range b.columns {
			line.Row = append(line.Row, b.columns[c].entry(b, m))
		}
		if b.told {
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

// order compares boxes by where their rows stand. Those of a sum stand as they build
// it up, the others image by image and the most probable first, what lies on gold
// before the gold that it finds; those of two modules by kind.
func (b *boxed) order(m, n *boxMark) int {
	kind := 0
	if b.mode == &against || b.mode == &changed {
		kind = cmp.Compare(n.kind, m.kind)
	}
	return cmp.Or(cmp.Compare(m.input, n.input), cmp.Compare(m.step, n.step), cmp.Compare(m.image, n.image), kind, cmp.Compare(n.p, m.p))
}

// sentence says a row in words: what it is of, then what its columns have,
// behind their titles unless they are free text.
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
