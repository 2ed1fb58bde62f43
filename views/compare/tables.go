package compare

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// hues are the colours of A and B, neither of them that of better or worse.
func (v *screen) hues() [2]widget.Style {
	return [2]widget.Style{widget.Bold(widget.Ink(v.s.Theme.Text)), widget.Bold(widget.Ink(v.s.Theme.Accent))}
}

// putChanges shows what becomes of the examples.
func (v *screen) putChanges(w int) {
	c := &v.Shown
	t := &table.Table{Name: "changes", Columns: []table.Column{{Name: "change", Title: "examples that change"}, {Name: "n", Kind: table.Count}}}
	most := 1
	for i := range c.changes {
		n := len(c.changes[i].Examples)
		most = max(most, n)
		t.Add(strings.Replace(c.changes[i].String(), " to ", " → ", 1), n)
	}
	style := func(row int) widget.Style { return v.s.Verdict(turn(&c.changes[row])) }
	v.changes.Style = func(row, _ int) widget.Style { return style(row) }
	v.changes.Drawn = []widget.Column{{Width: 6, Grow: 1, Most: 40, Drop: 9, Show: func(row int) widget.Entry {
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			widget.Bar(f, area, widget.Over(style(row), base), float64(len(c.changes[row].Examples))/float64(most))
		}}
	}}}
	v.changes.Put(t, v.s.Look, w)
}

// turn says whether a change is for the better.
func turn(c *report.Change) loaders.Verdict {
	if c.Kind != report.AnswerChange && c.Kind != report.FaithfulnessChange {
		return loaders.Unknown
	}
	return loaders.VerdictOf(c.To == "right" || c.To == "faithful")
}

// order is how the scores are sorted.
type order uint8

const (
	byReport order = iota
	byP
	byDifference
	orders
)

// String is the order as the settings row has it.
func (o order) String() string { return [...]string{"report", "p", "difference"}[o] }

// The columns of [report.TestsTable] of which the screen does something.
const (
	columnChange, columnSpan, columnP, columnHolm = 3, 4, 5, 6
)

// putTests shows the scores of two runs, a row each, in their order.
func (v *screen) putTests(w int) {
	if v.Shown.comparison == nil {
		return
	}
	// A score of neither run says nothing here.
	list := slices.DeleteFunc(slices.Clone(v.Shown.comparison.Tests), func(d report.Difference) bool { return d.A.Why() != "" && d.B.Why() != "" })
	orElse := func(v scoring.Value, other float64) float64 {
		if x, ok := v.Float(); ok {
			return x
		}
		return other
	}
	slices.SortStableFunc(list, func(x, y report.Difference) int {
		switch v.order {
		case byP:
			return cmp.Compare(orElse(x.P, 2), orElse(y.P, 2))
		case byDifference:
			return cmp.Compare(math.Abs(orElse(y.Difference, -1)), math.Abs(orElse(x.Difference, -1)))
		}
		return 0
	})
	drop := columnP
	if v.uncorrected {
		drop = columnHolm
	}
	sheet := report.TestsTable(list)
	sheet.Columns[0].Title, sheet.Columns[columnChange].Title = "score", "B − A"
	sheet.Columns = slices.Delete(sheet.Columns, drop, drop+1)
	for i := range list {
		sheet.Rows[i] = slices.Delete(sheet.Rows[i], drop, drop+1)
		sheet.Rows[i][0].Value = number(&list[i]).String()
	}
	v.sorted = list
	v.tests.Text = func(row, column int) string {
		if why := list[row].P.Why(); column == columnSpan && why != "" {
			return why
		}
		sign := ""
		if column == columnChange {
			sign = [...]string{"", "▲ ", "▼ "}[v.verdict(&list[row])]
		}
		return sign + widget.Brief(&sheet.Columns[column], sheet.At(row, column))
	}
	hues := v.hues()
	v.tests.Style = func(row, column int) widget.Style {
		switch verdict := v.verdict(&list[row]); {
		case column == 1 || column == 2:
			return hues[column-1]
		case column == columnChange && verdict != loaders.Unknown:
			return widget.Bold(v.s.Verdict(verdict))
		}
		return widget.Style{}
	}
	v.tests.Leave = func(k int) int { return max(0, k-columnP) }
	v.tests.Put(sheet, v.s.Look, w)
}

