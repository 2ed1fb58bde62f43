package nmndrop

import (
	"errors"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// expression is a logical form: a function applied to arguments.
type expression struct {
	function string
	args     []*expression
	number   int // the demo's identifier, 0 for none
}

// parse reads a logical form, an S-expression whose lists begin with a
// function: (span (compare_num_lt find find)).
func parse(form string) (*expression, error) {
	p := parser{rest: form}
	e, err := p.expression(0)
	if err != nil {
		return nil, err
	}
	if more := p.next(); more != "" {
		return nil, loaders.Errorf("%q follows its end", more)
	}
	return e, nil
}

type parser struct {
	rest  string
	count int
}

// next returns the next token: a parenthesis, a name, or "" at the end.
func (p *parser) next() string {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	n := strings.IndexAny(p.rest, "() \t\r\n")
	switch {
	case n < 0:
		n = len(p.rest)
	case n == 0:
		n = 1
	}
	token := p.rest[:n]
	p.rest = p.rest[n:]
	return token
}

func (p *parser) expression(depth int) (*expression, error) {
	if depth > record.MaxDepth {
		return nil, loaders.Errorf("it nests deeper than %d levels", record.MaxDepth)
	}
	if p.count++; p.count > language.MaxModules {
		return nil, language.ErrTooLong
	}
	switch token := p.next(); token {
	case "":
		return nil, errors.New("it ends too early")
	case ")":
		return nil, errors.New("a parenthesis closes that never opened")
	case "(":
		return p.list(depth)
	default:
		return &expression{function: token}, nil
	}
}

func (p *parser) list(depth int) (*expression, error) {
	e := &expression{function: p.next()}
	if e.function == "" || e.function == "(" || e.function == ")" {
		return nil, errors.New("a list does not begin with a function")
	}
	for {
		before := p.rest
		if p.next() == ")" {
			return e, nil
		}
		p.rest = before
		arg, err := p.expression(depth + 1)
		if err != nil {
			return nil, err
		}
		e.args = append(e.args, arg)
	}
}
