package nmn

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

func (e *Executor) compileProgram(ex *loaders.Example, modules []loaders.Module) (*Program, error) {
	if len(modules) == 0 {
		return nil, errors.New("the example has no program")
	}
	p := &Program{executor: e, example: ex, modules: modules, nodes: make([]node, len(modules))}
	for _, im := range ex.Images {
		p.boxes = append(p.boxes, im.Proposals)
		p.most += len(im.Proposals)
	}
	p.most = max(p.most, images*boxesPerImage)
	if p.counter = e.Counter; p.counter == nil {
		p.counter = newUntrained(p.boxes)
	}
	nested := make([]int, len(modules))
	for i := len(modules) - 1; i >= 0; i-- {
		err := p.addModule(i, modules)
		if err == nil {
			err = p.nestMacros(i, nested)
		}
		if err != nil {
			return nil, fmt.Errorf("module %d, %s: %w", i, cmp.Or(modules[i].Name, modules[i].Op), err)
		}
	}
	if p.nodes[0].Returns != language.Truth {
		return nil, errors.New("the program does not return a truth value")
	}
	for i := range p.nodes {
		if n := &p.nodes[i]; n.Learned {
			n.own, n.why = p.recoverNetwork(n)
		}
	}
	return p, nil
}

// NLVR2's pictures in faithful-nmn: counts go up to all boxes.
const (
	images        = 2
	boxesPerImage = 36
)

func newUntrained(boxes [][]loaders.Box) *Counter {
	objects := boxesPerImage
	for _, list := range boxes {
		objects = max(objects, len(list))
	}
	c, _ := NewCounter(objects, nil)
	return c
}

func (p *Program) addModule(i int, modules []loaders.Module) error {
	m := &modules[i]
	op := language.Of(m.Op)
	s := op.Signature()
	if !s.Neural {
		return errors.New("the executor has no such module")
	}
	if err := executor.Arguments(modules, i, s.Takes); err != nil {
		return err
	}
	for _, child := range m.Children {
		if p.nodes[child].Returns != s.Of {
			return fmt.Errorf("%s returns a kind that it does not accept", modules[child].Op)
		}
	}
	p.nodes[i] = node{Signature: s, op: op, children: m.Children, logged: m.Output}
	if op == language.Number {
		p.nodes[i].constant = m.Output.Number
		if m.Output.Number == nil {
			value, err := strconv.ParseFloat(m.Text, 64)
			if err != nil {
				return fmt.Errorf("%q is not a number", m.Text)
			}
			p.nodes[i].constant = &loaders.Number{Mean: value, Var: language.Variance}
		}
	}
	return nil
}

// Each nested image macro runs the modules below it twice.
const mostNested = 4

// nested[i] becomes the most image macros on a path from i down; -1 marks children, because a child
// taken twice means that there is no tree.
func (p *Program) nestMacros(i int, nested []int) error {
	own := 0
	for _, child := range p.nodes[i].children {
		if nested[child] < 0 {
			return errors.New("the program is not a tree")
		}
		own = max(own, nested[child])
		nested[child] = -1
	}
	if p.nodes[i].Macro {
		own++
	}
	if nested[i] = own; own > mostNested {
		return fmt.Errorf("image macros are nested more than %d deep", mostNested)
	}
	return nil
}
