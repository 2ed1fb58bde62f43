package example

import (
	"strings"

	"faithscope/loaders"
	"faithscope/views"
)

// factPart is a part of a fact with its link; the zero [FactLink] links nowhere.
type factPart struct {
	text string
	FactLink
}

// exampleFact is a named line about the example.
type exampleFact struct {
	name  string
	parts []factPart
}

const factGap = " · "

func (f exampleFact) joinParts() string {
	return strings.Join(loaders.Map(f.parts, func(p factPart) string { return p.text }), factGap)
}

// fewMetrics stand in a line, like other facts.
const fewMetrics = 3

// inColumns reports whether the parts are names and values of more metrics than stand in a line.
func (f exampleFact) inColumns() bool {
	return f.parts[0].Number.Metric != "" && len(f.parts) > fewMetrics
}

func namedFact(factName string, factParts ...factPart) (rows []exampleFact) {
	if factParts = loaders.Filter(factParts, func(p factPart) bool { return p.text != "" }); len(factParts) > 0 {
		rows = []exampleFact{{factName, factParts}}
	}
	return rows
}

// FactLink holds what a fact links to. At most one field is set.
type FactLink struct {
	Number views.MetricName // the examples behind this number, worst first
	Where  string           // the examples for which a query holds
	By     string           // those with a value of this expression, sorted by it
	Run    int              // the same example of this run, from 1
	Repair int              // the answer with this module, from 1, set to its gold
	Fix    int              // the answer with this set of [loaders.Answer].Mending, from 1, true
	// Related is another example of the run, from 1.
	Related int
}
