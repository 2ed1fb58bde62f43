package query

import (
	"cmp"
	"context"
)

// MaxText is in bytes.
const MaxText = 4000

// Expression orders, counts or draws examples by a field or a combination.
type Expression struct {
	text    string
	program compiledExpression
	known   *Expression // where it has a value; nil for everywhere
}

// ParseExpression reads "f1.find - f1.filter", "len(modules)", "kind". A single field is known
// where its Known says, a combination everywhere. The error is an [*Error].
func ParseExpression(expressionText string, queryFields Fields) (_ *Expression, err error) {
	if len(expressionText) > MaxText {
		return nil, &Error{0, 0, "the expression is too long"}
	}
	f, ok := queryFields.Find(expressionText)
	if ok {
		expressionText = Reference(f.Name)
	}
	p, wrong := compileAny(expressionText, queryFields)
	if wrong != nil {
		return nil, wrong
	}
	e := &Expression{text: expressionText, program: p}
	if f.Known != "" {
		e.known, err = ParseExpression(f.Known, queryFields)
	}
	return e, err
}

// ParseExpressions keeps the order; an error comes with those before it.
func ParseExpressions(queryFields Fields, expressionTexts ...string) (all []*Expression, err error) {
	for _, text := range expressionTexts {
		e, err := ParseExpression(text, queryFields)
		if err != nil {
			return all, err
		}
		all = append(all, e)
	}
	return all, nil
}

// String returns the typed text, a field by its whole name.
func (e *Expression) String() string { return e.text }

// Kind is Number, Truth, Text or Set.
func (e *Expression) Kind() FieldKind { return e.program.kind }

// Known is a query for where the expression has a value, "" for everywhere.
func (e *Expression) Known() string {
	if e.known == nil {
		return ""
	}
	return e.known.text
}

// Uses lists fields, each once; none for a nil expression.
func (e *Expression) Uses() []string {
	if e == nil {
		return nil
	}
	return e.program.uses
}

// Values returns a value per row, in the type of Kind; nil for a failed row or an unknown Truth.
// The error is the context's, or an excess of the [Budget] of ctx.
func (e *Expression) Values(ctx context.Context, rowSource Source, rowIndices []int) ([]any, error) {
	values, a := make([]any, len(rowIndices)), accountOf(ctx, len(rowIndices))
	_, _, err := e.program.evaluateEach(ctx, a, rowSource, rowIndices, func(k int, v any) {
		if n, ok := v.(int); ok {
			v = float64(n)
		}
		values[k] = v
	})
	if err == nil && e.known != nil {
		var known []any
		if known, err = e.known.Values(ctx, rowSource, rowIndices); err == nil {
			for k := range rowIndices {
				if known[k] == false {
					values[k] = nil
				}
			}
		}
	}
	return values, cmp.Or(err, a.over)
}
