package marks

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// KindOf is boxes, spans, a count or a verdict for a module; for [Whole] boxes if the example has pictures,
// else spans if it has tokens; [loaders.NoKind] if nothing can be annotated.
func KindOf(ex *loaders.Example, nodeIndex int) loaders.Kind {
	_, tokens := Over(ex, Whole)
	switch {
	case nodeIndex >= 0:
		kind := kindOf(&ex.Program[nodeIndex], len(ex.Images) > 0, ex.Passage != nil)
		isStep := nodeIndex > 0 || len(ex.Program[0].Children) == 0
		isJudged := slices.ContainsFunc(ex.Program, func(m loaders.Module) bool { return m.Has(loaders.VerdictKind) })
		if isJudged || kind == loaders.NoKind && len(ex.Images) == 0 && ex.Passage == nil {
			kind = loaders.IfElse(isStep, loaders.VerdictKind, loaders.NoKind)
		}
		return kind
	case len(ex.Images) > 0:
		return loaders.BoxKind
	case len(tokens) > 0:
		return loaders.TokenKind
	}
	return loaders.NoKind
}

func kindOf(m *loaders.Module, hasPictures, hasPassage bool) loaders.Kind {
	switch {
	case m.Has(loaders.BoxKind):
		return loaders.BoxKind
	case m.Has(loaders.TokenKind):
		return loaders.TokenKind
	case hasPictures && (m.Op == "count" || m.Gold.Kind() == loaders.NumberKind):
		return loaders.NumberKind
	case m.Output.Empty() && hasPictures && selectsObjects(m):
		return loaders.BoxKind
	case m.Output.Empty() && hasPassage && !hasPictures:
		return loaders.TokenKind
	}
	return loaders.NoKind
}

func selectsObjects(m *loaders.Module) bool {
	returns := language.Of(m.Op).Signature().Returns
	return returns == language.Objects || returns == language.NoKind && m.Children == nil
}

// Over returns a module's tokens, the passage's if there is one, or for [Whole] those of the first
// rationale or attribution with tokens that aren't sentences, else of the passage or question.
func Over(ex *loaders.Example, nodeIndex int) (over loaders.ScoredText, tokens []string) {
	if nodeIndex >= 0 && ex.Passage != nil {
		return loaders.OverPassage, ex.Passage.Tokens
	}
	for _, r := range ex.Rationales {
		if r.Tokens != nil && r.Over != loaders.OverSentences {
			return r.Over, r.Tokens
		}
	}
	for _, a := range ex.Attributions {
		if a.Tokens != nil && a.Over != loaders.OverSentences {
			return a.Over, a.Tokens
		}
	}
	if ex.Passage != nil {
		return loaders.OverPassage, ex.Passage.Tokens
	}
	return loaders.OverTokens, ex.Tokens
}
