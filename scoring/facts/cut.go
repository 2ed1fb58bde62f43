package facts

import (
	"cmp"
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

// RowSampler draws some rows of a run.
type RowSampler = func(run *session.ScoredRun, rows []int) []int

// Cut groups the examples of runs, given by their tables, by expressions separated by commas;
// examples without a value are in no group. Without facts of runs, each run is cut into the
// examples of each value. With one, groups of different runs with the same values become families
// ([session.Family]): "run.model, kind" makes one of each model's examples of each kind; a run
// without the fact, or a field that another has, is left out and gets a problem. A semicolon separates
// groupings, each over all examples. sampleRows draws rows of each group. The error is the context's, or
// tells what is wrong with an expression.
func Cut(
	ctx context.Context, runTables []*Table, groupingFields string, sampleRows RowSampler,
) (all []*session.ScoredRun, err error) {
	for _, list := range scoring.SplitOutside(groupingFields, ';') {
		groups, err := groupTables(ctx, runTables, scoring.SplitOutside(list, ','), sampleRows)
		if err != nil {
			return nil, err
		}
		all = append(all, groups...)
	}
	return all, nil
}

// runSubset is some examples of a run.
type runSubset struct {
	of   string // their values, in words
	rows []int
}

// groupTables makes the groups of [Cut] for one grouping. A run that lacks a fact or field is left out
// with a problem, because others may have it.
func groupTables(
	ctx context.Context, runTables []*Table, groupingFields []string, sampleRows RowSampler,
) (all []*session.ScoredRun, err error) {
	facts := ofRun.FindAllStringSubmatch(strings.Join(groupingFields, ","), -1)
	var names []string
	var lacking error
	families := map[string][]*session.ScoredRun{}
	for _, t := range runTables {
		run := cmp.Or(t.run.Reported, t.run.Scored)
		why, err := lackingFacts(run.Run, facts, runTables)
		if err != nil {
			return nil, err
		}
		if why != nil {
			run.Run.ReportProblem("%w", why)
			continue
		}
		parts, err := cutRun(ctx, t, groupingFields)
		switch _, unknown := errors.AsType[*query.Error](err); {
		case unknown:
			lacking = err
			run.Run.ReportProblem("the run is not in any group: %w", err)
			continue
		case err != nil:
			return nil, err
		}
		for _, p := range parts {
			name := p.of
			if facts == nil {
				name = run.Run.Name + " · " + p.of
			}
			group, err := run.Group(ctx, name, sampleRows(run, p.rows))
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
	if len(all)+len(names) == 0 {
		return nil, cmp.Or(lacking, fmt.Errorf("%s: no example has a value", strings.Join(groupingFields, ", ")))
	}
	for _, name := range loaders.Distinct(names) {
		family, err := session.Family(ctx, name, families[name])
		if err != nil {
			return nil, err
		}
		all = append(all, family)
	}
	return all, nil
}

func lackingFacts(run *loaders.Run, factFields [][]string, tables []*Table) (reason, err error) {
	for _, fact := range factFields {
		name := fact[1]
		switch some := slices.ContainsFunc(tables, func(t *Table) bool { return t.run.Scored.Run.Fact(name) != "" }); {
		case !some:
			return nil, fmt.Errorf("%s: no run has this fact; set it with --as or --facts", fact[0])
		case run.Fact(name) == "":
			return errors.New("the run lacks the fact " + name + ", so it is not in any group"), nil
		}
	}
	return nil, nil
}

func cutRun(ctx context.Context, t *Table, groupingFields []string) ([]runSubset, error) {
	parts := []runSubset{{rows: t.All()}}
	for _, text := range groupingFields {
		e, err := query.ParseExpression(text, t.Fields())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		var next []runSubset
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
				next = append(next, runSubset{strings.TrimPrefix(p.of+", "+of, ", "), g.Rows})
			}
		}
		parts = next
	}
	return parts, nil
}
