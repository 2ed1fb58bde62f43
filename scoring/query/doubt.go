package query

import (
	"context"
	"slices"

	"faithscope/loaders/nearest"
)

// DoubtWord names the field, or one of otherTexts, meant by the first word without matching rows; "" if
// there is no such word.
func (q Query) DoubtWord(ctx context.Context, rowSource Source, rowIndices []int, otherTexts ...string) string {
	for _, word := range q.Words() {
		names := q.fields.Names()
		hint := nearest.Hint(word, append(names, otherTexts...))
		if slices.Contains(names, word) {
			hint = "; to compare the field, write " + word + "=VALUE"
		}
		if one, err := Parse(word, q.fields); hint != "" && err == nil {
			if s, err := one.Select(ctx, rowSource, rowIndices); err == nil && len(s.Rows) == 0 {
				return "no example contains " + word + hint
			}
		}
	}
	return ""
}
