package compare

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// comparisonWork returns a function that compares the runs; an error is in its result. Each
// finished protocol stores a part in a new v.part, because a whole comparison takes long.
func (v *screen) comparisonWork() func(ctx context.Context) runComparison {
	design, c, settings := report.DesignOf(v.s.Settings, v.tests.by), runComparison{a: v.a, b: v.b}, v.s.Settings
	var all *facts.Table
	var where query.Query
	if v.where != "" {
		all = v.s.Table(v.b)
		where, c.err = query.Parse(v.where, all.Fields())
	}
	runs, part := slices.Clone(v.s.Runs), &atomic.Pointer[runComparison]{}
	v.part = part
	step := func(so *report.Comparison, done, total int) {
		now := c
		now.comparison, now.changes = so, so.Agreement.Changes(0, 1)
		now.doing = fmt.Sprintf("comparing: %d of %d protocols …", done, total)
		part.Store(&now)
	}
	return func(ctx context.Context) runComparison {
		if c.err == nil {
			runs, c.kept, c.err = narrowRuns(ctx, runs, c.b, all, where)
		}
		if c.err == nil {
			c.comparison, c.err = report.CompareStepwise(ctx, []*session.Scored{runs[c.a], runs[c.b]}, settings, design, step)
		}
		if c.err == nil {
			c.changes = c.comparison.Agreement.Changes(0, 1)
			c.agreement, c.err = report.Agree(ctx, runs, settings, design)
		}
		return c
	}
}

// narrowRuns returns each run with only the examples whose ids b has with where holding, and their
// indices; the runs themselves and nil indices if all is nil.
func narrowRuns(ctx context.Context, scored []*session.Scored, b int, all *facts.Table, where query.Query) (
	[]*session.Scored, [][]int, error,
) {
	if all == nil {
		return scored, make([][]int, len(scored)), nil
	}
	selected, err := all.Select(ctx, where)
	if err != nil {
		return nil, nil, err
	}
	ids := map[string]bool{}
	for _, i := range selected.Rows {
		ids[scored[b].Run.Row(i).ID] = true
	}
	runs, kept := slices.Clone(scored), make([][]int, len(scored))
	for k, run := range runs {
		for i := range run.Run.Len() {
			if ids[run.Run.Row(i).ID] {
				kept[k] = append(kept[k], i)
			}
		}
		if runs[k], err = run.Group(ctx, run.Run.Name, kept[k]); err != nil {
			return nil, nil, err
		}
	}
	return runs, kept, nil
}

func (v *screen) filterAction() widget.Action {
	return widget.Action{Name: "filter", Help: "`:filter QUERY` compares the examples of B for which it holds",
		With: func(where string) tea.Cmd {
			if _, err := query.Parse(where, v.s.Table(v.b).Fields()); err != nil {
				return v.s.ShowError("not a query: " + err.Error())
			}
			v.where = where
			return v.Compute()
		}}
}
