package heat

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/views/evidence"
)

func peakOf(scores []float64) (at int) {
	for i, x := range scores {
		if math.Abs(x) > math.Abs(scores[at]) {
			at = i
		}
	}
	return at
}

func strongestOf(scores []float64) []int {
	order := loaders.Filter(loaders.Indices(len(scores)), func(i int) bool { return scores[i] != 0 && !math.IsNaN(scores[i]) })
	loaders.SortBy(order, func(i int) float64 { return -math.Abs(scores[i]) })
	return order
}

func cutSpan(s loaders.Span, n int) (start, end int) {
	start = min(max(0, s.Start), n)
	return start, min(max(start, s.End), n)
}

const mostQuoted = 12

func quotedSpan(tokens []string, s loaders.Span) string {
	start, end := cutSpan(s, len(tokens))
	tail := ""
	if end-start > mostQuoted {
		end, tail = start+mostQuoted, " …"
	}
	return "“" + strings.Join(tokens[start:end], " ") + tail + "”"
}

func isPunctuation(token string) bool {
	return strings.IndexFunc(token, func(r rune) bool { return !unicode.IsPunct(r) }) < 0
}

func hasPlaces(p *loaders.Passage) bool {
	return p != nil && slices.ContainsFunc(p.Sentences, func(s loaders.Span) bool { return s.End > s.Start })
}

func tokensOver(ex *loaders.Example, scoredText loaders.ScoredText, ownTokens []string) (name string, tokens []string) {
	if text, tokens := ex.TokensOver(scoredText, ownTokens); text != "" {
		return string(text), tokens
	}
	if image, ok := ex.ImageOver(scoredText); ok {
		im := &ex.Images[image]
		return string(scoredText), loaders.Fill(len(im.Proposals), func(k int) string { return evidence.ObjectName(im, k) })
	}
	return string(scoredText), nil
}
