package query

import (
	"context"

	"faithscope/loaders/nearest"
)

// DoubtWord says of the first word of the query that no row of a source has, and which is close to
// a field's name or one of others, which of these it may stand for; "" if there is no such word.
func (q Query) DoubtWord(ctx context.Context, src Source, rows []int, others ...string) string {
	for _, word := range q.Words() {
		hint := nearest.Hint(word, append(q.fields.Names(), others...))
		if one, err := Parse(word, q.fields); hint != "" && err == nil {
			if s, err := one.Select(ctx, src, rows); err == nil && len(s.Rows) == 0 {
				return "no example has " + word + hint
			}
		}
	}
	return ""
}
