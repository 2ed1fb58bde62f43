package examples

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/answers"
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

// gathered says that what a number rests on was found: the examples, ascending,
// and what those score that score something.
type gathered struct {
	list     *List
	only     []int
	values   map[int]float64
	settings scoring.Settings
	read     int
}

// RestsOn returns the list of the examples that a number of s.Runs[run] rests
// on, the worst first: of an accuracy the wrong answers, of a consistency the
// inconsistent questions. It gathers them when it is opened, and again when
// settings move.
func RestsOn(s *views.Session, run int, n views.Number) *List {
	if n.Protocol == answers.Protocol.Name && n.Metric == "accuracy" && n.Of == "overall" {
		return Worst(s, run, Filter{Where: "wrong"})
	}
	f := Filter{Only: []int{}, Named: n.String(), Opened: []string{views.RestsOn + " " + n.Value()}}
	r := &rests{number: n, better: session.MetricIn(n.Protocol, n.Metric).Better, read: -1}
	if r.consistency() {
		f.Named = "inconsistent"
		v := Worst(s, run, f)
		v.rests = r
		return v
	}
	v := New(s, run, f)
	v.rests, v.order, v.cursor.first = r, order{resting: r}, true
	v.load()
	return v
}

// consistency reports whether the number is a share of consistent questions,
// which no example has by itself.
func (r *rests) consistency() bool {
	return r.number.Metric == "consistency" || r.number.Metric == "consistency_groups"
}

// RestsOnAction lists what a number of s.Runs[run()] rests on, given its words.
func RestsOnAction(s *views.Session, run func() int, disabled func() string) widget.Action {
	const help = "`:" + views.RestsOn + " module-boxes f1 find` lists what a number rests on, the worst first: a protocol, a metric, and a type of module"
	return widget.Action{Name: views.RestsOn, Help: help, Group: "Open", Disabled: disabled, Run: func() tea.Cmd { return s.Post(views.Flash{Text: help}) },
		With: func(text string) tea.Cmd {
			n, err := views.ParseNumber(text)
			if err != nil {
				return s.Post(views.Flash{Text: err.Error(), Bad: true})
			}
			return s.Push(RestsOn(s, run(), n))
		}}
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
		found := gathered{list: v, only: []int{}, values: map[int]float64{}, settings: settings, read: read}
		if r.consistency() {
			found.only = inconsistent(scored.Run, r.number.Metric == "consistency_groups")
			return found
		}
		// Without an end to the context there is no error.
		owns, _ := scored.Owns(context.Background(), r.number.Protocol, r.number.Metric, r.number.Of, settings)
		for _, own := range owns {
			found.only, found.values[own.Example] = append(found.only, own.Example), own.Value
		}
		return found
	}
}

// take shows what was gathered.
func (r *rests) take(v *List, msg gathered) tea.Cmd {
	r.busy, r.settings, r.read, r.values = false, msg.settings, msg.read, msg.values
	if v.filter.Only != nil { // nobody took the part of the filter away
		v.filter.Only = msg.only
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
	if title != "" && title == v.columns.restTitle() {
		return views.ExplainOwn(v.s, v.run, at, v.rests.number)
	}
	for _, of := range v.columns.presentTypes() {
		if shortType(of) == title {
			return example.Explain(v.s, v.run, at, of)
		}
	}
	return example.Explain(v.s, v.run, at, "")
}

// inconsistent returns the examples of a run, ascending, that make it
// inconsistent: those of a group of which some answer is wrong and another is
// not unknown, or those answered right that entail one answered wrong.
func inconsistent(run *loaders.Run, grouped bool) []int {
	wrong, judged := map[string]bool{}, map[string]int{}
	sets := make([][]string, run.Len())
	verdicts := make([]loaders.Verdict, run.Len())
	for i := range sets {
		ex := run.Scan(i)
		names := []string{ex.ID}
		if sets[i] = ex.Entailed; grouped {
			sets[i] = slices.Compact(slices.Sorted(slices.Values(ex.Groups)))
			names = sets[i]
		}
		if verdicts[i] = ex.Answer.Correct; verdicts[i] == loaders.Unknown {
			continue
		}
		for _, name := range names {
			judged[name]++
			wrong[name] = wrong[name] || verdicts[i] == loaders.Wrong
		}
	}
	found := []int{}
	for i, names := range sets {
		if verdicts[i] == loaders.Unknown || !grouped && verdicts[i] == loaders.Wrong {
			continue
		}
		if slices.ContainsFunc(names, func(name string) bool { return wrong[name] && (!grouped || judged[name] > 1) }) {
			found = append(found, i)
		}
	}
	return found
}
