package widget

import (
	"cmp"
	"fmt"
	"image"
	"slices"
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
	// Column.
	Cursor bool
	Column int
	// Whole says that the first column can be selected too: the row as a whole.
	Whole bool
	// Text and Style return the text and the style of a cell of Of, by its row and column
	// there; nil means what [Brief] says, and the style of text. The selected cell stands
	// out by itself.
	Text  func(row, column int) string
	Style func(row, column int) Style
	// Path, where set, returns the file that a cell of Of names, "" for none.
	Path func(row, column int) string
	// Leave orders the columns that leave where the room is short, as
	// [Column.Drop] does; nil for those farthest from the cursor first, and without
	// one the last.
	Leave func(column int) int
	// Least is how wide the first column is at least; 0 for a third of the room.
	Least int
	// Drawn are columns behind those of Of whose entries are drawn, by the rows of
	// Of.
	Drawn []Column
	// OpenCell is run by a click on the selected cell.
	OpenCell func() tea.Cmd

	look   Look
	order  []int // rows of Of as they are shown
	by     int   // the column that they are sorted by
	sorted uint8 // 1 for the worst first, 2 for the best first
}

// Put shows a table in w cells of the screen.
func (s *Sheet) Put(of *table.Table, l Look, w int) {
	s.follow(of)
	s.Of, s.look = of, l
	s.arrange()
	s.SetCount(len(of.Rows))
	first := 1
	if s.Whole {
		first = 0
	}
	s.Column = max(first, min(s.Column, len(of.Columns)-1))
	s.Columns = loaders.Fill(len(of.Columns), func(k int) Column { return s.column(k, w) })
	if s.Cursor && slices.ContainsFunc(of.Columns, func(c table.Column) bool { return c.Rests }) {
		s.Columns = append(s.Columns, Column{Title: "n", Width: 5, Right: true, Drop: len(of.Columns), Show: func(i int) Entry {
			c := s.At(s.Row(i), s.Column)
			if _, rests := c.Value.(scoring.Value); rests {
				return Entry{Text: strconv.Itoa(c.N)}
			}
			return Entry{}
		}})
	}
	for _, c := range s.Drawn {
		show := c.Show
		c.Show = func(i int) Entry { return show(s.Row(i)) }
		s.Columns = append(s.Columns, c)
	}
	s.widen(w)
}

// widen widens the last column of each group that is narrower than its name: by a little, or
// by as much as there is room for.
func (s *Sheet) widen(w int) {
	const little = 6
	for from := 0; from < len(s.Columns); {
		to, room := from, -ColumnGap
		for ; to < len(s.Columns) && s.Columns[to].Group == s.Columns[from].Group; to++ {
			room += s.Columns[to].Width + ColumnGap
		}
		if short := ansi.StringWidth(s.Columns[from].Group) - room; short > 0 && (short <= little || s.Need()+short <= w) {
			s.Columns[to-1].Width += short
		}
		from = to
	}
}

// column is how column k of Of is shown in w cells.
func (s *Sheet) column(k, w int) Column {
	c, chosen := &s.Of.Columns[k], s.Cursor && k == s.Column
	least := ansi.StringWidth(c.Heading())
	if c.Kind == table.Number { // columns do not move while numbers do
		least = max(least, len("1.00"))
	}
	widest := Widest(least, min(len(s.Of.Rows), mostMeasured), func(i int) string { return s.text(i, k) })
	column := Column{
		Title: c.Heading(), Group: c.In, Width: widest, Right: c.Kind != table.Text, Marked: chosen || s.sorted > 0 && k == s.by,
		Show: func(i int) Entry { return s.entry(i, k) },
	}
	if k > 0 && !chosen {
		if column.Drop = s.leave(k); s.Cursor { // for the selected one to be seen
			column.Drop = max(1, column.Drop)
		}
	}
	switch {
	case k == 0:
		column.Width, column.Grow, column.Most = cmp.Or(s.Least, min(widest, max(16, w/3))), 9, max(widest, s.Least)
		column.Wraps = true
	case c.Wide:
		column.Width, column.Grow, column.Most = min(widest, 44), 9, widest
	case c.Kind == table.Text:
		column.Width = min(widest, max(32, w/2))
	}
	return column
}

// follow keeps the cursor and the order on their columns, wherever these are in
// another table.
func (s *Sheet) follow(of *table.Table) {
	for _, at := range []*int{&s.Column, &s.by} {
		if s.Of != nil && *at < len(s.Of.Columns) {
			if k := slices.IndexFunc(of.Columns, func(c table.Column) bool { return c.Name == s.Of.Columns[*at].Name }); k > 0 {
				*at = k
			}
		}
	}
}

// mostMeasured is how many rows say how wide a column is.
const mostMeasured = 500

// leave is when column k leaves.
func (s *Sheet) leave(k int) int {
	switch {
	case s.Leave != nil:
		return s.Leave(k)
	case s.Cursor:
		return max(k-s.Column, s.Column-k)
	}
	return k
}

