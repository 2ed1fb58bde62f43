package widget

import (
	"cmp"
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

// Sheet is a [Table] of a source's rows with short cells.
type Sheet struct {
	Table
	Of table.CellSource // nil before there is one
	// Cursor also selects a cell, in Column.
	Cursor bool
	Column int
	// Whole lets the cursor select the first column, for the row.
	Whole bool
	SheetOverrides
	// SortBy sorts the source; nil sorts rows by cells.
	SortBy func(column int) tea.Cmd
	// Least is the first column's; 0 for a third of the room.
	Least int

	ColumnOrder
	look  Look
	width int
	heads []table.Column
}

// SheetOverrides overrides how a sheet shows its source.
type SheetOverrides struct {
	// Text and Style are by row and column of Of; nil means [Brief], with the "%" of shares in
	// their heading, and plain text.
	Text  func(row, column int) string
	Style func(row, column int) Style
	// Leave orders columns like [Column.Drop], below 0 for only on request; nil drops those behind
	// the cursor first, then those before it, and without a cursor the last.
	Leave func(column int) int
	// Key and Drawn are the first and the last column, by rows of Of; may be nil.
	Key, Drawn *Column
	// DrawnAt is Drawn's place, 0 for the last.
	DrawnAt int
	// Lay changes the shown columns of Of before layout, and adds numbers of examples to cells; may
	// be nil.
	Lay func(shown []int)
	// Units shows units in cells instead of headings.
	Units bool
}

// Put shows a source in w cells. If its first column has the same heading, the selected row stays
// selected, by its first cell, on its line.
func (s *Sheet) Put(cellSource table.CellSource, l Look, w int) {
	heads, line, name := slices.Clone(cellSource.Heads()), s.at-s.top, ""
	for k := range heads {
		if c := &heads[k]; c.Percent && c.Kind == table.Number && !s.Units {
			c.Unit = "%"
		}
	}
	if s.Of != nil && s.Chosen() < s.Of.Len() && s.heads[0].Label() == heads[0].Label() {
		name = s.ShortenCell(s.Chosen(), 0)
	}
	s.Column = s.followColumn(heads, s.Column)
	s.by = s.followColumn(heads, s.by)
	s.Of, s.look, s.width, s.heads = cellSource, l, w, heads
	s.arrangeSheet()
	if name == "" || s.Count() == 0 || s.ShortenCell(s.Chosen(), 0) == name {
		return
	}
	if i := slices.IndexFunc(loaders.Fill(s.Count(), s.Row), func(row int) bool { return s.ShortenCell(row, 0) == name }); i >= 0 {
		s.SelectOn(i, line)
	}
}

// Draw draws the table like [Table.Draw], or that no row contains the words.
func (s *Sheet) Draw(f *Frame, area image.Rectangle, l Look, focused bool) {
	empty := s.Empty
	if s.Words != "" {
		s.Empty = "no row contains " + loaders.Clean(s.Words)
	}
	s.Table.Draw(f, area, l, focused)
	s.Empty = empty
}

// arrangeSheet filters and sorts rows, moves the cursor off a hidden column, and sets Columns. It
// adds n if rows or columns have different numbers of examples, because such numbers don't
// compare.
func (s *Sheet) arrangeSheet() {
	s.SetCount(s.arrangeRows(s.Of, s.textAt))
	if s.SortBy == nil {
		s.Lit = strings.Fields(s.Words)
	}
	shown := s.orderColumns()
	if at := slices.Index(shown, s.Column); at < 0 || at == 0 && !s.Whole {
		s.Column = shown[min(max(at, 0)+1, len(shown)-1)]
	}
	if s.Columns = loaders.Map(shown, s.columnOf); s.Lay != nil {
		s.Lay(shown)
	}
	isCounted := s.Cursor && s.Lay == nil && s.heads[s.Column].Rests
	counts := loaders.Distinct(loaders.Fill(s.measuredRows(), s.restsOn))
	if isCounted && (len(counts) > 1 || strings.Contains(strings.Join(counts, ""), rangeSign)) {
		s.Columns = append(s.Columns, Column{
			Title: table.N.Name, Width: Widest(5, len(counts), func(i int) string { return counts[i] }), Right: true, Drop: len(s.heads),
			Show: func(i int) TableCell { return TableCell{Text: s.restsOn(i)} },
		})
	}
	for k, drawn := range []*Column{s.Key, s.Drawn} {
		if drawn != nil {
			c := *drawn
			c.Draw = func(f *Frame, area image.Rectangle, base Style, i int) { drawn.Draw(f, area, base, s.Row(i)) }
			s.Columns = slices.Insert(s.Columns, k*cmp.Or(s.DrawnAt, len(s.Columns)), c)
		}
	}
	s.widenGroups(s.width)
}

// orderColumns returns the look's columns in order, then those that neither leaveOrder nor a minus
// hides. The first is always shown, because it names the row.
func (s *Sheet) orderColumns() []int {
	wanted, labels := s.look.WantedOf(s.Of.TableName()), s.Labels()
	place := func(k int) int {
		if at := slices.Index(wanted, labels[k]); at >= 0 {
			return at
		}
		return len(wanted) * min(k, 1)
	}
	all := loaders.Filter(loaders.Indices(len(labels)), func(k int) bool {
		return k == 0 || slices.Contains(wanted, labels[k]) || !slices.Contains(wanted, "-"+labels[k]) && s.leaveOrder(k) >= 0
	})
	loaders.SortBy(all, place)
	return all
}

// Labels returns Of's column titles.
func (s *Sheet) Labels() []string {
	return loaders.Map(s.heads, func(c table.Column) string { return c.Label() })
}

const rangeSign = "–"

// restsOn returns the number of examples behind a row's scores, or the least and the most; "" without scores.
func (s *Sheet) restsOn(i int) string {
	var counts []int
	for k, head := range s.heads {
		c := s.At(s.Row(i), k)
		if value, _ := c.Value.(scoring.Value); value.IsDefined() && c.N > 0 && head.Rests {
			counts = append(counts, c.N)
		}
	}
	if counts == nil {
		return ""
	}
	least, most := slices.Min(counts), slices.Max(counts)
	return strconv.Itoa(least) + If(least < most, rangeSign+strconv.Itoa(most))
}

func (s *Sheet) measuredRows() int { return min(s.Count(), mostMeasured) }

const mostMeasured = 500

func (s *Sheet) widenGroups(w int) {
	const little = 8
	columns := s.Columns
	for from := 0; from < len(columns); {
		to, room := from, -ColumnGap
		for ; to < len(columns) && columns[to].Group == columns[from].Group; to++ {
			room += columns[to].Width + ColumnGap
		}
		if short := ansi.StringWidth(columns[from].Group) - room; short > 0 && (short <= little || s.Need()+short <= w) {
			columns[to-1].Width += short
		}
		from = to
	}
}

// columnOf measures only the heading and mostMeasured rows, and aligns numbers at the decimal
// point.
func (s *Sheet) columnOf(k int) Column {
	c, chosen, w := &s.heads[k], s.Cursor && k == s.Column, s.width
	title := strings.NewReplacer(" (%)", " %", " ↓", "").Replace(c.Heading()) // an arrow would say that rows are sorted
	least := ansi.StringWidth(title)
	if c.Kind == table.Number { // so that columns keep their place when numbers change
		least = max(least, len("1.00"))
	}
	before, behind := 0, 0 // the decimal point
	for i := range s.measuredRows() {
		text, _, right := s.readCell(s.Row(i), k)
		w := ansi.StringWidth(loaders.Clean(text))
		if least = max(least, w); right >= 0 {
			before, behind = max(before, w-right), max(behind, right)
		}
	}
	widest := max(least, before+behind)
	column := Column{
		Title: title, Group: c.In, Width: widest, Right: c.Kind != table.Text, Marked: chosen || s.sorted > 0 && s.by == k,
		Show: func(i int) TableCell { return s.entryAt(i, k, behind) },
		Head: func() tea.Cmd {
			s.Column = k
			return s.Sort()
		},
	}
	if s.Cursor && k > 0 {
		column.Pick = func(i int) tea.Cmd { return s.pickCell(i, k) }
	}
	if k > 0 && !chosen {
		if column.Drop = s.leaveOrder(k); s.Cursor { // so that the selected column is visible
			column.Drop = max(1, column.Drop)
		}
	}
	switch {
	case k == 0:
		column.Width, column.Grow, column.Most = cmp.Or(s.Least, min(widest, max(16, w/3))), 9, max(widest, s.Least)
		column.Wraps, column.Middle = true, true
	case c.Wide:
		column.Width, column.Grow, column.Most = min(widest, 44), 9, widest
	case c.Kind == table.Text:
		column.Width = min(widest, max(32, w/2))
	}
	return column
}

func (s *Sheet) followColumn(headColumns []table.Column, k int) int {
	if k > 0 && k < len(s.heads) && (k >= len(headColumns) || headColumns[k].Name != s.heads[k].Name) {
		if at := table.IndexOf(headColumns, s.heads[k].Name); at > 0 {
			return at
		}
	}
	return min(k, len(headColumns)-1)
}

// leaveOrder ranks columns to drop, the highest first, below 0 for only on request: by Leave, or
// behind the cursor from the right, then before it from the left.
func (s *Sheet) leaveOrder(k int) int {
	switch {
	case s.Leave != nil:
		return s.Leave(k)
	case s.Cursor && k < s.Column:
		return len(s.heads) - k
	}
	return 2*len(s.heads) + k
}

// Sort cycles the selected column through worst first, best first and unsorted, and selects the
// first row; or calls SortBy.
func (s *Sheet) Sort() tea.Cmd {
	if s.SortBy != nil {
		return s.SortBy(s.Column)
	}
	if s.by != s.Column {
		s.by, s.sorted = s.Column, 0
	}
	s.sorted = (s.sorted + 1) % 3
	s.arrangeSheet()
	s.Select(0)
	return nil
}

// Narrow shows only rows with all words, all for ""; without a source it does so later.
func (s *Sheet) Narrow(titleWords string) {
	if s.Words = titleWords; s.Of != nil {
		s.arrangeSheet()
	}
}

// Choose sets and orders columns, and saves them in look by table name. A minus hides a title; nil
// resets.
func (s *Sheet) Choose(columnTitles []string, look *Look) {
	if look.Wanted == nil {
		look.Wanted = map[string][]string{}
	}
	look.Wanted[s.Of.TableName()], s.look = columnTitles, *look
	s.arrangeSheet()
}

// Chosen returns the selected row of Of.
func (s *Sheet) Chosen() int { return s.Row(s.Selected()) }

// ToRow selects a shown row of Of.
func (s *Sheet) ToRow(rowIndex int) {
	if i := slices.Index(loaders.Fill(s.Count(), s.Row), rowIndex); i >= 0 {
		s.Select(i)
	}
}

// At returns a cell of Of, the zero value outside.
func (s *Sheet) At(rowIndex, columnIndex int) (c table.Cell) {
	if s.Of != nil {
		c = s.Of.At(rowIndex, columnIndex)
	}
	return c
}

// Cell returns the selected cell.
func (s *Sheet) Cell() table.Cell { return s.At(s.Chosen(), s.Column) }

// Leads returns the selected cell's query, or the row's first.
func (s *Sheet) Leads() string {
	if s.Cursor && (s.Column > 0 || !s.Whole) {
		return s.Cell().Leads
	}
	for k := range s.heads {
		if where := s.At(s.Chosen(), k).Leads; where != "" {
			return where
		}
	}
	return ""
}

// Steer moves the cursor by shown columns, up to both ends; without a cursor, nothing.
func (s *Sheet) Steer(offset int) {
	if s.Of != nil && s.Cursor {
		shown := s.orderColumns()
		s.Column = shown[max(0, min(slices.Index(shown, s.Column)+offset, len(shown)-1))]
		s.arrangeSheet()
	}
}

// SheetActions returns the keys that move the cursor of the current sheet.
func SheetActions(currentSheet func() *Sheet) []Action {
	return append(MoveActions(func() Scroller { return currentSheet() }), SteerActions(func(by int) { currentSheet().Steer(by) })...)
}

func (s *Sheet) textAt(rowIndex, columnIndex int) string {
	text, _, _ := s.readCell(rowIndex, columnIndex)
	return text
}

// ShortenCell returns a cell like [Brief].
func (s *Sheet) ShortenCell(rowIndex, columnIndex int) string {
	return Brief(&s.heads[columnIndex], s.At(rowIndex, columnIndex))
}

// readCell returns as behind a number's width from its decimal point, -1 for others.
func (s *Sheet) readCell(rowIndex, columnIndex int) (text string, c table.Cell, behind int) {
	c, behind = s.At(rowIndex, columnIndex), -1
	if s.Text != nil {
		text = s.Text(rowIndex, columnIndex)
	} else {
		text = s.ShortenCell(rowIndex, columnIndex)
	}
	_, ok := c.Float()
	if !ok || !slices.Contains([]table.ValueKind{table.Number, table.Change, table.Chance}, s.heads[columnIndex].Kind) {
		return text, c, behind
	}
	_, right, found := strings.Cut(text, ".")
	return text, c, ansi.StringWidth(right) + loaders.IfElse(found, 1, 0)
}

func (s *Sheet) entryAt(i, columnIndex, decimalWidth int) TableCell {
	row := s.Row(i)
	text, cell, right := s.readCell(row, columnIndex)
	st := Style{}
	if s.Style != nil {
		st = s.Style(row, columnIndex)
	}
	if right >= 0 {
		text += strings.Repeat(" ", max(0, decimalWidth-right))
	}
	if s.Cursor && columnIndex > 0 && columnIndex == s.Column && i == s.Selected() {
		st = Bold(s.look.Theme.Accent) // unreadable on heat
	}
	return TableCell{Text: text, Style: st, Path: cell.Path}
}

func (s *Sheet) pickCell(i, columnIndex int) tea.Cmd {
	again := s.Selected() == i && s.Column == columnIndex
	s.moveTo(i)
	s.Column = columnIndex
	s.arrangeSheet()
	if again && s.Open != nil {
		return s.Open()
	}
	return nil
}

// Exported returns the shown rows and wanted columns; nil without a table.
func (s *Sheet) Exported(documentName string) *table.Document {
	if s.Of == nil {
		return nil
	}
	of := table.Table{Name: s.Of.TableName(), Title: documentName}
	if t, ok := s.Of.(*table.Table); ok {
		of = *t
		of.Title = cmp.Or(t.Title, t.Name) // a table without a title is not for people
	}
	all := *s
	all.Leave = nil
	shown := all.orderColumns()
	of.Columns = loaders.Map(shown, func(k int) table.Column { return s.Of.Heads()[k] })
	of.Rows = loaders.Fill(s.Count(), func(i int) []table.Cell {
		return loaders.Map(shown, func(k int) table.Cell { return s.At(s.Row(i), k) })
	})
	return &table.Document{Parts: []table.DocumentPart{{Name: documentName, Tables: []*table.Table{&of}}}}
}
