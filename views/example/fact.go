package example

import (
	"faithscope/loaders"
	"faithscope/views"
)

// part is a part of a fact, with its lead; the zero [Lead] leads nowhere.
type factPart struct {
	text string
	Lead
}

// said is a fact: its name and its parts.
type fact struct {
	name  string
	parts []factPart
}

// namedFact returns one fact of the parts that have a text; nil if none has.
func namedFact(name string, parts ...factPart) (rows []fact) {
	if parts = loaders.Filter(parts, func(p factPart) bool { return p.text != "" }); len(parts) > 0 {
		rows = []fact{{name, parts}}
	}
	return rows
}

// Lead is where something said about an example leads. One of its fields is
// set; the zero value leads nowhere.
type Lead struct {
	Number views.Number // to the examples behind this number of the run, the worst first
	Where  string       // to the examples for which a query holds
	By     string       // to those that have a value of this expression, sorted by it
	Run    string       // to the same example of the run of this name
	Repair int          // to what becomes of the answer where this module, from 1, is set to its gold
	// Related is another example of the run, by its number from 1.
	Related int
}
