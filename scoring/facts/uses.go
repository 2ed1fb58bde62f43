package facts

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/query"
)

// aboutModules are columns of which each module has its own value, as an example has those of all.
var aboutModules = []string{"module", "op", "argument", "cause"}

// useOf returns the condition that a module compares so with the value v of e, "" if e is not about modules.
func useOf(e *query.Expression, compares string, v any) string {
	if !slices.Contains(aboutModules, e.String()) {
		return ""
	}
	return fmt.Sprintf(".%s %s %q", e, compares, v)
}

// ofUses are the columns of modules: sets like the examples' if they are [aboutModules], else with a dot before
// the name.
var ofUses = loaders.Map(moduleColumns, func(c Column) Column {
	if !slices.Contains(aboutModules, c.Name) {
		c.Name = "." + c.Name
		return c
	}
	of := c.Of
	c.Of = func(t *Table) query.Column {
		own := of(t)
		return query.ColumnOf[[]string](func(i int) []string {
			return slices.DeleteFunc([]string{own.At(i).(string)}, func(s string) bool { return s == "" })
		})
	}
	return c
})

// ownOf names what a module has of its own for an outcome of examples.
var ownOf = map[string]string{"faithful": ".faithful", "faithfulness": ".score", "module-boxes.f1": ".score",
	"module-boxes.precision": ".p", "module-boxes.recall": ".r", "loss": ".loss"}

// hasOwn reports whether the rows of the table are modules that have an outcome of their own.
func (t *Table) hasOwn(outcome string) bool { return t.parts != nil && ownOf[outcome] != "" }

// leadTo returns a query for the examples that groups share; one module is in all those of modules.
func (t *Table) leadTo(groups ...Group) string {
	where, modules, uses := "", "", []string(nil)
	for _, g := range groups {
		if g.use == "" {
			where = query.Both(t.Fields(), where, g.Where)
			continue
		}
		modules, uses = g.Where, append(uses, g.use)
	}
	if len(uses) > 1 {
		modules = "any(modules, " + strings.Join(uses, " and ") + ")"
	}
	return query.Both(t.Fields(), modules, where)
}

// unitsOf returns the table whose rows are counted by the values of expressions, and its rows of some
// examples: their modules if an expression is about what the whole example does not have, else the
// examples themselves, as where there is no program.
func (t *Table) unitsOf(examples []int, of ...*query.Expression) (*Table, []int) {
	if slices.ContainsFunc(of, func(e *query.Expression) bool { return slices.Contains(aboutModules[:3], e.String()) }) {
		row := t.run.Scored.Run.Walk()
		u := t.partsOf(ofUses, func(i int) int { return row(i).Modules })
		if rows := u.Rows(examples); rows != nil {
			return u, rows
		}
	}
	return t, examples
}
