package dfol

import (
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

type formulaModule struct {
	op, text string
	children []*formulaModule
}

func newModule(op, text string, children ...*formulaModule) *formulaModule {
	return &formulaModule{op, text, children}
}

var operators = map[formulaKind]string{exists: "exist", forAll: "forall", conjunction: "and", disjunction: "or"}

// An atom outside all quantifiers fails, because nothing binds its variables.
func (p *formulaParser) writeTruth(f *formula) *formulaModule {
	switch f.kind {
	case exists, forAll:
		return newModule(operators[f.kind], "", p.writeSet(&f.parts[0], f.vars[0]))
	case conjunction, disjunction:
		return foldParts(operators[f.kind], f.parts, p.writeTruth)
	}
	a, _, _ := f.asLiteral()
	p.fail("%s(%s): no quantifier binds its variables", a.name, strings.Join(a.vars, ", "))
	return nil
}

func foldParts(moduleName string, formulaParts []formula, makeModule func(f *formula) *formulaModule) *formulaModule {
	joined := makeModule(&formulaParts[0])
	for i := range formulaParts[1:] {
		joined = newModule(moduleName, "", joined, makeModule(&formulaParts[1+i]))
	}
	return joined
}

func (p *formulaParser) writeSet(f *formula, v string) *formulaModule {
	switch f.kind {
	case conjunction:
		return p.writeFiltered(nil, f.parts, v)
	case disjunction:
		return foldParts("union", f.parts, func(part *formula) *formulaModule { return p.writeSet(part, v) })
	case forAll:
		outside := f.normalForm(whenFalse)
		return newModule("not", "", p.writeRelated(&outside, v))
	case exists:
		return p.writeRelated(f, v)
	}
	a, negated, _ := f.asLiteral()
	if len(a.vars) != 1 || a.vars[0] != v {
		p.fail("%s(%s) must be about %s only", a.name, strings.Join(a.vars, ", "), v)
	}
	return newModule("select", spellConcept(a.name, negated))
}

// Literals come last so that they become filters.
func (p *formulaParser) writeFiltered(moduleSoFar *formulaModule, formulaParts []formula, v string) *formulaModule {
	for _, literals := range []bool{false, true} {
		for i := range formulaParts {
			a, negated, literal := formulaParts[i].asLiteral()
			if literal != literals {
				continue
			}
			part := p.writeSet(&formulaParts[i], v)
			switch {
			case moduleSoFar == nil:
				moduleSoFar = part
			case literal:
				moduleSoFar = newModule("filter", spellConcept(a.name, negated), moduleSoFar)
			default:
				moduleSoFar = newModule("intersect", "", moduleSoFar, part)
			}
		}
	}
	return moduleSoFar
}

func (p *formulaParser) writeRelated(f *formula, v string) *formulaModule {
	u := f.vars[0]
	relation, ofV, ofU := p.splitBody(f, v)
	if relation == nil {
		return nil
	}
	a, negated, _ := relation.asLiteral()
	role := "o"
	if a.vars[0] == v {
		role = "s"
	}
	others := p.writeFiltered(nil, ofU, u)
	if others == nil {
		others = newModule("select", "")
	}
	relate := newModule("relate", "_,"+spellConcept(a.name, negated)+","+role, others)
	return p.writeFiltered(relate, ofV, v)
}

// Anything but one relation fails, because modules relate two sets once.
func (p *formulaParser) splitBody(f *formula, v string) (relation *formula, ofV, ofU []formula) {
	u := f.vars[0]
	parts := f.parts
	if parts[0].kind == conjunction {
		parts = parts[0].parts
	}
	for i := range parts {
		part := &parts[i]
		_, _, literal := part.asLiteral()
		switch about, other := part.isFree(v), part.isFree(u); {
		case about && other && !literal:
			p.fail("only a relation may join %s and %s", v, u)
		case about && other && relation != nil:
			p.fail("%s and %s share two relations: use one at a time", v, u)
		case about && other:
			relation = part
		case about:
			ofV = append(ofV, *part)
		default:
			ofU = append(ofU, *part)
		}
	}
	if relation == nil {
		p.fail("no relation joins %s to %s", u, v)
	}
	return relation, ofV, ofU
}

func parseFormula(text string) ([]loaders.Module, error) {
	text = strings.NewReplacer("->", "→", "=>", "→", "&&", "∧", "&", "∧", "||", "∨", "|", "∨", "~", "¬", "!", "¬").Replace(text)
	p := &formulaParser{tokens: tokens.FindAllString(text, -1)}
	f := p.parseImplication(0)
	if p.peek() != "" {
		p.fail("unexpected %q", p.peek())
	}
	if p.err != nil {
		return nil, p.err
	}
	f = f.normalForm(whenTrue).narrowScopes()
	root := p.writeTruth(&f)
	if p.err != nil {
		return nil, p.err
	}
	place := -1
	return language.Unfold(root, func(b *formulaModule) (loaders.Module, []*formulaModule) {
		place++
		return loaders.Module{Op: b.op, Text: b.text, Place: place}, b.children
	})
}
