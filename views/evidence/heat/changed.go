package heat

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/protocols/alignment"
	"faithscope/views/evidence"
)

// changedTokens marks in another run's grid the tokens that the change took out, because that grid has
// the text before it.
func (g *tokenGrid) changedTokens(versionChange *evidence.VersionChange, ex *loaders.Example) (changed []int) {
	units := versionChange.Now
	if !g.isOwn() {
		ex, units = versionChange.Before, versionChange.Then
	}
	for _, part := range g.textParts(ex) {
		for _, unit := range units[part.text] {
			if unit < len(part.tokens) {
				changed = append(changed, part.tokens[unit])
			}
		}
	}
	return changed
}

type gridText struct {
	text   loaders.ScoredText
	tokens []int
}

func (g *tokenGrid) textParts(ex *loaders.Example) (parts []gridText) {
	words := map[loaders.ScoredText][]string{loaders.OverPassage: ex.Passage.Words(),
		loaders.OverQuestion: (&loaders.Passage{Text: ex.Question, Tokens: ex.Tokens}).Words()}
	order := []loaders.ScoredText{loaders.OverPassage, loaders.OverQuestion}
	if g.name == string(loaders.OverQuestion) || g.name == ex.NameOf(loaders.OverQuestion) {
		slices.Reverse(order)
	}
	for _, span := range []loaders.Span{{End: g.second}, {Start: g.second, End: len(g.tokens)}} {
		var tokens []string
		var places []int
		for i := span.Start; i < span.End; i++ {
			if !alignment.IsSpecial(g.tokens[i]) {
				tokens, places = append(tokens, g.tokens[i]), append(places, i)
			}
		}
		at := slices.IndexFunc(order, func(text loaders.ScoredText) bool { return len(tokens) > 0 && slices.Equal(words[text], tokens) })
		if at >= 0 {
			parts = append(parts, gridText{order[at], places})
			order = slices.Delete(order, at, at+1)
		}
	}
	return parts
}
