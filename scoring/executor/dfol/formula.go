package dfol

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"faithscope/loaders/record"
)

// formula is a formula of first-order logic with one or two variables in an atom.
type formula struct {
	kind  formulaKind
	name  string   // of an atom
	vars  []string // of an atom, or the one that is quantified
	parts []formula
}

type formulaKind uint8

const (
	atom formulaKind = iota
	negation
	conjunction
	disjunction
	exists
	forAll
)

// tokens are words, or names of several, and each sign by itself.
var tokens = regexp.MustCompile(`[\pL\p{Nd}_'-]+|[^ \t\r\n]`)

// formulaParser is a recursive descent parser. After a colon or a full stop a quantifier
// extends as far to the right as it can, otherwise no farther than "¬".
type formulaParser struct {
	tokens []string
	at     int
}

func (p *formulaParser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return ""
}

func (p *formulaParser) next() string {
	t := p.peek()
	p.at++
	return t
}

// sign is the meaning of a token, however it is written.
func sign(token string) string {
	switch strings.ToLower(token) {
	case "∃", "exists", "exist":
		return "∃"
	case "∀", "forall", "all":
		return "∀"
	case "∄", "no", "none":
		return "∄"
	case "and":
		return "∧"
	case "or":
		return "∨"
	case "not":
		return "¬"
	case "implies":
		return "→"
	}
	return token
}

// formula is an implication.
func (p *formulaParser) formula(depth int) (formula, error) {
	left, err := p.joined(depth, "∨", disjunction)
	if err != nil || sign(p.peek()) != "→" {
		return left, err
	}
	p.next()
	right, err := p.formula(depth + 1)
	return formula{kind: disjunction, parts: []formula{{kind: negation, parts: []formula{left}}, right}}, err
}

// joined is a disjunction of conjunctions, or a conjunction.
func (p *formulaParser) joined(depth int, by string, kind formulaKind) (formula, error) {
	var parts []formula
	for {
		var part formula
		var err error
		if kind == disjunction {
			part, err = p.joined(depth, "∧", conjunction)
		} else {
			part, err = p.unary(depth + 1)
		}
		if err != nil {
			return formula{}, err
		}
		parts = append(parts, part)
		if sign(p.peek()) != by {
			break
		}
		p.next()
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return formula{kind: kind, parts: parts}, nil
}

func (p *formulaParser) unary(depth int) (formula, error) {
	if depth > record.MaxDepth {
		return formula{}, errors.New("the formula is too deep")
	}
	token := p.next()
	switch s := sign(token); s {
	case "":
		return formula{}, errors.New("the formula ends too early")
	case "¬":
		inner, err := p.unary(depth + 1)
		return formula{kind: negation, parts: []formula{inner}}, err
	case "(":
		inner, err := p.formula(depth + 1)
		if err == nil && p.next() != ")" {
			err = errors.New(`a ")" is missing`)
		}
		return inner, err
	case "∃", "∀", "∄":
		return p.quantified(s, depth)
	}
	if !isWord(token) {
		return formula{}, fmt.Errorf("%q does not belong there", token)
	}
	name := token
	for p.peek() != "(" {
		word := p.next()
		if !isWord(word) {
			return formula{}, fmt.Errorf("%q needs its variables: %s(x)", name, name)
		}
		name += " " + word
	}
	return p.atom(name)
}

func (p *formulaParser) quantified(quantifier string, depth int) (formula, error) {
	variable := p.next()
	if !isWord(variable) {
		return formula{}, fmt.Errorf("%s needs a variable", quantifier)
	}
	scope := p.unary
	if next := p.peek(); next == ":" || next == "." {
		p.next()
		scope = p.formula
	}
	inner, err := scope(depth + 1)
	f := formula{kind: exists, vars: []string{variable}, parts: []formula{inner}}
	switch quantifier {
	case "∀":
		f.kind = forAll
	case "∄":
		f = formula{kind: negation, parts: []formula{f}}
	}
	return f, err
}

func (p *formulaParser) atom(name string) (formula, error) {
	p.next() // the parenthesis
	f := formula{name: name}
	for {
		v := p.next()
		if !isWord(v) {
			return f, fmt.Errorf("%s( needs variables", name)
		}
		f.vars = append(f.vars, v)
		switch p.next() {
		case ")":
			if len(f.vars) > 2 || len(f.vars) == 2 && f.vars[0] == f.vars[1] {
				return f, fmt.Errorf("%s(%s): an attribute has one variable, a relation two different ones", name, strings.Join(f.vars, ", "))
			}
			return f, nil
		case ",":
		default:
			return f, fmt.Errorf("%s(%s: a \")\" is missing", name, strings.Join(f.vars, ", "))
		}
	}
}

// normal pushes negations down to the atoms, and conjunctions into one. ∀ with
// a variable inside stays, for [setOf] to decide.
func (f formula) normal(negated bool) formula {
	switch f.kind {
	case negation:
		return f.parts[0].normal(!negated)
	case atom:
		if negated {
			return formula{kind: negation, parts: []formula{f}}
		}
		return f
	}
	out := formula{kind: f.kind, vars: f.vars}
	if negated {
		out.kind = map[formulaKind]formulaKind{conjunction: disjunction, disjunction: conjunction, exists: forAll, forAll: exists}[f.kind]
	}
	for _, part := range f.parts {
		part = part.normal(negated)
		if part.kind == out.kind && len(out.vars) == 0 {
			out.parts = append(out.parts, part.parts...)
		} else {
			out.parts = append(out.parts, part)
		}
	}
	return out
}

// free reports whether a variable occurs free.
func (f *formula) free(v string) bool {
	if f.kind == atom {
		return slices.Contains(f.vars, v)
	}
	if slices.Contains(f.vars, v) {
		return false
	}
	return slices.ContainsFunc(f.parts, func(part formula) bool { return part.free(v) })
}

// literal is the atom of a literal.
func (f *formula) literal() (_ *formula, negated, ok bool) {
	if f.kind == negation {
		return &f.parts[0], true, true
	}
	return f, false, f.kind == atom
}

// isWord reports whether a token is a name, and not a sign or the end.
func isWord(token string) bool {
	r, _ := utf8.DecodeRuneInString(token)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
