package facts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/query"
)

// conditions translate a column of examples to a condition on one module.
var conditions = map[string]string{"module": ".scored and .op %s %q", "op": ".op %s %q", "argument": ".argument %s %q"}

func useOf(e *query.Expression, comparison string, v any) string {
	if of := conditions[e.String()]; of != "" {
		return fmt.Sprintf(of, comparison, v)
	}
	return ""
}

// ofUses declares the columns of modules: those in [conditions], and the others with a dot before
// their name.
var ofUses = append(loaders.Map(moduleColumns, func(c Column) Column {
	if conditions[c.Name] == "" {
		c.Name = "." + c.Name
	}
	return c
}), columnOf("module", "", func(t *Table) func(i int) string {
	module := readModules(t)
	return func(i int) string {
		m := module(i)
		return loaders.IfElse(m.Scored, m.Op, "")
	}
}))

// ownColumns names modules' columns by outcome.
var ownColumns = map[string]string{"faithful": ".faithful", "faithfulness": ".score", "module-boxes.f1": ".score",
	"module-boxes.precision": ".p", "module-boxes.recall": ".r", "loss": ".loss", "f1.": ".score", "p.": ".p", "r.": ".r"}

func ownOf(outcomeName string) string {
	return cmp.Or(ownColumns[outcomeName], ownColumns[outcomeName[:strings.Index(outcomeName, ".")+1]])
}

func unitsOf(t *Table, exampleIndices []int, outcomeName string, fieldExpressions ...*query.Expression) (*Table, []int) {
	if ownOf(outcomeName) != "" && slices.ContainsFunc(fieldExpressions,
		func(e *query.Expression) bool { return conditions[e.String()] != "" }) {
		row := t.run.Scored.Run.Walk()
		u := t.partsOf(ofUses, func(i int) int { return row(i).Modules })
		if rows := u.Rows(exampleIndices); rows != nil {
			return u, rows
		}
	}
	return t, exampleIndices // also without a program
}

// leadTo returns a query for the examples in all groups. Groups of modules share one condition,
// because one module must be in all of them.
func (p *partRowStarts) leadTo(queryFields query.Fields, rowGroups ...Group) string {
	where, modules, uses := "", "", []string(nil)
	for _, g := range rowGroups {
		if p == nil || g.use == "" {
			where = query.Both(queryFields, where, g.Where)
			continue
		}
		modules, uses = g.Where, append(uses, g.use)
	}
	if len(uses) > 1 {
		modules = "any(modules, " + strings.Join(uses, " and ") + ")"
	}
	return query.Both(queryFields, modules, where)
}

const ofModules = "the columns faithful and wrong count modules, and modules of one example aren't independent"
