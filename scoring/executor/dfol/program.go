package dfol

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// Program is a compiled question, immutable and safe for concurrent use.
type Program struct {
	nodes    []node
	binary   bool
	options  []string
	modules  []loaders.Module
	concepts *ConceptCategories
}

// Options returns the answers to an open question, in order; "no" and "yes" for a binary one; nil
// for a number.
func (p *Program) Options() []string {
	if p.binary {
		return []string{"no", "yes"}
	}
	return p.options
}

type literal struct {
	name    string
	negated bool
	kind    string // a category, [asNoun] or [asName]
}

const asNoun = "noun"

type node struct {
	op       language.ModuleOp
	kind     language.ReturnKind
	variable string
	// options, or both attributes for an "and" of two verifications
	about    []literal
	subject  bool
	less     bool
	other    []literal // relate: empty for anything
	category string
	children []int
}

func (n *node) askedLiterals() (attributes, relations []literal) {
	switch n.op {
	case language.Relocate, language.WithRelation, language.VerifyRel, language.ChooseRel:
		return n.other, n.about
	}
	return n.about, nil
}

func (p *Program) optionsOf(rootNode *node) []string {
	if rootNode.op == language.Compare {
		return loaders.Map(rootNode.children, func(child int) string { return cmp.Or(p.nodes[child].variable, "entity") })
	}
	return namesOf(rootNode.about)
}

func namesOf(literalList []literal) []string {
	return loaders.Map(literalList, func(l literal) string { return l.name })
}

func (p *Program) isComparable(n *node) bool {
	a, b := &p.nodes[n.children[0]], &p.nodes[n.children[1]]
	return a.kind == b.kind && (a.kind == language.Amount || slices.Equal(a.about, b.about) && len(a.about) > 0)
}

// Ties in float32, of a comparison only the first, without a class beside its member and second
// spellings.
func (p *Program) likeliestAnswers(optionLikelihoods []float64, threshold float64) []string {
	if p.binary {
		return []string{loaders.IfElse(optionLikelihoods[0] > threshold, "yes", "no")}
	}
	var best []string
	greatest := float32(math.Inf(-1))
	for _, l := range optionLikelihoods {
		greatest = max(greatest, float32(l))
	}
	for k, l := range optionLikelihoods {
		if float32(l) == greatest {
			text := strconv.Itoa(k)
			if p.nodes[0].kind != language.Amount {
				text = p.Options()[k]
			}
			best = append(best, text)
			if p.nodes[0].op == language.Compare {
				break
			}
		}
	}
	return p.concepts.mostSpecific(best)
}

func spellConcept(conceptName string, isNegated bool) string {
	if isNegated {
		return "not(" + conceptName + ")"
	}
	return conceptName
}
