package dfol

import (
	"cmp"
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Scene holds an oracle's likelihoods. It is immutable and safe for concurrent use.
type Scene struct {
	Picture       string
	Width, Height int // pixels, 0 unknown
	// nil if unknown
	Boxes []loaders.Box
	// Gold has the annotated index per object, -1 for a false detection; nil if unknown.
	Gold []int

	n          int
	attributes likelihoods  // logarithms, one per object
	relations  likelihoods  // P(r(i,j)) at i*n+j
	golden     *graphOracle // answers instead, nil for none
	under      *Scene       // asked for unknown concepts, or nil
	whole      *Scene       // or nil
	kept       []int
}

type likelihoods map[string][]float64

func newScene(objectCount int) *Scene {
	return &Scene{n: objectCount, attributes: likelihoods{}, relations: likelihoods{}}
}

// Without leaves out objects; those beyond the list stay. It goes on asking s.
func (s *Scene) Without(removedObjects []bool) *Scene {
	part := &Scene{Picture: s.Picture, Width: s.Width, Height: s.Height, whole: s}
	for i := range s.n {
		if i >= len(removedObjects) || !removedObjects[i] {
			part.kept = append(part.kept, i)
		}
	}
	part.n = len(part.kept)
	if s.Boxes != nil {
		part.Boxes = loaders.Map(part.kept, func(i int) loaders.Box { return s.Boxes[i] })
	}
	return part
}

// NewScene takes likelihoods in 0..1: an attribute has one per object; a relation has a row per
// subject with one per object, whose diagonal is not used. Other sizes and numbers are errors.
func NewScene[P ~[]float64](objectCount int, attributesByName map[string]P, relationsByName map[string][]P) (*Scene, error) {
	s := newScene(objectCount)
	for name, p := range attributesByName {
		if err := s.checkLikelihood("attribute", name, p); err != nil {
			return nil, err
		}
		s.attributes[normalName(name)] = logAll(p)
	}
	for name, rows := range relationsByName {
		if len(rows) != objectCount {
			return nil, fmt.Errorf("relation %q has the wrong number of rows: %d, expected %d", name, len(rows), objectCount)
		}
		flat := make([]float64, 0, objectCount*objectCount)
		for _, row := range rows {
			if err := s.checkLikelihood("relation", name, row); err != nil {
				return nil, err
			}
			flat = append(flat, row...)
		}
		s.relations[normalName(name)] = flat
	}
	return s, nil
}

func (s *Scene) checkLikelihood(conceptKind, conceptName string, p []float64) error {
	if len(p) != s.n {
		return fmt.Errorf("%s %q has the wrong number of likelihoods: %d, expected %d", conceptKind, conceptName, len(p), s.n)
	}
	if i := slices.IndexFunc(p, func(p float64) bool { return !(p >= 0 && p <= 1+1e-6) }); i >= 0 {
		return fmt.Errorf("%s %q: %v is not a likelihood", conceptKind, conceptName, p[i])
	}
	return nil
}

// Len returns the number of objects.
func (s *Scene) Len() int { return s.n }

const ofRelation, ofAttribute = true, false

// Log-likelihoods of an attribute, or probabilities of a relation at i*n+j. The error is [UnknownConcept].
func (s *Scene) askLikelihood(l literal, isRelation bool) ([]float64, error) {
	known := s.attributes
	switch {
	case s.whole != nil:
		p, err := s.whole.askLikelihood(l, isRelation)
		switch {
		case err != nil:
			return nil, err
		case isRelation:
			return loaders.Fill(s.n*s.n, func(k int) float64 { return p[s.kept[k/s.n]*s.whole.n+s.kept[k%s.n]] }), nil
		}
		return loaders.Map(s.kept, func(i int) float64 { return p[i] }), nil
	case s.golden != nil && isRelation:
		return s.golden.relationLikelihood(l.name), nil
	case s.golden != nil:
		return s.golden.attributeLikelihood(l), nil
	case isRelation:
		known = s.relations
	}
	p, ok := known[known.keyOf(l.name)]
	switch {
	case ok:
		return p, nil
	case s.under != nil:
		return s.under.askLikelihood(l, isRelation)
	}
	return nil, UnknownConcept{isRelation, l.name}
}

// otherValues is nil without a graph, because only a graph knows other values.
func (s *Scene) otherValues(l literal) []bool {
	switch {
	case s.golden != nil:
		return s.golden.otherValues(l)
	case s.under != nil:
		return s.under.otherValues(l)
	case s.whole == nil:
		return nil
	}
	of := s.whole.otherValues(l)
	return loaders.Map(s.kept, func(i int) bool { return of != nil && of[i] })
}

func (s *Scene) isExact() bool { return s.golden != nil && s.golden.noise.Mean == 0 }

func (s *Scene) conceptsOver(c *ConceptCategories) *ConceptCategories {
	all := *cmp.Or(c, &ConceptCategories{})
	if s.golden != nil {
		all.graph = s.golden
	}
	return &all
}

// keyOf returns the name itself if it is unknown.
func (l likelihoods) keyOf(conceptName string) string {
	if _, ok := l[conceptName]; ok {
		return conceptName
	}
	for _, key := range append(formsOf(conceptName), sideOf(conceptName), "to the "+conceptName+" of") {
		if _, ok := l[key]; ok {
			return key
		}
	}
	return conceptName
}

// A relation takes its square.
const mostObjects = 2000

// SceneRecord is an oracle's record of a picture. Objects are left, top, width and height in pixels.
type SceneRecord struct {
	Image      string                             `json:"imageId"`
	Width      int                                `json:"width"`
	Height     int                                `json:"height"`
	Objects    []record.LenientNumbers            `json:"objects"`
	Gold       []int                              `json:"gold,omitempty"`
	Attributes map[string]record.LenientNumbers   `json:"attributes"`
	Relations  map[string][]record.LenientNumbers `json:"relations"`
}

// ReadScene decodes a [SceneRecord]. More than 2000 objects, and lists of other lengths, are errors.
func ReadScene(rec *record.Record) (*Scene, error) {
	var in SceneRecord
	if err := rec.Decode(&in); err != nil {
		return nil, err
	}
	n := len(in.Objects)
	if n > mostObjects {
		return nil, fmt.Errorf("%d objects exceed the limit of %d", n, mostObjects)
	}
	if in.Gold != nil && len(in.Gold) != n {
		return nil, fmt.Errorf("gold has the wrong number of entries: %d, expected %d", len(in.Gold), n)
	}
	im := loaders.Image{Width: max(in.Width, 0), Height: max(in.Height, 0), Units: loaders.Pixels}
	boxes := make([]loaders.Box, n)
	for i, b := range in.Objects {
		if len(b) != 4 {
			return nil, fmt.Errorf("object %d needs 4 numbers, not %d", i, len(b))
		}
		boxes[i] = loaders.Box{X0: b[0], Y0: b[1], X1: b[0] + b[2], Y1: b[1] + b[3]}
	}
	s, err := NewScene(n, in.Attributes, in.Relations)
	if err != nil {
		return nil, err
	}
	s.Picture, s.Width, s.Height, s.Gold = in.Image, im.Width, im.Height, in.Gold
	s.Boxes = rec.Boxes("objects", &im, boxes)
	return s, nil
}

// Image has the objects as proposals, without area if the oracle has no boxes.
func (s *Scene) Image(path string) loaders.Image {
	proposals := make([]loaders.Box, s.n)
	copy(proposals, s.Boxes)
	return loaders.Image{Path: path, Width: s.Width, Height: s.Height, Units: loaders.Pixels, Proposals: proposals}
}

// UnknownConcept is a concept without likelihoods.
type UnknownConcept struct {
	Relation bool
	Name     string
}

// Error implements error.
func (u UnknownConcept) Error() string {
	return fmt.Sprintf("the oracle does not know the %s %q", loaders.IfElse(u.Relation, "relation", "attribute"), u.Name)
}

// Golden returns a scene graph's oracle: objects have their name, its classes, attributes, position
// and relations; nothing else is true. c may be nil.
func Golden(pictureName string, sceneGraph *loaders.Scene, c *ConceptCategories, noise LikelihoodNoise) *Scene {
	g := &graphOracle{graph: sceneGraph, concepts: cmp.Or(c, &ConceptCategories{}), picture: pictureName, noise: noise}
	s := &Scene{Picture: pictureName, Width: sceneGraph.Width, Height: sceneGraph.Height, n: len(sceneGraph.Objects), golden: g}
	for i, o := range sceneGraph.Objects {
		s.Boxes, s.Gold = append(s.Boxes, o.Box), append(s.Gold, i)
		g.forms = append(g.forms, formsOf(normalName(o.Name)))
	}
	return s
}

func (s *Scene) believeTruth(allPredicates []loaders.Predicate, believedIndices []int) *Scene {
	if len(believedIndices) == 0 {
		return s
	}
	own := newScene(s.n)
	own.under = s
	for _, i := range believedIndices {
		p := allPredicates[i]
		to, as := own.attributes, map[bool]float64{false: logFloor}
		if p.Relation {
			to, as = own.relations, map[bool]float64{true: 1}
		}
		to[p.Name] = loaders.Map(p.True, func(is bool) float64 { return as[is] })
	}
	return own
}
