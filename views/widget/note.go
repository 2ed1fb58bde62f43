package widget

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders"
)

// NotePopup shows a full text in a popup.
type NotePopup struct {
	Name string
	// Text has labelled paragraphs, none empty; "path" links to its file.
	Text [][2]string
	// Copy receives the whole text.
	Close func() tea.Cmd
	Copy  func(text string) tea.Cmd

	area  image.Rectangle
	label int
	rows  [][2]string
	top   int
	page  int

	line   *Input // of the search; nil before it
	typing bool
	found  []int
	at     int // the current one of found
}

// Title returns the note's name.
func (n *NotePopup) Title() string { return n.Name }

// Typing reports whether keys go to the search.
func (n *NotePopup) Typing() bool { return n.typing }

// Update searches for typed text. Enter ends the typing, esc the search.
func (n *NotePopup) Update(msg tea.Msg) tea.Cmd {
	if !n.typing {
		return nil
	}
	switch pressedKey(msg) {
	case "esc":
		n.typing, n.found = false, nil
		n.line.SetValue("")
		return nil
	case "enter":
		n.typing = false
		return nil
	}
	if n.line.Update(msg) {
		n.findTyped()
		n.scrollToNext()
	}
	return nil
}

func (n *NotePopup) findTyped() {
	n.at = -1
	typed := strings.ToLower(strings.TrimSpace(n.line.Value()))
	n.found = loaders.Filter(loaders.Indices(len(n.rows)), func(i int) bool {
		return typed != "" && strings.Contains(strings.ToLower(n.rows[i][0]+" "+n.rows[i][1]), typed)
	})
}

func (n *NotePopup) scrollToNext() {
	if len(n.found) > 0 {
		n.at = (n.at + 1) % len(n.found)
		n.Move(n.found[n.at] - n.top)
	}
}

// Resize wraps the text for area and repeats the search, because its lines moved.
func (n *NotePopup) Resize(area image.Rectangle) {
	const least, most = 10, 18
	longest := Widest(0, len(n.Text), func(i int) string { return n.Text[i][0] })
	n.area, n.label = area, loaders.IfElse(longest > 0, max(least, min(most, longest+1)), 0)
	n.rows = Paragraphs(n.Text, n.label, n.width()-4)
	n.page = max(1, min(len(n.rows), area.Dy()-4))
	n.Move(0)
	if n.line != nil {
		n.findTyped()
	}
}

// Paragraphs breaks texts into rows of w cells: a label of labelWidth cells, only in the first row, and
// at least 8 cells of text. Line breaks stay, tabs are four cells, and an empty text has no row.
func Paragraphs(labelledTexts [][2]string, labelWidth, w int) (rows [][2]string) {
	for _, p := range labelledTexts {
		word := Wrap(p[0], labelWidth)[0]
		for line := range strings.Lines(p[1]) {
			line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
			for _, part := range Wrap(line, max(8, w-labelWidth)) {
				rows = append(rows, [2]string{word, part})
				word = ""
			}
		}
	}
	return rows
}

func (n *NotePopup) width() int { return min(n.area.Dx(), max(60, min(96, n.area.Dx()*3/4))) }

// Actions returns the keys that scroll, copy the text, search, go to the next match, and
// close.
func (n *NotePopup) Actions() []Action {
	return append(
		MoveActions(func() Scroller { return n }),
		Action{Name: "copy-text", Effect: Leaves, Run: func() tea.Cmd {
			lines := loaders.Map(n.Text, func(p [2]string) string { return p[0] + ": " + loaders.Clean(p[1]) })
			return n.Copy(strings.Join(lines, "\n"))
		}},
		Action{Name: "filter", Help: "find words in the text", Short: "find", Footer: true, Run: Do(func() {
			if n.line == nil {
				n.line = NewInput("find: ")
			}
			n.typing = true
		})},
		Action{Name: "open", Help: "go to the next line that matches", Short: "next", Footer: len(n.found) > 0,
			Run: Do(n.scrollToNext), Disabled: When(func() bool { return len(n.found) == 0 }, "no match")},
		Action{Name: "back", Help: "close this text", Short: "close", Footer: true, Run: n.Close},
	)
}

// Move implements [Scroller].
func (n *NotePopup) Move(rowOffset int) { n.top = max(0, min(n.top+rowOffset, len(n.rows)-n.page)) }

// Page implements [Scroller].
func (n *NotePopup) Page() int { return n.page }

// Draw draws the visible lines in a popup: matches reversed, a path linked, and the search line
// while typing.
func (n *NotePopup) Draw(f *Frame, area image.Rectangle, l Look) {
	place := If(len(n.rows) > n.page, fmt.Sprintf("%d of %d", n.top+n.page, len(n.rows)))
	inner, called := popupFrame{n.Name, place, image.Pt(n.width(), n.page), n.Close, isCentred}.drawBox(f, area, l), ""
	path, _ := First(n.Text, func(p [2]string) bool { return p[0] == "path" })
	for i, row := range n.rows[n.top:min(n.top+inner.Dy(), len(n.rows))] {
		word, text, y := l.Theme.Faint, l.Theme.Text, inner.Min.Y+i
		if slices.Contains(n.found, n.top+i) {
			text = l.Theme.Accent
			text.Attrs |= uv.AttrReverse
			word = text
		}
		f.Text(inner.Min.X, y, n.label, word, row[0])
		x := inner.Min.X + n.label
		wide := f.Text(x, y, inner.Dx()-n.label, text, row[1])
		if row[0] != "" {
			called = row[0]
		}
		if called == "path" {
			f.Link(LineAt(x, y, wide), path[1])
		}
	}
	if n.typing {
		n.line.Draw(f, LineAt(inner.Min.X, inner.Max.Y-1, inner.Dx()), Bold(l.Theme.Accent), Style{})
	}
	f.Wheel(inner, n.Move)
}
