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
	Concepts *ConceptCategories
	Scene    func(picture string) (*Scene, error)

	believed []int // predicates whose truth counts
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
func (e *Executor) Run(ex *loaders.Example, outputChanges executor.OutputChanges) (*executor.Outcome, error) {
	o, _, err := e.runExample(ex, outputChanges, nil)
	return o, err
}

// Without implements [executor.ObjectRemover]. Others keep their likelihoods, because these are of single
// objects and pairs. A question about several pictures is an error.
func (e *Executor) Without(ex *loaders.Example, outputChanges executor.OutputChanges, removed [][]bool) (*executor.Outcome, error) {
	if len(removed) != 1 {
		return nil, errors.New("the question must be about one picture")
	}
	o, s, err := e.runExample(ex, outputChanges, removed[0])
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

func (s *Scene) narrowChanges(outputChanges executor.OutputChanges) executor.OutputChanges {
	own := executor.OutputChanges{}
	for i, c := range outputChanges {
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
func (e *Executor) At(threshold float64) *Executor {
	if e == nil || threshold == 0 {
		return e
	}
	other := *e
	other.Settings.Threshold = threshold
	return &other
}

// Believing implements [executor.PredicateOverrider].
func (e *Executor) Believing(predicateIndices []int) executor.Executor {
	other := *e
	other.believed = predicateIndices
	return &other
}

// Of returns an executor on one scene, with e's settings and concepts, or the defaults for a nil e.
func (e *Executor) Of(scene *Scene) *Executor {
	other := *cmp.Or(e, &Executor{Settings: Settings{Threshold: .5}})
	other.Scene = func(string) (*Scene, error) { return scene, nil }
	return &other
}

func (e *Executor) runExample(ex *loaders.Example, outputChanges executor.OutputChanges, removedObjects []bool) (*executor.Outcome, *Scene,
	error) {
	ex = withProgram(ex)
	p, s, err := e.Compile(outputChanges.Program(ex.Program), PictureOf(ex))
	if err != nil {
		return nil, nil, err
	}
	s = s.believeTruth(ex.Answer.Predicates, e.believed)
	if removedObjects != nil {
		if len(removedObjects) != s.Len() {
			return nil, nil, errors.New("the oracle's objects differ from the example's")
		}
		s = s.Without(removedObjects)
		outputChanges = s.narrowChanges(outputChanges)
	}
	o, err := NewRunner(e.Settings).Run(p, s, outputChanges)
	switch {
	case err != nil:
	case removedObjects != nil:
		o.Undefined = ""
	case o.Undefined != "":
		o.Answer, o.Probability = "", nil
	}
	return o, s, err
}

// Compile fails without a scene or a valid program.
func (e *Executor) Compile(programModules []loaders.Module, pictureName string) (*Program, *Scene, error) {
	if pictureName == "" {
		return nil, nil, errors.New("the question names no picture")
	}
	s, err := e.Scene(pictureName)
	if err != nil {
		return nil, nil, err
	}
	p, err := Compile(programModules, s.conceptsOver(e.Concepts))
	return p, s, err
}

// Ground sets the gold of an example's modules from e, a golden oracle: boxes of objects over .5,
// and for modules without an output also truths and the answer in words. goldSource names the gold.
func (e *Executor) Ground(ex *loaders.Example, goldSource string) error {
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
				m.Gold = &loaders.Gold{Text: &said, Source: goldSource}
			}
			continue
		}
		gold := []loaders.Box{}
		for k, p := range out.Boxes[0] {
			if p > 0.5 {
				gold = append(gold, scene.Boxes[k])
			}
		}
		m.Gold = &loaders.Gold{Boxes: [][]loaders.Box{gold}, Source: goldSource}
	}
	return nil
}
