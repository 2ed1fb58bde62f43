package widget

import (
	"cmp"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
)

// Picker lists rows to pick from, filtered by typing: the help, the command line and every menu.
type Picker struct {
	// Name heads the popup. Without it, the picker is a line at the bottom of its area, always
	// typing, with rows above it.
	Name string
	Hint string
	// Detail describes the selected row below the rows of a popup; may be nil.
	Detail func(i int) string
	// Laid arranges Rows for a screen; may be nil.
	Laid func(screenSize image.Point)
	// Rows are the choices; the picker sets their count.
	Rows Table
	// Width includes the border, and is at most the area's.
	Width int
	// Prompt is "" for a command. After any other, enter on an empty line picks the first row.
	Prompt string
	// Letters pick rows until "/" starts typing; nil if typing starts at once. See [AssignLetters].
	Letters []string
	// Most bounds the rows above a line.
	Most int
	// Match filters the rows and returns how many are left.
	Match  func(typed string) int
	Pick   func(i int) tea.Cmd
	Effect SideEffectKind
	// Complete returns the line after tab with row i selected.
	Complete func(i int) string
	// Missing handles enter if no row matches.
	Missing func(typed string) tea.Cmd
	Close   func() tea.Cmd

	area   image.Rectangle
	line   *Input
	typing bool
	all    int // lines of all rows
}

// Open shows all rows, selects the first and returns p.
func (p *Picker) Open() *Picker {
	p.line = NewInput("search: ")
	if p.Name == "" {
		p.line.Prompt, p.typing = loaders.IfElse(p.Prompt == "", ":", "› "), p.Letters == nil
	}
	p.Rows.Open = p.pickRow
	p.Rows.Once, p.Rows.Empty = true, cmp.Or(p.Rows.Empty, "nothing matches")
	p.narrowRows()
	return p
}

// Title returns the picker's name.
func (p *Picker) Title() string { return p.Name }

// Typing reports whether keys are text.
func (p *Picker) Typing() bool { return p.typing }

// Resize fits the rows into area.
func (p *Picker) Resize(area image.Rectangle) {
	if p.area = area; p.Laid != nil {
		p.Laid(area.Size())
	}
	p.Rows.Resize(p.rowHeight(area))
}

func (p *Picker) rowHeight(area image.Rectangle) int {
	if p.Name == "" {
		return min(max(p.Rows.Count(), 1), p.Most, area.Dy()-3)
	}
	if p.line.Value() == "" {
		p.all = p.Rows.CountLines(min(p.Width, area.Dx()) - 4)
	}
	return min(p.all, area.Dy()-4-above-p.detailLines())
}

const above = 2

func (p *Picker) detailLines() int { return loaders.IfElse(p.Detail != nil, 4, 0) }

func (p *Picker) narrowRows() {
	p.Rows.SetCount(p.Match(p.line.Value()))
	p.Rows.First()
	p.Resize(p.area)
}

// Update handles typing, and filters changed text. Esc, and backspace in an empty line, show all rows if
// the picker has letters or a name, and otherwise close.
func (p *Picker) Update(msg tea.Msg) tea.Cmd {
	if !p.typing {
		return nil
	}
	key := pressedKey(msg)
	if key == "backspace" && p.Name == "" && p.line.Value() == "" {
		key = "esc"
	}
	switch key {
	case "esc":
		if p.Name == "" && p.Letters == nil {
			return p.Close()
		}
		return p.showAll()
	case "enter":
		return p.enterTyped()
	case "down", "ctrl+n":
		p.Rows.Move(1)
	case "up", "shift+tab", "ctrl+p":
		p.Rows.Move(-1)
	case "tab":
		p.completeTyped()
	default:
		if p.line.Update(msg) {
			p.narrowRows()
		}
	}
	return nil
}

func (p *Picker) completeTyped() {
	if p.Complete != nil && p.Rows.Count() > 0 {
		p.line.SetValue(p.Complete(p.Rows.Selected()))
		p.narrowRows()
	}
}

