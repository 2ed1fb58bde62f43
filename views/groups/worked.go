package groups

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/slicing"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// plan holds what is computed: a dimension of the examples that a filter lists,
// crossed with a second one, "" for none, and the outcome that is compared.
type plan struct{ where, dimension, across, outcome string }

// counts are how many values each dimension has.
type counts struct {
	of     string
	values map[string]int
	spread map[string]float64 // how far the groups of a dimension differ in the outcome
	fields int                // of the run, when they were counted
}

// spreadOf returns the share of an outcome's variance that is between groups, less (groups-1)/n
// for chance, at least 0. The outcome is whether an answer is right if it is "right", and whether
// it is faithful if "faithful". It returns 0 where all examples or none have it, and for another
// outcome.
func spreadOf(groups []facts.Group, outcome string) float64 {
	count := (*scoring.Quadrant).Faithful
	switch outcome {
	case "right":
		count = (*scoring.Quadrant).Answers
	case "faithful":
	default:
		return 0
	}
	all, between := scoring.Quadrant{}, 0.0
	for i := range groups {
		all.AddCounts(&groups[i].Quadrant)
	}
	some, n := count(&all)
	share := float64(some) / float64(max(1, n))
	for i := range groups {
		some, of := count(&groups[i].Quadrant)
		gap := float64(some)/float64(max(1, of)) - share
		between += float64(of) * gap * gap
	}
	if some == 0 || some == n {
		return 0
	}
	return max(0, between/(float64(n)*share*(1-share))-float64(len(groups)-1)/float64(n))
}

// worked holds what was computed.
type worked struct {
	plan
	sheet  *table.Table // nil for none
	head   string
	n      int // examples
	counts counts
	err    error
}

// layPlan sets w.sheet, and where it has one w.head, to the table of the plan over rows: for Found
// the slices that differ in the outcome; two dimensions crossed, where w.across names the second,
// the dimension stands for two, or it holds a comma; otherwise a row per value. The module crossed
// with a cause means the culprit. It fails for an expression that cannot be read.
func (w *worked) layPlan(ctx context.Context, t *facts.Table, rows []int) error {
	if w.dimension == Found {
		o := slicing.Defaults()
		found, err := t.Slices(ctx, rows, w.outcome, o)
		w.sheet = found.Sheet(w.outcome, o.FalseShare, 0)
		w.head = w.sheet.Notes[0]
		return err
	}
	down, across := w.dimension, w.across
	switch {
	case crossed[down] != [2]string{}:
		down, across = crossed[down][0], crossed[down][1]
	case down == "module" && strings.HasSuffix(across, "cause"):
		down = "culprit" // the cause of the module that goes wrong first
	case across == "" && strings.Contains(down, ","):
		across, down, _ = strings.Cut(down, ",")
	}
	y, err := query.ParseExpression(strings.TrimSpace(down), t.Fields())
	if err != nil {
		return err
	}
	if across != "" {
		return w.crossCount(ctx, t, rows, strings.TrimSpace(across), y)
	}
	groups, err := t.Groups(ctx, y, rows)
	if err == nil {
		w.sheet, err = t.Breakdown(ctx, w.dimension, groups, rows, w.outcome)
	}
	return err
}

// crossCount sets w.sheet to the rows counted by across, a column per value, and y, a row per
// value, and w.head to its title. Cells have the outcome too, unless it follows from one of the
// two, which the title says, or the dimension is a preset pair. Of two numbers the rows begin with
// the greatest, and the title adds Pearson's r.
func (w *worked) crossCount(ctx context.Context, t *facts.Table, rows []int, across string, y *query.Expression) error {
	x, err := query.ParseExpression(across, t.Fields())
	if err != nil {
		return err
	}
	if w.head = fmt.Sprintf("%s by %s", y, x); w.dimension == Plausible {
		w.head = "whether people agree with the attribution, by whether the model depends on it; " + whoDepends(t, rows)
	}
	outcome := w.outcome
	implied := func(e *query.Expression) bool { return facts.FollowsFrom(w.outcome, e.String(), t.Explained()) }
	switch {
	case implied(x) || implied(y):
		outcome = ""
		w.head += "; counted: " + w.outcome + " follows from it, so that cells are empty by construction"
	case crossed[w.dimension] != [2]string{}:
		outcome = ""
	}
	if w.sheet, err = t.Cross(ctx, x, y, rows, outcome); err != nil || x.Kind() != query.Number || y.Kind() != query.Number {
		return err
	}
	slices.Reverse(w.sheet.Rows[:len(w.sheet.Rows)-1])
	_, xs, ys, err := t.Pairs(ctx, x, y, rows)
	if r, defined := stats.Pearson(xs, ys).Float(); defined {
		w.head += fmt.Sprintf(" · Pearson's r %+.2f of %s", r, loaders.Count(len(xs), "example"))
	}
	return err
}

// whoDepends returns, if some of the rows have no overall score, "none: " and the most frequent
// reason; otherwise a text that says when a model is taken to depend on an attribution.
func whoDepends(t *facts.Table, rows []int) string {
	reasons := map[string]int{}
	for _, row := range rows {
		reasons[t.Overall(row).Why()]++
	}
	if delete(reasons, ""); len(reasons) > 0 {
		return "none: " + loaders.ByCount(reasons)[0]
	}
	return "where words cost more than in random orders (--random-share)"
}

// addChanceNote adds faithful_by_chance of the scores, in percent, if the table is Plausible or
// about that second dimension: to the sheet's notes if it has a row per value, otherwise to the
// head. Without such a score or a table it does nothing.
func (w *worked) addChanceNote(scores []scoring.Score) {
	score, _ := scoring.Pick(scores, "faithful_by_chance", "overall")
	isOrdered := score.Count > 0 && (w.dimension == Plausible || strings.Contains(w.dimension+w.across, crossed[Plausible][1]))
	if !isOrdered || w.sheet == nil {
		return
	}
	x, _ := score.Value.Float()
	if note := widget.Percent(x) + " by chance"; w.hasValues() {
		w.sheet.Notes = append(w.sheet.Notes, note)
	} else {
		w.head += " · " + note
	}
}

// isCrossed reports whether the sheet has a cell for two values.
func (w *worked) isCrossed() bool { return w.sheet != nil && w.sheet.Name == "cells" }

// hasShares reports whether these cells are shares or means of the outcome.
func (w *worked) hasShares() bool {
	return w.isCrossed() && w.sheet.Columns[len(w.sheet.Columns)-1].Kind == table.Number
}

// hasValues reports whether the sheet has a row for a value.
func (w *worked) hasValues() bool { return w.sheet != nil && w.sheet.Name == "groups" }

// The dimensions besides expressions: gold answers by the model's, what agrees with people
// by what the model depends on, and the combinations of values that differ from the rest.
const (
	GoldAnswer = "gold × answer"
	Plausible  = "plausible × faithful"
	Found      = "found"
)

// crossed are dimensions that are two expressions: down, and across.
var crossed = map[string][2]string{GoldAnswer: {"answer.gold", "answer.predicted"}, Plausible: {"plausible", "dependence"}}
