package widget_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/views/widget"
)

// many is a source of a hundred thousand rows that counts how many cells were asked for.
type many struct{ asked map[int]bool }

func (m *many) Heads() []table.Column {
	return table.Columns("id", table.Number, "f1=F1", "loss", table.Text, "kind")
}

func (m *many) TableName() string { return "many" }

func (m *many) Len() int { return 100_000 }

func (m *many) At(row, column int) table.Cell {
	m.asked[row] = true
	f1 := scoring.Defined(float64(row%7) / 4)
	return table.Row(fmt.Sprintf("example-%d", row), f1, scoring.Undefined("no loss"), []string{"b", "a"}[row%2])[column]
}

// A source is asked for some rows only, however many it has.
func TestSheetAsksForFewRows(t *testing.T) {
	m := &many{map[int]bool{}}
	s := &widget.Sheet{Cursor: true, Whole: true}
	s.Put(m, widget.Look{Theme: themes.Default().On(themes.Dark, 2)}, 80)
	s.Resize(20)
	s.Move(90_000)
	drawTable(&s.Table, 80, 20)
	if n := len(m.asked); n > 600 {
		t.Errorf("%d rows were asked for", n)
	}
}

// Rows sort by any column, worst first; again best first; again as they come. What is
// undefined is last, and rows without the words are not there.
func TestSheetSortsAndNarrows(t *testing.T) {
	of := &table.Table{
		Columns: table.Columns("name", table.Number, "f1", "loss", table.Change, "change", table.Chance, "p", table.Text, "kind"),
	}
	of.Columns[1].Better, of.Columns[2].Better = scoring.Higher, scoring.Lower
	of.Add("one", scoring.Defined(.5), scoring.Defined(1), scoring.Defined(-.3), scoring.Defined(.2), "b x")
	of.Add("two", scoring.Defined(.1), scoring.Defined(3), scoring.Defined(.1), scoring.Undefined("none"), "a")
	of.Add("three", scoring.Undefined("none"), scoring.Defined(2), scoring.Defined(.4), scoring.Defined(.01), "")
	s := &widget.Sheet{Cursor: true, Whole: true}
	s.Put(of, widget.Look{Theme: themes.Default().On(themes.Dark, 2)}, 80)
	order := func() (rows []int) {
		for i := range s.Count() {
			rows = append(rows, s.Row(i))
		}
		return rows
	}
	for column, want := range [][3][]int{
		1: {{1, 0, 2}, {0, 1, 2}, {0, 1, 2}}, // a higher one is better
		2: {{1, 2, 0}, {0, 2, 1}, {0, 1, 2}},
		3: {{2, 0, 1}, {1, 0, 2}, {0, 1, 2}}, // the largest change
		4: {{2, 0, 1}, {0, 2, 1}, {0, 1, 2}}, // the least chance
		5: {{1, 0, 2}, {0, 1, 2}, {0, 1, 2}},
	} {
		for _, rows := range want {
			if s.Column = column; rows == nil {
				continue
			}
			if s.Sort(); !slices.Equal(order(), rows) {
				t.Errorf("by column %d: %v, want %v", column, order(), rows)
			}
		}
	}
	if s.Narrow("X B"); !slices.Equal(order(), []int{0}) {
		t.Errorf("with both words: %v", order())
	}
	if s.Narrow("nothing"); s.Count() != 0 || strings.Contains(drawTable(&s.Table, 80, 4), "one") {
		t.Error("rows without the word are shown")
	}
	s.Narrow("")
	s.Choose([]string{"p", "-loss"}, &widget.Look{})
	check.EqualLists(t, "columns", s.Exported("x").Parts[0].Tables[0].Columns[1:3], []table.Column{of.Columns[4], of.Columns[1]})
}

// Blocks of causes keep their colours in the selected row, where a word in that colour couldn't be read.
func TestCausesKeepTheirColours(t *testing.T) {
	l := widget.Look{Theme: themes.Default().On(themes.Dark, 1<<24)}
	of := &table.Table{Columns: table.Columns("module", table.Count)}
	row := []any{"find"}
	for _, c := range scoring.Causes()[:4] {
		column := table.Count.Column(c.String())
		column.Help = c.Sentence()
		of.Columns, row = append(of.Columns, column), append(row, 2)
	}
	of.Add(row...)
	of.Add(row...)
	s := &widget.Sheet{}
	s.DrawCauses(of, widget.Column{Width: 8})
	s.Put(of, l, 80)
	f := widget.NewFrame(80, 4)
	s.Resize(4)
	s.Draw(f, f.Bounds(), l, true)
	colours := func(y int) (shown []string) {
		for x := range 80 {
			if text, st := f.At(x, y); text == "▆" {
				shown = append(shown, fmt.Sprint(st.Fg))
			}
		}
		return shown
	}
	if got, want := colours(1), colours(2); len(want) != 8 || !slices.Equal(got, want) {
		t.Errorf("in the selected row %v, in the next %v", got, want)
	}
}

