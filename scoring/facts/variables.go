package facts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/mixed"
	"faithscope/scoring/query"
)

// Variables returns the variables of a regression over the runs' examples that were read, by
// their names in the formula, with a value for each example, table by table. A name is a fact of
// runs, if any run has it, otherwise a column or an expression. The error is the context's, or
// tells what is wrong with a name.
func Variables(ctx context.Context, runTables []*Table, formula *mixed.Formula) (map[string]*mixed.VariableColumn, error) {
	all := map[string]*mixed.VariableColumn{}
	for _, name := range formula.Names() {
		isFact := slices.ContainsFunc(runTables, func(t *Table) bool { return t.run.Scored.Run.Fact(name) != "" })
		var values []any
		for _, t := range runTables {
			rows := t.All()
			if isFact {
				var own any
				if c := t.Column("run." + name); c != nil {
					own = c.At(0)
				}
				values = append(values, slices.Repeat([]any{own}, len(rows))...)
				continue
			}
			e, err := query.ParseExpression(name, t.Fields())
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", loaders.Clean(t.run.Scored.Run.Name), name, err)
			}
			own, err := e.Values(ctx, t, rows)
			if err != nil {
				return nil, err
			}
			values = append(values, own...)
		}
		c, err := asVariable(values)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all[name] = c
	}
	return all, nil
}

// asVariable returns values as texts or numbers, with truths as 1 and 0 and nil missing, because
// a regression takes no mixture.
func asVariable(rowValues []any) (*mixed.VariableColumn, error) {
	c := &mixed.VariableColumn{}
	for i, v := range rowValues {
		switch v := v.(type) {
		case nil:
		case string:
			if c.Texts == nil {
				c.Texts = make([]string, len(rowValues))
			}
			c.Texts[i] = v
		case float64, bool:
			if c.Numbers == nil {
				c.Numbers = slices.Repeat([]float64{math.NaN()}, len(rowValues))
			}
			c.Numbers[i] = query.Float(v)
		default:
			return nil, errors.New("a regression accepts numbers and text, not lists")
		}
	}
	switch {
	case c.Texts != nil && c.Numbers != nil:
		return nil, errors.New("it is a number in some runs and text in others")
	case c.Texts == nil && c.Numbers == nil:
		return nil, errors.New("no example has a value")
	}
	return c, nil
}