// firstRun is the column of the first run in the table of runs.
const firstRun = 2

// putRuns shows the table of runs: how often each is good, and how it stands to
// each of the others. Above the diagonal that is the share of verdicts that are the
// same, below it p.
func (v *screen) putRuns(w int) {
	title := "right: agree ◥ p ◣"
	if v.faithful {
		title = "faithful: agree ◥ p ◣"
	}
	t := &table.Table{Name: "runs", Columns: []table.Column{{Name: "run", Title: title}, {Name: "share", Kind: table.Number}}}
	for _, k := range v.matched {
		t.Columns = append(t.Columns, table.Column{Name: strconv.Itoa(k + 1), Kind: table.Number})
	}
	for row, i := range v.matched {
		cells := []any{strconv.Itoa(i+1) + " " + v.name(i), v.share(i)}
		for column, k := range v.matched {
			var cell any = "·"
			if flip := v.verdicts(i, k); row < column {
				cell = flip.Agree()
			} else if row > column {
				cell = flip.Holm
			}
			cells = append(cells, cell)
		}
		t.Add(cells...)
	}
	v.runs.Text = func(row, column int) string {
		if p, number := t.At(row, column).Value.(scoring.Value); number && column >= firstRun && row > column-firstRun {
			return widget.Chance(p)
		}
		return widget.Brief(&t.Columns[column], t.At(row, column))
	}
	hues := v.hues()
	v.runs.Style = func(row, column int) widget.Style {
		if at := slices.Index([]int{v.a, v.b}, v.matched[row]); at >= 0 && column == 0 {
			return hues[at]
		}
		return widget.Ink(v.s.Theme.Text)
	}
	v.runs.Put(t, v.s.Look, w)
}

// share is how often a run is right, or faithful.
func (v *screen) share(run int) scoring.Value {
	if v.Shown.agreement == nil {
		return scoring.Undefined("not compared yet")
	}
	r := v.Shown.agreement.Runs[run]
	n, of := r.Right, r.Judged
	if v.faithful {
		n, of = r.Faithful, r.Scored
	}
	value, _ := stats.Share(n, of)
	return value
}

// verdicts are the flips of the kind that the table of runs is of.
func (v *screen) verdicts(i, k int) (flip report.Flip) {
	if v.Shown.agreement == nil {
		return flip
	}
	flips := v.Shown.agreement.Between(i, k)
	if v.faithful {
		return flips.Faithful
	}
	return flips.Answers
}

// pair is the selected cell of the table of runs; ok is false where it is of one
// run alone.
func (v *screen) pair() (a, b int, ok bool) {
	if k := v.runs.Column - firstRun; k >= 0 && k < len(v.matched) {
		a, b = v.matched[v.runs.Selected()], v.matched[k]
	}
	return a, b, a != b
}

// match finds the runs that have examples of A with a verdict, beside the two that
// are compared; all, where no other run has any.
func (v *screen) match() {
	of := func(run int) bool {
		if v.Shown.agreement == nil {
			return true
		}
		flips := v.Shown.agreement.Between(v.a, run)
		return flips.Answers.Pairs()+flips.Faithful.Pairs() > 0
	}
	v.matched = nil
	for run := range v.s.Runs {
		if run == v.a || run == v.b || of(run) {
			v.matched = append(v.matched, run)
		}
	}
}

// pairText says the selected cell of the table of runs in full.
func (v *screen) pairText() string {
	good := "right"
	if v.faithful {
		good = "faithful"
	}
	i, k, ok := v.pair()
	if v.Shown.agreement == nil || !ok {
		return "h and l choose the other run, enter compares the two"
	}
	flip := v.verdicts(i, k)
	if flip.Pairs() == 0 {
		return "no example has a verdict in both runs"
	}
	return fmt.Sprintf("%s and %s agree on %s of %d · %s in one alone: %d, %d · %s, for all pairs %s",
		loaders.Clean(v.name(i)), loaders.Clean(v.name(k)), widget.Number(flip.Agree()), flip.Pairs(), good, flip.Lost, flip.Gained, chance(flip.P), widget.Chance(flip.Holm))
}