// Sort sorts the rows by the selected column: the worst first, where no way is
// better the greatest; again the other way round; and again as they come. What is
// undefined or empty comes last.
func (s *Sheet) Sort() {
	if s.by != s.Column {
		s.by, s.sorted = s.Column, 0
	}
	s.sorted = (s.sorted + 1) % 3
	s.arrange()
	s.Select(0)
}

// arrange orders the rows.
func (s *Sheet) arrange() {
	s.order = loaders.Fill(len(s.Of.Rows), func(i int) int { return i })
	if s.sorted == 0 || s.by >= len(s.Of.Columns) {
		return
	}
	sign := -1
	if (s.Of.Columns[s.by].Better == scoring.Higher) == (s.sorted == 1) {
		sign = 1
	}
	slices.SortStableFunc(s.order, func(a, b int) int {
		x, known := s.At(a, s.by).Float()
		y, other := s.At(b, s.by).Float()
		switch {
		case known && other:
			return sign * cmp.Compare(x, y)
		case known:
			return -1
		case other:
			return 1
		}
		return 0
	})
}

// Row is the row of Of that is shown as row i, i if there is none.
func (s *Sheet) Row(i int) int {
	if i < len(s.order) {
		return s.order[i]
	}
	return i
}

// Chosen is the selected row of Of.
func (s *Sheet) Chosen() int { return s.Row(s.Selected()) }

// At is a cell of Of, the zero value for one that the row has not.
func (s *Sheet) At(row, column int) (c table.Cell) {
	if s.Of != nil {
		c = s.Of.At(row, column)
	}
	return c
}

// Cell is the selected cell.
func (s *Sheet) Cell() table.Cell { return s.At(s.Chosen(), s.Column) }

// Leads is the query of the selected cell, without a cursor that of the row.
func (s *Sheet) Leads() string {
	if s.Cursor {
		return s.Cell().Leads
	}
	c, _ := First(s.Of.Rows[s.Chosen()], func(c table.Cell) bool { return c.Leads != "" })
	return c.Leads
}

// Steer moves the cursor by columns.
func (s *Sheet) Steer(by, w int) {
	if s.Of != nil && s.Cursor {
		s.Column = max(0, s.Column+by)
		s.Put(s.Of, s.look, w)
	}
}

// SheetActions returns the keys that move the cursor of the sheet that target returns
// at the time, in w() cells, from row to row and along a row.
func SheetActions(target func() *Sheet, w func() int) []Action {
	act := func(name, help string, by int) Action {
		return Action{Name: name, Help: help, Run: Do(func() { target().Steer(by, w()) })}
	}
	return append(MoveActions(func() Scroller { return target() }),
		act("move-right", "go to the next number of the row", 1), act("move-left", "go to the previous number of the row", -1))
}

// Describe returns the selected cell in full ("layer_count, F1: .07 · n 60"), without a
// cursor what the columns of the row have, of which some may have no room.
func (s *Sheet) Describe() string {
	if s.Count() == 0 {
		return ""
	}
	row := s.Chosen()
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
	text := fmt.Sprintf("%s, %s: %s", s.text(row, 0), c.Heading(), strings.TrimSpace(s.text(row, s.Column)))
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

func (s *Sheet) text(row, column int) string {
	if s.Text != nil {
		return s.Text(row, column)
	}
	return Brief(&s.Of.Columns[column], s.At(row, column))
}

func (s *Sheet) entry(i, column int) Entry {
	row := s.Row(i)
	text, st := s.text(row, column), Style{}
	if s.Style != nil {
		st = s.Style(row, column)
	}
	if !s.Cursor || column == 0 {
		e := Entry{Text: text, Style: st}
		if s.Path != nil {
			e.Path = s.Path(row, column)
		}
		return e
	}
	return Entry{Draw: func(f *Frame, area image.Rectangle, base Style) {
		if s.Selected() == i && s.Column == column {
			st, base = Style{}, Bold(Over(s.look.Theme.Accent, base)) // no heat, on which it would not read
		}
		st := Over(st, base)
		if st.Bg != nil {
			f.Fill(area, st)
		}
		if s.Of.Columns[column].Kind == table.Text {
			f.TextOver(area, st, text)
		} else {
			RightText(f, area.Min.X, area.Min.Y, area.Dx(), st, text)
		}
		f.Click(area, func() tea.Cmd {
			again := s.Selected() == i && s.Column == column
			s.move(i)
			s.Steer(column-s.Column, f.Bounds().Dx())
			if again && s.OpenCell != nil {
				return s.OpenCell()
			}
			return nil
		})
	}}
}

// Exported returns the table on screen for an export under the given name, with its rows
// in the order shown; nil if there is no table yet.
func (s *Sheet) Exported(name string) *table.Document {
	if s.Of == nil {
		return nil
	}
	of := *s.Of
	of.Title = cmp.Or(of.Title, of.Name) // a table without a title is not for people
	of.Rows = loaders.Fill(len(s.Of.Rows), func(i int) []table.Cell { return s.Of.Rows[s.Row(i)] })
	return &table.Document{Parts: []table.Part{{Name: name, Tables: []*table.Table{&of}}}}
}
