package query

import "context"

// Selection holds a query's result.
type Selection struct {
	Rows []int // in the given order; not nil
	// Failed counts the examples on which the query failed, which are not among the rows; Why is
	// the first one's reason.
	Failed int
	Why    error
}

// Select returns the rows for which the query holds, within the [Budget] of ctx; each clause is
// only asked about the rows left by earlier ones. A row on which a clause fails is left out and
// counted. The error is the context's.
func (q Query) Select(ctx context.Context, src Source, rows []int) (Selection, error) {
	s := Selection{Rows: rows}
	if rows == nil {
		s.Rows = []int{}
	}
	a := accountOf(ctx, len(rows))
	for _, c := range q.clauses {
		keep := make([]bool, len(s.Rows))
		failed, why, err := c.program.evaluateEach(ctx, a, src, s.Rows, func(k int, v any) { keep[k] = v.(bool) })
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
