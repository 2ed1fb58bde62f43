package examples

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/example"
	"faithscope/views/widget"
)

// rests is what a number of the run rests on: what every example scores in it
// by itself, under one settings.
type rests struct {
	number   views.Number
	values   map[int]float64 // by example
	better   scoring.Direction
	settings scoring.Settings
	read     int // examples when they were gathered
	busy     bool
}

// gathered says that what a number rests on was found.
type gathered struct {
	list     *List
	owns     []session.Own
	settings scoring.Settings
	read     int
}

// RestsOn returns the list of the examples that a number of s.Runs[run] rests
// on, the worst first, within a filter. It gathers them when it is opened, and
// again when settings move.
func RestsOn(s *views.Session, run int, n views.Number, f Filter) *List {
	f.Only, f.Named = []int{}, n.String()
	v := New(s, run, f)
	v.rests = &rests{number: n, better: session.MetricIn(n.Protocol, n.Metric).Better, read: -1}
	v.order, v.toFirst = order{resting: v.rests}, true
	v.load()
	return v
}

// gather returns the command that finds what the number rests on, nil where
// that is known or on its way.
func (r *rests) gather(v *List) tea.Cmd {
	if r == nil || r.busy {
		return nil
	}
	scored, settings := v.scored(), v.s.Settings
	read, _, complete := scored.Progress()
	if r.settings == settings && (r.read == read || r.read >= 0 && !complete) {
		return nil
	}
	r.busy = true
	return func() tea.Msg {
		// Without an end to the context there is no error.
		owns, _ := scored.Owns(context.Background(), r.number.Protocol, r.number.Metric, r.number.Of, settings)
		return gathered{v, owns, settings, read}
	}
}

// take shows what was gathered.
func (r *rests) take(v *List, msg gathered) tea.Cmd {
	r.busy, r.settings, r.read = false, msg.settings, msg.read
	r.values = make(map[int]float64, len(msg.owns))
	v.filter.Only = make([]int, len(msg.owns))
	for i, own := range msg.owns {
		v.filter.Only[i], r.values[own.Example] = own.Example, own.Value
	}
	return v.refresh()
}

// sorted sorts rows, the worst first; those of a metric that has no worse stay
// in the order of the file.
func (r *rests) sorted(rows []int, reverse bool) {
	if r == nil || r.better == scoring.Neither {
		if reverse {
			slices.Reverse(rows)
		}
		return
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		x, y := r.values[a], r.values[b]
		switch {
		case x == y:
			return 0
		case r.better.Better(y, x) != reverse:
			return -1
		}
		return 1
	})
}

// entry is what the column of the number shows of an example.
func (r *rests) entry(example int) widget.Entry {
	if x, ok := r.values[example]; ok {
		return widget.Entry{Text: widget.Measure(x)}
	}
	return widget.Entry{Text: "–"}
}

// explain shows where the number of an example comes from that is in the chosen
// column: that of a module type, the one that the list rests on, else that of the
// whole example.
func explain(v *List, at int) tea.Cmd {
	title := v.arrangement.at
	if r := v.rests; title != "" && title == v.columns.restTitle() {
		m := session.MetricIn(r.number.Protocol, r.number.Metric)
		return v.s.Push(views.NewNote(v.s, v.s.Run(v.run).Row(at).ID, [][2]string{
			{title, r.entry(at).Text}, {"formula", m.Formula + "; here of this example alone"}, {"reading", m.Source}, {"protocol", r.number.Protocol},
			{"under", views.SettingsText(r.settings)}, {"n", "one example, so there is no interval"},
		}))
	}
	for _, of := range v.columns.presentTypes() {
		if shortType(of) == title {
			return example.Explain(v.s, v.run, at, of)
		}
	}
	return example.Explain(v.s, v.run, at, "")
}
