package facts

import (
	"context"
	"math"
	"slices"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/slicing"
)

// Blame tells whose fault it is: per type of module, how often it is wrong, by
// itself or because of what it was given, and in how many examples it goes wrong
// first, by cause.
//
// A module is wrong when its score is below the bar of faithfulness
// ([scoring.Settings.Bar]), and by itself where nothing that is scored right
// under it is wrong too ([scoring.Fault]). An example has one module at most that
// goes wrong first, its culprit. This is this program's own reading, of no
// paper; what causes mean stands at [scoring.Cause].
type Blame struct {
	Examples int         // counted, those included that nothing is known of
	Judged   int         // of them, those with a scored module
	Types    []TypeBlame // with a scored module; the one that most often goes wrong first leads
	Total    TypeBlame   // of all types, "overall"
}

// TypeBlame is the blame of one type of module.
type TypeBlame struct {
	Type string
	// Used counts the modules with a score, Wrong those of them that are wrong,
	// and Local those that are wrong by themselves.
	Used, Wrong, Local int
	// First counts the examples in which a module of the type goes wrong first,
	// by the verdict on the answer: [loaders.Unknown], Right, Wrong.
	First [3]int
	// Causes counts these examples by why that module is wrong.
	Causes map[scoring.Cause]int
}

// Culprits is in how many examples the type goes wrong first.
func (b *TypeBlame) Culprits() int { return b.First[0] + b.First[1] + b.First[2] }

// add counts what one example has of the type.
func (b *TypeBlame) add(o *TypeBlame) {
	b.Used, b.Wrong, b.Local = b.Used+o.Used, b.Wrong+o.Wrong, b.Local+o.Local
	for verdict, n := range o.First {
		b.First[verdict] += n
	}
	for why, n := range o.Causes {
		b.Causes[why] += n
	}
}

// Blame returns the blame of rows.
func (t *Table) Blame(rows []int) *Blame {
	types := t.Types()
	b := &Blame{Examples: len(rows), Types: make([]TypeBlame, len(types)), Total: TypeBlame{Type: "overall", Causes: map[scoring.Cause]int{}}}
	for k, name := range types {
		b.Types[k] = TypeBlame{Type: name, Causes: map[scoring.Cause]int{}}
	}
	present := t.Present()
	for _, i := range rows {
		judged := false
		for _, k := range present {
			if m := t.Matters(i, k); m.Used > 0 {
				own := &b.Types[k]
				own.Used, own.Wrong, own.Local = own.Used+int(m.Used), own.Wrong+int(m.Wrong), own.Local+int(m.Local)
				judged = true
			}
		}
		if judged {
			b.Judged++
		}
		if k, why := t.Culprit(i); k >= 0 {
			b.Types[k].First[t.Answer(i)]++
			b.Types[k].Causes[why]++
		}
	}
	b.Types = slices.DeleteFunc(b.Types, func(own TypeBlame) bool { return own.Used == 0 })
	slices.SortStableFunc(b.Types, func(x, y TypeBlame) int { return y.Culprits() - x.Culprits() })
	for k := range b.Types {
		b.Total.add(&b.Types[k])
	}
	return b
}

// Causes lists the causes that some culprit has, the most frequent first.
func (b *Blame) Causes() []scoring.Cause {
	causes := slices.DeleteFunc(scoring.Causes(), func(c scoring.Cause) bool { return b.Total.Causes[c] == 0 })
	slices.SortStableFunc(causes, func(x, y scoring.Cause) int { return b.Total.Causes[y] - b.Total.Causes[x] })
	return causes
}

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
