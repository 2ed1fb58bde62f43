package groups

import (
	"fmt"
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

// screen has the dimensions on the left and the values of the selected one on the right.
type screen struct {
	views.Computed[planResult]
	widget.Sides
	s   *views.Session
	run int
	groupPlan
	opened int       // clauses of the filter at first
	laid   laidTable // in the sheet
	all    []string  // dimensions
	asked  []string  // typed by the person
	counts valueCounts
	brief  examples.EmbeddedList // examples of the selected row or cell
}

// laidTable is the title of the table in the sheet, and the causes of its bars.
type laidTable struct {
	title  string
	causes []scoring.Cause
}

func (v *screen) knownFields() query.Fields { return v.s.Table(v.run).Fields() }

func (v *screen) parseFilter() (q query.Query, n int) {
	q, _ = query.Parse(v.where, v.knownFields())
	return q, len(q.Clauses())
}

func (v *screen) goToDimension(dimension string) {
	v.Inside, v.dimension = true, dimension
	if !slices.Contains(v.all, dimension) {
		v.asked = append([]string{dimension}, v.asked...)
	}
	v.listDimensions()
}

// allDimensions returns the typed dimensions, Plausible if the run has its field, the leading ones,
// and every facet, each once.
func (v *screen) allDimensions() []string {
	all := slices.Concat(v.asked, leading)
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

// listDimensions lists the dimensions: typed ones, then by how far their groups differ. It folds
// those without values, or with one unless typed or leading, but never the present one.
func (v *screen) listDimensions() {
	folded := 0
	v.all = slices.DeleteFunc(v.allDimensions(), func(name string) bool {
		n, known := v.counts.values[name]
		fold := known && name != v.dimension && (n == 0 || n == 1 && !slices.Contains(append(v.asked, leading...), name))
		if fold {
			folded += n
		}
		return fold
	})
	loaders.SortBy(v.all[len(v.asked):], func(name string) float64 { return -v.counts.spread[name] })
	v.List.Columns[0].Title = "dimension" + widget.If(folded > 0, fmt.Sprintf(", %d folded", folded))
	v.List.SetCount(len(v.all))
	v.List.Select(max(0, slices.Index(v.all, v.dimension)))
}

func areClasses(scores []scoring.Score) bool {
	return slices.ContainsFunc(scores, func(x scoring.Score) bool {
		return x.Protocol == classes.Protocol.Name && x.Count > 0
	})
}

// mostCounted bounds the examples for which all dimensions are counted.
const mostCounted = 4096

func (v *screen) listOutcomes() []string {
	names := []string{"right", "faithful"}
	if len(v.s.Runs[v.run].Judged()) == 0 {
		names = names[:1]
	}
	return append(names, slices.DeleteFunc(v.s.Table(v.run).Measures(), v.isRuled)...)
}

func (v *screen) isRuled(name string) bool {
	return slices.ContainsFunc(v.s.Table(v.run).Columns(), func(c facts.Column) bool { return c.Ruled && c.Name == name })
}
