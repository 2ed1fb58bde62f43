package compare

import (
	"fmt"
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/scoring/stats"
	"faithscope/views"
	"faithscope/views/widget"
)

// matrix is the table of runs: how each stands to each of the others.
type matrix struct {
	s         *views.Session
	agreement *report.Agreement // nil while nothing was compared
	table     widget.Table
	column    int  // the run that the selected one is held against
	faithful  bool // the verdicts are on faithfulness, not on answers
	compare   func(a, b int) tea.Cmd
}

// columns are those of the table of runs: the run, how often it is good, and
// how it stands to each of the others. Those next to the selected column stay
// where there is no room for all.
func (m *matrix) columns() []widget.Column {
	title := "answers: agree ◥ p ◣"
	if m.faithful {
		title = "faithful: agree ◥ p ◣"
	}
	list := []widget.Column{
		{Title: title, Width: 14, Grow: 1, Show: func(i int) widget.Entry {
			return widget.Entry{Text: fmt.Sprintf("%d %s", i+1, loaders.Clean(m.name(i)))}
		}},
		{Title: "share", Width: 5, Right: true, Show: func(i int) widget.Entry { return widget.Entry{Text: m.share(i)} }},
	}
	for k := range m.s.Runs {
		list = append(list, widget.Column{Title: strconv.Itoa(k + 1), Width: 6, Right: true, Marked: k == m.column, Drop: 1 + max(k-m.column, m.column-k), Show: func(i int) widget.Entry {
			return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
				st := widget.Over(widget.Ink(m.s.Theme.Text), base)
				if i == m.table.Selected() && k == m.column {
					st = widget.Bold(widget.Over(widget.Ink(m.s.Theme.Accent), base))
				}
				widget.RightText(f, area.Min.X, area.Min.Y, area.Dx(), st, m.cell(i, k))
				f.Click(area, func() tea.Cmd { return m.pick(i, k) })
			}}
		}})
	}
	return list
}

// pick selects a cell of the table of runs by the mouse; the selected one is
// compared.
func (m *matrix) pick(run, column int) tea.Cmd {
	again := m.table.Selected() == run && m.column == column
	m.table.Select(run)
	m.column = column
	m.arrange()
	if again {
		return m.pickPair()
	}
	return nil
}

// share is how often a run is right, or faithful.
func (m *matrix) share(run int) string {
	if m.agreement == nil {
		return "–"
	}
	r := m.agreement.Runs[run]
	n, of := r.Right, r.Judged
	if m.faithful {
		n, of = r.Faithful, r.Scored
	}
	value, _ := stats.Share(n, of)
	return widget.Number(value)
}

// cell is how run i stands to run k: above the diagonal the share of verdicts
// that are the same, below it p.
func (m *matrix) cell(i, k int) string {
	if m.agreement == nil || i == k {
		return "·"
	}
	flip := m.verdicts(i, k)
	if i < k {
		return widget.Number(flip.Agree())
	}
	return widget.Chance(flip.Holm)
}

// verdicts are the flips of the kind that the table of runs is of.
func (m *matrix) verdicts(i, k int) report.Flip {
	flips := m.agreement.Between(i, k)
	if m.faithful {
		return flips.Faithful
	}
	return flips.Answers
}

// text says the selected cell of the table of runs in full.
func (m *matrix) text() string {
	kind, good := "answers", "right"
	if m.faithful {
		kind, good = "faithfulness", "faithful"
	}
	i, k := m.table.Selected(), m.column
	if m.agreement == nil || i == k {
		return kind + ": h and l choose the other run, enter compares the two"
	}
	flip := m.verdicts(i, k)
	if flip.Pairs() == 0 {
		return kind + ": no example has a verdict in both runs"
	}
	return fmt.Sprintf("%s: %s and %s agree on %s of %d · %s in one alone: %d, %d · p %s, corrected for all pairs %s", kind,
		loaders.Clean(m.name(i)), loaders.Clean(m.name(k)), widget.Number(flip.Agree()), flip.Pairs(), good, flip.Lost, flip.Gained, widget.Chance(flip.P), widget.Chance(flip.Holm))
}

// arrange fits the columns to the selected one.
func (m *matrix) arrange() { m.table.Columns = m.columns() }

// move holds the selected run against another one.
func (m *matrix) move(by int) {
	m.column = max(0, min(m.column+by, len(m.s.Runs)-1))
	m.arrange()
}

func (m *matrix) name(run int) string { return m.s.Run(run).Name }

// pickPair compares the two runs of the selected cell.
func (m *matrix) pickPair() tea.Cmd {
	a, b := m.table.Selected(), m.column
	if a == b {
		return m.s.Post(views.Flash{Text: "a run and itself: h and l choose the other one"})
	}
	return m.compare(a, b)
}
