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

func (e *Executor) compileProgram(ex *loaders.Example, programModules []loaders.Module) (*Program, error) {
	if len(programModules) == 0 {
		return nil, errors.New("the example has no program")
	}
	p := &Program{executor: e, example: ex, modules: programModules, nodes: make([]programNode, len(programModules))}
	for _, im := range ex.Images {
		p.boxes = append(p.boxes, im.Proposals)
		p.most += len(im.Proposals)
	}
	p.most = max(p.most, images*boxesPerImage)
	if p.counter = e.Counter; p.counter == nil {
		p.counter = newUntrained(p.boxes)
	}
	nested := make([]int, len(programModules))
	for i := len(programModules) - 1; i >= 0; i-- {
		err := p.addModule(i, programModules)
		if err == nil {
			err = p.nestMacros(i, nested)
		}
		if err != nil {
			return nil, fmt.Errorf("module %d, %s: %w", i, cmp.Or(programModules[i].Name, programModules[i].Op), err)
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

func newUntrained(imageBoxes [][]loaders.Box) *ObjectCounter {
	objects := boxesPerImage
	for _, list := range imageBoxes {
		objects = max(objects, len(list))
	}
	c, _ := NewCounter(objects, nil)
	return c
}

func (p *Program) addModule(i int, programModules []loaders.Module) error {
	m := &programModules[i]
	op := language.Of(m.Op)
	s := op.Signature()
	if !s.Neural {
		return errors.New("the executor has no such module")
	}
	if err := executor.Arguments(programModules, i, s.Takes); err != nil {
		return err
	}
	for _, child := range m.Children {
		if p.nodes[child].Returns != s.Of {
			return fmt.Errorf("it does not accept what %s returns", programModules[child].Op)
		}
	}
	p.nodes[i] = programNode{Signature: s, op: op, children: m.Children, logged: m.Output}
	if op == language.Number {
		p.nodes[i].constant = m.Output.Number
		if m.Output.Number == nil {
			value, err := strconv.ParseFloat(m.Text, 64)
			if err != nil {
				return fmt.Errorf("%q is not a number", m.Text)
			}
			p.nodes[i].constant = new(countNumber(value))
		}
	}
	return nil
}

// Each nested image macro runs the modules below it twice.
const mostNested = 4

// nestingDepths[i] becomes the most image macros on a path from i down; -1 marks children, because a
// child taken twice means that there is no tree.
func (p *Program) nestMacros(i int, nestingDepths []int) error {
	own := 0
	for _, child := range p.nodes[i].children {
		if nestingDepths[child] < 0 {
			return errors.New("the program is not a tree")
		}
		own = max(own, nestingDepths[child])
		nestingDepths[child] = -1
	}
	if p.nodes[i].Macro {
		own++
	}
	if nestingDepths[i] = own; own > mostNested {
		return fmt.Errorf("image macros are nested more than %d deep", mostNested)
	}
	return nil
}
