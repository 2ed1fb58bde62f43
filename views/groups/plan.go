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
	"faithscope/scoring/slicing"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// groupPlan holds what to compute: a dimension of the filtered examples, crossed with a second and,
// apart, a third, "" for none, and the outcome to compare.
type groupPlan struct{ where, dimension, across, third, outcome string }

// valueCounts are how many values each dimension has.
type valueCounts struct {
	of     string
	values map[string]int
	spread map[string]float64 // how far the groups of a dimension differ in the outcome
	fields int                // of the run, when they were counted
}

// spreadOf returns the share of an outcome's variance between groups, less (groups-1)/n for chance,
// at least 0. It is 0 if all or none have the outcome, and for outcomes other than right and
// faithful.
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

type planResult struct {
	groupPlan
	sheet  *table.Table // nil for none
	n      int          // examples
	counts valueCounts
	err    error
}

// layPlan sets w.sheet to the table of the plan over rows. It fails for expressions that can't be
// read and for more than three. Module by cause means the culprit.
func (w *planResult) layPlan(ctx context.Context, t *facts.Table, rows []int) error {
	if w.dimension == Found {
		o := slicing.Defaults()
		found, err := t.Slices(ctx, rows, w.outcome, o)
		w.sheet = found.Sheet(w.outcome, o.FalseShare, 0)
		w.sheet.Title, w.sheet.Notes[0], _ = strings.Cut(w.sheet.Notes[0], "; ")
		return err
	}
	names := scoring.SplitOutside(cmp.Or(crossed[w.dimension], w.dimension), ',') // across, down, apart
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
		return errors.New("there are three dimensions at most")
	case len(of) > 1:
		return w.crossCount(ctx, t, rows, of)
	}
	w.sheet, err = t.Breakdown(ctx, of[0], rows, w.outcome)
	return err
}

// crossCount sets w.sheet to a cross table, a column per value of the first expression. Cells have
// the outcome too, unless it follows from an expression. For two numbers the greatest rows come
// first.
func (w *planResult) crossCount(ctx context.Context, t *facts.Table, rows []int, expressions []*query.Expression) error {
	x, y, outcome := expressions[0], expressions[1], w.outcome
	var notes []string
	var names []string
	for _, e := range expressions {
		names = append(names, e.Uses()...)
	}
	switch why := t.Derived(outcome, names...); {
	case crossed[w.dimension] != "":
		outcome = ""
	case why != "":
		notes = []string{"only counted: " + strings.TrimPrefix(why, "derived: ")}
		outcome = ""
	}
	sheet, err := t.Cross(ctx, expressions, rows, outcome)
	if err != nil {
		return err
	}
	w.sheet = sheet
	if sheet.Notes = append(notes, sheet.Notes...); w.dimension == Plausible {
		sheet.Title = "whether people agree with the attribution, by whether the model depends on it"
		sheet.Notes = append(sheet.Notes, whoDepends(t, rows))
	}
	if x.Kind() != query.Number || y.Kind() != query.Number {
		return nil
	}
	slices.Reverse(sheet.Rows[:len(sheet.Rows)-1])
	_, xs, ys, err := t.Pairs(ctx, x, y, rows)
	if r, defined := stats.Pearson(xs, ys).Float(); defined {
		sheet.Notes = append(sheet.Notes, fmt.Sprintf("Pearson's r %+.2f of %s", r, loaders.Count(len(xs), "example")))
	}
	return err
}

// whoDepends explains when a model depends on an attribution, or returns "none: " and the most
// frequent reason why some rows have no score.
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

func (w *planResult) addChanceNote(scores []scoring.Score) {
	score, _ := scoring.Pick(scores, "faithful_by_chance", "overall")
	isOrdered := score.Count > 0 && (w.dimension == Plausible || strings.Contains(w.dimension+w.across+w.third, depends))
	if isOrdered && w.sheet != nil {
		x, _ := score.Value.Float()
		w.sheet.Notes = append(w.sheet.Notes, widget.Percent(x)+" by chance")
	}
}

func (w *planResult) isCrossed() bool { return w.sheet != nil && w.sheet.Name == "cells" }

func (w *planResult) hasShares() bool {
	return w.isCrossed() && w.sheet.Columns[len(w.sheet.Columns)-1].Kind == table.Number
}

func (w *planResult) hasValues() bool { return w.sheet != nil && w.sheet.Name == "groups" }

// The dimensions besides expressions: gold answers by the model's, what agrees with people
// by what the model depends on, and the combinations of values that differ from the rest.
const (
	GoldAnswer = "gold × answer"
	Plausible  = "plausible × faithful"
	Found      = "found"
	depends    = "dependence" // whether a model does, a column of runs that were asked again
)

// crossed are the dimensions made of two expressions: across, and down.
var crossed = map[string]string{GoldAnswer: "answer.predicted, answer.gold", Plausible: depends + ", plausible"}
