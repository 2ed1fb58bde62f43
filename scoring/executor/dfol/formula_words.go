package dfol

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// Formula writes a program in first-order logic: "∃x (square(x) ∧ yellow(x))".
// An open question is written as the option for which a formula is likeliest.
func Formula(modules []loaders.Module, c *Concepts) (string, error) {
	p, err := Compile(modules, c)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(p.nodes, func(n node) bool { return n.kind == language.Amount || n.op == language.Equal }) {
		return "", errors.New("a program that counts, or compares two answers, has no formula of first-order logic")
	}
	s := &speller{Program: p}
	return s.truth(0), nil
}

// speller writes nodes as formulas.
type speller struct {
	*Program
	bound int // variables that are quantified around
}

// variable takes a new one: x, y, z, u, v, w, x1, …
func (s *speller) variable() string {
	names := [...]string{"x", "y", "z", "u", "v", "w"}
	name := names[s.bound%len(names)]
	if k := s.bound / len(names); k > 0 {
		name += fmt.Sprint(k)
	}
	s.bound++
	return name
}

// of writes literals of variables: "¬left(x, y)".
func (l literal) of(vars ...string) string {
	text := l.name + "(" + strings.Join(vars, ", ") + ")"
	if l.negated {
		return "¬" + text
	}
	return text
}

// conjoined joins what is not empty.
func conjoined(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, " ∧ ")
}

// quantified writes a quantifier with what body says of its variable.
func (s *speller) quantified(sign string, body func(v string) string) string {
	v := s.variable()
	defer func() { s.bound-- }()
	text := body(v)
	if text == "" {
		text = "⊤"
	}
	return sign + v + " (" + text + ")"
}

// set writes what node i says of v; "" where it says nothing.
func (s *speller) set(i int, v string) string {
	n := &s.nodes[i]
	switch n.op {
	case language.Find:
		return literalsOf(n.about, v)
	case language.Unique:
		return s.set(n.children[0], v)
	case language.Filter:
		return conjoined(s.set(n.children[0], v), literalsOf(n.about, v))
	case language.Relocate:
		return s.related(n, n.about[0], v)
	case language.WithRelation:
		return conjoined(s.set(n.children[0], v), s.quantified("∃",
			func(u string) string { return conjoined(s.set(n.children[1], u), n.about[0].of(v, u)) }))
	case language.Not:
		return "¬" + bracketed(s.set(n.children[0], v))
	case language.Union:
		return bracketed(s.set(n.children[0], v) + " ∨ " + s.set(n.children[1], v))
	case language.Discard:
		return conjoined(s.set(n.children[0], v), "¬"+bracketed(s.set(n.children[1], v)))
	}
	return conjoined(s.set(n.children[0], v), s.set(n.children[1], v))
}

func bracketed(text string) string {
	if text == "" {
		return "(⊤)"
	}
	return "(" + text + ")"
}

func literalsOf(list []literal, v string) string {
	var parts []string
	for _, l := range list {
		parts = append(parts, l.of(v))
	}
	return conjoined(parts...)
}

// related writes what a relation says of its new variable v.
func (s *speller) related(n *node, relation literal, v string) string {
	other := s.quantified("∃", func(u string) string {
		joined := relation.of(u, v)
		if n.subject {
			joined = relation.of(v, u)
		}
		return conjoined(s.set(n.children[0], u), joined)
	})
	return conjoined(literalsOf(n.other, v), other)
}

// truth writes node i as a closed formula.
func (s *speller) truth(i int) string {
	n := &s.nodes[i]
	child := func(k int) func(v string) string {
		return func(v string) string { return s.set(n.children[k], v) }
	}
	switch {
	case n.kind == language.Objects:
		return s.quantified("∃", func(v string) string { return s.set(i, v) })
	case n.op == language.Not:
		return "¬" + bracketed(s.truth(n.children[0]))
	}
	switch n.op {
	case language.Exist:
		return s.quantified("∃", child(0))
	case language.ForAll:
		return s.quantified("∀", child(0))
	case language.None:
		return s.quantified("∄", child(0))
	case language.And, language.Or:
		sign := map[language.Op]string{language.And: " ∧ ", language.Or: " ∨ "}[n.op]
		return s.truth(n.children[0]) + sign + s.truth(n.children[1])
	case language.Verify:
		return s.quantified("∃", func(v string) string { return conjoined(s.set(n.children[0], v), literalsOf(n.about, v)) })
	case language.VerifyRel:
		return s.quantified("∃", func(v string) string { return s.related(n, n.about[0], v) })
	}
	return s.options(n)
}

// options writes the operators that range over options o.
func (s *speller) options(n *node) string {
	o := literal{name: "o"}
	said := func(k int) func(v string) string {
		return func(v string) string { return conjoined(s.set(n.children[k], v), o.of(v)) }
	}
	var names []string
	for _, l := range n.about {
		names = append(names, l.name)
	}
	among := " o ∈ {" + strings.Join(names, ", ") + "}: "
	switch n.op {
	case language.AllSame, language.AllDifferent:
		all := s.quantified("∀", func(v string) string { return bracketed(s.set(n.children[0], v)) + " → " + o.of(v) })
		return map[language.Op]string{language.AllSame: "∃", language.AllDifferent: "∄"}[n.op] + among + all
	case language.TwoSame, language.TwoDifferent:
		return map[language.Op]string{language.TwoSame: "∃", language.TwoDifferent: "∄"}[n.op] + among + s.quantified("∃", said(0)) + " ∧ " +
			s.quantified("∃", said(1))
	case language.Compare:
		side := func(k int) string {
			return s.quantified("∃", func(v string) string { return conjoined(s.set(n.children[k], v), n.about[0].of(v)) })
		}
		sign := " > "
		if n.less {
			sign = " < "
		}
		return side(0) + sign + side(1)
	case language.ChooseRel:
		return "argmax" + among + s.quantified("∃", func(v string) string { return s.related(n, o, v) })
	}
	return "argmax" + among + s.quantified("∃", said(0))
}
