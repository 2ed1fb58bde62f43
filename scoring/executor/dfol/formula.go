package dfol

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"faithscope/loaders/record"
)

type formula struct {
	kind  formulaKind
	name  string
	vars  []string // of an atom, or quantified
	parts []formula
}

func negationOf(f formula) formula { return formula{kind: negation, parts: []formula{f}} }

type formulaKind uint8

const (
	atom formulaKind = iota
	negation
	conjunction
	disjunction
	exists
	forAll
)

var tokens = regexp.MustCompile(`[\pL\p{Nd}_'-]+|[^ \t\r\n]`)

// After a colon or a full stop a quantifier extends as far right as it can, otherwise no farther
// than "¬".
type formulaParser struct {
	tokens []string
	at     int
	err    error
}

func (p *formulaParser) fail(format string, args ...any) formula {
	p.err = cmp.Or(p.err, fmt.Errorf(format, args...))
	p.at = len(p.tokens)
	return formula{}
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

var wordSigns = map[string]string{
	"exists": "∃", "exist": "∃", "forall": "∀", "all": "∀", "no": "∄", "none": "∄",
	"and": "∧", "or": "∨", "not": "¬", "implies": "→",
}

func tokenMeaning(token string) string { return cmp.Or(wordSigns[strings.ToLower(token)], token) }

func (p *formulaParser) parseImplication(depth int) formula {
	left := p.parseJoined(depth, "∨", disjunction)
	if tokenMeaning(p.peek()) != "→" {
		return left
	}
	p.next()
	return formula{kind: disjunction, parts: []formula{negationOf(left), p.parseImplication(depth + 1)}}
}

func (p *formulaParser) parseJoined(depth int, logicalOperator string, joinedKind formulaKind) formula {
	var parts []formula
	for {
		if joinedKind == disjunction {
			parts = append(parts, p.parseJoined(depth, "∧", conjunction))
		} else {
			parts = append(parts, p.parseUnary(depth+1))
		}
		if tokenMeaning(p.peek()) != logicalOperator {
			break
		}
		p.next()
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return formula{kind: joinedKind, parts: parts}
}

// Depth is limited because the text is untrusted.
func (p *formulaParser) parseUnary(depth int) formula {
	if depth > record.MaxDepth {
		return p.fail("the formula is nested too deeply")
	}
	token := p.next()
	switch s := tokenMeaning(token); s {
	case "":
		return p.fail("the formula ends too early")
	case "¬":
		return negationOf(p.parseUnary(depth + 1))
	case "(":
		inner := p.parseImplication(depth + 1)
		if p.next() != ")" {
			return p.fail(`missing ")"`)
		}
		return inner
	case "∃", "∀", "∄":
		return p.parseQuantified(s, depth)
	}
	if !isWord(token) {
		return p.fail("unexpected %q", token)
	}
	name := token
	for p.peek() != "(" {
		word := p.next()
		if !isWord(word) {
			return p.fail("%q needs variables, as in %s(x)", name, name)
		}
		name += " " + word
	}
	return p.parseAtom(name)
}

func (p *formulaParser) parseQuantified(quantifierSign string, depth int) formula {
	variable := p.next()
	if !isWord(variable) {
		return p.fail("%s needs a variable", quantifierSign)
	}
	scope := p.parseUnary
	switch p.peek() {
	case ":", ".":
		p.next()
		scope = p.parseImplication
	case ",":
		p.next()
		if s := tokenMeaning(p.peek()); s != "∃" && s != "∀" && s != "∄" && s != "" { // ∃x, y
			p.at--
			p.tokens[p.at] = quantifierSign
		}
	}
	f := formula{kind: exists, vars: []string{variable}, parts: []formula{scope(depth + 1)}}
	switch quantifierSign {
	case "∀":
		f.kind = forAll
	case "∄":
		f = negationOf(f)
	}
	return f
}

func (p *formulaParser) parseAtom(predicateName string) formula {
	p.next() // the parenthesis
	f := formula{name: predicateName}
	for {
		v := p.next()
		if !isWord(v) {
			return p.fail("expected variables after %s(", predicateName)
		}
		f.vars = append(f.vars, v)
		switch p.next() {
		case ")":
			if len(f.vars) > 2 || len(f.vars) == 2 && f.vars[0] == f.vars[1] {
				return p.fail("%s(%s): an attribute takes one variable, a relation two different ones", predicateName, strings.Join(f.vars, ", "))
			}
			return f
		case ",":
		default:
			return p.fail("%s(%s: missing \")\"", predicateName, strings.Join(f.vars, ", "))
		}
	}
}

const whenFalse, whenTrue = true, false

func (f formula) normalForm(isNegated bool) formula {
	switch f.kind {
	case negation:
		return f.parts[0].normalForm(!isNegated)
	case atom:
		if isNegated {
			return negationOf(f)
		}
		return f
	}
	out := formula{kind: f.kind, vars: f.vars}
	if isNegated {
		out.kind = map[formulaKind]formulaKind{conjunction: disjunction, disjunction: conjunction, exists: forAll, forAll: exists}[f.kind]
	}
	for _, part := range f.parts {
		part = part.normalForm(isNegated)
		if part.kind == out.kind && len(out.vars) == 0 {
			out.parts = append(out.parts, part.parts...)
		} else {
			out.parts = append(out.parts, part)
		}
	}
	return out
}

func (f *formula) isFree(v string) bool {
	if slices.Contains(f.vars, v) {
		return f.kind == atom
	}
	return slices.ContainsFunc(f.parts, func(part formula) bool { return part.isFree(v) })
}

func (f *formula) asLiteral() (_ *formula, negated, ok bool) {
	if f.kind == negation {
		return &f.parts[0], true, true
	}
	return f, false, f.kind == atom
}

func isWord(token string) bool {
	r, _ := utf8.DecodeRuneInString(token)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
