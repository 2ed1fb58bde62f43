package groups

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

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
	asked  []string    // typed by the person
	counts valueCounts
	brief  examples.EmbeddedList // examples of the selected row or cell

	isKept   bool // the dimension is one chosen for another run
	folded   int  // dimensions with one value, or one an example
	unfolded bool
}

// groupsTable is the title of the table in the sheet, and the causes of its bars.
type groupsTable struct {
	title  string
	causes []scoring.Cause
}

func (v *groupsScreen) knownFields() query.Fields { return v.s.Table(v.run).Fields() }

func (v *groupsScreen) parseFilter() (q query.Query, n int) {
	q, _ = query.Parse(v.where, v.knownFields())
	return q, len(q.Clauses())
}

func (v *groupsScreen) goToDimension(dimensionName string) {
	v.Inside, v.isKept, v.dimension, v.s.Grouped.Dimension = true, false, dimensionName, dimensionName
	if !slices.Contains(v.all, dimensionName) {
		v.asked = append([]string{dimensionName}, v.asked...)
	}
	v.listDimensions()
}

func (v *groupsScreen) allDimensions() []string {
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

// listDimensions puts dimensions first whose groups differ most, and folds those with one value, or
// one an example, until a person opens them; never typed, leading or present ones.
func (v *groupsScreen) listDimensions() {
	wasOnFold := v.isOnFold()
	v.folded = 0
	v.all = slices.DeleteFunc(v.allDimensions(), func(name string) bool {
		n, known := v.counts.values[name]
		tells := slices.Contains(append(v.asked, leading...), name) || v.unfolded || n > 1 && v.counts.spread[name] >= 0
		fold := known && name != v.dimension && (n == 0 || !tells)
		v.folded += min(n, loaders.IfElse(fold, 1, 0))
		return fold
	})
	loaders.SortBy(v.all[len(v.asked):], func(name string) float64 { return -v.counts.spread[name] })
	v.List.SetCount(len(v.all) + min(v.folded, 1))
	if wasOnFold && v.folded > 0 {
		v.List.Select(len(v.all))
	} else {
		v.List.Select(max(0, slices.Index(v.all, v.dimension)))
	}
}

func (v *groupsScreen) isOnFold() bool {
	return !v.Inside && v.folded > 0 && v.List.Selected() == len(v.all)
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

func (v *groupsScreen) toRun(runIndex int) tea.Cmd {
	v.run = runIndex
	v.restoreChoices()
	return v.Compute()
}

// restoreChoices takes what was chosen for another run if this run has it, else takes the defaults.
func (v *groupsScreen) restoreChoices() {
	v.isKept = true
	isKnown := func(dimension string) bool {
		_, err := query.ParseExpressions(v.knownFields(), scoring.SplitOutside(cmp.Or(crossed[dimension], dimension), ',')...)
		return err == nil || dimension == Found
	}
	v.asked = loaders.Filter(v.asked, isKnown)
	v.dimension = cmp.Or(v.s.Grouped.Dimension, v.dimension)
	for _, name := range []*string{&v.dimension, &v.across, &v.third} {
		*name = widget.If(isKnown(*name), *name)
	}
	if v.outcome = v.s.Grouped.Outcome; !v.hasOutcome(v.outcome) {
		v.outcome = widget.If(len(v.s.Runs[v.run].Judged()) > 0, "faithful")
		v.outcome = cmp.Or(v.outcome, "right")
	}
	if v.dimension != "" && !slices.Contains(v.allDimensions(), v.dimension) {
		v.asked = append([]string{v.dimension}, v.asked...)
	}
	v.listDimensions()
}
