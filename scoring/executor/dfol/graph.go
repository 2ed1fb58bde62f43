package dfol

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// golden is a scene graph as an oracle.
type golden struct {
	graph    *loaders.Scene
	concepts *Concepts
	picture  string
	noise    Noise
	forms    [][]string // of the name of each object
}

// Golden returns the oracle of a scene graph: an object has its name, its
// attributes, its position and the classes of its name, is in the relations of the
// graph, and nothing else is true of anything. Concepts may be nil.
func Golden(picture string, graph *loaders.Scene, c *Concepts, noise Noise) *Scene {
	if c == nil {
		c = &Concepts{}
	}
	g := &golden{graph: graph, concepts: c, picture: picture, noise: noise}
	s := &Scene{Picture: picture, Width: graph.Width, Height: graph.Height, n: len(graph.Objects), golden: g}
	for i, o := range graph.Objects {
		s.Boxes, s.Gold = append(s.Boxes, o.Box), append(s.Gold, i)
		g.forms = append(g.forms, formsOf(normalName(o.Name)))
	}
	return s
}

// attributeLikelihood returns for each object the log of the likelihood that the attribute is true
// of it: 1 or 0 as the graph has it, spoiled by the noise in a way that only depends on picture and
// name, and at least the floor.
func (g *golden) attributeLikelihood(l literal) []float64 {
	p := make([]float64, len(g.forms))
	isTrue := g.meaningOf(l)
	for i := range p {
		if isTrue(i) {
			p[i] = 1
		}
	}
	g.noise.spoilLikelihoods(g.picture, l.name, p)
	return logAll(p)
}

// meaningOf returns what tells for an object whether an attribute is true of it: for what the graph
// says of the whole picture, of all; for a position, by the centre of its box; for a noun, by its
// name.
func (g *golden) meaningOf(l literal) func(i int) bool {
	fact := g.factOf(l.kind)
	isAt := g.positionOf(l)
	switch {
	case fact != "":
		return func(int) bool { return fact == l.name }
	case l.kind == asName:
		return func(i int) bool { return g.forms[i][0] == l.name }
	case isAt != nil:
		return isAt
	case l.kind == asNoun:
		return g.nounOf(l.name)
	}
	return func(i int) bool { return g.hasAttribute(i, l.name) }
}

// The categories of what a graph says of the whole picture.
const weather, location = "weather", "location"

// factOf returns what the graph says of the whole picture that answers for a category: its weather,
// its location, or a place to which the location belongs; "" for nothing.
func (g *golden) factOf(category string) string {
	place := normalName(g.graph.Location)
	switch {
	case category == weather:
		return normalName(g.graph.Weather)
	case category == location:
		return place
	case place != "indoors" && place != "outdoors" && slices.Contains(g.concepts.listOptions(category), place):
		return place
	}
	return ""
}

// sides are the positions that a category asks for.
var sides = map[string][]string{"hposition": {"left", "right"}, "vposition": {"top", "bottom"}}

// positionOf returns what tells whether the centre of an object is in that half of the picture, or
// in the middle third; nil for what is not a position. Without its category it is one that no
// object has as an attribute.
func (g *golden) positionOf(l literal) func(i int) bool {
	isAcross := l.kind == "hposition" || slices.Contains(sides["hposition"], l.name)
	isKnown := sides[l.kind] != nil
	if l.kind == "" && (isAcross || slices.Contains(sides["vposition"], l.name)) {
		isKnown = !slices.ContainsFunc(g.graph.Objects, func(o loaders.Object) bool { return slices.Contains(o.Attributes, l.name) })
	}
	if !isKnown || g.graph.Width <= 0 || g.graph.Height <= 0 {
		return nil
	}
	return func(i int) bool {
		b := &g.graph.Objects[i].Box
		at := (b.Y0 + b.Y1) / 2 / float64(g.graph.Height)
		if isAcross {
			at = (b.X0 + b.X1) / 2 / float64(g.graph.Width)
		}
		switch l.name {
		case "left", "top":
			return at < 1/2.
		case "right", "bottom":
			return at >= 1/2.
		}
		return l.name == "middle" && at >= 1/3. && at <= 2/3.
	}
}

