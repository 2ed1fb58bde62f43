package groups

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/slicing"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// groupDefinition holds what to compute: a dimension of the filtered examples, crossed with a second and,
// apart, a third, "" for none, and the outcome to compare.
type groupDefinition struct{ where, dimension, across, third, outcome string }

// valueCounts are how many values each dimension has.
type valueCounts struct {
	of     string
	values map[string]int
	spread map[string]float64 // how far the groups of a dimension differ in the outcome
	fields int                // of the run, when they were counted
}

// spreadOf subtracts (groups-1)/n, which chance gives to groups without a difference, from the share
// of an outcome's variance between groups. It is 0 if all or none have the outcome, and for outcomes
// other than right and faithful.
func spreadOf(factGroups []facts.Group, outcomeName string) float64 {
	count := (*scoring.VerdictCounts).Faithful
	switch outcomeName {
	case "right":
		count = (*scoring.VerdictCounts).Answers
	case "faithful":
	default:
		return 0
	}
	some, n, squares := 0.0, 0.0, 0.0
	for i := range factGroups {
		k, of := count(&factGroups[i].VerdictCounts)
		some, n, squares = some+float64(k), n+float64(of), squares+float64(k*k)/float64(max(1, of))
	}
	if some == 0 || some == n {
		return 0
	}
	return max(0, (squares-some*some/n)/(some*(1-some/n))-float64(len(factGroups)-1)/n)
}

type groupResult struct {
	groupDefinition
	sheet  *table.Table // nil for none
	n      int          // examples
	counts valueCounts
	err    error
}

// mostCounted bounds the examples for which all dimensions are counted.
const mostCounted = 4096

// countDimension counts what one lacks, and chooses it if nothing is and its values differ.
func (w *groupResult) countDimension(ctx context.Context, t *facts.Table, rowIndices []int, dimensionName string) {
	e, err := query.ParseExpression(dimensionName, t.Fields())
	counts, isNeeded := w.counts, w.n <= mostCounted || w.dimension == ""
	isDerived := err == nil && t.Derived(w.outcome, e.Uses()...) != ""
	if _, counted := counts.values[dimensionName]; err == nil && !counted && isNeeded {
		groups, _ := t.Groups(ctx, e, rowIndices) // the only error is the context's
		switch counts.values[dimensionName] = len(groups); {
		case !slices.ContainsFunc(groups, func(g facts.Group) bool { return len(g.Rows) > 1 }):
			counts.spread[dimensionName] = -1
		case !isDerived:
			counts.spread[dimensionName] = spreadOf(groups, w.outcome)
		}
	}
	if w.dimension == "" && counts.values[dimensionName] > 1 && counts.spread[dimensionName] >= 0 && !isDerived {
		w.dimension = dimensionName
	}
}

// layPlan takes module by cause for the culprit, the module that goes wrong first, because only its
// cause explains the answer. It fails for expressions that can't be read and for more than three.
func (w *groupResult) layPlan(ctx context.Context, t *facts.Table, rowIndices []int) error {
	if w.dimension == Found {
		o := slicing.Defaults()
		found, err := t.Slices(ctx, rowIndices, w.outcome, o)
		w.sheet = found.Sheet(w.outcome, o.FalseShare, 0)
		w.sheet.Title, w.sheet.Notes[0], _ = strings.Cut(w.sheet.Notes[0], "; ")
		w.counts.values[Found] = len(w.sheet.Rows)
		return err
	}
	names := expressionsOf(w.dimension) // across, down, apart
	for _, name := range []string{w.across, w.third} {
		switch {
		case name == "":
		case len(names) > 1:
			names = append(names, name)
		case names[0] == "module" && strings.HasSuffix(name, "cause"):
			names = []string{name, "culprit"} // the cause of the module that goes wrong first
		default:
			names = []string{name, names[0]}
		}
	}
	of, err := query.ParseExpressions(t.Fields(), names...)
	switch {
	case err != nil:
		return err
	case len(of) > 3:
		return errors.New("use at most three dimensions")
	case len(of) > 1:
		return w.crossCount(ctx, t, rowIndices, of)
	}
	if w.sheet, err = t.Breakdown(ctx, of[0], rowIndices, w.outcome); err == nil {
		w.sheet.Title = plainName(t.Fields(), names[0])
		w.sheet.Columns[0].Title = w.sheet.Title
		if of[0].Kind() != query.Number {
			loaders.SortBy(w.sheet.Rows, func(row []table.Cell) float64 { return -w.countFailures(row) })
		}
	}
	return err
}

