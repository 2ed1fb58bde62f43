package examples

import (
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
	from        []int // where each column of the table is in columns
	width       int
}

// arrange lays the columns out again, as wide as rows ask for.
func (g *grid) arrange(rows []int) {
	g.table.Columns, g.from = g.arrangement.apply(g.columns.fit(g.width, rows))
}

// entries returns what the table shows of an example, in the order of its columns.
func (g *grid) entries(example int, look widget.Look) []widget.Entry {
	all := g.columns.entries(example, look)
	entries := make([]widget.Entry, len(g.from))
	for k, c := range g.from {
		if c < len(all) {
			entries[k] = all[c]
		}
	}
	return entries
}

// field is what a column is sorted by, by its title.
func (g *grid) field(title string) string {
	by, known := map[string]string{
		"id": "file", "question": "question", "answer": "answer.predicted", "kind": "kind", marksTitle: "tag",
		causeTitle: "culprit.cause", widget.MetricName(g.columns.metric): "faithfulness",
	}[title]
	for _, name := range g.columns.rows.Numbers() {
		if !known && widget.MetricName(name) == title {
			by, known = name, true
		}
	}
	if !known {
		types := g.columns.presentTypes()
		by = "f1." + types[slices.IndexFunc(types, func(t string) bool { return shortType(t) == title })]
	}
	return by
}

// actions are the keys that arrange the columns; changed follows each, and sort
// sorts by a column.
func (g *grid) actions(changed func(), sort func(column int) tea.Cmd) []widget.Action {
	act := func(name, help string, run func(), disabled func() string, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "Columns", Disabled: disabled, Run: func() tea.Cmd {
			run()
			changed()
			return nil
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
		{Name: "columns", Help: "`:columns question, answer, -kind` puts columns in an order and hides those behind a minus", Group: "Columns", With: func(text string) tea.Cmd {
			*a = arrangementOf(text)
			changed()
			return nil
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

// apply returns the columns to show, and where each was in all.
func (a *arrangement) apply(all []widget.Column) (columns []widget.Column, from []int) {
	for i := range all {
		if !slices.Contains(a.hidden, all[i].Title) {
			from = append(from, i)
		}
	}
	if a.order != nil {
		place := func(i int) int {
			if at := slices.Index(a.order, all[i].Title); at >= 0 {
				return at
			}
			return len(a.order)
		}
		slices.SortStableFunc(from, func(x, y int) int { return place(x) - place(y) })
	}
	for _, i := range from {
		column := all[i]
		column.Marked = column.Title == a.at
		columns = append(columns, column)
	}
	return columns, from
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
