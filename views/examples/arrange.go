package examples

import (
	"cmp"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views"
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

// arrange lays the columns out again, as wide as the rows need.
func (g *grid) arrange(rows []int, look widget.Look) {
	wanted := slices.DeleteFunc(slices.Clone(g.arrangement.words), func(name string) bool {
		f, ok := g.columns.facts.Fields().Find(name)
		return !(ok && f.Name == name) && !g.columns.has(name, look)
	})
	g.shown = g.arrangement.apply(g.columns.fit(g.width, rows, look, wanted))
	g.table.Columns = loaders.Map(g.shown, func(c column) widget.Column { return c.Column })
}

// divide divides an area between the list, whose room it returns, and the preview, which gives
// way before the questions do.
func (g *grid) divide(area image.Rectangle, p *preview, rows []int, look widget.Look) (list image.Rectangle) {
	g.width = area.Dx()
	g.arrange(rows, look)
	list = p.split(area, needOf(g.shown))
	g.width = list.Dx()
	g.arrange(rows, look)
	g.table.Resize(list.Dy() - 1)
	return list
}

// entries returns what the table shows of an example. One whose record cannot
// be read has nothing in the columns after the question.
func (g *grid) entries(example int, look widget.Look) []widget.Entry {
	faint, entries := look.Theme.Faint, make([]widget.Entry, len(g.shown))
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
				warn := widget.Over(look.Theme.Warn, base)
				f.Text(area.Min.X, area.Min.Y, g.width-area.Min.X, warn, "the record cannot be read: see the problems (!)")
			}
		}
	}
	return entries
}

// asked names the columns that a person asked for and the table shows.
func (g *grid) asked() []string {
	return titlesOf(loaders.Filter(g.shown, func(c column) bool { return c.fact }))
}

func titlesOf(columns []column) []string {
	return loaders.Map(columns, func(c column) string { return c.Title })
}

// chosen is the column that keys work on, nil for none.
func (g *grid) chosen() *column {
	if k := g.at(g.arrangement.at); k >= 0 {
		return &g.shown[k]
	}
	return nil
}

// at is the place of a column among those shown, -1 for none.
func (g *grid) at(title string) int {
	return slices.IndexFunc(g.shown, func(c column) bool { return c.Title == title })
}

// Status explains the columns of modules: the runs' numbers are averaged
// differently.
func (g *grid) Status() string {
	return widget.If(slices.ContainsFunc(g.shown, func(c column) bool { return c.of != "" }), "module columns: means in the example")
}

// actions choose a column, and choose which are shown; arrange lays them out
// again.
func (g *grid) actions(arrange func()) []widget.Action {
	step := func(name string, d int) widget.Action {
		return widget.Action{Name: name, Help: "choose the column that sorting, explanations and f i use", Run: widget.Do(func() {
			at := min(max(g.at(g.arrangement.at)+d, 0), len(g.shown)-1)
			g.arrangement.at = g.shown[at].Title
			arrange()
		})}
	}
	return []widget.Action{
		step("move-left", -1), step("move-right", 1),
		{Name: "columns", Help: "show other columns: `:columns question, meta.round, -kind` puts them in an order, " +
			"among them any that a query can ask, and hides those behind a minus; `:columns all`",
			Values: func() []string {
				now := slices.DeleteFunc(slices.Clone(g.arrangement.words), func(word string) bool { return strings.HasPrefix(word, "-") })
				return []string{strings.Join(scoring.AppendNew(now, titlesOf(g.shown)...), ", "), "all"}
			},
			With: func(text string) tea.Cmd {
				g.arrangement = arrangement{words: views.TitlesIn(text)}
				arrange()
				return nil
			}},
	}
}

// arrangement is how a person arranged the columns.
type arrangement struct {
	words []string // titles in the order wanted, those to hide behind a minus; nil as they come
	at    string   // the title of the column that keys work on, "" for none
}

// apply returns the columns to show.
func (a *arrangement) apply(all []column) []column {
	all = slices.DeleteFunc(all, func(c column) bool { return slices.Contains(a.words, "-"+c.Title) })
	place := func(c column) int {
		if at := slices.Index(a.words, c.Title); at >= 0 {
			return at
		}
		return len(a.words)
	}
	slices.SortStableFunc(all, func(x, y column) int { return place(x) - place(y) })
	for k := range all {
		if all[k].Marked = all[k].Title == a.at; all[k].Marked || slices.Contains(a.words, all[k].Title) {
			all[k].Drop = 0
		}
	}
	return all
}
