package dfol

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/executor"
)

// Executor is safe for concurrent use.
type Executor struct {
	Settings Settings
	Concepts *Concepts
	Scene    func(picture string) (*Scene, error)
}

// PictureOf returns meta "image", or the first file name without extension; "" if unknown.
func PictureOf(ex *loaders.Example) string {
	if name := ex.Meta["image"]; name != "" || len(ex.Images) == 0 {
		return name
	}
	name := path.Base(ex.Images[0].Path)
	return cmp.Or(strings.TrimSuffix(name, path.Ext(name)), name)
}

// Knows reports whether the oracle has the picture; false for a nil executor.
func (e *Executor) Knows(ex *loaders.Example) bool {
	if e == nil || len(ex.Images) == 0 {
		return false
	}
	_, err := e.Scene(PictureOf(ex))
	return err == nil
}

// Run implements [executor.Executor].
func (e *Executor) Run(ex *loaders.Example, changes executor.Changes) (*executor.Outcome, error) {
	o, _, err := e.runExample(ex, changes, nil)
	return o, err
}

// Without implements [executor.Remover]. Others keep their likelihoods, because these are of single
// objects and pairs. A question about several pictures is an error.
func (e *Executor) Without(ex *loaders.Example, changes executor.Changes, away [][]bool) (*executor.Outcome, error) {
	if len(away) != 1 {
		return nil, errors.New("the question is not about one picture")
	}
	o, s, err := e.runExample(ex, changes, away[0])
	if err != nil {
		return nil, err
	}
	for i := range o.Outputs {
		if part := o.Outputs[i].Boxes; part != nil {
			boxes := make([]float64, s.whole.n)
			for k, whole := range s.kept {
				boxes[whole] = part[0][k]
			}
			o.Outputs[i].Boxes = [][]float64{boxes}
		}
	}
	return o, nil
}

func (s *Scene) narrowChanges(changes executor.Changes) executor.Changes {
	own := executor.Changes{}
	for i, c := range changes {
		if out := c.Output; out != nil && len(out.Boxes) == 1 && len(out.Boxes[0]) == s.whole.n {
			left := loaders.Map(s.kept, func(whole int) float64 { return out.Boxes[0][whole] })
			c.Output = &loaders.Output{Boxes: [][]float64{left}}
		}
		switches := c.Switches
		c.Switches = nil
		for _, w := range switches {
			if w.Box = slices.Index(s.kept, w.Box); w.Box >= 0 {
				c.Switches = append(c.Switches, w)
			}
		}
		own[i] = c
	}
	return own
}

func withProgram(ex *loaders.Example) *loaders.Example {
	if len(ex.Program) > 0 || !chain.MatchString(ex.Logical) {
		return ex
	}
	modules, err := Parse(ex.Logical)
	if err != nil {
		return ex
	}
	read := *ex
	read.Program = modules
	return &read
}

// At returns a copy with threshold θ; e itself for 0 or a nil e.
func (e *Executor) At(theta float64) *Executor {
	if e == nil || theta == 0 {
		return e
	}
	other := *e
	other.Settings.Threshold = theta
	return &other
}

// Of returns an executor on one scene, with e's settings and concepts, or the defaults for a nil e.
func (e *Executor) Of(scene *Scene) *Executor {
	other := *cmp.Or(e, &Executor{Settings: Settings{Threshold: .5}})
	other.Scene = func(string) (*Scene, error) { return scene, nil }
	return &other
}

func (e *Executor) runExample(ex *loaders.Example, changes executor.Changes, away []bool) (*executor.Outcome, *Scene, error) {
	ex = withProgram(ex)
	p, s, err := e.Compile(changes.Program(ex.Program), PictureOf(ex))
	if err != nil {
		return nil, nil, err
	}
	if away != nil {
		if len(away) != s.Len() {
			return nil, nil, errors.New("the oracle has other objects than the example")
		}
		s = s.Without(away)
		changes = s.narrowChanges(changes)
	}
	o, err := NewRunner(e.Settings).Run(p, s, changes)
	switch {
	case err != nil:
	case away != nil:
		o.Undefined = ""
	case o.Undefined != "":
		o.Answer, o.Probability = "", nil
	}
	return o, s, err
}

// Compile fails without a scene or a valid program.
func (e *Executor) Compile(modules []loaders.Module, picture string) (*Program, *Scene, error) {
	if picture == "" {
		return nil, nil, errors.New("the question names no picture")
	}
	s, err := e.Scene(picture)
	if err != nil {
		return nil, nil, err
	}
	p, err := Compile(modules, s.conceptsOver(e.Concepts))
	return p, s, err
}

// Ground sets the gold of an example's modules from e, a golden oracle: boxes of objects over .5,
// and for modules without an output also truths and the answer in words. source names the gold.
func (e *Executor) Ground(ex *loaders.Example, source string) error {
	o, scene, err := e.runExample(ex, nil, nil)
	if err != nil {
		return err
	}
	for i := range ex.Program {
		m, out := &ex.Program[i], &o.Outputs[i]
		said := loaders.IfElse(i == 0, o.Answer, "")
		if i > 0 && out.Truth != nil {
			said = loaders.IfElse(*out.Truth > e.Settings.Threshold, "yes", "no")
		}
		if m.Gold = nil; out.Boxes == nil {
			if m.Output.Empty() && said != "" {
				m.Gold = &loaders.Gold{Text: &said, Source: source}
			}
			continue
		}
		gold := []loaders.Box{}
		for k, p := range out.Boxes[0] {
			if p > 0.5 {
				gold = append(gold, scene.Boxes[k])
			}
		}
		m.Gold = &loaders.Gold{Boxes: [][]loaders.Box{gold}, Source: source}
	}
	return nil
}
