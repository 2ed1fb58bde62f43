package marks

import (
	"faithscope/loaders"
	"faithscope/loaders/language"
)

// Material is what an annotation of a module is made of.
type Material uint8

// The materials.
const (
	NoMaterial Material = iota
	BoxMaterial
	SpanMaterial
	CountMaterial
)

// MaterialOf is what a module of an example should return, or of node -1 what can be said
// to matter in the example.
func MaterialOf(ex *loaders.Example, node int) Material {
	if node < 0 {
		_, tokens := Over(ex)
		switch {
		case len(ex.Images) > 0:
			return BoxMaterial
		case len(tokens) > 0:
			return SpanMaterial
		}
		return NoMaterial
	}
	m := &ex.Program[node]
	g := m.Gold
	if g == nil {
		g = &loaders.Gold{}
	}
	pictured := len(ex.Images) > 0
	switch {
	case m.Output.Boxes != nil || g.Boxes != nil:
		return BoxMaterial
	case m.Output.Tokens != nil || g.Spans != nil:
		return SpanMaterial
	case pictured && (m.Op == "count" || g.Value != nil):
		return CountMaterial
	case !m.Output.Empty():
		return NoMaterial
	case pictured:
		if returns := language.Of(m.Op).Signature().Returns; returns == language.Objects || returns == language.NoKind && m.Children == nil {
			return BoxMaterial
		}
	case ex.Passage != nil:
		return SpanMaterial
	}
	return NoMaterial
}
