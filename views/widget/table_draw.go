package widget

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// Draw draws header and rows, with a bright marker if focused. It only leaves clicks in f.
func (t *Table) Draw(f *Frame, area image.Rectangle, l Look, focused bool) {
	area = area.Intersect(f.Bounds())
	if area.Dx() <= Gutter || area.Dy() < 1 {
		return
	}
	f.Wheel(area, t.Move)
	if area.Max.X == f.Bounds().Max.X && t.tall() > area.Dy()-t.Header() {
		area.Max.X-- // the scroll bar's
	}
	area.Max.X = area.Min.X + area.Dx()/t.side()
	w := area.Dx() - Gutter
	if _, need := fittingColumns(t.Columns, w); need < w {
		w -= f.Margin() // unless a column needs it
	}
	spans := layColumns(t.Columns, area.Min.X+Gutter, w)
	d := tableDrawing{t, f, spans, l, Style{}, focused, countHidden(t.Columns, spans)}
	d.makeRoom(LineAt(area.Min.X, area.Min.Y+t.Header()-1, area.Dx()), w)
	body := area
	body.Min.Y += t.Header()
	first, heights := t.fitRows(body.Dy(), d.spans)
	if t.Header() > 0 {
		d.drawTitles(body.Min.Y - 1)
	}
	f.Scroll(body, first, len(heights), t.tall())
	d.drawGroups(body.Min.Y - 2)
	if t.count == 0 {
		f.Lines(image.Rect(body.Min.X+Gutter, body.Min.Y, body.Max.X, body.Max.Y), l.Theme.Faint, Wrap(t.Empty, w))
	}
	gap := 0
	if t.Spaced && t.count <= body.Dy() && t.count+t.countBetween(0, t.count, d.spans) <= body.Dy()+1 {
		gap = 1
	}
	for column := range t.side() {
		line := body.Add(image.Pt(column*area.Dx(), 0))
		if column > 0 {
			d.spans = layColumns(t.Columns, line.Min.X+Gutter, w)
		}
		for i, high := range heights {
			if row := column*t.tall() + first + i; row < t.count {
				line.Max.Y = line.Min.Y + high
				d.drawRow(line, row, t.entriesOf(row, d.spans))
				line.Min.Y += high + gap
			}
		}
	}
}

// makeRoom leaves the titles' line room for a sign, which takes a column's place only beside mostWhole others.
func (d *tableDrawing) makeRoom(titlesArea image.Rectangle, w int) {
	margin, all := d.f.Margin(), d.spans
	canDrop := len(all) > mostWhole && d.Header() == 1
	for k, room := range []int{0, ansi.StringWidth(d.hidden[1]) + margin,
		loaders.IfElse(canDrop, len(" 99 more →"), w), loaders.IfElse(canDrop, len(" 99→")+margin, w)} {
		shown, need := fittingColumns(d.Columns, w-room)
		if len(shown) < len(all)-loaders.IfElse(canDrop && k > 1, 1, 0) || need > w-room {
			continue
		}
		d.spans = layColumns(d.Columns, titlesArea.Min.X+Gutter, w-room)
		if d.hidden = countHidden(d.Columns, d.spans); d.writeSign(titlesArea) {
			return
		}
	}
	d.spans = all
	d.hidden = countHidden(d.Columns, all)
}

const mostWhole = 6

// fitRows returns the first of the rows that h lines show, and the height of each.
func (t *Table) fitRows(h int, spans map[int]columnSpan) (first int, heights []int) {
	free := h - t.tall()
	if first = t.firstRow(h); t.Uncut {
		for free = h; first < t.line() && t.countBetween(first, t.line()+1, spans) > h; first++ {
		}
	}
	if !t.Uncut && free > 0 && t.countBetween(0, t.tall(), spans) > h { // all rows go on in second lines, or none
		free = 0
	}
	for i, left := first, h; left > 0 && i < t.tall(); i++ {
		high := 1
		if free > 0 {
			high = min(t.countBetween(i, i+1, spans), free+1, h)
			free -= high - 1
		}
		if i > t.at && t.Heading == nil {
			high = min(high, left)
		}
		if left -= high; left >= 0 {
			heights = append(heights, high)
		}
	}
	return first, heights
}

// CountLines returns how many lines the table has at w cells, with every row whole, and apart if Spaced.
func (t *Table) CountLines(w int) int {
	return t.Header() + t.countGaps() + t.countBetween(0, t.tall(), layColumns(t.Columns, 0, w/t.side()-Gutter))
}

