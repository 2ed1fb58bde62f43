// Package ask answers a typed program about a picture whose objects an oracle knows, by logic or by
// neural modules that return what the oracle says.
package ask

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
)

func countsObjects(m loaders.Module) bool {
	s := language.Of(m.Op).Signature()
	return s.Returns == language.Amount || s.Of == language.Amount
}

// Ask runs a program in any form of [dfol.Parse], or answers a question like GQA's. It returns an example with the scene's objects as
// proposals, outputs and answer, and the executor for changes: neural modules if the program
// counts, otherwise logic. c may be nil.
func Ask(questionText string, s *dfol.Scene, c *dfol.ConceptCategories, settings dfol.Settings) (*loaders.Example, executor.Executor,
	error) {
	program := questionText
	if strings.Contains(questionText, " ") && !strings.ContainsAny(questionText, "()[]:") {
		var err error
		if program, err = translateQuestion(questionText, s, cmp.Or(c, &dfol.ConceptCategories{})); err != nil {
			return nil, nil, err
		}
	}
	modules, err := dfol.Parse(program)
	if err != nil {
		return nil, nil, err
	}
	ex := &loaders.Example{ID: questionText, Question: questionText, Logical: program, Program: modules,
		Images: []loaders.Image{s.Image(s.Picture)}}
	var x executor.Executor = (&dfol.Executor{Settings: settings, Concepts: c}).Of(s)
	if slices.ContainsFunc(modules, countsObjects) {
		oracle := sceneOracle{dfol.NewRunner(settings), s, c}
		if err := oracle.fillSets(modules, 0); err != nil {
			return nil, nil, err
		}
		x = &nmn.Executor{Counting: nmn.Sum}
	}
	o, err := x.Run(ex, nil)
	if err != nil {
		return nil, nil, err
	}
	ex = o.Complete(ex)
	ex.Answer.Predicted = o.Answer
	if p, ok := o.Likelihood(ex.Answer.Probable()); ok {
		ex.Answer.Probability = &p
	}
	return ex, x, nil
}

type sceneOracle struct {
	runner   *dfol.Runner
	scene    *dfol.Scene
	concepts *dfol.ConceptCategories
}

// fillSets runs the sets below module i and renames their operators, because the network executor
// takes them as logged.
func (a *sceneOracle) fillSets(program []loaders.Module, i int) error {
	for _, child := range program[i].Children {
		switch op := language.Of(program[child].Op); {
		case countsObjects(program[child]), op == language.Exist, op == language.And, op == language.Or:
			if err := a.fillSets(program, child); err != nil {
				return err
			}
			continue
		}
		p, err := dfol.Compile(subprogramOf(program, child), a.concepts)
		if err != nil {
			return err
		}
		o, err := a.runner.Run(p, a.scene, nil)
		if err != nil {
			return err
		}
		for k := range o.Outputs {
			m := &program[child+k] // pre-order
			m.Output = o.Outputs[k]
			m.SetOp(language.Of(m.Op).String())
		}
	}
	return nil
}

// Indices start at 0, because a compiled program begins at its root. It relies on pre-order.
func subprogramOf(program []loaders.Module, i int) []loaders.Module {
	last := i
	for len(program[last].Children) > 0 {
		last = program[last].Children[len(program[last].Children)-1]
	}
	own := slices.Clone(program[i : last+1])
	for k := range own {
		own[k].Children = loaders.Map(own[k].Children, func(child int) int { return child - i })
	}
	return own
}
