package dfol

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

type graphOracle struct {
	graph    *loaders.Scene
	concepts *ConceptCategories
	picture  string
	noise    LikelihoodNoise
	forms    [][]string
}

// A noun in neither a list nor the graph counts as an attribute.
func (g *graphOracle) attributeLikelihood(l literal) []float64 {
	p := make([]float64, len(g.forms))
	fact, axis := g.factOf(l.kind), g.axisOf(l)
	nouns := append(formsOf(l.name), g.concepts.membersOf(l.name)...)
	for i, forms := range g.forms {
		var is bool
		switch {
		case fact != "":
			is = fact == l.name
		case axis != "":
			at := positions[l.name]
			where := g.centreOf(i, axis)
			is = where >= at.from && where < at.to
		case l.kind == asName:
			is = forms[0] == l.name
		case l.kind == asNoun:
			is = haveCommon(nouns, forms) || l.name == g.concepts.anything
		default:
			is = g.hasAttribute(i, l.name)
		}
		if is {
			p[i] = 1
		}
	}
	if l.kind == asNoun && !slices.Contains(p, 1) && !g.concepts.IsNoun(l.name) {
		return g.attributeLikelihood(literal{name: l.name})
	}
	g.noise.spoilLikelihoods(g.picture, l.name, p)
	return logAll(p)
}

const weather, location = "weather", "location"

func (g *graphOracle) factOf(categoryName string) string {
	place := normalName(g.graph.Location)
	isMember := place != "indoors" && place != "outdoors" && slices.Contains(g.concepts.listOptions(categoryName), place)
	switch {
	case categoryName == weather:
		return normalName(g.graph.Weather)
	case categoryName == location || isMember:
		return place
	}
	return ""
}

// Shares of width or height. The middle is one on both axes.
var positions = map[string]struct {
	axis     string
	from, to float64
}{
	"left": {across, 0, 1 / 2.}, "right": {across, 1 / 2., 1}, "top": {"vposition", 0, 1 / 2.}, "bottom": {"vposition", 1 / 2., 1},
	"middle": {"", 1 / 3., 2 / 3.},
}

const across = "hposition"

func (g *graphOracle) axisOf(l literal) string {
	axis := positions[l.name].axis
	if l.kind == across || l.kind == positions["top"].axis {
		axis = l.kind
	} else if l.kind != "" {
		return ""
	}
	isPosition := func(a string) bool { return positions[a].to > 0 }
	hasNone := func(o loaders.Object) bool { return !slices.ContainsFunc(o.Attributes, isPosition) }
	return loaders.IfElse(slices.ContainsFunc(g.graph.Objects, hasNone), axis, "")
}

func (g *graphOracle) centreOf(i int, axis string) float64 {
	b := &g.graph.Objects[i].Box
	if axis == across {
		return (b.X0 + b.X1) / 2 / float64(g.graph.Width)
	}
	return (b.Y0 + b.Y1) / 2 / float64(g.graph.Height)
}

func (g *graphOracle) hasAttribute(i int, attributeName string) bool {
	return g.forms[i][0] == attributeName || attributeName == g.concepts.anything || slices.Contains(g.concepts.classes[attributeName],
		g.forms[i][0]) ||
		slices.ContainsFunc(g.graph.Objects[i].Attributes, func(a string) bool { return slices.Contains(formsOf(normalName(a)), attributeName) })
}

// otherValues is nil if the attribute's kind is unknown.
func (g *graphOracle) otherValues(l literal) []bool {
	values := g.concepts.categories[cmp.Or(l.kind, g.concepts.CategoryOf(l.name))]
	if values == nil {
		return nil
	}
	return loaders.Fill(len(g.forms), func(i int) bool {
		return slices.ContainsFunc(values, func(value string) bool { return value != l.name && g.hasAttribute(i, value) })
	})
}

func (g *graphOracle) optionsOf(category string, optionNames []string) (options []string) {
	if fact := g.factOf(category); fact != "" {
		options = []string{fact}
	}
	for _, forms := range g.forms {
		if category == asName || g.concepts.isClass(category) && haveCommon(optionNames, forms) {
			options = scoring.AppendNew(options, forms[0])
		}
	}
	for _, name := range loaders.SortedKeys(positions) {
		if positions[name].axis == category {
			options = append(options, name)
		}
	}
	return scoring.AppendNew(options, optionNames...)
}

func (g *graphOracle) relationLikelihood(relationName string) []float64 {
	n := len(g.forms)
	p := make([]float64, n*n)
	for _, r := range g.graph.Relations {
		if sideOf(normalName(r.Name)) == sideOf(relationName) {
			p[r.Subject*n+r.Object] = 1
		}
	}
	g.noise.spoilLikelihoods(g.picture, "relation "+relationName, p)
	return p
}

func sideOf(relationName string) string {
	if side, ok := strings.CutPrefix(relationName, "to the "); ok {
		return strings.TrimSuffix(side, " of")
	}
	return relationName
}