// SpareLines returns how many lines of area stay empty, less those between rows if Spaced.
func (t *Table) SpareLines(area image.Rectangle) int {
	spare := area.Dy() - t.CountLines(area.Dx())
	if spare < 0 {
		spare += t.countGaps()
	}
	return spare
}

func (t *Table) countGaps() int { return loaders.IfElse(t.Spaced, max(0, t.count-1), 0) }

func (t *Table) countBetween(from, to int, spans map[int]columnSpan) (lines int) {
	for ; from < to; from++ {
		lines += t.countLines(t.entriesOf(from, spans), spans)
	}
	return lines
}

// DrawRow draws only row i, -1 for titles, unmarked: for a list of several tables.
func (t *Table) DrawRow(f *Frame, lineArea image.Rectangle, l Look, i int, baseStyle Style) {
	d := tableDrawing{t, f, layColumns(t.Columns, lineArea.Min.X, lineArea.Dx()), l, baseStyle, Unfocused, nil}
	if i < 0 {
		d.drawTitles(lineArea.Min.Y)
		return
	}
	d.writeRow(lineArea, i, t.entriesOf(i, d.spans))
}

// HiddenColumns returns "4 more →" for those that w cells leave out, "" for none.
func (t *Table) HiddenColumns(w int) string {
	return strings.TrimSpace(countHidden(t.Columns, layColumns(t.Columns, 0, w))[0])
}

type tableDrawing struct {
	*Table
	f       *Frame
	spans   map[int]columnSpan // by index
	look    Look
	base    Style
	focused bool
	hidden  []string // signs of hidden columns, nil if shown elsewhere
}

// writeSign writes the longest sign of hidden columns that the titles leave room for at the right end.
func (d *tableDrawing) writeSign(titlesArea image.Rectangle) bool {
	if d.hidden[0] == "" {
		return true
	}
	end := 0
	for c, span := range d.spans {
		if column := d.Columns[c]; !column.Right && column.Scale == nil {
			span.w = min(span.w, ansi.StringWidth(column.Title))
		}
		end = max(end, span.x+span.w)
	}
	titlesArea.Max.X -= d.f.Margin()
	sign, fits := First(d.hidden, func(sign string) bool { return end+ansi.StringWidth(sign) <= titlesArea.Max.X })
	if fits {
		RightText(d.f, titlesArea, d.look.Theme.Faint, sign)
		d.hidden = nil
	}
	return fits
}

func (d *tableDrawing) drawTitles(y int) {
	titled, _ := First(loaders.Indices(len(d.Columns)), func(c int) bool {
		return d.Columns[c].Title != "" && !d.Columns[c].Right && d.spans[c].w > 5
	})
	for c, span := range d.spans {
		column, style := &d.Columns[c], Bold(d.look.Theme.Faint)
		switch {
		case d.focused && c == titled:
			style = Bold(d.look.Theme.Accent)
		case column.Marked:
			style = Bold(d.look.Theme.Text)
		}
		area := LineAt(span.x, y, span.w)
		d.drawEntry(-1, c, area, TableCell{Text: column.Title, Style: style, Draw: column.Scale})
		if c == titled && d.hidden != nil {
			RightText(d.f, area, d.look.Theme.Faint, d.signFor(c, y))
		}
		for i, line := range slices.Backward(column.Above) {
			d.drawEntry(-1, c, area.Sub(image.Pt(0, len(column.Above)-i)), TableCell{Text: line, Style: style})
		}
		if column.Head != nil {
			d.f.Click(area, column.Head)
		}
	}
}

// signFor returns the longest sign of hidden columns that fits beside a title, or writes one above it.
func (d *tableDrawing) signFor(c, y int) string {
	span := d.spans[c]
	sign, fits := First(d.hidden, func(sign string) bool { return ansi.StringWidth(d.Columns[c].Title+sign) <= span.w })
	if !fits && d.Columns[c].Group == "" && d.Header() > 1 {
		d.f.Text(span.x, y-1, span.w+ColumnGap, d.look.Theme.Faint, strings.TrimSpace(d.hidden[1]))
	}
	return If(fits, sign)
}

// countLines returns how many lines a row needs: at most two unless a column says more.
func (t *Table) countLines(rowCells []TableCell, columnSpans map[int]columnSpan) int {
	high := 1
	for c, span := range columnSpans {
		text := rowCells[c].Text
		if t.Columns[c].Wraps && ansi.StringWidth(loaders.Clean(text)) > span.w && t.setsWhole(c, span, text) {
			high = max(high, min(len(Wrap(text, span.w)), max(2, t.Columns[c].Lines)))
		}
	}
	return high
}

