package widget_test

import (
	"fmt"
	"image"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders/loadertest/check"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

func numbered(rows int) *widget.Table {
	t := &widget.Table{
		Columns: []widget.Column{{Title: "id", Width: 4}, {Title: "question", Width: 10, Grow: 1}, {Title: "F1", Width: 4, Right: true, Drop: 1}},
		Entries: func(i int) []widget.TableCell {
			return []widget.TableCell{{Text: fmt.Sprintf("r%d", i)}, {Text: "how many"}, {Text: widget.Decimal(float64(i) / 100)}}
		},
		Empty: "no examples",
	}
	t.SetCount(rows)
	return t
}

func drawTable(t *widget.Table, w, h int) string {
	f := widget.NewFrame(w, h)
	t.Draw(f, f.Bounds(), viewtest.DarkLook(2), widget.Focused)
	return viewtest.Text(f)
}

func TestTableScrollsWithTheSelection(t *testing.T) {
	for _, test := range []struct {
		name            string
		do              func(*widget.Table)
		first, selected string
	}{
		{"starts at the top", func(*widget.Table) {}, "r0", "r0"},
		{"stays inside the screen without scrolling", func(t *widget.Table) { t.Move(3) }, "r0", "r3"},
		{"scrolls by one past the last line", func(t *widget.Table) { t.Move(4) }, "r1", "r4"},
		{"goes up inside the screen before it scrolls back", func(t *widget.Table) { t.Move(10); t.Move(-2) }, "r7", "r8"},
		{"stops at the end", func(t *widget.Table) { t.Move(1000) }, "r96", "r99"},
		{"stops at the start", func(t *widget.Table) { t.Move(-3) }, "r0", "r0"},
		{"goes to the last", func(t *widget.Table) { t.Select(99) }, "r96", "r99"},
		{"follows rows that go away", func(t *widget.Table) { t.Select(99); t.SetCount(2) }, "r0", "r1"},
		{"wastes no room when the screen grows", func(t *widget.Table) { t.Select(99); t.Resize(51) }, "r96", "r99"},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := numbered(100)
			table.Resize(5) // a header and four rows
			test.do(table)
			lines := strings.Split(drawTable(table, 40, 5), "\n")
			check.Equal(t, "the first row", strings.Fields(strings.TrimPrefix(lines[1], "▸"))[0], test.first)
			for _, line := range lines {
				if rest, ok := strings.CutPrefix(line, "▸ "); ok && strings.Fields(rest)[0] != test.selected {
					t.Errorf("selected row is %q, want %s", line, test.selected)
				}
			}
			check.Contains(t, strings.Join(lines, "\n"), "▸ "+test.selected)
		})
	}
}

// A table without titles writes nothing into the line above it, which belongs to others.
func TestTableWithoutTitlesKeepsBelowItsTop(t *testing.T) {
	show := func(i int) widget.TableCell { return widget.TableCell{Text: fmt.Sprint("r", i)} }
	table := &widget.Table{Columns: []widget.Column{{Width: 20, Show: show}}}
	table.SetCount(9)
	f := widget.NewFrame(30, 5)
	area := f.Bounds()
	area.Min.Y++
	table.Draw(f, area, viewtest.DarkLook(2), widget.Focused)
	if above, _, _ := strings.Cut(viewtest.Text(f), "\n"); strings.TrimSpace(above) != "" {
		t.Errorf("the line above the table has %q", above)
	}
}

func TestTableLayout(t *testing.T) {
	for _, test := range []struct {
		name string
		w    int
		want string
	}{
		{"numbers end where their title ends", 30, "  id    question            F1\n▸ r0    how many           .00\n  r1    how many      " +
			"     .01"},
		{"a column that may leave does", 19, "  id    question 1→\n▸ r0    how many\n  r1    how many"},
		{"a sign says so where it has room", 22, "  id    question    1→\n▸ r0    how many\n  r1    how many"},
		{"what stays is cut", 12, "  id    que…\n▸ r0    how…\n  r1    how…"},
		{"no room at all", 2, "\n\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			check.Equal(t, "the table", drawTable(numbered(2), test.w, 3), test.want)
		})
	}
}

// What need not be wide leaves the room to others, and names keep both ends.
func TestColumnsThatNeedNotGrow(t *testing.T) {
	table := widget.Table{
		Columns: []widget.Column{{Title: "id", Width: 5, Middle: true}, {Title: "type", Width: 4, Grow: 1, Most: 6},
			{Title: "n", Width: 1, Grow: 1, Right: true}},
		Entries: func(int) []widget.TableCell {
			return []widget.TableCell{{Text: "dev-3125-1"}, {Text: "filter"}, {Text: "7"}}
		},
	}
	table.SetCount(1)
	check.Equal(t, "the table", drawTable(&table, 24, 2), "  id     type          n\n▸ d…5-1  filter        7")
}

