package facts

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

var ofRun = regexp.MustCompile(`\brun\.(\w+)`)

// Draw draws some rows of a run.
type Draw = func(run *session.Scored, rows []int) []int

// Cut groups the examples of runs, given by their tables, by expressions separated by commas;
// examples without a value are in no group. Without facts of runs, each run is cut into the
// examples of each value. With one, groups of different runs with the same values become families
// ([session.Family]): "run.model, kind" makes one of each model's examples of each kind; a run
// without the fact is left out and gets a problem. A semicolon separates groupings, each over all
// examples. choose draws rows of each group. The error is the context's, or tells what is wrong
// with an expression.
func Cut(
	ctx context.Context, tables []*Table, by string, choose Draw,
) (all []*session.Scored, err error) {
	for _, list := range scoring.SplitOutside(by, ';') {
		groups, err := groupTables(ctx, tables, scoring.SplitOutside(list, ','), choose)
		if err != nil {
			return nil, err
		}
		all = append(all, groups...)
	}
	return all, nil
}

// runPart is some examples of a run.
type runPart struct {
	of   string // their values, in words
	rows []int
}

// groupTables makes the groups of [Cut] for one grouping. A run that lacks a fact is left out
// with a problem, because others may have it.
func groupTables(
	ctx context.Context, tables []*Table, exprs []string, choose Draw,
) (all []*session.Scored, err error) {
	facts := ofRun.FindAllStringSubmatch(strings.Join(exprs, ","), -1)
	var names []string
	families := map[string][]*session.Scored{}
	for _, t := range tables {
		run := t.run.Scored
		why, err := lackingFacts(run.Run, facts, tables)
		if err != nil {
			return nil, err
		}
		if why != nil {
			run.Run.ReportProblem("%w", why)
			continue
		}
		parts, err := cutRun(ctx, t, exprs)
		if err != nil {
			return nil, err
		}
		for _, p := range parts {
			name := p.of
			if facts == nil {
				name = run.Run.Name + " · " + p.of
			}
			group, err := run.Group(ctx, name, choose(run, p.rows))
			if err != nil {
				return nil, err
			}
			if facts == nil {
				all = append(all, group)
				continue
			}
			group.Run.Name = run.Run.Name
			names, families[name] = append(names, name), append(families[name], group)
		}
	}
	for i, name := range names {
		if slices.Index(names, name) < i {
			continue
		}
		family, err := session.Family(ctx, name, families[name])
		if err != nil {
			return nil, err
		}
		all = append(all, family)
	}
	return all, nil
}

func lackingFacts(run *loaders.Run, facts [][]string, tables []*Table) (why, err error) {
	for _, fact := range facts {
		name := fact[1]
		switch some := slices.ContainsFunc(tables, func(t *Table) bool { return t.run.Scored.Run.Fact(name) != "" }); {
		case !some:
			return nil, fmt.Errorf("%s: no run has this fact: give it with --as or --facts", fact[0])
		case run.Fact(name) == "":
			return errors.New("it has no fact " + name + ", so that it is in no group"), nil
		}
	}
	return nil, nil
}

// cutRun cuts the examples read by the values of each expression in turn: "kind A, right true".
func cutRun(ctx context.Context, t *Table, exprs []string) ([]runPart, error) {
	parts := []runPart{{rows: t.All()}}
	for _, text := range exprs {
		e, err := query.ParseExpression(text, t.Fields())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		var next []runPart
		for _, p := range parts {
			groups, err := t.Groups(ctx, e, p.rows)
			if err != nil {
				return nil, err
			}
			for _, g := range groups {
				of := e.String() + " " + g.Text
				if fact, ok := strings.CutPrefix(e.String(), "run."); ok {
					of = g.Text
					if e.Kind() == query.Number {
						of = fact + " " + of
					}
				}
				next = append(next, runPart{strings.TrimPrefix(p.of+", "+of, ", "), g.Rows})
			}
		}
		parts = next
	}
	return parts, nil
}
