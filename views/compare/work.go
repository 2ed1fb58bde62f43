package compare

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// comparisonKey is everything that a comparison of whole runs depends on.
type comparisonKey struct {
	a, b     int
	runs     string // their addresses, because a run that is reloaded or scored by other protocols is another
	read     int
	settings scoring.Settings
	by       session.ClusterKind
}

// comparisonWork returns a function that compares the runs; an error is in its result. Each
// finished protocol stores a part in a new v.part, because a whole comparison takes long.
func (v *compareScreen) comparisonWork() func(ctx context.Context) runComparison {
	if !v.tests.isChosen {
		v.tests.by = report.ClusterOf(v.s.Runs[v.a], session.ByExample)
	}
	design, c, settings := report.DesignOf(v.s.Settings, v.tests.by), runComparison{a: v.a, b: v.b}, v.s.Settings
	var all *facts.Table
	var where query.Query
	if v.where != "" {
		all = v.s.Table(v.b)
		where, c.err = query.Parse(v.where, all.Fields())
		c.isBiased = report.ChoosesByAnswer(where.Uses())
	}
	beside := v.s.Facts(v.b).Table(settings, []*facts.Run{v.s.Facts(v.a)})
	runs, part := slices.Clone(v.s.Runs), &atomic.Pointer[runComparison]{}
	recent, query := v.s.Recent(), v.where // of tags a query may find others at any time
	key := comparisonKey{v.a, v.b, fmt.Sprint(runs), v.s.Read(), settings, v.tests.by}
	v.part = part
	step := func(so *report.Comparison, done, total int) {
		now := c
		now.comparison, now.changes = so, so.Agreement.Changes(0, 1)
		now.doing = fmt.Sprintf("comparing: %d of %d protocols …", done, total)
		part.Store(&now)
	}
	return func(ctx context.Context) runComparison {
		if known, ok := recent.Get(key); ok && query == "" {
			return known.(runComparison)
		}
		if c.err == nil {
			c.kept, c.err = narrowRuns(ctx, runs, c.b, all, where)
		}
		if c.err == nil {
			c.comparison, c.err = report.CompareStepwise(ctx, []*session.ScoredRun{runs[c.a], runs[c.b]}, settings, design, step)
		}
		if c.err == nil {
			c.changes = c.comparison.Agreement.Changes(0, 1)
			c.agreement, c.err = report.Agree(ctx, runs, settings, design)
		}
		if c.err == nil {
			c.err = c.comparePrograms(ctx, beside)
		}
		if c.err == nil && query == "" {
			recent.Add(key, c)
		}
		return c
	}
}

// comparePrograms counts the programs that both runs have, and adds the others to the changes.
func (c *runComparison) comparePrograms(ctx context.Context, b *facts.Table) error {
	const sorted, same = 4, 5 // 3 if they differ; each is 3 less without a program
	e, err := query.ParseExpression("other.program + other.program_sorted + 3*min(size, 1)", b.Fields())
	if err != nil {
		return err
	}
	rows := c.kept[c.b]
	if rows == nil {
		rows = b.All()
	}
	values, err := e.Values(ctx, b, rows)
	count, others := map[float64]int{}, report.ExampleChange{Kind: report.ProgramChange, From: "program", To: "another"}
	for i, v := range values {
		x := query.Float(v)
		count[x]++
		if x < same && x != same-3 {
			others.Examples = append(others.Examples, [2]int{-1, i})
		}
	}
	if n := count[same]; others.Examples != nil {
		c.changes = append(c.changes, others)
		c.programs[1] = fmt.Sprintf("%d of %d programs are the same (%d if the order of arguments to and, or, … is ignored).",
			n, n+len(others.Examples), n+count[sorted])
	} else if n > 0 {
		c.programs[0] = ", identical programs"
	}
	return err
}

// narrowRuns narrows every run in place by the ids that b has with whereQuery holding, because pairs need
// the same examples, and returns the indices kept. Without a table it keeps all, with nil indices.
func narrowRuns(ctx context.Context, runs []*session.ScoredRun, b int, table *facts.Table, whereQuery query.Query) (
	kept [][]int, err error,
) {
	if kept = make([][]int, len(runs)); table == nil {
		return kept, nil
	}
	selected, err := table.Select(ctx, whereQuery)
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, i := range selected.Rows {
		ids[runs[b].Run.Row(i).ID] = true
	}
	for k, run := range runs {
		for i := range run.Run.Len() {
			if ids[run.Run.Row(i).ID] {
				kept[k] = append(kept[k], i)
			}
		}
		if runs[k], err = run.Group(ctx, run.Run.Name, kept[k]); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

func (v *compareScreen) filterAction() widget.Action {
	return widget.Action{Name: "filter", Help: "`:filter QUERY` compares examples that match QUERY in B",
		With: func(where string) tea.Cmd {
			if _, err := query.Parse(where, v.s.Table(v.b).Fields()); err != nil {
				return v.s.ShowError("the query isn't valid: " + err.Error())
			}
			return v.filterBy(where)
		}}
}

// filterBy compares the examples that match a query in B, all of them for "".
func (v *compareScreen) filterBy(where string) tea.Cmd {
	set := func(where string) tea.Cmd {
		v.where = where
		return v.startOver()
	}
	views.Record(&v.s.Timeline, "another filter", v.where, where, set)
	return set(where)
}

// startOver drops the numbers shown, which would stand under the names of other runs or another filter.
func (v *compareScreen) startOver() tea.Cmd {
	v.Shown = runComparison{agreement: v.Shown.agreement}
	v.arrangeTables()
	return v.Compute()
}
