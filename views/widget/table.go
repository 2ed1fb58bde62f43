package widget

import (
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// Table shows rows in columns, one selected. It requests entries only while drawing, so that rows
// cost nothing.
type Table struct {
	Columns []Column
	// Entries returns a row's entries, for columns that share work; it may end early. Nil if
	// columns have Show.
	Entries func(i int) []Entry
	// Open handles a click on the selected row, or with Once on any row; may be nil.
	Open func() tea.Cmd
	Once bool
	// Moved runs after the selection moves; may be nil.
	Moved func()
	// Empty replaces missing rows.
	Empty string
	// Held reports whether a row is in the selected range; may be nil.
	Held func(i int) bool
	Lit  []string

	count int
	at    int
	top   int
	rows  int // visible rows without the header
}

// SetCount sets the number of rows and keeps the selection if possible.
func (t *Table) SetCount(n int) {
	t.count = n
	t.Select(t.at)
}

// Count returns the number of rows.
func (t *Table) Count() int { return t.count }

// Resize sets the height, header included.
func (t *Table) Resize(height int) {
	t.rows = max(1, height-t.Header())
	t.Select(t.at)
}

// Header returns the lines of titles and groups, 0..2.
func (t *Table) Header() int {
	lines := 0
	for _, c := range t.Columns {
		switch {
		case c.Group != "":
			return 2
		case c.Title != "":
			lines = 1
		}
	}
	return lines
}

// Selected returns the selected row, 0 without rows.
func (t *Table) Selected() int { return t.at }

// Select selects row i, or the nearest, and scrolls to it.
func (t *Table) Select(i int) {
	t.at = max(0, min(i, t.count-1))
	t.top = t.firstRow(t.rows)
}

// SelectOn selects row i, or the nearest, on a line below the titles, if enough rows exist.
func (t *Table) SelectOn(i, line int) {
	t.top = i - line
	t.Select(i)
}

// Top returns the first visible row.
func (t *Table) Top() int { return t.top }

// Bottom returns the row after the last visible one.
func (t *Table) Bottom() int { return min(t.top+t.Page(), t.count) }

// Move implements [Scroller].
func (t *Table) Move(rows int) { t.moveTo(t.at + rows) }

// First selects the first row.
func (t *Table) First() { t.moveTo(0) }

// Page implements [Scroller].
func (t *Table) Page() int { return max(1, t.rows) }

func (t *Table) firstRow(rows int) int {
	rows = max(1, rows)
	first := min(t.top, max(0, t.count-rows))
	first = min(first, t.at)
	return max(first, t.at-rows+1, 0)
}

// Focused and Unfocused say whether the drawn part has the keys.
const (
	Focused   = true
	Unfocused = false
)

// Draw draws header and rows, with a bright marker if focused. It only leaves clicks in f.
func (t *Table) Draw(f *Frame, area image.Rectangle, l Look, focused bool) {
	area = area.Intersect(f.Bounds())
	if area.Dx() <= Gutter || area.Dy() < 1 {
		return
	}
	spans := t.layColumns(area.Min.X+Gutter, area.Dx()-Gutter)
	hidden := t.countHidden(spans)
	room := ansi.StringWidth(hidden)
	w := area.Dx() - Gutter - room
	if shown, need := t.fittingColumns(w); len(shown) == len(spans) && need <= w { // a sign takes no column's place
		spans = t.layColumns(area.Min.X+Gutter, w)
		f.Text(area.Max.X-room, area.Min.Y+t.Header()-1, room, l.Theme.Faint, hidden)
		hidden = ""
	}
	body := area
	body.Min.Y += t.Header()
	d := drawing{t, f, spans, l, Style{}, focused, hidden}
	if t.Header() > 0 {
		d.drawTitles(body.Min.Y-1, t.count-t.firstRow(body.Dy())-max(1, body.Dy()))
	}
	d.drawGroups(body.Min.Y - 2)
	if t.count == 0 {
		f.Text(area.Min.X+Gutter, body.Min.Y, area.Dx()-Gutter, l.Theme.Faint, t.Empty)
	}
	first, free := t.firstRow(body.Dy()), body.Dy()-t.count
	for i, y := first, body.Min.Y; y < body.Max.Y && i < t.count; i++ {
		entries, high := t.entriesOf(i, spans), 1
		if free > 0 && t.wrapsRow(entries, spans) {
			high, free = 2, free-1
		}
		d.drawRow(image.Rect(area.Min.X, y, area.Max.X, y+high), i, entries)
		y += high
	}
	f.Wheel(area, t.Move)
}

func (t *Table) countHidden(spans map[int]columnSpan) (sign string) {
	marked := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Marked })
	n := [2]int{}
	for c := range t.Columns {
		if _, shown := spans[c]; !shown {
			n[loaders.IfElse(c < marked, 0, 1)]++
		}
	}
	for side, arrow := range []string{" ←", " →"} {
		sign += If(n[side] > 0, arrow+strconv.Itoa(n[side]))
	}
	return sign
}

