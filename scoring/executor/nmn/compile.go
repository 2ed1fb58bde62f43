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

// New compiles an example's program. The error says why it cannot be run.
func (e *Executor) New(ex *loaders.Example) (*Program, error) {
	return e.compile(ex, ex.Program)
}

func (e *Executor) compile(ex *loaders.Example, modules []loaders.Module) (*Program, error) {
	if len(modules) == 0 {
		return nil, errors.New("the example has no program")
	}
	p := &Program{executor: e, nodes: make([]node, len(modules))}
	for _, im := range ex.Images {
		p.boxes = append(p.boxes, im.Proposals)
		p.most += len(im.Proposals)
	}
	p.most = max(p.most, images*boxesPerImage)
	if p.counter = e.Counter; p.counter == nil {
		p.counter = untrained(p.boxes)
	}
	nested := make([]int, len(modules)) // image macros at and below a module
	for i := len(modules) - 1; i >= 0; i-- {
		err := p.add(i, modules)
		if err == nil {
			err = p.nest(i, nested)
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
			n.own, n.why = p.recover(n)
		}
	}
	return p, nil
}

// The pictures of NLVR2 as faithful-nmn sees them: counts go up to all boxes.
const (
	images        = 2
	boxesPerImage = 36
)

// untrained is an untrained Counter of as many objects as any image has boxes.
func untrained(boxes [][]loaders.Box) *Counter {
	objects := boxesPerImage
	for _, list := range boxes {
		objects = max(objects, len(list))
	}
	c, err := NewCounter(objects, nil)
	if err != nil {
		panic(err) // no weights, none of them wrong
	}
	return c
}

func (p *Program) add(i int, modules []loaders.Module) error {
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
			return fmt.Errorf("%s returns what it does not take", modules[child].Op)
		}
	}
	p.nodes[i] = node{Signature: s, op: op, children: m.Children, logged: m.Output}
	if op == language.Number {
		n := m.Output.Number
		if n == nil {
			value, err := strconv.ParseFloat(m.Text, 64)
			if err != nil {
				return fmt.Errorf("%q is not a number", m.Text)
			}
			n = &loaders.Number{Mean: value, Var: language.Variance}
		}
		p.nodes[i].constant = n
	}
	return nil
}

// mostNested bounds image macros inside one another: each runs what is below it
// twice.
const mostNested = 4

// nest counts the image macros at and below module i, and takes each module
// below for this one alone.
func (p *Program) nest(i int, nested []int) error {
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
		return fmt.Errorf("more than %d image macros inside one another", mostNested)
	}
	return nil
}

// Executor runs the programs of faithful-nmn's models. The zero value reads
// numbers as the authors' code does and leaves counting to the network.
type Executor struct {
	// Spread is the reading of a number's spread.
	Spread Spread
	// Counting says how sets are counted.
	Counting Counting
	// Counter has the weights of graph-count; nil is an untrained one.
	Counter *Counter
}

// Counting is how a set of objects is counted.
type Counting uint8

// The ways of counting: by a network, whose counts are those that the run
// logged (layer-count, and graph-count with weights that nobody knows); by the
// sum of probabilities; by the Counter.
const (
	Network Counting = iota
	Sum
	Graph
)

// Program is an example's program with what its learned modules returned. It
// does not change and is safe for concurrent use.
type Program struct {
	executor *Executor
	nodes    []node
	boxes    [][]loaders.Box // per image
	most     int             // the greatest count
	counter  *Counter
}

// node is one module, at its index in the example's program.
type node struct {
	language.Signature
	op       language.Op
	children []int
	constant *loaders.Number // a number that stands in the program or was read
	logged   loaders.Output
	own      *learned // of a learned module that can be computed; nil where only its logged output is known
	why      string   // why own is nil
}

// learned is what the network of a learned module returned before the module
// multiplied its arguments in: for find all there is.
type learned struct {
	p [][]float64 // per image and proposal; NaN where the run does not tell
	// best has per proposal the one of the second set, or of the only one,
	// that it was related to; nil where any other would do as well.
	best [][]int
}
