package example

import (
	"image"
	"reflect"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// aboutBlock is the foldable block of facts about the whole example, a line per fact.
type aboutBlock struct {
	widget.Table
	rows   []exampleFact
	part   int // of the selected fact
	opened bool
	folded bool // even where lines are empty
}

// replaceRows shows other facts and selects the first part. It does nothing for equal facts,
// because the selection would jump at every message.
func (a *aboutBlock) replaceRows(factRows []exampleFact, faintStyle widget.Style) {
	if reflect.DeepEqual(a.rows, factRows) {
		return
	}
	a.rows, a.part = factRows, 0
	a.Columns = []widget.Column{
		{Width: mostNamed, Show: func(i int) widget.TableCell { return widget.TableCell{Text: a.rows[i].name, Style: faintStyle} }},
		{Width: 8, Grow: 1, Wraps: true, Show: a.factEntry},
	}
	a.SetCount(len(a.rows))
}

// factEntry returns a fact's text, or its parts separated by dots. The selected fact starts at its
// selected part, so that this is visible; clicking it opens it.
func (a *aboutBlock) factEntry(i int) widget.TableCell {
	parts := a.rows[i].parts
	if len(parts) == 1 {
		return widget.TableCell{Text: parts[0].text}
	}
	return widget.TableCell{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
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

func (a *aboutBlock) Move(rowOffset int) {
	a.part = 0
	a.Table.Move(rowOffset)
}

func (a *aboutBlock) moveAcross(d int) {
	if a.part += d; len(a.rows) > 0 && (a.part < 0 || a.part >= len(a.rows[a.Selected()].parts)) {
		a.Move(d)
	}
}

func (a *aboutBlock) asParagraphs() [][2]string {
	return loaders.Map(a.rows, func(r exampleFact) [2]string {
		return [2]string{r.name, r.joinParts()}
	})
}

func (a *aboutBlock) selectedPart() *factPart {
	if len(a.rows) == 0 {
		return nil
	}
	parts := a.rows[a.Selected()].parts
	return &parts[min(a.part, len(parts)-1)]
}

// heightIn returns how many of the available lines the block takes at w cells: 0 without facts, 1 if
// folded or below 3 lines. A single text that doesn't fit gets a second line.
func (a *aboutBlock) heightIn(availableHeight, w int, isFolded bool) int {
	switch {
	case len(a.rows) == 0 || availableHeight < 1:
		return 0
	case isFolded || availableHeight < 3:
		return 1
	}
	return min(availableHeight, 1+len(a.rows)+loaders.CountFunc(a.rows, func(r exampleFact) bool {
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

func (a *aboutBlock) drawBlock(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	if area.Dy() == 1 {
		f.Text(area.Min.X+widget.Gutter, area.Min.Y, area.Dx()-widget.Gutter, look.Theme.Faint,
			"▸ about: "+loaders.Count(len(a.rows), "more fact")+" (tab)")
		return
	}
	a.Draw(f, area, look, focused)
}

// leastNamed and mostNamed bound the width of the facts' names.
const leastNamed, mostNamed = 8, 16
