package dfol

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// Formula writes a program in first-order logic: "∃x (square(x) ∧ yellow(x))". An open question
// becomes the argmax over its options. c may be nil. Programs that can't be compiled, count, or
// compare two answers are errors.
func Formula(programModules []loaders.Module, c *ConceptCategories) (string, error) {
	p, err := Compile(programModules, c)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(p.nodes, func(n node) bool { return n.kind == language.Amount || n.op == language.Equal }) {
		return "", errors.New("a program that counts or compares two answers can't be written in first-order logic")
	}
	s := &formulaWriter{Program: p}
	return s.spellTruth(0), nil
}

type formulaWriter struct {
	*Program
	bound int // enclosing variables
}

func (s *formulaWriter) newVariable() string {
	names := [...]string{"x", "y", "z", "u", "v", "w"}
	name := names[s.bound%len(names)]
	if k := s.bound / len(names); k > 0 {
		name += fmt.Sprint(k)
	}
	s.bound++
	return name
}

func (l literal) writeOf(variableNames ...string) string {
	return loaders.IfElse(l.negated, "¬", "") + l.name + "(" + strings.Join(variableNames, ", ") + ")"
}

func joinConjuncts(conjuncts ...string) string {
	return strings.Join(loaders.NonEmpty(conjuncts), " ∧ ")
}

func (s *formulaWriter) writeQuantifier(quantifierSign string, bodyOf func(v string) string) string {
	v := s.newVariable()
	defer func() { s.bound-- }()
	return quantifierSign + v + " " + addBrackets(bodyOf(v))
}

func (s *formulaWriter) writeMember(i int, conditionOf func(v string) string) string {
	return s.writeQuantifier("∃", func(v string) string { return joinConjuncts(s.spellSet(i, v), conditionOf(v)) })
}

var signs = map[language.ModuleOp]string{
	language.Exist: "∃", language.ForAll: "∀", language.None: "∄", language.And: " ∧ ", language.Or: " ∨ ",
	language.AllSame: "∃", language.AllDifferent: "∄", language.TwoSame: "∃", language.TwoDifferent: "∄",
}

var relatedNotToAll = regexp.MustCompile(`^¬\(∃(\w+) \(¬([^()]*\([^()]*\))\)\)$`)

func (s *formulaWriter) spellSet(i int, v string) string {
	n := &s.nodes[i]
	own := func(k int) string { return s.spellSet(n.children[k], v) }
	switch n.op {
	case language.Find:
		return literalsOf(n.about, v)
	case language.Unique:
		return own(0)
	case language.Filter:
		return joinConjuncts(own(0), literalsOf(n.about, v))
	case language.Relocate:
		return s.writeRelation(n, n.about[0], v)
	case language.WithRelation:
		return joinConjuncts(own(0), s.writeMember(n.children[1], func(u string) string { return n.about[0].writeOf(v, u) }))
	case language.Not:
		return relatedNotToAll.ReplaceAllString("¬"+addBrackets(own(0)), "∀$1 ($2)")
	case language.Union:
		return addBrackets(own(0) + " ∨ " + own(1))
	case language.Discard:
		return joinConjuncts(own(0), "¬"+addBrackets(own(1)))
	}
	return joinConjuncts(own(0), own(1))
}

func addBrackets(text string) string { return "(" + cmp.Or(text, "⊤") + ")" }

func literalsOf(literalList []literal, v string) string {
	return joinConjuncts(loaders.Map(literalList, func(l literal) string { return l.writeOf(v) })...)
}

func (s *formulaWriter) writeRelation(n *node, relation literal, v string) string {
	other := s.writeMember(n.children[0], func(u string) string {
		if n.subject {
			return relation.writeOf(v, u)
		}
		return relation.writeOf(u, v)
	})
	return joinConjuncts(literalsOf(n.other, v), other)
}

func (s *formulaWriter) spellTruth(i int) string {
	n := &s.nodes[i]
	switch {
	case n.kind == language.Objects:
		return s.writeQuantifier("∃", func(v string) string { return s.spellSet(i, v) })
	case n.op == language.Not:
		return "¬" + addBrackets(s.spellTruth(n.children[0]))
	}
	switch n.op {
	case language.Exist, language.ForAll, language.None:
		return s.writeQuantifier(signs[n.op], func(v string) string { return s.spellSet(n.children[0], v) })
	case language.And, language.Or:
		return s.spellTruth(n.children[0]) + signs[n.op] + s.spellTruth(n.children[1])
	case language.Verify:
		return s.writeMember(n.children[0], func(v string) string { return literalsOf(n.about, v) })
	case language.VerifyRel:
		return s.writeQuantifier("∃", func(v string) string { return s.writeRelation(n, n.about[0], v) })
	}
	return s.spellOptions(n)
}

func (s *formulaWriter) spellOptions(n *node) string {
	o := literal{name: "o"}
	some := func(k int, l literal) string {
		return s.writeMember(n.children[k], func(v string) string { return l.writeOf(v) })
	}
	among := " o ∈ {" + strings.Join(namesOf(n.about), ", ") + "}: "
	switch n.op {
	case language.AllSame, language.AllDifferent:
		all := s.writeQuantifier("∀", func(v string) string { return addBrackets(s.spellSet(n.children[0], v)) + " → " + o.writeOf(v) })
		return signs[n.op] + among + all
	case language.TwoSame, language.TwoDifferent:
		return signs[n.op] + among + some(0, o) + " ∧ " + some(1, o)
	case language.Compare:
		return some(0, n.about[0]) + loaders.IfElse(n.less, " < ", " > ") + some(1, n.about[0])
	case language.ChooseRel:
		return "argmax" + among + s.writeQuantifier("∃", func(v string) string { return s.writeRelation(n, o, v) })
	}
	return "argmax" + among + some(0, o)
}
