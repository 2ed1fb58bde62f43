package marks

import (
	"faithscope/loaders"
	"faithscope/loaders/language"
)

// Material holds what an annotation of a module is made of.
type Material uint8

// The materials.
const (
	NoMaterial Material = iota
	BoxMaterial
	SpanMaterial
	CountMaterial
)

// MaterialOf returns what a module of an example should return, boxes, spans or counts, or for node
// [Whole] what can be said to matter in the example: boxes if it has pictures, else spans if it has
// tokens.
func MaterialOf(ex *loaders.Example, node int) Material {
	_, tokens := Over(ex, Whole)
	switch {
	case node >= 0:
		return materialOf(&ex.Program[node], len(ex.Images) > 0, ex.Passage != nil)
	case len(ex.Images) > 0:
		return BoxMaterial
	case len(tokens) > 0:
		return SpanMaterial
	}
	return NoMaterial
}

// materialOf returns what an annotator can say about a module: boxes or spans if its output or gold
// has such; with pictures, a count if its operator is count or its gold a value; nothing if its
// output is anything else; otherwise, with pictures what materialIn says of the operator, with a
// passage spans, and without either nothing.
func materialOf(m *loaders.Module, pictured, passage bool) Material {
	g := m.Gold
	if g == nil {
		g = &loaders.Gold{}
	}
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
		return materialIn(m)
	case passage:
		return SpanMaterial
	}
	return NoMaterial
}

// materialIn returns BoxMaterial for a module over pictures whose operator returns objects, or is
// unknown and has no arguments; else NoMaterial.
func materialIn(m *loaders.Module) Material {
	if returns := language.Of(m.Op).Signature().Returns; returns == language.Objects || returns == language.NoKind && m.Children == nil {
		return BoxMaterial
	}
	return NoMaterial
}
