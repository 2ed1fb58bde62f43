package query

import "context"

// Selection holds a query's result.
type Selection struct {
	Rows []int // in the given order; not nil
	// Failed examples aren't in Rows; Why is the first one's reason.
	Failed int
	Why    error
}

// Select returns the rows for which the query holds, within the [Budget] of ctx. Clauses are only
// asked about rows left by earlier ones; failed rows are left out and counted. The error is the
// context's.
func (q Query) Select(ctx context.Context, rowSource Source, rowIndices []int) (Selection, error) {
	s := Selection{Rows: rowIndices}
	if rowIndices == nil {
		s.Rows = []int{}
	}
	a := accountOf(ctx, len(rowIndices))
	for _, c := range q.clauses {
		keep := make([]bool, len(s.Rows))
		failed, why, err := c.program.evaluateEach(ctx, a, rowSource, s.Rows, func(k int, v any) { keep[k] = v.(bool) })
		if err != nil {
			return s, err
		}
		if s.Failed += failed; s.Why == nil {
			s.Why = why
		}
		left := make([]int, 0, len(s.Rows))
		for k, row := range s.Rows {
			if keep[k] {
				left = append(left, row)
			}
		}
		s.Rows = left
	}
	return s, nil
}
