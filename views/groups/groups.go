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
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/widget"
)

// New returns the groups of the examples of s.Runs[runIndex] for which a query holds, at a dimension or
// expression; "" for the one chosen last, gold × answer of a classifier or the first with values to compare.
func New(s *views.Session, runIndex int, whereQuery, dimensionName string) views.View {
	v := &groupsScreen{s: s, run: runIndex, groupDefinition: groupDefinition{where: whereQuery}}
	_, v.opened = v.parseFilter()
	v.ComputedView = views.NewComputed(&s.Data, v.planWork, v.arrangeParts)
	v.Stale = func() bool { return true }
	v.Display = func(w groupResult) {
		if w.outcome != v.Shown.outcome {
			v.Sheet.Of = nil // the worst group by this outcome is selected
			v.Sheet.Select(0)
		}
		v.Shown, v.counts, v.groupDefinition, v.isKept = w, w.counts, w.groupDefinition, v.isKept && !s.IsRead()
	}
	pickDimension := func(line int) tea.Cmd { // by a click
		v.Inside = false
		if line == v.List.Selected() {
			return v.openValues()
		}
		v.List.Move(line - v.List.Selected())
		return v.turnTo()
	}
	v.List.Columns = []widget.Column{
		{Title: "dimension", Width: 22, Pick: pickDimension, Show: func(i int) widget.TableCell {
			return widget.TableCell{Text: cmp.Or(plainName(v.knownFields(), v.lines[i].dimension), "▹ ids and constants")}
		}},
		{Title: "n", Right: true, Pick: pickDimension, Show: func(i int) widget.TableCell {
			return widget.TableCell{Text: v.countText(i)}
		}},
	}
	v.List.Heading = func(i int) string { return v.lines[i].heading }
	v.List.Open, v.Sheet.Open = v.openValues, v.openValues
	if dimensionName != "" {
		s.Grouped = views.GroupChoices{Outcome: s.Grouped.Outcome}
	}
	v.restoreChoices()
	if v.counts.fields = len(s.Table(runIndex).Fields()); dimensionName != "" {
		v.goToDimension(dimensionName)
	}
	return v
}

// planWork returns a function that computes the plan. Dimensions are counted once per filter,
// outcome and settings, for up to mostCounted examples or until one can be chosen, because counting
// all is slow.
func (v *groupsScreen) planWork() func(ctx context.Context) groupResult {
	p, t, settings := v.groupDefinition, v.s.Table(v.run), v.s.Settings
	all, known, scores, isKept := v.allDimensions(), v.counts, v.s.Runs[v.run].Scores(settings), v.isKept
	of := fmt.Sprint(v.run, p.where, settings, v.s.Read(), v.asked, v.counts.fields, p.outcome)
	t.NameOf = v.nameFields()
	return func(ctx context.Context) groupResult {
		w := groupResult{groupDefinition: p, counts: valueCounts{known.of, maps.Clone(known.values), maps.Clone(known.spread), known.fields}}
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
		for _, name := range []*string{&w.dimension, &w.across, &w.third} {
			*name = widget.If(!isKept || w.n == 0 || hasRows(ctx, t, *name, selected.Rows), *name)
		}
		if w.dimension == "" && areClasses(scores) {
			w.dimension = GoldAnswer
		}
		for _, name := range all {
			w.countDimension(ctx, t, selected.Rows, name)
		}
		withValues, _ := widget.First(all, func(name string) bool { return w.counts.values[name] > 0 })
		w.dimension = cmp.Or(w.dimension, withValues, all[0])
		w.err = w.layPlan(ctx, t, selected.Rows)
		w.addChanceNote(scores)
		return w
	}
}

// hasRows reports whether any row has a value of a dimension but an empty text; always for [Found].
func hasRows(ctx context.Context, t *facts.Table, dimensionName string, rowIndices []int) bool {
	e, err := query.ParseExpression(expressionsOf(dimensionName)[0], t.Fields())
	if err != nil {
		return dimensionName == Found
	}
	groups, _ := t.Groups(ctx, e, rowIndices) // the only error is the context's
	return len(groups) > 1 || len(groups) == 1 && groups[0].Text != "none"
}

func (v *groupsScreen) Place() views.Place { return views.PlaceGroups }

func (v *groupsScreen) Scope() string {
	return v.s.RunName(v.run) + " › " + cmp.Or(v.where, "all") + " " + strconv.Itoa(v.Shown.n)
}

func (v *groupsScreen) Status() string {
	switch f, isField := findField(v.knownFields(), v.dimension); {
	case v.isOnFold():
		return loaders.Count(v.folded, "dimension") + " with only one value, or one per example: enter lists them"
	case v.Inside:
		return v.Sheet.Describe()
	default:
		return plainName(v.knownFields(), v.dimension) + " (:by " + v.dimension + ")" + widget.If(isField, ": "+f.Help)
	}
}

func (v *groupsScreen) Steps() []views.ViewStep {
	return append([]views.ViewStep{views.Do("run", v.s.RunName(v.run)), views.Do("groups", v.dimension)},
		views.Given(views.Do("filter", v.where), views.Do("second-dimension", v.across),
			views.Do("third-dimension", v.third), views.Do("outcome", v.outcome))...)
}

func (v *groupsScreen) Update(msg tea.Msg) tea.Cmd {
	cmd := tea.Batch(v.ComputedView.Update(msg), v.brief.Update(msg))
	v.listDimensions()
	if n := len(v.knownFields()); n != v.counts.fields && !v.Computing { // metadata was read
		v.counts.fields = n
		cmd = tea.Batch(cmd, v.Compute())
	}
	return tea.Batch(cmd, v.followSelected())
}

func (v *groupsScreen) openValues() tea.Cmd {
	switch {
	case v.isOnFold():
		v.unfolded = true
		v.listDimensions()
		return nil
	case !v.Inside:
		v.Inside = true
		v.arrangeParts()
		return nil
	}
	where := v.leadQuery("")
	if where == "" {
		return v.s.ShowText("no example has this value")
	}
	return v.s.Push(v.listWhere(where))
}

func (v *groupsScreen) filterBy(whereQuery string) tea.Cmd {
	set := func(where string) tea.Cmd {
		v.where = where
		return v.Compute()
	}
	views.Record(&v.s.Timeline, "filter "+loaders.Clean(whereQuery), v.where, whereQuery, set)
	return set(whereQuery)
}

func (v *groupsScreen) turnTo() tea.Cmd {
	if to := v.lines[v.List.Selected()].dimension; to != "" && to != v.dimension {
		v.dimension, v.s.Grouped.Dimension = to, to
		v.Sheet.Select(0)
		return v.Compute()
	}
	return nil
}
