// Package groups shows where to look among the examples in scope: what examples with a value of a
// dimension have in common, how two dimensions combine, and which combinations differ from the
// rest.
package groups

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/widget"
)

// New returns the groups of the examples of s.Runs[run] for which a query holds, at a dimension or
// expression; "" for gold × answer of a classifier, else the first with values to compare.
func New(s *views.Session, run int, where, dimension string) views.View {
	v := &screen{s: s, run: run, groupPlan: groupPlan{where: where, outcome: "faithful"}}
	_, v.opened = v.parseFilter()
	if len(s.Runs[run].Judged()) == 0 {
		v.outcome = "right"
	}
	v.Computed = views.NewComputed(&s.Data, v.planWork, v.arrangeParts)
	v.Stale = func() bool { return true }
	v.Display = func(w planResult) {
		v.Shown, v.counts, v.dimension = w, w.counts, cmp.Or(v.dimension, w.dimension)
	}
	v.List.Columns = []widget.Column{
		{Title: "dimension", Width: 20, Show: func(i int) widget.Entry { return widget.Entry{Text: v.all[i]} }},
		{Title: "n", Width: 4, Right: true, Show: func(i int) widget.Entry {
			n, known := v.counts.values[v.all[i]]
			return widget.Entry{Text: widget.If(known, strconv.Itoa(n))}
		}},
	}
	v.List.Open, v.Sheet.Open = v.openValues, v.openValues
	v.listDimensions()
	if v.counts.fields = len(s.Table(run).Fields()); dimension != "" {
		v.goToDimension(dimension)
	}
	return v
}

// planWork returns a function that computes the plan. Dimensions are counted once per filter,
// outcome and settings, for up to mostCounted examples or until one can be chosen, because counting
// all is slow.
func (v *screen) planWork() func(ctx context.Context) planResult {
	p, t, settings := v.groupPlan, v.s.Table(v.run), v.s.Settings
	all, known, scores := v.allDimensions(), v.counts, v.s.Runs[v.run].Scores(settings)
	of := fmt.Sprint(p.where, settings, v.s.Read(), v.asked, v.counts.fields, p.outcome)
	return func(ctx context.Context) planResult {
		w := planResult{groupPlan: p, counts: valueCounts{known.of, maps.Clone(known.values), maps.Clone(known.spread), known.fields}}
		var q query.Query
		if q, w.err = query.Parse(p.where, t.Fields()); w.err != nil {
			return w
		}
		selected, err := t.Select(ctx, q)
		if w.err = err; err != nil {
			return w
		}
		if w.n = len(selected.Rows); known.of != of {
			w.counts = valueCounts{of, map[string]int{}, map[string]float64{}, known.fields}
		}
		if w.dimension == "" && areClasses(scores) {
			w.dimension = GoldAnswer
		}
		for _, name := range all {
			e, err := query.ParseExpression(name, t.Fields())
			isNeeded := w.n <= mostCounted || w.dimension == ""
			if _, counted := w.counts.values[name]; err == nil && !counted && isNeeded {
				groups, _ := t.Groups(ctx, e, selected.Rows) // the only error is the context's
				if w.counts.values[name] = len(groups); t.Derived(p.outcome, e.Uses()...) == "" {
					w.counts.spread[name] = spreadOf(groups, p.outcome)
				}
			}
			if w.dimension == "" && w.counts.values[name] > 1 && t.Derived(p.outcome, e.Uses()...) == "" {
				w.dimension = name
			}
		}
		w.dimension = cmp.Or(w.dimension, all[0])
		w.err = w.layPlan(ctx, t, selected.Rows)
		w.addChanceNote(scores)
		return w
	}
}

func (v *screen) Place() views.Place { return views.PlaceGroups }

func (v *screen) Scope() string {
	return v.s.Run(v.run).Name + " › " + cmp.Or(v.where, "all") + " " + strconv.Itoa(v.Shown.n)
}

func (v *screen) Status() string { return v.Sheet.Describe() }

func (v *screen) Steps() []views.Step {
	steps := []views.Step{views.Do("run", v.s.Run(v.run).Name), views.Do("groups", v.dimension)}
	return append(steps, views.Given(views.Do("filter", v.where), views.Do("second-dimension", v.across),
		views.Do("third-dimension", v.third), views.Do("outcome", v.outcome))...)
}

func (v *screen) Update(msg tea.Msg) tea.Cmd {
	cmd := tea.Batch(v.Computed.Update(msg), v.brief.Update(msg))
	v.listDimensions()
	if n := len(v.knownFields()); n != v.counts.fields && !v.Computing { // metadata was read
		v.counts.fields = n
		cmd = tea.Batch(cmd, v.Compute())
	}
	return tea.Batch(cmd, v.followSelected())
}

// openValues enters the values, or opens the examples of the selected one.
func (v *screen) openValues() tea.Cmd {
	if !v.Inside {
		v.Inside = true
		v.arrangeParts()
		return nil
	}
	where := v.leadQuery("")
	if where == "" {
		return v.s.ShowText("no example has it")
	}
	return v.s.Push(v.listWhere(where))
}

func (v *screen) filterBy(where string) tea.Cmd {
	set := func(where string) tea.Cmd {
		v.where = where
		return v.Compute()
	}
	views.Record(&v.s.Timeline, "the filter "+loaders.Clean(where), v.where, where, set)
	return set(where)
}
