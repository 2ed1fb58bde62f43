package query

import (
	"math"
	"reflect"
	"slices"

	"github.com/expr-lang/expr"
)

// builtins have bounded or counted work, because a query may come from a file.
var builtins = []string{
	"all", "none", "any", "one", "filter", "map", "count", "sum", "find", "first", "last", "len",
	"abs", "ceil", "floor", "round", "int", "float", "lower", "upper",
}

// The library's aggregates skip undefined numbers depending on the order; here they and no numbers
// make the result undefined.
var aggregates = map[string]func([]float64) float64{
	"min": slices.Min[[]float64], "max": slices.Max[[]float64],
	"mean": func(all []float64) float64 { return sumOf(all) / float64(len(all)) },
	"median": func(all []float64) float64 {
		slices.Sort(all)
		middle := all[(len(all)-1)/2 : len(all)/2+1]
		return sumOf(middle)/float64(len(middle)) + 0*all[0]
	},
}

func sumOf(numbers []float64) (s float64) {
	for _, x := range numbers {
		s += x
	}
	return s
}

func queryFunctions() []expr.Option {
	options := []expr.Option{expr.DisableAllBuiltins()}
	for _, name := range builtins {
		options = append(options, expr.EnableBuiltin(name))
	}
	for name, count := range counts {
		options = append(options, expr.Function(name, func(p ...any) (any, error) { return nil, count(p[0].(*costMeter), p[1], p[2].(int)) },
			new(func(*costMeter, any, int) any)))
	}
	for name, of := range aggregates {
		options = append(options, expr.Function(name, func(p ...any) (any, error) {
			all, err := p[0].(*costMeter).appendElements(nil, reflect.ValueOf(p[1:]))
			if err != nil || len(all) == 0 {
				return math.NaN(), err
			}
			return of(all), nil
		}, new(func(...any) float64)))
	}
	return append(options,
		expr.Function("has", func(p ...any) (any, error) { return containsFold(p[0].(string), p[1].(string)), nil }, containsFold),
		expr.Function("defined", func(p ...any) (any, error) { return isDefined(p[0]), nil }, isDefined),
	)
}

// isDefined reports whether a field has a value that isn't an undefined number or an empty text.
func isDefined(value any) bool {
	x, isNumber := value.(float64)
	return value != nil && value != "" && !(isNumber && math.IsNaN(x))
}

// size is a pattern's.
var counts = map[string]func(m *costMeter, value any, size int) error{
	"@step": func(m *costMeter, _ any, _ int) error { return m.chargeFor(0, 1) },
	"@list": func(m *costMeter, list any, _ int) error { return m.chargeFor(0, reflect.ValueOf(list).Len()) },
	"@text": func(m *costMeter, value any, _ int) error {
		text, _ := value.(string)
		return m.chargeFor(len(text), 0)
	},
	"@match": func(m *costMeter, value any, size int) error {
		text, _ := value.(string)
		return m.chargeFor(0, len(text)*size)
	},
}