// enterTyped only ends typing in a popup. A command line closes if nothing is typed or selected; a
// line calls Missing if no row matches, and otherwise picks.
func (p *Picker) enterTyped() tea.Cmd {
	switch typed := p.line.Value(); {
	case p.Name != "":
		p.typing = false
		return nil
	case strings.TrimSpace(typed) == "" && p.Rows.Selected() == 0 && p.Prompt == "":
		return p.Close()
	case p.Rows.Count() == 0 && p.Missing != nil:
		return p.Missing(typed)
	}
	return p.pickRow()
}

func (p *Picker) showAll() tea.Cmd {
	p.typing = false
	p.line.SetValue("")
	p.narrowRows()
	return nil
}

func (p *Picker) pickRow() tea.Cmd {
	if p.Rows.Count() == 0 {
		return nil
	}
	return p.Pick(p.Rows.Selected())
}

// Actions returns nil while typing: each row's letter, moving, picking, searching, and closing,
// which the picker's own verb does too.
func (p *Picker) Actions() (actions []Action) {
	if p.typing {
		return nil
	}
	for i, letter := range p.Letters {
		actions = append(actions, Action{Name: "pick-" + letter, Keys: []string{letter}, Help: "pick the row with this letter", Effect: p.Effect,
			Run: func() tea.Cmd { return p.Pick(i) }})
	}
	actions = append(actions, MoveActions(func() Scroller { return &p.Rows })...)
	return append(
		append(actions, SteerActions(func(by int) { p.Rows.Move(by * p.Rows.Page()) })...),
		Action{Name: "open", Help: "pick the selected row", Short: "pick", Effect: p.Effect, Footer: true, Run: p.pickRow},
		Action{Name: "filter", Help: "search the rows", Short: "search", Footer: true, Run: Do(func() { p.typing = true })},
		Action{Name: "unwind", Help: "clear the search", Run: p.showAll,
			Disabled: When(func() bool { return p.line.Value() == "" }, "all rows are shown")},
		Action{Name: "help", Help: "close this popup", Run: p.Close},
		Action{Name: "back", Help: "close this popup", Short: "close", Footer: true, Run: p.Close},
	)
}

// Draw draws a named picker as a popup, any other as a line at the bottom with rows above it.
func (p *Picker) Draw(f *Frame, area image.Rectangle, l Look) {
	rows := p.rowHeight(area)
	if p.Name == "" {
		p.drawLine(f, area, l, rows)
		return
	}
	inner := popupFrame{p.Name, p.Rows.DescribePlace(), image.Pt(p.Width, rows+above+p.detailLines()), p.Close, isCentred}.drawBox(f, area, l)
	if inner.Dy() <= above {
		return
	}
	line, rest := SplitTop(inner, above)
	if typed := p.line.Value(); p.typing {
		p.line.Draw(f, line, l.Theme.Accent, l.Theme.Text)
	} else {
		f.Lines(line, l.Theme.Faint, []string{loaders.IfElse(typed != "", p.line.Prompt+typed+"   (esc: show all)", p.Hint)})
	}
	rest, below := SplitTop(rest, rows)
	p.Rows.Draw(f, rest, l, Focused)
	if _, below = SplitTop(below, 1); p.Rows.Count() > 0 && p.Detail != nil {
		f.Lines(below, l.Theme.Text, Wrap(p.Detail(p.Rows.Selected()), below.Dx()))
	}
}

func (p *Picker) drawLine(f *Frame, area image.Rectangle, l Look, rowCount int) {
	if area.Dy() < 1 || rowCount < 0 {
		return
	}
	title := strings.Trim(cmp.Or(p.Prompt, "command"), ": ")
	lines := rowCount + loaders.IfElse(p.typing, 1, 0)
	box := popupFrame{title, p.Rows.DescribePlace(), image.Pt(mostLine, lines), p.Close, isLow}.drawBox(f, area, l)
	above, line := SplitTop(box, rowCount)
	p.Rows.Draw(f, above, l, Focused)
	if p.typing {
		p.line.Draw(f, line, Bold(l.Theme.Accent), l.Theme.Text)
	}
}

const mostLine = 120
