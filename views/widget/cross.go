package widget

import (
	"image"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// Alike marks rows and columns that are values of one thing.
const Alike = true

// Cross shows counts with totals last ([facts.Table.Cross]), coloured by their share of the row. If
// rows and columns are alike, the diagonal has a sign.
func (s *Sheet) Cross(axesAlike bool) {
	s.Text = func(row, column int) string {
		n, count := s.At(row, column).Value.(int)
		switch {
		case !count:
			return s.ShortenCell(row, column)
		case n == 0:
			return "·"
		}
		isSame := axesAlike && row < s.Of.Len()-1 && s.At(row, 0).Value == s.heads[column].Label()
		return If(isSame, "✓") + strconv.Itoa(n)
	}
	s.Style = func(row, column int) Style {
		last := s.lastBeside(column)
		n, _ := s.At(row, column).Value.(int)
		isSum := column == last || row == s.Of.Len()-1
		if column == 0 || isSum || n == 0 {
			return s.look.Theme.Faint
		}
		all, _ := s.At(row, last).Value.(int)
		return s.look.Heat(float64(n) / float64(max(1, all)))
	}
}

func (s *Sheet) lastBeside(columnIndex int) int {
	for columnIndex < len(s.heads)-1 && s.heads[columnIndex+1].In == s.heads[columnIndex].In {
		columnIndex++
	}
	return columnIndex
}

const mostBeside = 10

// CrossShares shows shares or means with their numbers of examples, coloured by the gap to the last
// cell, the whole. Cells whose interval contains the whole are dim.
func (s *Sheet) CrossShares() {
	s.Units = true
	s.Leave = func(column int) int { // the whole stays longest, then the selected column
		n := len(s.heads)
		if column == n-1 {
			return 1
		}
		order := loaders.IfElse(column < s.Column, n-column+1, 2*n+column)
		if s.heads[column].In != s.heads[s.Column].In {
			order += 3 * n
		}
		return order
	}
	s.Text = func(row, column int) string {
		text := strings.TrimSuffix(s.ShortenCell(row, column), " %")
		if n := s.At(row, column).N; n > 0 {
			text += " (" + strconv.Itoa(n) + ")"
		}
		return text
	}
	s.Style = s.shareStyle
	s.Lay = s.layShares
}

// layShares gives cells a bar that is full at the greatest, and titles up to three lines if columns
// would be hidden.
func (s *Sheet) layShares(shown []int) {
	cells, greatest := make([]int, len(shown)), 0.0
	for i, k := range shown {
		cells[i] = Widest(0, s.measuredRows(), func(row int) string {
			x, _ := s.At(s.Row(row), k).Float()
			greatest = max(greatest, x)
			return s.textAt(s.Row(row), k) + "  "
		})
		c := &s.Columns[i]
		if k == 0 {
			continue
		}
		c.Draw = func(f *Frame, area image.Rectangle, base Style, row int) {
			s.drawShare(f, area, base, image.Pt(k, row), cells[i], greatest)
		}
		if c.Group != "" {
			c.Width, c.Grow, c.Most, c.Middle = min(c.Width, mostBeside), 1, c.Width, true
		} else {
			c.Width = max(c.Width, cells[i])
		}
	}
	if s.Need() <= s.width {
		return
	}
	for i := range s.Columns {
		c, title := &s.Columns[i], s.Columns[i].Title
		for w := cells[i]; c.Group == "" && w < c.Width; w++ {
			lines := strings.Split(ansi.Wordwrap(title, w, "(-,"), "\n")
			if last := len(lines) - 1; last < 3 && Widest(0, last+1, func(i int) string { return lines[i] }) <= w {
				c.Above, c.Title, c.Width = lines[:last], lines[last], w
			}
		}
	}
}

// shareStyle is faint for an undefined share or if its interval contains the whole, bold without
// colours, otherwise on the signed ramp.
func (s *Sheet) shareStyle(rowIndex, columnIndex int) Style {
	last, t := len(s.heads)-1, s.look.Theme
	whole, known := s.At(s.Of.Len()-1, last).Float()
	x, ok := s.At(rowIndex, columnIndex).Float()
	between := s.At(rowIndex, columnIndex).Interval
	holdsWhole := between != nil && between.Low <= whole && whole <= between.High
	switch {
	case columnIndex == 0 || columnIndex == last && rowIndex == s.Of.Len()-1:
		return Style{}
	case !known || !ok || holdsWhole:
		return t.Faint
	case between == nil:
		return t.Text
	case s.look.NoHeat || len(t.Heat) == 0:
		return Bold(t.Text)
	}
	bg, text := t.Signed.At((1 + x - whole) / 2)
	return Style{Bg: bg, Fg: text}
}

// drawShare draws a share with its n in brackets, behind a bar that is full at the greatest, if width cells fit.
func (s *Sheet) drawShare(f *Frame, area image.Rectangle, baseStyle Style, place image.Point, width int, greatest float64) {
	cell, entry := s.At(s.Row(place.Y), place.X), s.entryAt(place.Y, place.X, 0)
	share, n, st := entry.Text, "", Over(entry.Style, baseStyle)
	if at := strings.LastIndex(share, " "); cell.N > 0 {
		share, n = share[:at], share[at:]
	}
	if x, _ := cell.Float(); x > 0 && !f.Plain && width <= area.Dx() {
		colour := loaders.IfElse(entry.Style.Bg != nil, entry.Style.Bg, st.Fg)
		f.Text(area.Max.X-width, area.Min.Y, 1, Over(Style{Fg: colour}, baseStyle), levelBar(x/greatest))
	}
	area.Min.X = max(area.Min.X, area.Max.X-ansi.StringWidth(entry.Text))
	area.Min.X += f.TextOver(area, st, share)
	f.TextOver(area, Over(s.look.Theme.Faint, baseStyle), n)
}

// ToMost selects the cell with the most examples of two different values, otherwise the total, in
// the first table.
func (s *Sheet) ToMost() {
	s.Column = len(s.heads) - 1
	s.ToRow(s.Of.Len() - 1)
	most := 0
	for row := range s.Of.Len() - 1 {
		for column := 1; column < s.lastBeside(1); column++ {
			n, counted := s.At(row, column).Value.(int)
			if !counted {
				n = s.At(row, column).N
			}
			if n > most && !strings.HasPrefix(s.Text(row, column), "✓") {
				most, s.Column = n, column
				s.ToRow(row)
			}
		}
	}
}
