package facts

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"faithscope/scoring/query"
)

// Tally is how many examples have a value.
type Tally struct {
	Value any    // a number, a text, or whether it is true
	Text  string // the value in words; "" stands for an empty text
	Count int
}

// Count counts the values of an expression over rows: texts and truths the most
// frequent first, numbers from the lowest up, NaN left out. An example with
// several texts counts for each. Its error is that of ctx.
func Count(ctx context.Context, e *query.Expression, src query.Source, rows []int) ([]Tally, error) {
	values, err := e.Values(ctx, src, rows)
	if err != nil {
		return nil, err
	}
	counts := map[any]int{}
	for _, v := range values {
		switch v := v.(type) {
		case []string:
			for _, s := range v {
				counts[s]++
			}
		case float64:
			if v == v {
				counts[v]++
			}
		case nil:
		default:
			counts[v]++
		}
	}
	tallies := make([]Tally, 0, len(counts))
	for v, n := range counts {
		tallies = append(tallies, Tally{v, textOf(v), n})
	}
	slices.SortFunc(tallies, func(a, b Tally) int {
		x, number := a.Value.(float64)
		y, _ := b.Value.(float64)
		if number {
			return cmp.Compare(x, y)
		}
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text))
	})
	return tallies, nil
}

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'g', 4, 64)
	case bool:
		if v {
			return "yes"
		}
	}
	return "no"
}

// mostFrequent lists the n most frequent.
func mostFrequent(counts map[string]int, n int) []string {
	list := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return list[:min(n, len(list))]
}
