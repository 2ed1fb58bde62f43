package dfol

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/executor"
)

// Noise degrades likelihoods that are known to be 0 or 1. Each is moved towards
// the other by a random amount whose mean is Mean, 0 ≤ Mean < 1: a power of a
// number drawn uniformly from 0..1. At one half it is uninformative. What is
// drawn depends only on the seed, the picture, the concept and the objects.
type Noise struct {
	Mean float64
	Seed uint64
}

// spoilLikelihoods moves likelihoods p of 0 or 1, in place, towards the other by random amounts of
// mean n.Mean; nothing for a mean of 0. The amounts depend on n.Seed, the picture and the concept
// only.
func (n Noise) spoilLikelihoods(picture, concept string, p []float64) {
	if n.Mean <= 0 {
		return
	}
	h := fnv.New64a()
	h.Write([]byte(picture + "\x00" + concept)) // it never fails
	r := rand.New(rand.NewPCG(n.Seed, h.Sum64()))
	power := (1 - n.Mean) / n.Mean // by which a uniform number gets the mean
	for i := range p {
		p[i] = math.Abs(p[i] - math.Pow(r.Float64(), power))
	}
}

// golden is a scene graph as an oracle.
type golden struct {
	graph    *loaders.Scene
	concepts *Concepts
	picture  string
	noise    Noise
}

// attributeLikelihood returns for each object the log of the likelihood that it has the attribute:
// 1 or 0 as the graph has it, spoiled by the noise in a way that only depends on picture and name,
// and at least the floor.
func (g *golden) attributeLikelihood(name string) []float64 {
	p := make([]float64, len(g.graph.Objects))
	for i, o := range g.graph.Objects {
		if g.hasAttribute(&o, name) {
			p[i] = 1
		}
	}
	g.noise.spoilLikelihoods(g.picture, name, p)
	return logAll(p)
}

// hasAttribute reports whether an object has an attribute: its name, one of its attributes, a class
// of its name, or the noun that is true of anything.
func (g *golden) hasAttribute(o *loaders.Object, name string) bool {
	return sameConcept(o.Name, name) || name == g.concepts.anything && name != "" ||
		slices.Contains(g.concepts.classes[name], normalName(o.Name)) ||
		slices.ContainsFunc(o.Attributes, func(a string) bool { return sameConcept(a, name) })
}

// sameConcept reports whether a name of a scene graph is the concept wanted, or the singular of it.
func sameConcept(name, wanted string) bool {
	name = normalName(name)
	return name == wanted || slices.Contains(executor.Singulars(wanted), name)
}

// relationLikelihood returns the likelihood of a relation, P(r(i,j)) at i*n+j: 1 or 0 as the graph
// has it, spoiled by the noise in a way that only depends on picture and name.
func (g *golden) relationLikelihood(name string) []float64 {
	n := len(g.graph.Objects)
	p := make([]float64, n*n)
	for _, r := range g.graph.Relations {
		if normalName(r.Name) == name {
			p[r.Subject*n+r.Object] = 1
		}
	}
	g.noise.spoilLikelihoods(g.picture, "relation "+name, p)
	return p
}
