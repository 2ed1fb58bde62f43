package dfol

import (
	"math"
	"slices"
	"strconv"
)

// Program is a question ready to be asked of scenes. It does not change and is
// safe for concurrent use.
type Program struct {
	nodes   []node
	binary  bool
	options []string // of an open question
}

// Binary reports whether the answer is yes or no.
func (p *Program) Binary() bool { return p.binary }

// Options are what an open question may be answered with, in order; "no" and
// "yes" for a binary one; nil for one that asks for a number.
func (p *Program) Options() []string {
	if p.binary {
		return []string{"no", "yes"}
	}
	return p.options
}

// operator is what a node does.
type operator uint8

const (
	noOperator operator = iota
	opSelect
	opFilter
	opRelate
	opWith
	opNot
	opIntersect
	opUnion
	opDiscard
	opExist
	opForAll
	opNone
	opAnd
	opOr
	opVerify
	opVerifyRel
	opQuery
	opChoose
	opChooseRel
	opAllSame
	opAllDifferent
	opTwoSame
	opTwoDifferent
	opCompare
	opUnique
	opCount
	opEqual
	opLess
	opGreater
)

// kind is what a node returns.
type kind uint8

const (
	objects kind = iota // a set of them
	truth               // a likelihood
	choices             // a likelihood per option
	amount              // a distribution over 0, 1, … objects
)

// literal is an attribute or a relation, negated or not.
type literal struct {
	name    string
	negated bool
}

// node is one operator. Nodes are in pre-order, as the modules that they were
// made of.
type node struct {
	op       operator
	kind     kind
	variable string // name of the variable that a set is of, "" for any object
	// about are the attributes or relations: one, or the options; of an "and"
	// of two verifications of one variable those of both.
	about    []literal
	subject  bool      // relate: the new variable is the relation's subject
	less     bool      // compare: the one with less of it
	other    []literal // relate: what the new variable is, empty for anything
	category string    // whose options about are, "" for others
	children []int
}

// signature says how many sets or truths an operator takes, and what it
// returns. A truth may be asked of a set: that it is not empty.
type signature struct {
	op      operator
	takes   int
	of      kind
	returns kind
}

var signatures = map[string]signature{
	"select": {opSelect, 0, objects, objects}, "find": {opSelect, 0, objects, objects}, "scene": {opSelect, 0, objects, objects},
	"filter": {opFilter, 1, objects, objects},
	"relate": {opRelate, 1, objects, objects}, "relocate": {opRelate, 1, objects, objects},
	"with-relation": {opWith, 2, objects, objects},
	"intersect":     {opIntersect, 2, objects, objects}, "union": {opUnion, 2, objects, objects}, "discard": {opDiscard, 2, objects, objects},
	"exist": {opExist, 1, objects, truth}, "forall": {opForAll, 1, objects, truth}, "none": {opNone, 1, objects, truth},
	"and": {opAnd, 2, truth, truth}, "or": {opOr, 2, truth, truth},
	"not":    {opNot, 1, truth, truth}, // or set, as its argument
	"verify": {opVerify, 1, objects, truth}, "verify-rel": {opVerifyRel, 1, objects, truth},
	"query": {opQuery, 1, objects, choices}, "choose": {opChoose, 1, objects, choices}, "choose-rel": {opChooseRel, 1, objects, choices},
	"all-same": {opAllSame, 1, objects, truth}, "all-different": {opAllDifferent, 1, objects, truth},
	"two-same": {opTwoSame, 2, objects, truth}, "two-different": {opTwoDifferent, 2, objects, truth},
	"compare": {opCompare, 2, objects, choices},
	"unique":  {opUnique, 1, objects, objects}, "count": {opCount, 1, objects, amount},
	"equal": {opEqual, 2, amount, truth}, // or choices, both of one category
	"less":  {opLess, 2, amount, truth}, "greater": {opGreater, 2, amount, truth},
}

// optionsOf are the options of an open question in words.
func (p *Program) optionsOf(root *node) []string {
	var names []string
	if root.op == opCompare {
		for _, child := range root.children {
			name := p.nodes[child].variable
			if name == "" {
				name = "entity"
			}
			names = append(names, name)
		}
		return names
	}
	for _, l := range root.about {
		names = append(names, l.name)
	}
	return names
}

// comparable reports whether the two arguments of an equal are numbers, or are
// answered with the same options.
func (p *Program) comparable(n *node) bool {
	a, b := &p.nodes[n.children[0]], &p.nodes[n.children[1]]
	return a.kind == b.kind && (a.kind == amount || slices.Equal(a.about, b.about) && len(a.about) > 0)
}

// option is option k of an open question in words.
func (p *Program) option(k int) string {
	if p.nodes[0].kind == amount {
		return strconv.Itoa(k)
	}
	return p.Options()[k]
}

// answers returns the options of the greatest likelihood, all that tie in
// float32; of a comparison the first.
func (p *Program) answers(likelihood []float64, threshold float64) []string {
	if p.binary {
		if likelihood[0] > threshold {
			return []string{"yes"}
		}
		return []string{"no"}
	}
	var best []string
	greatest := float32(math.Inf(-1))
	for _, l := range likelihood {
		greatest = max(greatest, float32(l))
	}
	for k, l := range likelihood {
		if float32(l) == greatest {
			best = append(best, p.option(k))
			if p.nodes[0].op == opCompare {
				break
			}
		}
	}
	return best
}
