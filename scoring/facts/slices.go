package facts

import (
	"context"
	"math"
	"strings"

	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/slicing"
)

// Outcomes are what slices may differ in.
var Outcomes = []string{"accuracy", "faithfulness"}

// Slices finds the slices of rows that differ in an outcome, one of [Outcomes].
// What follows from an outcome is not sliced by: the verdict and the quadrant,
// for accuracy the model's answer, which with the right one is the verdict, and
// for faithfulness the causes and the culprit. The examples of one picture, and of
// one set, may depend on each other. Its error is that of ctx.
func (t *Table) Slices(ctx context.Context, rows []int, outcome string, o slicing.Options) (slicing.Result, error) {
	of := slicing.Outcome{Values: make([]float64, len(rows)), Shares: outcome == "accuracy"}
	for k, i := range rows {
		switch {
		case !of.Shares:
			of.Values[k] = float(t.Overall(i))
		case t.right(i):
			of.Values[k] = 1
		case !t.wrong(i):
			of.Values[k] = math.NaN()
		}
	}
	of.Implied = func(f query.Field) bool {
		root, _, _ := strings.Cut(f.Name, ".")
		return f.Name == "verdict" || f.Name == "quadrant" || of.Shares && f.Name == "answer.predicted" || !of.Shares && (root == "cause" || root == "culprit")
	}
	for _, by := range []session.Cluster{session.BySet, session.ByPicture} {
		cluster, err := t.run.Scored.Clusters(ctx, by)
		if err != nil {
			return slicing.Result{}, err
		}
		numbers, c := map[int]int{}, slicing.Clusters{Name: by.String()}
		for _, i := range rows {
			first := cluster(i)
			if _, seen := numbers[first]; !seen {
				numbers[first] = len(numbers)
			}
			c.Of = append(c.Of, numbers[first])
		}
		of.Clusters = append(of.Clusters, c)
	}
	return slicing.Find(ctx, t, t.Fields(), rows, of, o)
}