func (t *Table) setsWhole(c int, spanOfColumn columnSpan, cellText string) bool {
	return !t.Columns[c].Middle || !slices.ContainsFunc(strings.Fields(cellText), func(word string) bool {
		return ansi.StringWidth(word) > spanOfColumn.w
	})
}

func (t *Table) entriesOf(i int, columnSpans map[int]columnSpan) []TableCell {
	entries := make([]TableCell, len(t.Columns))
	if t.Entries != nil {
		copy(entries, t.Entries(i))
	}
	for c := range columnSpans {
		if show := t.Columns[c].Show; show != nil {
			entries[c] = show(i)
		}
		if draw := t.Columns[c].Draw; draw != nil {
			entries[c].Draw = func(f *Frame, area image.Rectangle, base Style) { draw(f, area, base, i) }
		}
	}
	return entries
}

func (d *tableDrawing) drawGroups(y int) {
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

// StartRow marks a selected row's or range's line and returns its style. Only the focused table's has
// the cursor.
func (t *Table) StartRow(f *Frame, lineArea image.Rectangle, l Look, i int, focused bool) (base Style) {
	isMarked := !l.Still && (i == t.at || t.Held != nil && t.Held(i))
	if !isMarked {
		return base
	}
	base = l.Theme.Resting
	sign := If(base == Style{}, "›")
	if focused {
		base, sign = l.Theme.Selected, "▸"
	}
	f.Fill(lineArea, base)
	if i != t.at {
		sign = "┃"
	} else if focused {
		f.Row = &lineArea.Min
	}
	f.Text(lineArea.Min.X, lineArea.Min.Y, Gutter, Over(Bold(l.Theme.Accent), base), sign)
	return base
}

func (d *tableDrawing) drawRow(lineArea image.Rectangle, i int, rowCells []TableCell) {
	t := d.Table
	if t.isHeading(i) {
		lineArea.Min.X, lineArea.Max.X = lineArea.Min.X+Gutter, lineArea.Max.X-1
		d.f.TextOver(lineArea, Bold(d.look.Theme.Faint), t.Heading(i))
		d.f.DrawHeading(lineArea, d.look)
		return
	}
	d.base = t.StartRow(d.f, lineArea, d.look, i, d.focused)
	d.f.Click(lineArea, func() tea.Cmd {
		again := t.at == i
		t.moveTo(i)
		if t.Open != nil && (again || t.Once) {
			return t.Open()
		}
		return nil
	})
	d.writeRow(lineArea, i, rowCells)
}

func (d *tableDrawing) writeRow(lineArea image.Rectangle, i int, rowCells []TableCell) {
	for c := range d.Columns {
		span, shown := d.spans[c]
		if !shown {
			continue
		}
		e, area := rowCells[c], LineAt(span.x, lineArea.Min.Y, span.w)
		if e.Draw != nil && d.Columns[c].Wraps {
			area.Max.Y = lineArea.Max.Y
		} else if lineArea.Dy() > 1 && d.Columns[c].Wraps && d.setsWhole(c, span, e.Text) {
			lines, last := Wrap(e.Text, span.w), lineArea.Dy()-1
			for k := 0; k < last && k < len(lines)-1; k++ {
				e.Text = lines[k]
				d.drawEntry(i, c, area, e)
				e.Text, area = strings.Join(lines[k+1:], " "), area.Add(image.Pt(0, 1))
			}
		}
		d.drawEntry(i, c, area, e)
	}
}

func (d *tableDrawing) drawEntry(i, c int, area image.Rectangle, e TableCell) {
	f, x, y, w, style := d.f, area.Min.X, area.Min.Y, area.Dx(), Over(e.Style, d.base)
	column := &d.Columns[c]
	if column.Pick != nil && i >= 0 {
		f.Click(area, func() tea.Cmd { return column.Pick(i) })
	}
	if e.Draw != nil {
		e.Draw(f, area, d.base)
		return
	}
	if e.Style.Bg != nil {
		f.Fill(area, style)
	}
	if text := loaders.Clean(e.Text); column.Middle {
		if over := ansi.StringWidth(text) - w; over > 0 {
			front := w / 3
			e.Text = ansi.Truncate(text, front, "") + ansi.TruncateLeft(text, front+over+1, "…")
		}
	}
	if column.Right {
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
