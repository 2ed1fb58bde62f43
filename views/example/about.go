package example

import (
	"cmp"
	"fmt"
	"image"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// about is what the record and the protocols say about the example, whatever
// module is selected: a block of rows, which can be folded.
type about struct {
	widget.Table
	rows   []said
	folded bool
}

// part is a part of a fact, with its lead; the zero [Lead] leads nowhere.
type part struct {
	text string
	Lead
}

// said is a part of a fact, with the fact's name where it is the first.
type said struct {
	name string
	part
}

// named is a fact of some parts, none where these are empty.
func named(name string, parts ...part) (rows []said) {
	for _, p := range parts {
		if p.text != "" {
			rows = append(rows, said{widget.If(rows == nil, name), p})
		}
	}
	return rows
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
	lines := 1 + len(a.rows)
	for i := range a.rows {
		if ansi.StringWidth(loaders.Clean(a.rows[i].text)) > w-widget.Gutter-a.Columns[0].Width-widget.ColumnGap {
			lines++
		}
	}
	return min(room, lines)
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

// draw draws the block.
func (a *about) draw(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	if !area.Empty() {
		a.Draw(f, area, look, focused)
	}
}

// whole is the texts whose beginnings the screen shows: the question, the
// answers, and the input and output of modules.
func whole(ex *loaders.Example) [][2]string {
	text := [][2]string{{"question", ex.Question}, {"predicted", ex.Answer.Predicted}, {"gold", ex.Answer.Gold}}
	for i := range ex.Program {
		m := &ex.Program[i]
		if m.Output.Text == nil && m.Error == "" && m.Arguments == "" {
			continue
		}
		arguments, returned, gold := m.Arguments, "", ""
		if arguments == m.Text {
			arguments = ""
		}
		if m.Output.Text != nil {
			returned = *m.Output.Text
		}
		if m.Gold != nil && m.Gold.Text != nil {
			gold = *m.Gold.Text
		}
		text = append(text, [][2]string{{fmt.Sprintf("%d %s", i, m.Op), m.Text},
			{"arguments", arguments}, {"returned", returned}, {"error", m.Error}, {"gold", gold}}...)
	}
	return text
}

// Lead is where something said about an example leads. One of its fields is
// set; the zero value leads nowhere.
type Lead struct {
	Number views.Number // to the examples behind this number of the run, the worst first
	Where  string       // to the examples for which a query holds
	By     string       // to those that have a value of this expression, sorted by it
	Run    string       // to the same example of the run of this name
	// Related is another example of the run, by its number from 1.
	Related int
}
