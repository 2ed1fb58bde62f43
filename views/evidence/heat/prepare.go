package heat

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/agreement"
	"faithscope/scoring/protocols/alignment"
)

type rowOptions struct {
	log      bool
	absolute bool
	joined   bool
}

const mostCompared = 64

// Rows of sentences are never joined, because their places count tokens. It reports whether the tokens are wordpieces.
func (g *tokenGrid) prepareGrid(ex *loaders.Example, gridOptions rowOptions) (arePieces bool) {
	words := agreement.Words(g.tokens)
	if g.second == 0 {
		g.second = secondPart(ex, g.tokens)
	}
	g.texts = pairNames(ex, g.tokens[:g.second])
	placed := slices.ContainsFunc(g.rows, func(r *tokenScores) bool { return r.each != nil })
	if gridOptions.joined && words != nil && !placed {
		g.joinWordpieces(words)
	}
	loaders.SortBy(g.rows, (*tokenScores).rank)
	hasSigns := slices.ContainsFunc(g.rows, func(r *tokenScores) bool { return r.signed })
	for _, r := range g.rows {
		r.besideSigned = hasSigns
		if gridOptions.absolute {
			r.scores, r.each, r.signed = loaders.Map(r.scores, math.Abs), loaders.Map(r.each, math.Abs), false
		}
		r.graded = r.marks && slices.ContainsFunc(r.scores, func(x float64) bool { return x != 0 && x != 1 })
		r.scale = NewScale(r.scores, gridOptions.log)
	}
	return words != nil
}

func (g *tokenGrid) joinWordpieces(wordSpans []loaders.Span) {
	texts := loaders.Map(wordSpans, func(w loaders.Span) string { return agreement.Text(g.tokens[w.Start:w.End]) })
	for _, r := range g.rows {
		r.scores = agreement.Joined(r.scores, wordSpans, r.marks)
	}
	g.tokens = texts
	g.second = max(0, slices.IndexFunc(wordSpans, func(w loaders.Span) bool { return g.second > 0 && w.Start >= g.second }))
}

// secondPart finds where a pair's second text begins, so that it gets a line of its own: after the
// special tokens between the two, or where the passage's tokens end and the question's follow.
func secondPart(ex *loaders.Example, tokens []string) int {
	text := slices.IndexFunc(tokens, func(token string) bool { return !alignment.IsSpecial(token) })
	for i := max(1, text+1); i+1 < len(tokens); i++ {
		if alignment.IsSpecial(tokens[i]) && !alignment.IsSpecial(tokens[i+1]) {
			return i + 1
		}
	}
	p := ex.Passage
	hasBoth := p != nil && len(p.Tokens) > 0 && len(ex.Tokens) > 0
	if hasBoth && slices.Equal(tokens, slices.Concat(p.Tokens, ex.Tokens)) {
		return len(p.Tokens)
	}
	return 0
}

func pairNames(ex *loaders.Example, firstTokens []string) [2]string {
	names := [2]string{ex.NameOf(loaders.OverPassage), ex.NameOf(loaders.OverQuestion)}
	text := slices.DeleteFunc(slices.Clone(firstTokens), alignment.IsSpecial)
	isPassage := ex.Passage != nil && slices.Equal(text, ex.Passage.Tokens)
	if len(text) > 0 && slices.Equal(text, ex.Tokens) && !isPassage {
		names[0], names[1] = names[1], names[0]
	}
	return names
}
