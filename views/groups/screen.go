package groups

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/classes"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/widget"
)

// leading are the dimensions that come before the other facets of a run.
var leading = []string{"module", "culprit.cause", "kind", GoldAnswer, Found}

// screen has the dimensions to the left, and the values of the selected one to the
// right.
type screen struct {
	views.Computed[worked]
	widget.Sides
	s   *views.Session
	run int
	plan
	opened int             // parts of the filter that were there at first
	fields int             // that the run had when they were counted
	laid   plan            // whose table is in the sheet
	causes []scoring.Cause // that its bars are of
	all    []string        // dimensions
	asked  []string        // that a person asked for
	counts counts
}

// knownFields returns the fields of the run's examples that are known by now.
func (v *screen) knownFields() query.Fields { return v.s.Table(v.run).Fields() }

// parseFilter reads the filter of the examples that are counted.
func (v *screen) parseFilter() (query.Query, error) { return query.Parse(v.where, v.knownFields()) }

// goToDimension moves the cursor to the values of a dimension, which is not computed yet, and
// adds one that is not listed before all others.
func (v *screen) goToDimension(dimension string) {
	v.Inside, v.dimension = true, dimension
	if !slices.Contains(v.all, dimension) {
		v.asked = append([]string{dimension}, v.asked...)
	}
	v.listDimensions()
}

// allDimensions returns those that the person asked for, the leading ones, and every facet of the
// run's columns, in this order and each once.
func (v *screen) allDimensions() []string {
	all := slices.Concat(v.asked, leading)
	if _, ok := v.knownFields().Find(crossed[Plausible][1]); ok {
		all = slices.Insert(all, len(v.asked), Plausible)
	}
	for _, f := range v.knownFields() {
		if f.Facet {
			all = append(all, query.Reference(f.Name))
		}
	}
	return loaders.Distinct(all)
}

// listDimensions lists the dimensions that have values, if these were counted: those that a person asked
// for, then those whose groups differ most. Those with one value are folded.
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

// filterParts returns the parts of the filter, as they were written; the whole where it cannot be
// read.
func (v *screen) filterParts() []string {
	q, err := v.parseFilter()
	if err != nil {
		return []string{v.where}
	}
	return q.Clauses()
}

// areClasses reports whether the answers are classes, by a run's scores: then which of them are
// taken for which comes first.
func areClasses(scores []scoring.Score) bool {
	return slices.ContainsFunc(scores, func(x scoring.Score) bool {
		return x.Protocol == classes.Protocol.Name && x.Count > 0
	})
}

// mostCounted bounds the examples for which the values of all dimensions are
// counted without being asked for.
const mostCounted = 4096

// listOutcomes returns what gaps can be about: right, faithful, and the numbers
// of the run, without those whose mean a few examples rule.
func (v *screen) listOutcomes() []string {
	names := []string{"right", "faithful"}
	if len(v.s.Runs[v.run].Judged()) == 0 {
		names = names[:1]
	}
	return append(names, slices.DeleteFunc(v.s.Table(v.run).Measures(), v.isRuled)...)
}

// isRuled reports whether a few examples dominate the mean of a column.
func (v *screen) isRuled(name string) bool {
	return slices.ContainsFunc(v.s.Table(v.run).Columns(), func(c facts.Column) bool { return c.Ruled && c.Name == name })
}