// A wrapped entry takes the rows that are free, up to its column's lines, and every row keeps one.
func TestWrappedEntriesTakeFreeLines(t *testing.T) {
	for lines, want := range map[int]string{
		0: "one two|three f…|seven|", 3: "one two|three|four fi…|seven|", 9: "one two|three|four|five six|seven|",
	} {
		table := &widget.Table{Columns: []widget.Column{{Width: 8, Wraps: true, Lines: lines}}, Entries: func(i int) []widget.TableCell {
			return []widget.TableCell{{Text: []string{"one two three four five six", "seven"}[i]}}
		}}
		table.SetCount(2)
		var got string
		for line := range strings.Lines(drawTable(table, 10, 5)) {
			got += strings.TrimSpace(strings.TrimPrefix(line, "▸")) + "|"
		}
		if got = strings.TrimRight(got, "|") + "|"; got != want {
			t.Errorf("%d lines: %q, want %q", lines, got, want)
		}
	}
}

func TestTableSaysThatItIsEmpty(t *testing.T) {
	check.Contains(t, drawTable(numbered(0), 40, 4), "no examples")
}

func TestTableClickSelectsThenOpens(t *testing.T) {
	table, opened := numbered(5), -1
	table.Open = func() tea.Cmd { opened = table.Selected(); return nil }
	f := widget.NewFrame(40, 6)
	table.Draw(f, f.Bounds(), viewtest.DarkLook(2), widget.Focused)
	for range 2 {
		for _, c := range f.Clicks {
			if image.Pt(5, 3).In(c.Area) {
				c.Run()
			}
		}
		if table.Selected() != 2 {
			t.Fatalf("selected row %d, want 2", table.Selected())
		}
	}
	if opened != 2 {
		t.Errorf("opened %d, want 2", opened)
	}
	f.Wheels[0].Scroll(2)
	check.Equal(t, "selected after the wheel moved", table.Selected(), 4)
}

func TestMoveActionsReachTheTable(t *testing.T) {
	table := numbered(100)
	table.Resize(11)
	actions := map[string]func() tea.Cmd{}
	for _, a := range widget.Bind(widget.MoveActions(func() widget.Scroller { return table }), nil) {
		for _, k := range a.Keys {
			actions[k] = a.Run
		}
	}
	for _, step := range []struct {
		key  string
		want int
	}{{"j", 1}, {"down", 2}, {"k", 1}, {"ctrl+d", 6}, {"ctrl+d", 11}, {"ctrl+u", 6}, {"pgdown", 16}, {"pgup", 6}, {"G", 99}, {"home", 0},
		{"up", 0}} {
		actions[step.key]()
		if table.Selected() != step.want {
			t.Fatalf("%s went to %d, want %d", step.key, table.Selected(), step.want)
		}
	}
}

func TestInputShowsTheCursor(t *testing.T) {
	for _, test := range []struct {
		name, text string
		keys       []string
		want       string
		cursor     int
	}{
		{"an empty line", "", nil, "filter: ", 8},
		{"text that fits", "dog", nil, "filter: dog", 11},
		{"the end of text that does not", "three dogs and a cat", nil, "filter: nd a cat", 16},
		{"wide characters by their width", "日本語日本語", nil, "filter: 語日本語", 16},
		{"the start after home", "three dogs and a cat", []string{"home"}, "filter: three do…", 8},
		{"a deleted word", "three dogs", []string{"ctrl+w"}, "filter: three", 14},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := widget.NewInput("filter: ")
			in.SetValue(test.text)
			for _, k := range test.keys {
				in.Update(viewtest.Key(k))
			}
			f := widget.NewFrame(17, 1)
			in.Draw(f, f.Bounds(), widget.Style{}, widget.Style{})
			check.Equal(t, "text", viewtest.Text(f), strings.TrimRight(test.want, " "))
			check.Equal(t, "cursor", f.Cursor.X, test.cursor)
		})
	}
}

func TestInputTakesNoControlCharacters(t *testing.T) {
	in := widget.NewInput("")
	in.Update(tea.PasteMsg{Content: "a\x1b[2Jb\nc" + strings.Repeat("x", 2000)})
	f := widget.NewFrame(80, 1)
	in.Draw(f, f.Bounds(), widget.Style{}, widget.Style{})
	if got := f.Content(); ansi.Strip(got) != got {
		t.Errorf("control characters reach the terminal: %q", got)
	}
	if n := len([]rune(in.Value())); n > widget.MaxInput {
		t.Errorf("%d characters were kept, want at most %d", n, widget.MaxInput)
	}
}
