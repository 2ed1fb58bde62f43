package compare

import (
	"fmt"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/report"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// runMatrix is the table of runs: how often each is good, and how far any two agree.
type runMatrix struct {
	s       *views.Session
	sheet   widget.Sheet
	kind    report.VerdictChangeKind // answers or faithfulness
	of      *report.Agreement        // of all runs, nil until compared
	matched []int                    // the runs shown
}

// firstRun is the column of the first run.
const firstRun = 2

// putMatrix uses both halves, because a pair has two numbers: agreement above the diagonal, and p by
// Holm's method below.
func (m *runMatrix) putMatrix(a, b int, w int) {
	t := &table.Table{Name: "runs", Columns: table.Columns(table.Run, facts.Shares[m.kind])}
	for _, k := range m.matched {
		t.Columns = append(t.Columns, table.Columns(table.Number,
			strconv.Itoa(k+1)+"=: above the diagonal, share of examples with the same verdict in both runs; below, Holm-corrected p")...)
	}
	for row, i := range m.matched {
		cells := []any{strconv.Itoa(i+1) + " " + m.s.RunName(i), m.shareOf(i)}
		for column, k := range m.matched {
			var cell any = "·"
			if flip := m.flipsOf(i, k); row < column {
				cell = flip.Agree()
			} else if row > column {
				cell = flip.Holm
			}
			cells = append(cells, cell)
		}
		t.Add(cells...)
	}
	m.sheet.Text = func(row, column int) string {
		if p, number := t.At(row, column).Value.(scoring.Value); number && column >= firstRun && row > column-firstRun {
			return widget.Chance(p)
		}
		return m.sheet.ShortenCell(row, column)
	}
	m.sheet.Style = func(row, column int) widget.Style {
		if run := m.matched[row]; column == 0 && (run == a || run == b) {
			return widget.Bold(m.s.Theme.Text)
		}
		return m.s.Theme.Text
	}
	m.sheet.Put(t, m.s.Look, w)
}

func (m *runMatrix) shareOf(runIndex int) scoring.Value {
	if m.of == nil {
		return scoring.Undefined("not compared yet")
	}
	r := &m.of.Runs[runIndex]
	if m.kind == report.AnswerChange {
		return r.AnswerShare()
	}
	value, _ := stats.Share(r.Faithful())
	return value
}

func (m *runMatrix) flipsOf(i, k int) (flip report.FlipCounts) {
	if m.of == nil {
		return flip
	}
	return m.of.Between(i, k).Of[m.kind]
}

func (m *runMatrix) selectedPair() (a, b int, ok bool) {
	if k := m.sheet.Column - firstRun; k >= 0 && k < len(m.matched) {
		a, b = m.matched[m.sheet.Chosen()], m.matched[k]
	}
	return a, b, a != b
}

// matchRuns leaves out runs that share no verdict with a, because nothing can be compared; none while
// agreement is nil.
func (m *runMatrix) matchRuns(a, b int, agreement *report.Agreement) {
	m.of, m.matched = agreement, nil
	for run := range m.s.Runs {
		data := m.s.Run(run).Dataset
		met := run == a || run == b || agreement == nil && data != "" && data == m.s.Run(b).Dataset
		if !met && agreement != nil {
			flips := agreement.Between(a, run)
			met = flips.Of[0].Pairs()+flips.Of[1].Pairs() > 0
		}
		if met {
			m.matched = append(m.matched, run)
		}
	}
}

func (m *runMatrix) pairText() string {
	i, k, ok := m.selectedPair()
	if m.of == nil || !ok {
		return m.sheet.Describe()
	}
	flip := m.flipsOf(i, k)
	if flip.Pairs() == 0 {
		return "no example has a verdict in both runs"
	}
	return fmt.Sprintf("%s and %s agree on %s of %d · %s in only one: %d, %d · %s, Holm-corrected %s", loaders.Clean(m.s.RunName(i)),
		loaders.Clean(m.s.RunName(k)), widget.Number(flip.Agree()), flip.Pairs(),
		facts.Shares[m.kind].Name, flip.Lost, flip.Gained, "p "+widget.Chance(flip.P),
		widget.Chance(flip.Holm))
}
