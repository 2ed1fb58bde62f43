package example

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// about is what the record and the protocols say of the example, whatever
// module is selected: a block that can be folded, and that a cursor goes through,
// from one thing that leads somewhere to the next.
type about struct {
	facts  []fact
	folded bool
	width  int // that lines are set for
	lines  [][]piece
	spots  []spot
	at     int // the selected one of spots
	top    int // the first line shown
	page   int // lines shown
}

// fact is one thing that is said, in parts apart by dots.
type fact struct {
	name  string
	parts []part
}

// part is some of a fact, and where it leads; the zero value of that is nowhere.
type part struct {
	text string
	Lead
}

// piece is a text on a line; spot is what it is the text of, -1 for nothing.
type piece struct {
	x    int
	text string
	spot int
}

// spot is a part that leads somewhere, and where it stands.
type spot struct {
	part
	line int
}

// replace replaces what is said of the example.
func (a *about) replace(facts []fact) {
	same := slices.EqualFunc(a.facts, facts, func(x, y fact) bool { return x.name == y.name && slices.Equal(x.parts, y.parts) })
	if !same {
		a.facts, a.width = facts, 0
	}
}

// text is what is said as paragraphs, each with a name.
func (a *about) text() [][2]string {
	var text [][2]string
	for _, f := range a.facts {
		words := make([]string, len(f.parts))
		for i, p := range f.parts {
			words[i] = p.text
		}
		text = append(text, [2]string{f.name, strings.Join(words, " · ")})
	}
	return text
}

// fit sets the facts in lines of w cells.
func (a *about) fit(w int) {
	if a.width == w {
		return
	}
	a.width, a.lines, a.spots = w, nil, nil
	for _, f := range a.facts {
		a.set(f, max(8, w-2))
	}
	a.at = max(0, min(a.at, len(a.spots)-1))
}

// set sets a fact in lines of w cells; all but the first are indented. A part
// that leads somewhere stays on one line.
func (a *about) set(f fact, w int) {
	const indent = 2
	a.lines = append(a.lines, nil)
	x := 0
	next := func() { a.lines, x = append(a.lines, nil), indent }
	put := func(text string, spot int) {
		last := len(a.lines) - 1
		a.lines[last] = append(a.lines[last], piece{x, text, spot})
		x += ansi.StringWidth(loaders.Clean(text))
	}
	put(f.name+":", -1)
	for i, p := range f.parts {
		dot, plain := widget.If(i+1 < len(f.parts), " ·"), p.Lead == (Lead{})
		if !plain && x+1+ansi.StringWidth(loaders.Clean(p.text)+dot) > w {
			next()
		} else {
			put(" ", -1)
		}
		lines, at := []string{p.text}, -1
		if plain {
			lines = wrapped(p.text, w-x, w-indent)
		} else {
			a.spots, at = append(a.spots, spot{p, len(a.lines) - 1}), len(a.spots)
		}
		for k, line := range lines {
			if k > 0 {
				next()
			}
			put(line, at)
		}
		put(dot, -1)
	}
}

// wrapped breaks a text into a line of first cells and others of rest cells.
func wrapped(text string, first, rest int) []string {
	if first < rest/2 {
		return append([]string{""}, widget.Wrap(text, rest)...)
	}
	lines := widget.Wrap(text, first)
	if len(lines) == 1 {
		return lines
	}
	clean := loaders.Clean(text)
	after := strings.TrimLeft(strings.TrimPrefix(clean, lines[0]), " ")
	return append(lines[:1], widget.Wrap(after, rest)...)
}

// Move implements [widget.Scroller]: rows are what leads somewhere.
func (a *about) Move(rows int) { a.at = max(0, min(a.at+rows, len(a.spots)-1)) }

// Page implements [widget.Scroller].
func (a *about) Page() int { return max(1, a.page) }

// selected is what the cursor is on, nil for nothing.
func (a *about) selected() *spot {
	if a.at >= len(a.spots) {
		return nil
	}
	return &a.spots[a.at]
}

// reveal shows as many lines as there is room for, the selected one among them
// where keys move it.
func (a *about) reveal(page int, focused bool) {
	a.page, a.top = page, max(0, min(a.top, len(a.lines)-page))
	switch s := a.selected(); {
	case !focused || s == nil:
		a.top = 0
	case s.line < a.top:
		a.top = s.line
	case s.line >= a.top+page:
		a.top = s.line - page + 1
	}
}

// height is how many lines of room the block takes: a title and the text, or
// the title alone where it is folded or there is no room for a text.
func (a *about) height(room int) int {
	switch {
	case len(a.lines) == 0 || room < 1:
		return 0
	case a.folded || room < 3:
		return 1
	}
	return min(room, len(a.lines)+1)
}

// draw draws the block; what does not fit is counted. Click is what a click on
// a spot does.
func (a *about) draw(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool, click func(at int) tea.Cmd) {
	if area.Empty() {
		return
	}
	faint, shown := widget.Ink(look.Theme.Faint), a.lines[a.top:min(len(a.lines), a.top+area.Dy()-1)]
	hidden := len(a.lines) - a.top - len(shown)
	title := cmp.Or(widget.If(area.Dy() == 1, "▸ about"), "▾ about")
	pen := widget.NewPen(f, area)
	pen.Put(widget.Bold(faint), title)
	pen.Put(faint, widget.If(a.top > 0, fmt.Sprintf("  ↑ %d", a.top)))
	pen.Put(faint, widget.If(hidden > 0, fmt.Sprintf("  ↓ %d more: z reads all", hidden)))
	pen.Put(faint, widget.If(focused, "  enter lists, . explains"))
	for i, line := range shown {
		for _, p := range line {
			at := image.Rect(area.Min.X+2+p.x, area.Min.Y+1+i, area.Max.X, area.Min.Y+2+i)
			var st widget.Style
			if p.spot >= 0 {
				at.Max.X = min(at.Max.X, at.Min.X+ansi.StringWidth(loaders.Clean(p.text)))
				f.Click(at, func() tea.Cmd { return click(p.spot) })
				if focused && p.spot == a.at {
					st = look.Selected()
				}
			}
			f.Text(at.Min.X, at.Min.Y, at.Dx(), st, p.text)
		}
	}
}

// whole is what the screen shows only the beginning of: the question, the
// answers, and what modules were given and said.
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

// Lead is where something that is said of an example leads. One of its fields is
// set; the zero value leads nowhere.
type Lead struct {
	Number views.Number // to what this number of the run rests on, the worst first
	Where  string       // to the examples for which a query holds
	By     string       // to those that have a value of this expression, sorted by it
	Run    string       // to the same example of the run called so
	// Related is to another example of the run, by its place from 1.
	Related int
}
