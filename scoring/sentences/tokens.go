package sentences

import (
	"slices"

	"faithscope/loaders"
)

func ofOne(scores []float64, maximum bool) float64 {
	if len(scores) == 0 {
		return 0
	}
	if maximum {
		return slices.Max(scores)
	}
	sum := 0.0
	for _, s := range scores {
		sum += s
	}
	return sum
}

// ofSpans aggregates token scores to sentences that are spans of the passage's n
// tokens. ok is false where scores do not fit: there is one per token, or one
// more, which a closing special token has.
func ofSpans(scores []float64, sentences []loaders.Span, n int, maximum bool) (_ []float64, ok bool) {
	if len(scores) != n && len(scores) != n+1 {
		return nil, false
	}
	out := make([]float64, len(sentences))
	for i, s := range sentences {
		end := min(s.End, n)
		if i == len(sentences)-1 && end == n {
			end = len(scores)
		}
		start := min(max(s.Start, 0), max(end, 0))
		out[i] = ofOne(scores[start:max(end, 0)], maximum)
	}
	return out, true
}
