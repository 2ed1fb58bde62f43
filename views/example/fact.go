package example

import (
	"strings"

	"faithscope/loaders"
	"faithscope/views"
)

// factPart is a part of a fact with its link; the zero [Lead] links nowhere.
type factPart struct {
	text string
	Lead
}

// fact is a named line about the example.
type fact struct {
	name  string
	parts []factPart
}

func (f fact) joinParts() string {
	return strings.Join(loaders.Map(f.parts, func(p factPart) string { return p.text }), " · ")
}

func namedFact(name string, parts ...factPart) (rows []fact) {
	if parts = loaders.Filter(parts, func(p factPart) bool { return p.text != "" }); len(parts) > 0 {
		rows = []fact{{name, parts}}
	}
	return rows
}

// Lead holds what a fact links to. At most one field is set.
type Lead struct {
	Number views.Number // the examples behind this number, worst first
	Where  string       // the examples for which a query holds
	By     string       // those with a value of this expression, sorted by it
	Run    string       // the same example of this run
	Repair int          // the answer with this module, from 1, set to its gold
	// Related is another example of the run, from 1.
	Related int
}