// nounOf returns what tells whether an object has a name or belongs to the class of that name, in
// the singular or plural. A word that is neither a listed noun nor the name of an object is an
// attribute.
func (g *golden) nounOf(name string) func(i int) bool {
	forms, members := formsOf(name), g.concepts.membersOf(name)
	isNamed := func(i int) bool {
		return haveCommon(forms, g.forms[i]) || haveCommon(members, g.forms[i]) || g.isAnything(name)
	}
	if g.concepts.isNoun(name) || slices.ContainsFunc(loaders.Fill(len(g.forms), func(i int) int { return i }), isNamed) {
		return isNamed
	}
	return func(i int) bool { return g.hasAttribute(i, name) }
}

// isAnything reports whether a noun is the one that is true of every object.
func (g *golden) isAnything(name string) bool { return name != "" && name == g.concepts.anything }

// hasAttribute reports whether an object has an attribute, of which the graph may have the plural,
// or whether that is its name or a class of it.
func (g *golden) hasAttribute(i int, name string) bool {
	return g.forms[i][0] == name || g.isAnything(name) || slices.Contains(g.concepts.classes[name], g.forms[i][0]) ||
		slices.ContainsFunc(g.graph.Objects[i].Attributes, func(a string) bool { return slices.Contains(formsOf(normalName(a)), name) })
}

// otherValues returns for each object whether it has another value of the kind of a negated
// attribute, as what is not brown has another colour; nil if its kind is not known.
func (g *golden) otherValues(l literal) []bool {
	values := g.concepts.categories[l.kind]
	if values == nil {
		return nil
	}
	return loaders.Fill(len(g.forms), func(i int) bool {
		return slices.ContainsFunc(values, func(value string) bool { return value != l.name && g.hasAttribute(i, value) })
	})
}

// optionsOf returns the options of a category in this graph: those of a list, nouns as its objects
// spell them and before the others, and also what it says itself.
func (g *golden) optionsOf(category string, list []string) []string {
	isNaming := category == "name" || category == "type"
	switch {
	case category == weather || category == location:
		return scoring.AppendNew(slices.Clone(list), loaders.Distinct([]string{g.factOf(category)})...)
	case len(list) == 0 && sides[category] != nil:
		return sides[category]
	case !isNaming && !g.concepts.isClass(category):
		return list
	}
	var own, known []string
	for _, forms := range g.forms {
		if isNaming || haveCommon(list, forms) {
			own, known = scoring.AppendNew(own, forms[0]), scoring.AppendNew(known, forms...)
		}
	}
	return append(own, loaders.Filter(list, func(noun string) bool { return !haveCommon(known, formsOf(noun)) })...)
}

// relationLikelihood returns the likelihood of a relation, P(r(i,j)) at i*n+j: 1 or 0 as the graph
// has it, spoiled by the noise in a way that only depends on picture and name. "same color" is that
// of two objects with a colour in common.
func (g *golden) relationLikelihood(name string) []float64 {
	n := len(g.forms)
	p := make([]float64, n*n)
	for _, r := range g.graph.Relations {
		if sideOf(normalName(r.Name)) == sideOf(name) {
			p[r.Subject*n+r.Object] = 1
		}
	}
	category, _ := strings.CutPrefix(name, "same ")
	for _, value := range g.concepts.categories[category] {
		for at := range p {
			if g.hasAttribute(at/n, value) && g.hasAttribute(at%n, value) {
				p[at] = 1
			}
		}
	}
	g.noise.spoilLikelihoods(g.picture, "relation "+name, p)
	return p
}

// sideOf returns "left" for "to the left of", and any other relation as it is.
func sideOf(relation string) string {
	if side, ok := strings.CutPrefix(relation, "to the "); ok {
		return strings.TrimSuffix(side, " of")
	}
	return relation
}