// crossCount only counts if the outcome follows from an expression, because shares would be 0 or 1 by
// construction. For two numbers the greatest rows come first.
func (w *groupResult) crossCount(ctx context.Context, t *facts.Table, rowIndices []int, fieldExpressions []*query.Expression) error {
	x, y, outcome := fieldExpressions[0], fieldExpressions[1], w.outcome
	var notes []string
	switch why := t.Derived(outcome, slices.Concat(loaders.Map(fieldExpressions, (*query.Expression).Uses)...)...); {
	case crossed[w.dimension] != "":
		outcome = ""
	case why != "":
		notes = []string{"counts only: " + strings.TrimPrefix(why, "derived: ")}
		outcome = ""
	}
	sheet, err := t.Cross(ctx, fieldExpressions, rowIndices, outcome)
	if err != nil {
		return err
	}
	w.sheet = sheet
	down, across := y.String(), x.String()
	sheet.Columns[0].Title = plainName(t.Fields(), down)
	sheet.Title = sheet.Columns[0].Title + " by " + plainName(t.Fields(), across) + strings.TrimPrefix(sheet.Title, down+" by "+across)
	if sheet.Notes = append(notes, sheet.Notes...); w.dimension == Plausible {
		sheet.Title = "people's agreement with the attribution, by the model's dependence on it"
		sheet.Notes = append(sheet.Notes, whoDepends(t, rowIndices))
	}
	if x.Kind() != query.Number || y.Kind() != query.Number {
		return nil
	}
	slices.Reverse(sheet.Rows[:len(sheet.Rows)-1])
	_, xs, ys, err := t.Pairs(ctx, x, y, rowIndices)
	if r, defined := stats.Pearson(xs, ys).Float(); defined {
		sheet.Notes = append(sheet.Notes, fmt.Sprintf("Pearson's r %+.2f over %s", r, loaders.Count(len(xs), "example")))
	}
	return err
}

// whoDepends names the most frequent reason if rows have no score, so that an empty table isn't taken
// for disagreement.
func whoDepends(t *facts.Table, rowIndices []int) string {
	reasons := map[string]int{}
	for _, row := range rowIndices {
		reasons[t.Overall(row).Why()]++
	}
	if delete(reasons, ""); len(reasons) > 0 {
		return "none: " + loaders.ByCount(reasons)[0]
	}
	return "depends: removing top-attributed words hurts more than random removal (--random-share)"
}

func (w *groupResult) addChanceNote(scores []scoring.Score) {
	score, _ := scoring.Pick(scores, "faithful_by_chance", "overall")
	isOrdered := score.Count > 0 && (w.dimension == Plausible || strings.Contains(w.dimension+w.across+w.third, depends))
	if isOrdered && w.sheet != nil {
		x, _ := score.Value.Float()
		w.sheet.Notes = append(w.sheet.Notes, widget.Percent(x)+" by chance")
	}
}

// Columns of [facts.Table.Breakdown].
const rightColumn, faithfulColumn, gapColumn, pColumn = 2, 3, 4, 5

// countFailures returns how many examples lack the outcome; for faithfulness how often a group is the
// culprit's, if that is known.
func (w *groupResult) countFailures(row []table.Cell) float64 {
	if at := table.IndexOf(w.sheet.Columns, "culprit"); at > 0 && w.outcome != "right" {
		n, _ := row[at].Float()
		return n
	}
	of := row[loaders.IfElse(w.outcome == "right", rightColumn, faithfulColumn)]
	share, _ := of.Float()
	return float64(of.N) * (1 - share)
}

func (w *groupResult) isCrossed() bool { return w.sheet != nil && w.sheet.Name == "cells" }

func (w *groupResult) hasShares() bool {
	return w.isCrossed() && w.sheet.Columns[len(w.sheet.Columns)-1].Kind == table.Number
}

func (w *groupResult) hasValues() bool { return w.sheet != nil && w.sheet.Name == "groups" }

// The dimensions besides expressions: correct answers by the model's, what agrees with people
// by what the model depends on, and the combinations of values that differ from the rest.
const (
	GoldAnswer = "gold × answer"
	Plausible  = "plausible × faithful"
	Found      = "found"
	depends    = "dependence" // whether a model does, a column of runs that were asked again
)

// crossed are the dimensions made of two expressions: across, and down.
var crossed = map[string]string{GoldAnswer: "answer.predicted, answer.gold", Plausible: depends + ", plausible"}

func expressionsOf(dimension string) []string {
	return scoring.SplitOutside(cmp.Or(crossed[dimension], dimension), ',')
}

// plainNames are shown for what queries call otherwise.
var plainNames = map[string]string{
	GoldAnswer: "expected × predicted", Plausible: "people × model", Found: "slices that differ",
	"answer.gold": "expected answer", "answer.predicted": "predicted answer", "verdict": "right or wrong", "quadrant": "right × faithful",
	"op": "operator", "mended_by": "fixed by", "cause": "all causes", "plausible": "agrees with people", depends: "model depends",
	"p": "precision", "r": "recall",
}

// plainName leaves expressions as they are.
func plainName(fields query.Fields, name string) string {
	f, isField := findField(fields, name)
	name = cmp.Or(f.Name, name)
	if plain := plainNames[name]; plain != "" || !isField {
		return cmp.Or(plain, name)
	}
	part, of, isPart := strings.Cut(name, ".")
	switch {
	case !isPart:
		return widget.MetricName(name)
	case part == "meta" || part == "score":
		return of
	case part == "culprit" || part == "answer" || session.MetricOf(of).Source != "":
		part, of = of, strings.TrimPrefix(part, "module-")
	}
	return widget.MetricName(cmp.Or(widget.If(len(part) == 1, plainNames[part]), part)) + " of " + of
}

// findField accepts meta["flip removal"].
func findField(fields query.Fields, name string) (query.Field, bool) {
	return fields.Find(strings.NewReplacer(`["`, ".", `"]`, "").Replace(name))
}
