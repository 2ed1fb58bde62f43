package overview

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// comparison is a table of one number per run and module type, or per run and
// headline: what a large screen shows below the selected run.
type comparison struct {
	title string
	types []string
	rows  []comparedRun
	// better says which of two numbers of a type is the better one.
	better map[string]scoring.Direction
}

type comparedRun struct {
	run    int
	values map[string]scoring.Value // by type
	// numbers name the values.
	numbers map[string]views.Number
}

// comparisonsOf returns a table per protocol that has several runs to compare.
func comparisonsOf(runs []runScores) []comparison {
	var tables []comparison
	put := func(title string, run int, of string, n views.Number, value scoring.Value) {
		k := slices.IndexFunc(tables, func(t comparison) bool { return t.title == title })
		if k < 0 {
			k = len(tables)
			tables = append(tables, comparison{title: title, better: map[string]scoring.Direction{}})
		}
		tables[k].put(run, of, n, value)
	}
	for _, p := range protocols {
		for i, r := range runs {
			for _, m := range r.modules {
				if r.protocol == p.name {
					put(p.title, i, m.of, views.Number{Protocol: p.name, Metric: p.metrics[0].metric, Of: m.of}, m.headline(p.name))
				}
			}
		}
	}
	for i, r := range runs {
		for _, s := range r.headlines {
			put(s.Protocol, i, headlineName(&s), views.Number{Protocol: s.Protocol, Metric: s.Metric, Of: s.Of}, s.Value)
		}
	}
	return slices.DeleteFunc(tables, func(t comparison) bool { return len(t.rows) < 2 })
}

func (t *comparison) put(run int, of string, number views.Number, value scoring.Value) {
	if !slices.Contains(t.types, of) {
		t.types = append(t.types, of)
	}
	if n := len(t.rows); n == 0 || t.rows[n-1].run != run {
		t.rows = append(t.rows, comparedRun{run: run, values: map[string]scoring.Value{}, numbers: map[string]views.Number{}})
	}
	t.better[of] = session.MetricOf(number.Metric).Better
	last := &t.rows[len(t.rows)-1]
	last.values[of], last.numbers[of] = value, number
}

// numbers are those of a type, in the order of the rows.
func (t *comparison) numbers(of string) (all []views.Placed) {
	for _, row := range t.rows {
		all = append(all, views.Placed{Run: row.run, Value: row.values[of]})
	}
	return all
}

// drawComparisons draws the tables that fit whole into area, one under the
// other.
func (b *board) drawComparisons(f *widget.Frame, area image.Rectangle) {
	for _, t := range comparisonsOf(b.Shown) {
		if len(t.rows)+1 > area.Dy() {
			return
		}
		b.drawComparison(f, area, &t)
		_, area = widget.SplitTop(area, len(t.rows)+2)
	}
}

// drawComparison draws the runs and as many types as have room. The best
// number of a column on a data set is bold.
func (b *board) drawComparison(f *widget.Frame, area image.Rectangle, t *comparison) {
	const name = 28
	head, text := widget.Bold(widget.Ink(b.s.Theme.Faint)), widget.Ink(b.s.Theme.Text)
	x, y := area.Min.X+widget.Gutter, area.Min.Y
	f.Text(x, y, name, head, t.title)
	for i, row := range t.rows {
		st := text
		if row.run == b.selected() {
			st = widget.Bold(st)
			f.Text(area.Min.X, y+1+i, 1, widget.Bold(widget.Ink(b.s.Theme.Accent)), "▸")
		}
		f.Text(x, y+1+i, name, st, b.s.Run(row.run).Name)
	}
	x += name
	for _, of := range t.types {
		w := widget.ColumnGap + max(5, ansi.StringWidth(of))
		if x+w > area.Max.X {
			return
		}
		widget.RightText(f, x, y, w, head, of)
		numbers := t.numbers(of)
		for i, row := range t.rows {
			st := text
			if b.s.Best(t.better[of], numbers, i) {
				st = widget.Bold(st)
			}
			widget.RightText(f, x, y+1+i, w, st, widget.Number(row.values[of]))
			if n := row.numbers[of]; n.Metric != "" {
				f.Click(image.Rect(x, y+1+i, x+w, y+2+i), func() tea.Cmd {
					b.selectRun(row.run)
					b.runTable.Moved()
					return b.openNumber(n)
				})
			}
		}
		x += w
	}
}
