package groups

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/protocols/classes"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// leading are the dimensions before the run's other facets.
var leading = []string{"module", "culprit.cause", "kind", GoldAnswer, Found}

// conceptDimension comes before leading, because it tells which concepts an oracle doesn't know.
const conceptDimension = "concept"

// groupsScreen has the dimensions on the left and the values of the selected one on the right.
type groupsScreen struct {
	views.ComputedView[groupResult]
	widget.ListAndDetail
	s   *views.Session
	run int
	groupDefinition
	opened int         // clauses of the filter at first
	laid   groupsTable // in the sheet
	all    []string    // dimensions
	lines  []dimensionLine
	asked  []string // typed by the person
	counts valueCounts
	brief  examples.EmbeddedList // examples of the selected row or cell

	isKept   bool // the dimension is one chosen for another run
	folded   int  // dimensions with one value, or one an example
	unfolded bool
}

// dimensionLine is a line of the list: a dimension, the heading of those below, or neither for the
// folded ones.
type dimensionLine struct{ dimension, heading string }

// groupsTable is the title of the table in the sheet, and the causes of its bars.
type groupsTable struct {
	title   string
	crossed bool
	causes  []scoring.Cause
}

func (v *groupsScreen) knownFields() query.Fields { return v.s.Table(v.run).Fields() }

func (v *groupsScreen) parseFilter() (q query.Query, n int) {
	q, _ = query.Parse(v.where, v.knownFields())
	return q, len(q.Clauses())
}

func (v *groupsScreen) allDimensions() []string {
	all := slices.Concat(v.asked, leading)
	if _, ok := v.knownFields().Find(conceptDimension); ok {
		all = slices.Insert(all, len(v.asked), conceptDimension)
	}
	if _, ok := v.knownFields().Find(depends); ok {
		all = slices.Insert(all, len(v.asked), Plausible)
	}
	for _, f := range v.knownFields() {
		if f.Facet {
			all = append(all, query.Reference(f.Name))
		}
	}
	return loaders.Distinct(all)
}

func areClasses(scores []scoring.Score) bool {
	return slices.ContainsFunc(scores, func(x scoring.Score) bool {
		return x.Protocol == classes.Protocol.Name && x.Count > 0
	})
}

func (v *groupsScreen) listOutcomes() []string {
	names := []string{"right", "faithful"}
	if len(v.s.Runs[v.run].Judged()) == 0 {
		names = names[:1]
	}
	return append(names, slices.DeleteFunc(v.s.Table(v.run).Measures(), v.isRuled)...)
}

func (v *groupsScreen) isRuled(outcomeName string) bool {
	return slices.ContainsFunc(v.s.Table(v.run).Columns(), func(c facts.Column) bool { return c.Ruled && c.Name == outcomeName })
}

func (v *groupsScreen) hasOutcome(outcomeName string) bool {
	f, known := v.knownFields().Find(outcomeName)
	return slices.Contains(v.listOutcomes(), outcomeName) || known && f.Kind == query.Number && !v.isRuled(outcomeName)
}
