package query

import (
	"context"

	"faithscope/loaders/nearest"
)

// DoubtWord names the field, or one of others, meant by the first word without matching rows; "" if
// there is no such word.
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
