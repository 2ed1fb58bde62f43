package dfol

import (
	"errors"
	"maps"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// leastArgument is the attention of an argument from which on what a filter
// says can be told by division.
const leastArgument = 1e-6

// Logged returns what a run itself says of a picture, of which examples ask,
// each with the same proposals: the likelihoods that its images carry, and
// besides what its modules tell of attributes. A find of one attribute returns
// its likelihoods, a filter their product with its argument. A run that was
// calibrated tells calibrated ones. It fails where the run says nothing.
func Logged(picture string, examples []*loaders.Example) (*Scene, error) {
	var scene *Scene
	for _, ex := range examples {
		if len(ex.Images) != 1 || len(ex.Images[0].Proposals) == 0 {
			continue
		}
		im := &ex.Images[0]
		if scene == nil {
			scene = &Scene{
				Picture: picture, Width: im.Width, Height: im.Height, Boxes: im.Proposals, n: len(im.Proposals),
				attributes: map[string][]float64{}, relations: map[string][]float64{},
			}
		}
		if !slices.Equal(scene.Boxes, im.Proposals) {
			return nil, errors.New("its questions have different objects in the same picture")
		}
		if im.Likelihoods != nil {
			given, err := NewScene(scene.n, im.Likelihoods.Attributes, im.Likelihoods.Relations)
			if err != nil {
				return nil, err
			}
			maps.Copy(scene.attributes, given.attributes)
			maps.Copy(scene.relations, given.relations)
		}
		scene.recover(ex.Program)
	}
	if scene == nil || len(scene.attributes)+len(scene.relations) == 0 {
		return nil, errors.New("the run does not say what is in the picture")
	}
	return scene, nil
}

// recover takes attributes from what modules returned.
func (s *Scene) recover(modules []loaders.Module) {
	p, err := Compile(modules, nil)
	if err != nil {
		return
	}
	for i := range p.nodes {
		n, out := &p.nodes[i], s.logged(&modules[i])
		if out == nil || n.op != language.Find && n.op != language.Filter || len(n.about) != 1 || n.about[0].negated {
			continue
		}
		if _, known := s.attributes[n.about[0].name]; known {
			continue
		}
		own := slices.Clone(out)
		if n.op == language.Filter {
			argument := s.logged(&modules[n.children[0]])
			if argument == nil || slices.Min(argument) < leastArgument {
				continue
			}
			for k := range own {
				own[k] /= argument[k]
			}
		}
		for k := range own {
			own[k] = safeLog(min(own[k], 1))
		}
		s.attributes[n.about[0].name] = own
	}
}

// logged is a module's attention to the objects of the scene, nil for none.
func (s *Scene) logged(m *loaders.Module) []float64 {
	if len(m.Output.Boxes) != 1 || len(m.Output.Boxes[0]) != s.n {
		return nil
	}
	return m.Output.Boxes[0]
}

// Asked are the likelihoods of a scene that a program asks for: what a run has
// to carry so that [Logged] can run it again.
func (e *Executor) Asked(ex *loaders.Example) (*loaders.Likelihoods, error) {
	ex = programmed(ex)
	p, err := Compile(ex.Program, e.Concepts)
	if err != nil {
		return nil, err
	}
	s, err := e.Scene(PictureOf(ex))
	if err != nil {
		return nil, err
	}
	out := &loaders.Likelihoods{Attributes: map[string][]float64{}, Relations: map[string][][]float64{}}
	for i := range p.nodes {
		n := &p.nodes[i]
		attributes, relations := n.other, []literal(nil)
		switch n.op {
		case language.Relocate, language.WithRelation, language.VerifyRel, language.ChooseRel:
			relations = n.about
		default:
			attributes = n.about
		}
		for _, l := range attributes {
			if likelihood, err := s.attribute(l.name); err == nil {
				out.Attributes[l.name] = exponentials(likelihood)
			}
		}
		for _, l := range relations {
			if likelihood, err := s.relation(l.name); err == nil {
				out.Relations[l.name] = slices.Collect(slices.Chunk(likelihood, s.n))
			}
		}
	}
	return out, nil
}
