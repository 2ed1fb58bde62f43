package overview

import (
	"image"

	"github.com/charmbracelet/x/ansi"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/session"
	"faithscope/scoring/spans"
	"faithscope/views/widget"
)

// comparison is a table of one number per run and module type, or per run and
// headline: what a large screen shows below the selected run.
type comparison struct {
	title string
	types []string
	rows  []comparedRun
	// better says which of two numbers of a type is the better one.
	better func(of string) scoring.Direction
}

type comparedRun struct {
	run    int
	values map[string]scoring.Value // by type
}

// comparisons returns a table per protocol that has several runs to compare.
func (v *screen) comparisons() []comparison {
	var tables []comparison
	for _, c := range []struct {
		protocol, title, metric string
	}{
		{boxes.Protocol.Name, "F1 by module", "f1"},
		{spans.Protocol.Name, "loss by module", "loss"},
	} {
		t := comparison{title: c.title, better: func(string) scoring.Direction { return session.MetricOf(c.metric).Better }}
		for i, r := range v.shown.runs {
			if r.protocol == c.protocol {
				t.add(i, r)
			}
		}
		if len(t.rows) > 1 {
			tables = append(tables, t)
		}
	}
	return append(tables, v.headlineComparisons()...)
}

func (t *comparison) add(run int, r runScores) {
	row := comparedRun{run: run, values: map[string]scoring.Value{}}
	for _, m := range r.modules {
		if len(t.rows) == 0 {
			t.types = append(t.types, m.of)
		}
		row.values[m.of] = m.headline(r.protocol)
	}
	t.rows = append(t.rows, row)
}

// height is a title, a line per run, and a blank one below.
func (t *comparison) height() int { return len(t.rows) + 2 }

// best returns the best number of a type, ok false where none is defined.
func (t *comparison) best(of string) (best float64, ok bool) {
	for _, row := range t.rows {
		if x, defined := row.values[of].Float(); defined && (!ok || t.better(of).Better(x, best)) {
			best, ok = x, true
		}
	}
	return best, ok
}

// drawComparisons draws the tables that fit whole into area, one under the
// other. The best number of a column is bold.
func (v *screen) drawComparisons(f *widget.Frame, area image.Rectangle) {
	for _, t := range v.comparisons() {
		if t.height() > area.Dy() {
			return
		}
		v.drawComparison(f, area, &t)
		area.Min.Y += t.height()
	}
}

func (v *screen) drawComparison(f *widget.Frame, area image.Rectangle, t *comparison) {
	const name = 28
	faint, text := widget.Ink(v.s.Theme.Faint), widget.Ink(v.s.Theme.Text)
	f.Text(area.Min.X+widget.Gutter, area.Min.Y, name, widget.Bold(faint), t.title)
	for i, row := range t.rows {
		st := text
		if row.run == v.runs.Selected() {
			st = widget.Bold(st)
			f.Text(area.Min.X, area.Min.Y+1+i, 1, widget.Bold(widget.Ink(v.s.Theme.Accent)), "▸")
		}
		f.Text(area.Min.X+widget.Gutter, area.Min.Y+1+i, name, st, v.s.Run(row.run).Name)
	}
	x := area.Min.X + widget.Gutter + name
	for _, of := range t.types {
		w := widget.ColumnGap + max(5, ansi.StringWidth(of))
		if x+w > area.Max.X {
			return
		}
		widget.RightText(f, x, area.Min.Y, w, widget.Bold(faint), of)
		best, ok := t.best(of)
		for i, row := range t.rows {
			st := text
			if value, defined := row.values[of].Float(); ok && defined && value == best {
				st = widget.Bold(st)
			}
			widget.RightText(f, x, area.Min.Y+1+i, w, st, widget.Number(row.values[of]))
		}
		x += w
	}
}
