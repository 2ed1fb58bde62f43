package sentences

import (
	"slices"
	"unicode/utf8"

	"faithscope/loaders"
)

// OfTokens aggregates token scores to sentences, by sum or by maximum;
// tokens lists for each sentence the tokens that belong to it, all within
// scores. A sentence without tokens has 0.
func OfTokens(scores []float64, tokens [][]int, maximum bool) []float64 {
	out := make([]float64, len(tokens))
	var own []float64
	for i, list := range tokens {
		own = own[:0]
		for _, t := range list {
			own = append(own, scores[t])
		}
		out[i] = ofOne(own, maximum)
	}
	return out
}

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

// ofSpans is [OfTokens] for sentences that are spans of the passage's n
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

// FindAnswer returns the sentence, from 0, in which an answer starts: start
// counts characters (code points) of the passage, and one character is taken
// to stand between two sentences, which belongs to the latter. More space
// than that shifts the result, as in the authors' code. A start beyond the
// end is in the last sentence; there is at least one.
func FindAnswer(sentences []string, start int) int {
	end := 0
	for i, s := range sentences {
		end += utf8.RuneCountInString(s)
		if start < end {
			return i
		}
		end++
	}
	return len(sentences) - 1
}
