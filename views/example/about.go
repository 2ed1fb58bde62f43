package example

import (
	"cmp"
	"image"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// about is what the record and the protocols say about the example, whatever
// module is selected: a block of rows, which can be folded.
type about struct {
	widget.Table
	rows   []said
	folded bool
}

// replace replaces what is said about the example.
func (a *about) replace(rows []said, faint widget.Style) {
	if slices.Equal(a.rows, rows) {
		return
	}
	a.rows = rows
	a.Columns = []widget.Column{
		{Width: mostNamed, Show: func(i int) widget.Entry { return widget.Entry{Text: a.rows[i].name, Style: faint} }},
		{Width: 8, Grow: 1, Wraps: true, Show: func(i int) widget.Entry { return widget.Entry{Text: a.rows[i].text} }},
	}
	a.More = true
	a.SetCount(len(a.rows))
}

// text is the same as paragraphs, each with a name.
func (a *about) text() [][2]string {
	var text [][2]string
	for _, r := range a.rows {
		if r.name == "" && text != nil {
			text[len(text)-1][1] += " · " + r.text
		} else {
			text = append(text, [2]string{r.name, r.text})
		}
	}
	return text
}

// selected is what the cursor is on, nil for nothing.
func (a *about) selected() *part {
	if len(a.rows) == 0 {
		return nil
	}
	return &a.rows[a.Selected()].part
}

// height is how many lines of room, w cells wide, the block takes: a title and the
// rows, or the title alone where it is folded or there is no room for a row.
func (a *about) height(room, w int) int {
	switch {
	case len(a.rows) == 0 || room < 1:
		return 0
	case a.folded || room < 3:
		return 1
	}
	return min(room, 1+len(a.rows)+loaders.CountFunc(a.rows, func(r said) bool {
		return ansi.StringWidth(loaders.Clean(r.text)) > w-widget.Gutter-a.Columns[0].Width-widget.ColumnGap
	}))
}

// fit fits the block to its area.
func (a *about) fit(area image.Rectangle) {
	if len(a.rows) > 0 {
		a.Columns[0].Title = cmp.Or(widget.If(area.Dy() == 1, "▸ about"), "▾ about")
		widest := widget.Widest(leastNamed, len(a.rows), func(i int) string { return a.rows[i].name })
		a.Columns[0].Width = min(mostNamed, max(leastNamed, area.Dx()/3), widest)
		a.Resize(area.Dy())
	}
}

// leastNamed and mostNamed are the room of the names of facts.
const leastNamed, mostNamed = 8, 16
