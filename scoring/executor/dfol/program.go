package dfol

import (
	"math"
	"slices"
	"strconv"

	"faithscope/loaders/language"
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

// literal is an attribute or a relation, negated or not.
type literal struct {
	name    string
	negated bool
}

// node is one operator. Nodes are in pre-order, as the modules that they were
// made of.
type node struct {
	op       language.Op
	kind     language.Kind // what it returns, a truth or a set for language.Not
	variable string        // name of the variable that a set is of, "" for any object
	// about are the attributes or relations: one, or the options; of an "and"
	// of two verifications of one variable those of both.
	about    []literal
	subject  bool      // relate: the new variable is the relation's subject
	less     bool      // compare: the one with less of it
	other    []literal // relate: what the new variable is, empty for anything
	category string    // whose options about are, "" for others
	children []int
}

// optionsOf are the options of an open question in words.
func (p *Program) optionsOf(root *node) []string {
	var names []string
	if root.op == language.Compare {
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
	return a.kind == b.kind && (a.kind == language.Amount || slices.Equal(a.about, b.about) && len(a.about) > 0)
}

// option is option k of an open question in words.
func (p *Program) option(k int) string {
	if p.nodes[0].kind == language.Amount {
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
			if p.nodes[0].op == language.Compare {
				break
			}
		}
	}
	return best
}
