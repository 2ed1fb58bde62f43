package examples

import (
	"cmp"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// grid is the table of a list: the columns of its run, as a person arranged them.
type grid struct {
	table       widget.Table
	columns     columns
	arrangement arrangement
	shown       []column // those of the table
	width       int
}

// arrange lays the columns out again, as wide as rows ask for.
func (g *grid) arrange(rows []int, look widget.Look) {
	var asked []string
	for _, name := range g.arrangement.order {
		if f, ok := g.columns.facts.Fields().Find(name); ok && f.Name == name && !slices.ContainsFunc(g.columns.all(look, nil), func(c column) bool { return c.Title == name }) {
			asked = append(asked, name)
		}
	}
	g.shown = g.arrangement.apply(g.columns.fit(g.width, rows, look, asked))
	g.table.Columns = nil
	for _, c := range g.shown {
		g.table.Columns = append(g.table.Columns, c.Column)
	}
}

// entries returns what the table shows of an example. One whose record cannot be
// read has nothing to say in the columns behind the question.
func (g *grid) entries(example int, look widget.Look) []widget.Entry {
	faint, entries := widget.Ink(look.Theme.Faint), make([]widget.Entry, len(g.shown))
	read := g.columns.rows.Read(example)
	x := &row{at: example}
	if read {
		x.Row = g.columns.run.Run.Row(example)
	}
	for k := range g.shown {
		switch title := g.shown[k].Title; {
		case read && !x.Broken:
			entries[k] = g.shown[k].show(x)
		case title == "id":
			entries[k] = widget.Entry{Text: cmp.Or(x.ID, "…"), Style: faint}
		case title == "question" && !read:
			entries[k] = widget.Entry{Text: "not read yet", Style: faint}
		case title == "question":
			entries[k].Draw = func(f *widget.Frame, area image.Rectangle, base widget.Style) {
				f.Text(area.Min.X, area.Min.Y, f.Bounds().Max.X-area.Min.X, widget.Over(widget.Ink(look.Theme.Warn), base), "the record cannot be read: see the problems (!)")
			}
		}
	}
	return entries
}

// asked names the columns that a person asked for and the table shows.
func (g *grid) asked() (names []string) {
	for _, c := range g.shown {
		if c.fact {
			names = append(names, c.Title)
		}
	}
	return names
}

// actions are the keys that arrange the columns; changed follows each, and sort
// sorts by a column.
func (g *grid) actions(changed func() tea.Cmd, sort func(column int) tea.Cmd) []widget.Action {
	act := func(name, help string, run func(), disabled func() string, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "Columns", Disabled: disabled, Run: func() tea.Cmd {
			run()
			return changed()
		}}
	}
	a := &g.arrangement
	none := widget.When(func() bool { return !slices.Contains(titles(g.table.Columns), a.at) }, "no column is chosen: tab does it")
	return []widget.Action{
		act("next-column", "choose the next column; a click on its title sorts by it", func() { a.step(titles(g.table.Columns), 1) }, nil, "tab"),
		act("previous-column", "choose the previous column", func() { a.step(titles(g.table.Columns), -1) }, nil, "shift+tab"),
		act("column-left", "move the chosen column to the left", func() { a.move(titles(g.table.Columns), -1) }, none, "<"),
		act("column-right", "move the chosen column to the right", func() { a.move(titles(g.table.Columns), 1) }, none, ">"),
		act("hide-column", "hide the chosen column", func() {
			a.hidden = append(a.hidden, a.at)
			a.at = ""
		}, widget.When(func() bool {
			return !slices.Contains(titles(g.table.Columns), a.at) || len(titles(g.table.Columns)) == 1
		}, "no column is chosen, or it is the last: tab chooses"), ","),
		act("all-columns", "show all columns, in their own order", func() { *a = arrangement{} }, widget.When(func() bool { return a.order == nil && a.hidden == nil }, "all columns are shown"), ";"),
		{Name: "columns", Help: "`:columns question, meta.round, -kind` puts columns in an order, among them any that `export` has, and hides those behind a minus", Group: "Columns", With: func(text string) tea.Cmd {
			*a = arrangementOf(text)
			return changed()
		}},
		{Name: "sort-column", Keys: []string{"z"}, Help: "sort by the chosen column, or turn it round", Group: "Columns", Disabled: none,
			Run: func() tea.Cmd { return sort(slices.Index(titles(g.table.Columns), a.at)) }},
	}
}

// arrangement is what a person made of the columns: their order, which are
// hidden, and which one keys work on. Columns are named by their titles.
type arrangement struct {
	order  []string // nil as they come
	hidden []string
	at     string // "" for none
}

// apply returns the columns to show.
func (a *arrangement) apply(all []column) []column {
	all = slices.DeleteFunc(all, func(c column) bool { return slices.Contains(a.hidden, c.Title) })
	if a.order != nil {
		place := func(c column) int {
			if at := slices.Index(a.order, c.Title); at >= 0 {
				return at
			}
			return len(a.order)
		}
		slices.SortStableFunc(all, func(x, y column) int { return place(x) - place(y) })
	}
	for k := range all {
		all[k].Marked = all[k].Title == a.at
	}
	return all
}

// step goes to the column d further on among those shown.
func (a *arrangement) step(shown []string, d int) {
	i := slices.Index(shown, a.at)
	if i < 0 && d < 0 {
		i = 0
	}
	a.at = shown[(i+d+len(shown))%len(shown)]
}

// move moves the column that keys work on by d among those shown.
func (a *arrangement) move(shown []string, d int) {
	i := slices.Index(shown, a.at)
	if to := i + d; i >= 0 && to >= 0 && to < len(shown) {
		a.order = slices.Clone(shown)
		a.order[i], a.order[to] = a.order[to], a.order[i]
		a.order = append(a.order, a.hidden...)
	}
}

// String is the arrangement as [arrangementOf] reads it, "" for none.
func (a *arrangement) String() string {
	var words []string
	for _, title := range a.order {
		if !slices.Contains(a.hidden, title) {
			words = append(words, title)
		}
	}
	for _, title := range a.hidden {
		words = append(words, "-"+title)
	}
	return strings.Join(words, ", ")
}

// arrangementOf reads titles of columns in the order wanted, those to hide
// behind a minus.
func arrangementOf(text string) arrangement {
	var a arrangement
	for word := range strings.SplitSeq(text, ",") {
		if title, hide := strings.CutPrefix(strings.TrimSpace(word), "-"); hide {
			a.hidden = append(a.hidden, title)
		} else if title != "" {
			a.order = append(a.order, title)
		}
	}
	return a
}

// titles names columns.
func titles(columns []widget.Column) []string {
	names := make([]string, len(columns))
	for i := range names {
		names[i] = columns[i].Title
	}
	return names
}