// DrawRow draws only row i, -1 for titles, unmarked: for a list of several tables.
func (t *Table) DrawRow(f *Frame, line image.Rectangle, l Look, i int, base Style) {
	spans := t.layColumns(line.Min.X, line.Dx())
	d := drawing{t, f, spans, l, base, Unfocused, t.countHidden(spans)}
	if i < 0 {
		d.drawTitles(line.Min.Y, 0)
		return
	}
	d.writeRow(line, i, t.entriesOf(i, d.spans))
}

type drawing struct {
	*Table
	f       *Frame
	spans   map[int]columnSpan // by index
	look    Look
	base    Style
	focused bool
	hidden  string // how many columns are hidden, "" if shown elsewhere
}

func (d *drawing) drawTitles(y, below int) {
	titled, _ := First(loaders.Indices(len(d.Columns)), func(c int) bool {
		return d.Columns[c].Title != "" && !d.Columns[c].Right && d.spans[c].w > 5
	})
	for c, span := range d.spans {
		style := Bold(d.look.Theme.Faint)
		if d.Columns[c].Marked || d.focused && c == 0 {
			style = Bold(d.look.Theme.Accent)
		}
		title, area := d.Columns[c].Title, LineAt(span.x, y, span.w)
		if c == titled && below > 0 {
			more := " ↓ " + strconv.Itoa(below) + " more"
			if ansi.StringWidth(title+more) > span.w {
				more = " ↓" + strconv.Itoa(below)
			}
			title += more
		}
		switch {
		case c != titled:
		case ansi.StringWidth(title+d.hidden) <= span.w:
			title += d.hidden
		case d.Columns[c].Group == "" && d.Header() > 1:
			d.f.Text(span.x, y-1, span.w+ColumnGap, d.look.Theme.Faint, strings.TrimSpace(d.hidden))
		}
		d.drawEntry(-1, c, area, Entry{Text: title, Style: style})
		if head := d.Columns[c].Head; head != nil {
			d.f.Click(area, head)
		}
	}
}

func (t *Table) wrapsRow(entries []Entry, spans map[int]columnSpan) bool {
	for c, span := range spans {
		text := entries[c].Text
		if t.Columns[c].Wraps && ansi.StringWidth(loaders.Clean(text)) > span.w && t.setsWhole(c, span, text) {
			return true
		}
	}
	return false
}

func (t *Table) setsWhole(c int, span columnSpan, text string) bool {
	return !t.Columns[c].Middle || !slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		return ansi.StringWidth(word) > span.w
	})
}

func (t *Table) entriesOf(i int, spans map[int]columnSpan) []Entry {
	entries := make([]Entry, len(t.Columns))
	if t.Entries != nil {
		copy(entries, t.Entries(i))
	}
	for c := range spans {
		if show := t.Columns[c].Show; show != nil {
			entries[c] = show(i)
		}
		if draw := t.Columns[c].Draw; draw != nil {
			entries[c].Draw = func(f *Frame, area image.Rectangle, base Style) { draw(f, area, base, i) }
		}
	}
	return entries
}

func (d *drawing) drawGroups(y int) {
	for c := 0; c < len(d.Columns); {
		name := d.Columns[c].Group
		from, to := -1, -1
		for ; c < len(d.Columns) && d.Columns[c].Group == name; c++ {
			if span, shown := d.spans[c]; shown {
				if from < 0 {
					from = span.x
				}
				to = span.x + span.w
			}
		}
		if name == "" || from < 0 {
			continue
		}
		if name = " " + name + " "; ansi.StringWidth(name)+2 > to-from {
			name = firstWords(strings.TrimSpace(name), to-from)
		} else {
			name = lipgloss.PlaceHorizontal(to-from, lipgloss.Center, name, lipgloss.WithWhitespaceChars("─"))
		}
		d.f.Text(from, y, to-from, d.look.Theme.Faint, name)
	}
}

// StartRow marks a selected row's or range's line, with a background if focused, and returns its
// style.
func (t *Table) StartRow(f *Frame, line image.Rectangle, l Look, i int, focused bool) (base Style) {
	isMarked := !l.Still && (i == t.at || t.Held != nil && t.Held(i))
	if !isMarked {
		return base
	}
	if focused {
		base = l.Theme.Selected
		f.Fill(line, base)
		if i == t.at {
			f.Row = &line.Min
		}
	}
	f.Text(line.Min.X, line.Min.Y, Gutter, Over(Bold(l.Theme.Accent), base), loaders.IfElse(i == t.at, "▸", "┃"))
	return base
}

