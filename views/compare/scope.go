package compare

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// asked is what is compared.
type asked struct {
	ctx   context.Context
	runs  []*session.Scored
	a, b  int
	where string
	query query.Query
	table *facts.Table // of run b, which the query asks
}

// work returns what compares the runs.
func (v *screen) work() func(ctx context.Context) compared {
	design, c, settings := report.DesignOf(v.s.Settings, v.tests.by), compared{a: v.a, b: v.b}, v.s.Settings
	ask := asked{runs: slices.Clone(v.s.Runs), a: v.a, b: v.b, where: v.where}
	if v.where != "" {
		ask.table = v.s.Table(v.b)
		ask.query, c.err = query.Parse(v.where, ask.table.Fields())
	}
	return func(ctx context.Context) compared {
		var runs []*session.Scored
		ask.ctx = ctx
		if c.err == nil {
			runs, c.kept, c.err = narrowed(ask)
		}
		if c.err == nil {
			c.comparison, c.err = report.Compare(ctx, runs[c.a], runs[c.b], settings, design)
		}
		if c.err == nil {
			c.changes = c.comparison.Agreement.Changes(0, 1)
			c.agreement, c.err = report.Agree(ctx, runs, settings, design)
		}
		return c
	}
}

// narrowed returns the runs with no other examples than those of run b for which a
// query holds, and which of theirs these are; the runs themselves for no query.
func narrowed(ask asked) ([]*session.Scored, [][]int, error) {
	if ask.where == "" {
		return ask.runs, make([][]int, len(ask.runs)), nil
	}
	selected, err := ask.table.Select(ask.ctx, ask.query)
	if err != nil {
		return nil, nil, err
	}
	ids := map[string]bool{}
	for _, i := range selected.Rows {
		ids[ask.runs[ask.b].Run.Row(i).ID] = true
	}
	runs, kept := slices.Clone(ask.runs), make([][]int, len(ask.runs))
	for k, run := range runs {
		for i := range run.Run.Len() {
			if ids[run.Run.Row(i).ID] {
				kept[k] = append(kept[k], i)
			}
		}
		if runs[k], err = run.Group(ask.ctx, run.Run.Name, kept[k]); err != nil {
			return nil, nil, err
		}
	}
	return runs, kept, nil
}

// filterAction compares fewer examples.
func (v *screen) filterAction() widget.Action {
	return widget.Action{Name: "filter", Help: "`:filter QUERY` compares only the examples of B for which a query holds; without one, all",
		With: func(where string) tea.Cmd {
			if _, err := query.Parse(where, v.s.Table(v.b).Fields()); err != nil {
				return v.s.Post(views.Flash{Text: "not a query: " + err.Error(), Bad: true})
			}
			v.where = where
			return v.Compute()
		}}
}