// The selected row stays selected, on its line, when others come before it; not under another heading.
func TestSheetStaysOnItsRow(t *testing.T) {
	of := func(heading string, names ...string) *table.Table {
		t := &table.Table{Columns: table.Columns(heading, table.Count, "n")}
		for i, name := range names {
			t.Add(name, i)
		}
		return t
	}
	look := widget.Look{Theme: themes.Default().On(themes.Dark, 2)}
	s := &widget.Sheet{Cursor: true}
	s.Put(of("module", "find", "filter", "filter", "count"), look, 80)
	s.Resize(3)
	for _, c := range []struct {
		move int
		to   *table.Table
		want string
		row  int
	}{
		{1, of("module", "exist", "find", "filter", "filter", "count"), "filter", 2},
		{1, of("module", "exist", "find", "filter", "filter", "count"), "filter", 3}, // the second of this name
		{1, of("module", "count", "exist", "find"), "count", 0},
		{1, of("module", "find", "count"), "count", 1}, // what is gone leaves the cursor where it is
		{0, of("cause", "too many", "low p", "count"), "low p", 1},
	} {
		s.Move(c.move)
		s.Put(c.to, look, 80)
		check.Equal(t, "row name", s.RowName(), c.want)
		check.Equal(t, "row", s.Chosen(), c.row)
	}
}

// A person may type before what a screen shows has been computed.
func TestNarrowBeforeThereAreRows(t *testing.T) {
	var s widget.Sheet
	s.Narrow("two")
	of := &table.Table{Name: "rows", Columns: table.Columns("word")}
	of.Add("one")
	of.Add("two")
	if s.Put(of, widget.Look{Theme: themes.Default().On(themes.Dark, 2)}, 40); s.Count() != 1 || s.Row(0) != 1 {
		t.Errorf("%d rows, the first of which is %d", s.Count(), s.Row(0))
	}
}

// The unit of shares stands in their heading, and in a cell where it is said alone; files have neither. Numbers
// line up by their decimal point.
func TestAUnitStandsOnceAndNumbersLineUp(t *testing.T) {
	of := &table.Table{Name: "of", Columns: table.Columns("name", table.Number, "right", "loss")}
	of.Columns[1].Percent, of.Columns[2].Better = true, scoring.Lower
	of.Add("one", scoring.Defined(.77), scoring.Defined(1.25))
	of.Add("two", scoring.Defined(.001), scoring.Defined(1250))
	s := &widget.Sheet{Cursor: true, Whole: true, Column: 1}
	s.Put(of, widget.Look{Theme: themes.Default().On(themes.Dark, 2)}, 40)
	s.Resize(4)
	want := "  name  right %     loss\n▸ one        77     1.25\n  two        <1  1250"
	check.Equal(t, "the table", strings.TrimRight(drawTable(&s.Table, 40, 4), "\n"), want)
	check.Equal(t, "description", s.Describe(), "one, right: 77 %")
	check.Equal(t, "unit in a file", s.Exported("x").Parts[0].Tables[0].Columns[1].Unit, "")
}

// A sign says how many columns there are to either side of the chosen one, which is on screen as the first is:
// at the right end, or behind the first title where that is full.
func TestASignSaysThatThereAreMoreColumns(t *testing.T) {
	of := &table.Table{Name: "of", Columns: table.Columns("name", table.Count, "aaaa", "bbbb", "cccc", "dddd", "eeee")}
	of.Add("a long one", 1, 2, 3, 4, 5)
	s := &widget.Sheet{Cursor: true, Whole: true}
	s.Put(of, widget.Look{Theme: themes.Default().On(themes.Dark, 2)}, 32)
	s.Resize(2)
	for _, want := range []string{
		"  name    2→  aaaa  bbbb  cccc", "  name    2→  aaaa  bbbb  cccc", "  name    2→  aaaa  bbbb  cccc",
		"  name    2→  aaaa  bbbb  cccc", "  name ←1 1→  bbbb  cccc  dddd", "  name    ←2  cccc  dddd  eeee",
	} {
		if title, _, _ := strings.Cut(drawTable(&s.Table, 32, 2), "\n"); title != want {
			t.Errorf("column %d: %q, want %q", s.Column, title, want)
		}
		s.Steer(1)
	}
	if title, _, _ := strings.Cut(drawTable(&s.Table, 34, 2), "\n"); title != "  name        cccc  dddd  eeee  ←2" {
		t.Errorf("%q", title)
	}
}

// Columns that rest on different numbers of examples have the least and the most beside them.
func TestNTellsOfAllColumns(t *testing.T) {
	of := &table.Table{Columns: table.Columns("name", table.Number, "f1=F1", "hard=hard F1")}
	of.Columns[1].Rests, of.Columns[2].Rests = true, true
	of.Add("one", table.Cell{Value: scoring.Defined(.5), N: 60}, table.Cell{Value: scoring.Defined(1), N: 1})
	s := &widget.Sheet{Cursor: true, Column: 1}
	s.Put(of, widget.Look{Theme: themes.Default().On(themes.Dark, 2)}, 80)
	s.Resize(5)
	check.Contains(t, drawTable(&s.Table, 80, 5), "1–60")
}

// How many examples a score rests on has a column where it differs. Rows without a score do not count.
func TestNStandsWhereItDiffers(t *testing.T) {
	for last, want := range map[int]bool{60: false, 59: true} {
		of := &table.Table{Columns: table.Columns("name", table.Number, "f1=F1")}
		of.Columns[1].Rests = true
		of.Add("one", scoring.Defined(.5))
		of.Add("none", nil)
		of.Add("two", scoring.Defined(.25))
		of.Rows[0][1].N, of.Rows[2][1].N = 60, last
		s := &widget.Sheet{Cursor: true, Column: 1}
		s.Put(of, widget.Look{Theme: themes.Default().On(themes.Dark, 2)}, 80)
		s.Resize(5)
		if text := drawTable(&s.Table, 80, 5); strings.Contains(text, "60") != want {
			t.Errorf("n %d in the last row: the screen is\n%s", last, text)
		}
	}
}
