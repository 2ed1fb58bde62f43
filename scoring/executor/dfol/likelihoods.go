package dfol

import (
	"slices"

	"faithscope/loaders"
)

// Asked returns a program's likelihoods for [Logged], without unknown concepts.
func (e *Executor) Asked(ex *loaders.Example) (*loaders.Likelihoods, error) {
	ex = withProgram(ex)
	p, s, err := e.Compile(ex.Program, PictureOf(ex))
	if err != nil {
		return nil, err
	}
	out := &loaders.Likelihoods{Attributes: map[string][]float64{}, Relations: map[string][][]float64{}}
	for _, n := range p.nodes {
		attributes, relations := n.askedLiterals()
		for _, l := range attributes {
			if likelihood, err := s.askLikelihood(l, ofAttribute); err == nil {
				out.Attributes[l.name] = expAll(likelihood)
			}
		}
		for _, l := range relations {
			if likelihood, err := s.askLikelihood(l, ofRelation); err == nil {
				out.Relations[l.name] = slices.Collect(slices.Chunk(likelihood, s.n))
			}
		}
	}
	return out, nil
}
