package dfol

import (
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// branch is a module of a formula that is being translated.
type branch struct {
	op, text string
	children []*branch
}

// truthOf writes a closed formula in negation normal form as modules: sets of what a
// variable may be, and quantifiers over them.
func truthOf(f *formula) (*branch, error) {
	switch f.kind {
	case exists, forAll:
		inner, err := setOf(&f.parts[0], f.vars[0])
		op := "exist"
		if f.kind == forAll {
			op = "forall"
		}
		return &branch{op: op, children: []*branch{inner}}, err
	case conjunction, disjunction:
		op := "and"
		if f.kind == disjunction {
			op = "or"
		}
		return folded(op, f.parts, truthOf)
	}
	a, _, _ := f.literal()
	return nil, fmt.Errorf("%s(%s): no quantifier binds its variables", a.name, strings.Join(a.vars, ", "))
}

// folded joins parts two by two.
func folded(op string, parts []formula, each func(f *formula) (*branch, error)) (*branch, error) {
	var joined *branch
	for i := range parts {
		b, err := each(&parts[i])
		if err != nil {
			return nil, err
		}
		if joined == nil {
			joined = b
		} else {
			joined = &branch{op: op, children: []*branch{joined, b}}
		}
	}
	return joined, nil
}

// setOf writes a formula with the one free variable v: the set of all v for
// which it holds.
func setOf(f *formula, v string) (*branch, error) {
	switch f.kind {
	case conjunction:
		return filtered(nil, f.parts, v)
	case disjunction:
		return folded("union", f.parts, func(part *formula) (*branch, error) { return setOf(part, v) })
	case forAll: // v for which all others hold: there is none for which it does not
		outside := f.normal(true)
		inner, err := related(&outside, v)
		return &branch{op: "not", children: []*branch{inner}}, err
	case exists:
		return related(f, v)
	}
	a, negated, _ := f.literal()
	if len(a.vars) != 1 || a.vars[0] != v {
		return nil, fmt.Errorf("%s(%s) says nothing about %s alone", a.name, strings.Join(a.vars, ", "), v)
	}
	return &branch{op: "select", text: spelled(a.name, negated)}, nil
}

// filtered writes a conjunction with a set, nil for that of everything: first what
// selects, then filters by what is said about v alone.
func filtered(whole *branch, parts []formula, v string) (*branch, error) {
	for _, literals := range []bool{false, true} {
		for i := range parts {
			a, negated, literal := parts[i].literal()
			if literal != literals {
				continue
			}
			part, err := setOf(&parts[i], v)
			switch {
			case err != nil:
				return nil, err
			case whole == nil:
				whole = part
			case literal:
				whole = &branch{op: "filter", text: spelled(a.name, negated), children: []*branch{whole}}
			default:
				whole = &branch{op: "intersect", children: []*branch{whole, part}}
			}
		}
	}
	return whole, nil
}

// related writes ∃u (… r(v, u) … ): a relation between v and the set of u, with
// what is said about v alone.
func related(f *formula, v string) (*branch, error) {
	u := f.vars[0]
	relation, ofV, ofU, err := splitBody(f, v)
	if err != nil {
		return nil, err
	}
	a, negated, _ := relation.literal()
	role := "o"
	if a.vars[0] == v {
		role = "s"
	}
	others, err := filtered(nil, ofU, u)
	if err != nil {
		return nil, err
	}
	if others == nil {
		others = &branch{op: "select"}
	}
	relate := &branch{op: "relate", text: "_," + spelled(a.name, negated) + "," + role, children: []*branch{others}}
	return filtered(relate, ofV, v)
}

// splitBody splits the body of ∃u: the one relation with v, what is said about v
// alone and about u alone.
func splitBody(f *formula, v string) (relation *formula, ofV, ofU []formula, err error) {
	u := f.vars[0]
	parts := f.parts
	if parts[0].kind == conjunction {
		parts = parts[0].parts
	}
	for i := range parts {
		part := &parts[i]
		_, _, literal := part.literal()
		switch about, other := part.free(v), part.free(u); {
		case about && other && !literal:
			return nil, nil, nil, fmt.Errorf("%s and %s share more than a relation", v, u)
		case about && other && relation != nil:
			return nil, nil, nil, fmt.Errorf("%s and %s share two relations: use one at a time", v, u)
		case about && other:
			relation = part
		case about:
			ofV = append(ofV, *part)
		default:
			ofU = append(ofU, *part)
		}
	}
	if relation == nil {
		err = fmt.Errorf("no relation joins %s to %s", u, v)
	}
	return relation, ofV, ofU, err
}

// parseFormula reads a closed formula and writes it as modules.
func parseFormula(text string) ([]loaders.Module, error) {
	text = strings.NewReplacer("->", "→", "=>", "→", "&&", "∧", "&", "∧", "||", "∨", "|", "∨", "~", "¬", "!", "¬").Replace(text)
	p := &formulaParser{tokens: tokens.FindAllString(text, -1)}
	f, err := p.formula(0)
	if err != nil {
		return nil, err
	}
	if p.peek() != "" {
		return nil, fmt.Errorf("%q does not belong there", p.peek())
	}
	f = f.normal(false)
	root, err := truthOf(&f)
	if err != nil {
		return nil, err
	}
	place := -1
	return language.Unfold(root, func(b *branch) (loaders.Module, []*branch) {
		place++
		return loaders.Module{Op: b.op, Text: b.text, Place: place}, b.children
	})
}
