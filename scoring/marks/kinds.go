package marks

import (
	"faithscope/loaders"
	"faithscope/loaders/language"
)

// KindOf is boxes, spans or a count for a module; for [Whole] boxes if the example has pictures,
// else spans if it has tokens; [loaders.NoKind] if nothing can be annotated.
func KindOf(ex *loaders.Example, node int) loaders.Kind {
	_, tokens := Over(ex, Whole)
	switch {
	case node >= 0:
		return kindOf(&ex.Program[node], len(ex.Images) > 0, ex.Passage != nil)
	case len(ex.Images) > 0:
		return loaders.BoxKind
	case len(tokens) > 0:
		return loaders.TokenKind
	}
	return loaders.NoKind
}

func kindOf(m *loaders.Module, pictured, passage bool) loaders.Kind {
	switch {
	case m.Has(loaders.BoxKind):
		return loaders.BoxKind
	case m.Has(loaders.TokenKind):
		return loaders.TokenKind
	case pictured && (m.Op == "count" || m.Gold.Kind() == loaders.NumberKind):
		return loaders.NumberKind
	case m.Output.Empty() && pictured && selectsObjects(m):
		return loaders.BoxKind
	case m.Output.Empty() && passage && !pictured:
		return loaders.TokenKind
	}
	return loaders.NoKind
}

func selectsObjects(m *loaders.Module) bool {
	returns := language.Of(m.Op).Signature().Returns
	return returns == language.Objects || returns == language.NoKind && m.Children == nil
}