func (d *drawing) drawRow(line image.Rectangle, i int, entries []Entry) {
	t := d.Table
	d.base = t.StartRow(d.f, line, d.look, i, d.focused)
	d.f.Click(line, func() tea.Cmd {
		again := t.at == i
		t.moveTo(i)
		if t.Open != nil && (again || t.Once) {
			return t.Open()
		}
		return nil
	})
	d.writeRow(line, i, entries)
}

func (d *drawing) writeRow(line image.Rectangle, i int, entries []Entry) {
	for c := range d.Columns {
		span, shown := d.spans[c]
		if !shown {
			continue
		}
		e, area := entries[c], LineAt(span.x, line.Min.Y, span.w)
		if line.Dy() > 1 && d.Columns[c].Wraps && d.setsWhole(c, span, e.Text) {
			if lines := Wrap(e.Text, span.w); len(lines) > 1 {
				e.Text = lines[0]
				d.drawEntry(i, c, area, e)
				e.Text, area = strings.Join(lines[1:], " "), area.Add(image.Pt(0, 1))
			}
		}
		d.drawEntry(i, c, area, e)
	}
}

func (t *Table) moveTo(to int) {
	t.Select(to)
	if t.Moved != nil {
		t.Moved()
	}
}

func (d *drawing) drawEntry(i, c int, area image.Rectangle, e Entry) {
	f, x, y, w, style := d.f, area.Min.X, area.Min.Y, area.Dx(), Over(e.Style, d.base)
	if pick := d.Columns[c].Pick; pick != nil && i >= 0 {
		f.Click(area, func() tea.Cmd { return pick(i) })
	}
	if e.Draw != nil {
		e.Draw(f, area, d.base)
		return
	}
	if e.Style.Bg != nil {
		f.Fill(area, style)
	}
	if text := loaders.Clean(e.Text); d.Columns[c].Middle {
		if over := ansi.StringWidth(text) - w; over > 0 {
			front := w / 3
			e.Text = ansi.Truncate(text, front, "") + ansi.TruncateLeft(text, front+over+1, "…")
		}
	}
	if d.Columns[c].Right {
		RightText(f, area, style, e.Text)
		return
	}
	n := f.Text(x, y, w, style, e.Text)
	f.Link(LineAt(x, y, n), e.Path)
	for _, word := range d.Lit {
		lower := strings.ToLower(e.Text)
		if at := strings.Index(lower, strings.ToLower(word)); at >= 0 && i >= 0 && len(lower) == len(e.Text) {
			before, lit := ansi.StringWidth(e.Text[:at]), Bold(style)
			lit.Underline = ansi.UnderlineSingle
			f.Text(x+before, y, n-before, lit, e.Text[at:at+len(word)])
		}
	}
}

type columnSpan struct{ x, w int }

func (t *Table) layColumns(x, w int) map[int]columnSpan {
	shown, need := t.fittingColumns(w)
	shares := 0
	for _, c := range shown {
		shares += t.Columns[c].Grow
	}
	spans := make(map[int]columnSpan, len(shown))
	left := max(0, w-need)
	end := x + w
	for _, c := range shown {
		width := t.Columns[c].Width
		if grow := t.Columns[c].Grow; grow > 0 {
			more := left * grow / shares
			if most := t.Columns[c].Most; most > 0 {
				more = max(0, min(more, most-width))
			}
			width, left, shares = width+more, left-more, shares-grow
		}
		width = max(0, min(width, end-x))
		spans[c] = columnSpan{x, width}
		x += width + ColumnGap
	}
	return spans
}

// Need returns the table's width with all of its columns.
func (t *Table) Need() int {
	w := Gutter - ColumnGap
	for _, c := range t.Columns {
		w += c.Width + ColumnGap
	}
	return w
}

func (t *Table) fittingColumns(w int) (shown []int, need int) {
	need, shown = t.Need()-Gutter, loaders.Indices(len(t.Columns))
	for need > w {
		out := -1
		for k, c := range shown {
			if drop := t.Columns[c].Drop; drop > 0 && (out < 0 || drop >= t.Columns[shown[out]].Drop) {
				out = k
			}
		}
		if out < 0 {
			break
		}
		need -= t.Columns[shown[out]].Width + ColumnGap
		shown = slices.Delete(shown, out, out+1)
	}
	return shown, need
}
