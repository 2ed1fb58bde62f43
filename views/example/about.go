package example

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// about holds what the record and the protocols say about the example, whatever
// module is selected, beside what the header and the program say: a block with a line
// per fact, which can be folded.
type aboutBlock struct {
	widget.Table
	rows   []fact
	part   int // of the selected fact
	folded bool
}

// replaceRows makes rows the facts of the block, with the first part selected; faint is the style
// of their names. If they are the facts that are there, nothing changes.
func (a *aboutBlock) replaceRows(rows []fact, faint widget.Style) {
	if slices.EqualFunc(a.rows, rows, func(x, y fact) bool { return x.name == y.name && slices.Equal(x.parts, y.parts) }) {
		return
	}
	a.rows, a.part = rows, 0
	a.Columns = []widget.Column{
		{Width: mostNamed, Show: func(i int) widget.Entry { return widget.Entry{Text: a.rows[i].name, Style: faint} }},
		{Width: 8, Grow: 1, Wraps: true, Show: a.factEntry},
	}
	a.SetCount(len(a.rows))
}

// factEntry returns the entry of fact i: its text if it has one part, otherwise its parts,
// separated by dots, of the selected fact from the selected part on. A click selects the fact and
// the part; on what is selected it opens it.
func (a *aboutBlock) factEntry(i int) widget.Entry {
	parts := a.rows[i].parts
	if len(parts) == 1 {
		return widget.Entry{Text: parts[0].text}
	}
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		first := 0
		if i == a.Selected() {
			first = a.part
		}
		pen := widget.NewPen(f, area)
		for k := first; k < len(parts); k++ {
			pen.Put(base, widget.If(k > first, " · "))
			from := pen.X()
			pen.Put(base, parts[k].text)
			f.Click(widget.LineAt(from, area.Min.Y, pen.X()-from), func() tea.Cmd {
				again := i == a.Selected() && k == a.part
				if a.Select(i); again {
					return a.Open()
				}
				a.part = k
				return nil
			})
		}
	}}
}

func (a *aboutBlock) Move(rows int) {
	a.part = 0
	a.Table.Move(rows)
}

func (a *aboutBlock) moveAcross(d int) {
	if a.part += d; len(a.rows) > 0 && (a.part < 0 || a.part >= len(a.rows[a.Selected()].parts)) {
		a.Move(d)
	}
}

func (a *aboutBlock) asParagraphs() [][2]string {
	return loaders.Map(a.rows, func(r fact) [2]string {
		return [2]string{r.name, strings.Join(loaders.Map(r.parts, func(p factPart) string { return p.text }), " · ")}
	})
}

// selectedPart returns the part of a fact that the cursor is on, nil if there are no facts.
func (a *aboutBlock) selectedPart() *factPart {
	if len(a.rows) == 0 {
		return nil
	}
	parts := a.rows[a.Selected()].parts
	return &parts[min(a.part, len(parts)-1)]
}

// heightIn returns how many of room's lines the block takes at a width of w cells: 0 without facts
// or room; 1, the title, where it is folded, by a person or by the parameter, or room is less than
// 3; otherwise a title, a line for each fact, and a second one for each single text that does not
// fit, as far as room goes.
func (a *aboutBlock) heightIn(room, w int, folded bool) int {
	switch {
	case len(a.rows) == 0 || room < 1:
		return 0
	case a.folded || folded || room < 3:
		return 1
	}
	return min(room, 1+len(a.rows)+loaders.CountFunc(a.rows, func(r fact) bool {
		return len(r.parts) == 1 && ansi.StringWidth(loaders.Clean(r.parts[0].text)) > w-widget.Gutter-a.Columns[0].Width-widget.ColumnGap
	}))
}

func (a *aboutBlock) fitTo(area image.Rectangle) {
	if len(a.rows) > 0 {
		a.Columns[0].Title = "▾ about"
		widest := widget.Widest(leastNamed, len(a.rows), func(i int) string { return a.rows[i].name })
		a.Columns[0].Width = min(mostNamed, max(leastNamed, area.Dx()/3), widest)
		a.Resize(area.Dy())
	}
}

// drawBlock draws the facts, or, in an area of one line, how many there are, with the key that
// leads there unless a person folded the block.
func (a *aboutBlock) drawBlock(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	if area.Dy() == 1 {
		f.Text(area.Min.X+widget.Gutter, area.Min.Y, area.Dx()-widget.Gutter, look.Theme.Faint,
			"▸ about: "+loaders.Count(len(a.rows), "more fact")+widget.If(!a.folded, ", tab"))
		return
	}
	a.Draw(f, area, look, focused)
}

// leastNamed and mostNamed are the room of the names of facts.
const leastNamed, mostNamed = 8, 16
