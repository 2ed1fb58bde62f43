package dfol

import (
	"errors"
	"maps"
	"slices"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// Below leastArgument, division doesn't recover a filter's likelihood.
const leastArgument = 1e-6

// Logged returns what a run reveals about a picture, from examples that share their proposals: a
// find of one attribute its likelihoods, a filter their product with its argument, calibrated if
// the run is. Examples without exactly one picture with proposals are skipped. It is an error if
// the run reveals nothing.
func Logged(pictureName string, pictureExamples []*loaders.Example) (*Scene, error) {
	var scene *Scene
	for _, ex := range pictureExamples {
		if len(ex.Images) != 1 || len(ex.Images[0].Proposals) == 0 {
			continue
		}
		im := &ex.Images[0]
		if scene == nil {
			scene = newScene(len(im.Proposals))
			scene.Picture, scene.Width, scene.Height, scene.Boxes = pictureName, im.Width, im.Height, im.Proposals
		}
		if !slices.Equal(scene.Boxes, im.Proposals) {
			return nil, errors.New("the run's questions list different objects for the same picture")
		}
		if im.Likelihoods != nil {
			given, err := NewScene(scene.n, im.Likelihoods.Attributes, im.Likelihoods.Relations)
			if err != nil {
				return nil, err
			}
			maps.Copy(scene.attributes, given.attributes)
			maps.Copy(scene.relations, given.relations)
		}
		scene.recoverAttributes(ex.Program)
	}
	if scene == nil || len(scene.attributes)+len(scene.relations) == 0 {
		return nil, errors.New("the run contains no likelihoods for the picture")
	}
	return scene, nil
}

func (s *Scene) recoverAttributes(programModules []loaders.Module) {
	p, err := Compile(programModules, nil)
	if err != nil {
		return
	}
	for i := range p.nodes {
		n, out := &p.nodes[i], s.loggedAttention(&programModules[i])
		isOther := out == nil || n.op != language.Find && n.op != language.Filter || len(n.about) != 1 || n.about[0].negated
		if isOther {
			continue
		}
		if _, known := s.attributes[n.about[0].name]; known {
			continue
		}
		own := slices.Clone(out)
		if n.op == language.Filter {
			argument := s.loggedAttention(&programModules[n.children[0]])
			if argument == nil || slices.Min(argument) < leastArgument {
				continue
			}
			floats.Div(own, argument)
		}
		s.attributes[n.about[0].name] = logAll(own)
	}
}

func (s *Scene) loggedAttention(m *loaders.Module) []float64 {
	if len(m.Output.Boxes) != 1 || len(m.Output.Boxes[0]) != s.n {
		return nil
	}
	return m.Output.Boxes[0]
}
