package overview

import (
	"slices"
	"strconv"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// A run whose modules nobody scores shows, in the place of the modules, the
// headlines of the protocols that do score it: a count, an explanation.

// rows returns how many rows the table of the selected run has: its modules,
// or its headlines where no module is scored.
func (r runScores) rows() int {
	if r.protocol == "" {
		return len(r.headlines)
	}
	return len(r.modules)
}

// headline is the number that stands for the run in the list of runs: that of
// its first protocol that has one.
func (r runScores) headline() string {
	for _, s := range r.headlines {
		if _, ok := s.Value.Float(); ok && r.protocol == "" {
			return s.Metric + " " + widget.Number(s.Value)
		}
	}
	return ""
}

// withHeadlines reports whether any run has headlines in place of modules.
func (v *screen) withHeadlines() bool {
	for _, r := range v.shown.runs {
		if r.protocol == "" && len(r.headlines) > 0 {
			return true
		}
	}
	return false
}

// headlineComparisons returns a table per protocol whose headlines several
// runs have.
func (v *screen) headlineComparisons() []comparison {
	var tables []comparison
	at, directions := map[string]int{}, map[string]scoring.Direction{}
	for i, r := range v.shown.runs {
		for _, s := range r.headlines {
			k, ok := at[s.Protocol]
			if !ok {
				k = len(tables)
				at[s.Protocol] = k
				tables = append(tables, comparison{title: s.Protocol, better: func(name string) scoring.Direction { return directions[name] }})
			}
			m := session.MetricOf(s.Metric)
			directions[m.Label()] = m.Better
			tables[k].addHeadline(i, m.Label(), s)
		}
	}
	return slices.DeleteFunc(tables, func(t comparison) bool { return len(t.rows) < 2 })
}

func (t *comparison) addHeadline(run int, name string, s scoring.Score) {
	if !slices.Contains(t.types, name) {
		t.types = append(t.types, name)
	}
	if n := len(t.rows); n == 0 || t.rows[n-1].run != run {
		t.rows = append(t.rows, comparedRun{run: run, values: map[string]scoring.Value{}})
	}
	t.rows[len(t.rows)-1].values[name] = s.Value
}

// headlineFacts says every headline, and why one is undefined.
func (r runScores) headlineFacts() [][2]string {
	var facts [][2]string
	for _, s := range r.headlines {
		text := session.MetricOf(s.Metric).Label() + " " + widget.Number(s.Value) + " over " + strconv.Itoa(s.Count)
		if why := s.Value.Why(); why != "" {
			text = session.MetricOf(s.Metric).Label() + ": " + why
		}
		facts = append(facts, [2]string{s.Protocol, text})
	}
	return facts
}

func headlineColumns() []widget.Column {
	return []widget.Column{
		{Title: "score", Width: 14, Grow: 1}, {Title: "value", Width: 6, Right: true}, {Title: "n", Width: 5, Right: true},
		{Title: "of", Width: 9, Grow: 1, Drop: 3},
	}
}

func (v *screen) headlineEntries(s scoring.Score) []widget.Entry {
	return []widget.Entry{
		{Text: session.MetricOf(s.Metric).Label(), Style: widget.Ink(v.s.Theme.Text)}, {Text: widget.Number(s.Value)}, {Text: strconv.Itoa(s.Count)},
		{Text: s.Protocol, Style: widget.Ink(v.s.Theme.Faint)},
	}
}
