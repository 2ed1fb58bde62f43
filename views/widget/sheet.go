package widget

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
)

// Sheet is a [Table] of the rows of a table of package table, whose cells are as
// short as a screen wants them.
type Sheet struct {
	Table
	Of *table.Table // nil before there is one
	// Cursor says that one cell of the selected row is selected too, that of
	// Column, whose neighbours stay where there is no room for all.
	Cursor bool
	Column int
	// Style is that of a cell, nil for that of text.
	Style func(row, column int) Style
	// OpenCell is run by a click on the selected cell.
	OpenCell func() tea.Cmd
}

// Put shows a table in w cells of the screen.
func (s *Sheet) Put(of *table.Table, w int) {
	s.Of = of
	s.SetCount(len(of.Rows))
	s.Column = max(1, min(s.Column, len(of.Columns)-1))
	s.Columns = nil
	rests := false
	for k := range of.Columns {
		c := &of.Columns[k]
		rests = rests || c.Rests
		widest := Widest(ansi.StringWidth(c.Heading()), min(len(of.Rows), mostMeasured), func(i int) string { return s.text(i, k) })
		column := Column{
			Title: c.Heading(), Group: c.In, Width: widest, Right: c.Kind != table.Text, Marked: s.Cursor && k == s.Column, Drop: s.distance(k),
			Show: func(i int) Entry { return s.entry(i, k) },
		}
		if k == 0 {
			column.Width, column.Grow, column.Most, column.Drop = min(widest, max(16, w/3)), 1, widest, 0
		}
		s.Columns = append(s.Columns, column)
	}
	if rests && s.Cursor {
		s.Columns = append(s.Columns, Column{Title: "n", Width: 5, Right: true, Drop: len(of.Columns), Show: func(i int) Entry {
			c := s.At(i, s.Column)
			if _, rests := c.Value.(scoring.Value); rests {
				return Entry{Text: strconv.Itoa(c.N)}
			}
			return Entry{}
		}})
	}
}

// mostMeasured is how many rows say how wide a column is.
const mostMeasured = 500

// distance orders the columns that leave where there is no room: the farthest from
// the cursor first, without one the last.
func (s *Sheet) distance(k int) int {
	if s.Cursor {
		return max(k-s.Column, s.Column-k)
	}
	return k
}

// At is a cell, the zero value for one that the row has not.
func (s *Sheet) At(row, column int) (c table.Cell) {
	if s.Of != nil && row < len(s.Of.Rows) && column < len(s.Of.Rows[row]) {
		c = s.Of.Rows[row][column]
	}
	return c
}

// Leads is the query of the selected cell, without a cursor that of the row.
func (s *Sheet) Leads() string {
	if s.Cursor {
		return s.At(s.Selected(), s.Column).Leads
	}
	for _, c := range s.Of.Rows[s.Selected()] {
		if c.Leads != "" {
			return c.Leads
		}
	}
	return ""
}

// Steer moves the cursor by columns.
func (s *Sheet) Steer(by, w int) {
	if s.Of != nil {
		s.Column += by
		s.Put(s.Of, w)
	}
}

// Said says the selected cell in full ("layer_count, F1: .07 · n 60"), without a
// cursor what the columns of the row have, of which some may have no room.
func (s *Sheet) Said() string {
	if s.Count() == 0 {
		return ""
	}
	row := s.Selected()
	if !s.Cursor {
		said := s.text(row, 0)
		for k := 1; k < len(s.Of.Columns); k++ {
			if text := s.text(row, k); text != "" && text != "0" {
				said += " · " + s.Of.Columns[k].Heading() + " " + text
			}
		}
		return said
	}
	c := s.Of.Columns[s.Column]
	cell := s.At(row, s.Column)
	text := fmt.Sprintf("%s, %s: %s", s.text(row, 0), c.Heading(), s.text(row, s.Column))
	if in := cell.Interval; in != nil && c.Kind != table.Between {
		text += " (" + Span(in) + ")"
	}
	if v, _ := cell.Value.(scoring.Value); v.Why() != "" {
		return text + " · " + loaders.Clean(v.Why())
	}
	if _, rests := cell.Value.(scoring.Value); rests && c.Rests {
		text += " · n " + strconv.Itoa(cell.N)
	}
	return text
}

func (s *Sheet) text(row, column int) string { return Brief(&s.Of.Columns[column], s.At(row, column)) }

func (s *Sheet) entry(row, column int) Entry {
	text, st := s.text(row, column), Style{}
	if s.Style != nil {
		st = s.Style(row, column)
	}
	if !s.Cursor || column == 0 {
		return Entry{Text: text, Style: st}
	}
	return Entry{Draw: func(f *Frame, area image.Rectangle, base Style) {
		RightText(f, area.Min.X, area.Min.Y, area.Dx(), Over(st, base), text)
		f.Click(area, func() tea.Cmd {
			again := s.Selected() == row && s.Column == column
			s.Select(row)
			s.Steer(column-s.Column, area.Max.X)
			if again && s.OpenCell != nil {
				return s.OpenCell()
			}
			return nil
		})
	}}
}

// Brief is a cell in as few characters as a screen has room for: ".07", "+.50".
func Brief(c *table.Column, cell table.Cell) string {
	v, number := cell.Value.(scoring.Value)
	if x, ok := cell.Value.(float64); ok {
		v, number = scoring.Defined(x), true
	}
	switch {
	case !number:
		return c.Show(cell)
	case c.Kind == table.Between:
		return Span(cell.Interval)
	case c.Kind == table.Chance:
		return Chance(v)
	case c.Kind == table.Change:
		return Signed(v)
	}
	return Number(v)
}

// Signed writes a difference with its sign.
func Signed(v scoring.Value) string {
	if x, ok := v.Float(); ok && x > 0 {
		return "+" + Measure(x)
	}
	return strings.Replace(Number(v), "-0.", "-.", 1)
}

// Span writes an interval, a dash for none.
func Span(in *scoring.Interval) string {
	if in == nil {
		return table.Absent
	}
	return Signed(scoring.Defined(in.Low)) + " to " + Signed(scoring.Defined(in.High))
}

// Exported is what any table shows as one that can be exported: all of its columns
// and rows as text, without what is drawn.
func (t *Table) Exported(name string) *table.Document {
	out := &table.Table{Name: "rows", Title: name}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, table.Column{Name: strings.TrimSpace(c.Group + " " + c.Title)})
	}
	for i := range t.count {
		row := make([]any, len(t.Columns))
		var entries []Entry
		if t.Entries != nil {
			entries = t.Entries(i)
		}
		for k, c := range t.Columns {
			if c.Show != nil {
				row[k] = strings.TrimSpace(c.Show(i).Text)
			} else if k < len(entries) {
				row[k] = strings.TrimSpace(entries[k].Text)
			}
		}
		out.Add(row...)
	}
	return &table.Document{Parts: []table.Part{{Name: name, Tables: []*table.Table{out}}}}
}
