package dfol

import (
	"slices"
	"strings"
)

// relations are the commonest of GQA's: a scene graph without them knows that they don't hold.
const relations = "to the left of,to the right of,above,below,on,in,behind,in front of,near,under,wearing,holding,on top of,touching"

// Speaks reports whether the oracle or c knows a name as a relation, or else as a class or
// attribute in the singular or plural.
func (s *Scene) Speaks(c *ConceptCategories, conceptName string, isRelation bool) bool {
	switch {
	case s.golden == nil:
		_, err := s.askLikelihood(literal{name: conceptName}, isRelation)
		return err == nil
	case isRelation:
		return slices.Contains(strings.Split(relations, ","), conceptName) || slices.Contains(s.golden.relationLikelihood(conceptName), 1)
	}
	return c.IsNoun(conceptName) || c.CategoryOf(conceptName) != "" || slices.Contains(s.golden.attributeLikelihood(literal{name: conceptName,
		kind: asNoun}), 0)
}
