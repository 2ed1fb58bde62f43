package groups

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/query"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// Actions implements [views.View].
func (v *groupsScreen) Actions() []widget.Action {
	dimension := func(name string, target *string) widget.Action {
		names := func() []string { return loaders.Map(v.secondDimensions(), v.nameFields()) }
		return widget.Action{Name: name, Values: names, With: func(name string) tea.Cmd {
			field := loaders.ElementAt(v.secondDimensions(), slices.Index(names(), name))
			*target, v.Inside = widget.If(name != "none", cmp.Or(field, name)), true
			v.Whole, v.s.Grouped.Across, v.s.Grouped.Third = v.Whole || v.third != "", v.across, v.third
			return v.Compute()
		}}
	}
	return widget.After(slices.Concat(v.ListAndDetail.Actions(v.turnTo, v.arrangeParts), []widget.Action{
		{Name: "open", Help: "go to the values; list the examples with the selected value", Footer: true, Run: v.openValues},
		{Name: "remove", Help: "exclude the selected value", Short: "exclude", Footer: true,
			Disabled: widget.When(func() bool { return !v.Inside || !v.Shown.hasValues() || v.leadQuery("-") == "" },
				"no value is selected"),
			Run: func() tea.Cmd { return v.filterBy(v.leadQuery("-")) }},
		{Name: "filter", Help: "filter by a query", With: v.filterBy},
		{Name: "unwind", Help: "remove the filter's last part, or return to the dimensions", Run: v.unwindFilter,
			Disabled: func() string {
				_, n := v.parseFilter()
				return widget.If(!v.Inside && n <= v.opened, "nothing left to remove from the filter")
			}},
		{Name: "by", Short: "group by anything", Help: "group by any expression, such as `:by depth > 3`, " +
			"or by up to three: `:by size, depth, kind`",
			With: func(text string) tea.Cmd {
				if _, err := query.ParseExpressions(v.knownFields(), expressionsOf(text)...); err != nil && text != Found {
					return v.s.ShowError(err.Error())
				}
				v.goToDimension(text)
				return v.Compute()
			}},
		dimension("second-dimension", &v.across), dimension("third-dimension", &v.third),
		{Name: "outcome", Help: "choose the outcome for gap and p: right, faithful or a number",
			Values: v.listOutcomes, With: v.setOutcome, Run: func() tea.Cmd {
				return v.setOutcome(widget.NextIn(v.listOutcomes(), v.outcome, 1))
			}},
		v.s.RunAction(nil, v.toRun),
	}, v.s.StepRunActions(v.run, v.toRun), v.s.TableActions("groups", func() *widget.Sheet { return &v.Sheet }, func() *table.Document {
		return v.Sheet.Exported(v.s.RunName(v.run))
	}), v.s.SettingsActions(v.run)), v.followSelected)
}

func (v *groupsScreen) unwindFilter() tea.Cmd {
	if q, n := v.parseFilter(); n > v.opened {
		return v.filterBy(q.Without(n - 1).String())
	}
	v.Inside = false
	v.arrangeParts()
	return nil
}

func (v *groupsScreen) secondDimensions() []string {
	return append([]string{"none"}, loaders.Filter(v.all, func(name string) bool {
		return crossed[name] == "" && name != Found && name != v.dimension
	})...)
}

// setOutcome compares values by another outcome: right, faithful or any numeric field. It refuses a
// column whose mean a few examples dominate, because a gap would be theirs.
func (v *groupsScreen) setOutcome(outcomeName string) tea.Cmd {
	if v.isRuled(outcomeName) {
		return v.s.ShowError("a few examples dominate the mean of " + outcomeName + ", so a gap would only reflect them")
	}
	if !v.hasOutcome(outcomeName) {
		return v.s.ShowError(outcomeName + " is not an outcome of this run")
	}
	f, _ := v.knownFields().Find(outcomeName)
	v.outcome = cmp.Or(f.Name, outcomeName)
	v.s.Grouped.Outcome = v.outcome
	return v.Compute()
}
