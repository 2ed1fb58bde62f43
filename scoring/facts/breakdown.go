package facts

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/predicates"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/slicing"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// Outcomes lists the facts that slices may differ in.
var Outcomes = []string{"accuracy", "faithfulness"}

// Slices finds the slices of rows that differ in an outcome: "accuracy" or "right" (of answers),
// "faithful" (the share of faithful examples), or one of [Table.Measures]. Fields that follow from
// the outcome make no slices ([FollowsFrom]). Examples of one picture, and of one set, may depend
// on each other. The error is the context's.
func (t *Table) Slices(ctx context.Context, rows []int, outcome string, o slicing.Options) (slicing.Result, error) {
	of, err := t.outcomeOf(ctx, rows, outcome)
	if err != nil {
		return slicing.Result{}, err
	}
	return slicing.Find(ctx, slicing.Rows{Source: t, Fields: t.Fields(), Of: rows}, of, o)
}

// outcomeOf returns an outcome for slicing: its number for each of rows, whether the numbers are
// shares, which fields follow from it, and the clusters, by set and by picture, in which rows
// depend on each other, numbered from 0 as they occur. The error is the context's; clusters are
// then missing.
func (t *Table) outcomeOf(ctx context.Context, rows []int, name string) (slicing.Outcome, error) {
	of := slicing.Outcome{Values: t.outcomeValues(rows, name), Shares: name == "faithful" || areAnswers(name)}
	of.Implied = func(f query.Field) bool { return FollowsFrom(name, f.Name, t.Explained()) }
	for _, by := range []session.Cluster{session.BySet, session.ByPicture} {
		clustered, err := t.run.Scored.Clusters(ctx, by)
		if err != nil {
			return of, err
		}
		numbers, c := map[int]int{}, slicing.Clusters{Name: clustered.Name}
		for _, i := range rows {
			first := clustered.First(i)
			if _, seen := numbers[first]; !seen {
				numbers[first] = len(numbers)
			}
			c.Of = append(c.Of, numbers[first])
		}
		of.Clusters = append(of.Clusters, c)
	}
	return of, nil
}

// areAnswers reports whether an outcome says whether answers are right: "accuracy" or "right".
func areAnswers(outcome string) bool { return outcome == "accuracy" || outcome == "right" }

// FollowsFrom reports whether values of a field differ in an outcome because they are made from it:
// always the verdict, the quadrant and what mends an answer; the predicted answer if the outcome is
// about answers; causes and culprits if it is not, or if wrong answers are explained.
func FollowsFrom(outcome, field string, explained bool) bool {
	switch root, _, _ := strings.Cut(field, "."); root {
	case "verdict", "quadrant", "mended_by":
		return true
	case "answer":
		return areAnswers(outcome) && field == "answer.predicted"
	case "cause", "culprit":
		return explained || !areAnswers(outcome)
	}
	return false
}

// outcomeValues returns the number of an outcome for each of rows: of accuracy, right and faithful
// 1 if the verdict is right, 0 if it is known; of any other name the number in that column. It is
// NaN for an unknown verdict, no number, or a name without a column.
func (t *Table) outcomeValues(rows []int, outcome string) []float64 {
	list := make([]float64, len(rows))
	verdict := map[string]func(i int) loaders.Verdict{"accuracy": t.Answer, "right": t.Answer, "faithful": t.Faithful}[outcome]
	column := t.Column(outcome)
	for k, i := range rows {
		list[k] = math.NaN()
		switch {
		case verdict != nil && verdict(i) != loaders.Unknown:
			list[k] = map[loaders.Verdict]float64{loaders.Right: 1}[verdict(i)]
		case verdict == nil && column != nil:
			list[k] = query.Float(column.At(i))
		}
	}
	return list
}

// Shares are the columns of the shares of rows that are right, and faithful.
var Shares = table.Columns(table.Share, scoring.Higher, "right=: right answers / answers with a verdict",
	"faithful=: faithful examples / examples called faithful or not")

// Breakdown lays out groups of rows, values of the expression of, in a row each: how many examples
// it has, how many of these are right and faithful, how far its outcome (as [Table.Slices] takes
// one) is above that of the others and how likely such a difference is by chance, and the blame of
// its modules; for the groups of "module" only those of their type, the one that most often goes
// wrong first on top. Cells lead to the examples that they count. The error is the context's.
func (t *Table) Breakdown(ctx context.Context, of string, groups []Group, rows []int, outcome string) (*table.Table, error) {
	o, err := t.outcomeOf(ctx, rows, outcome)
	if err != nil {
		return nil, err
	}
	clusters, gaps := slicing.Against(o, placesAmong(rows, groups))
	all := t.Blame(rows)
	sheet := &table.Table{Name: "groups", Title: of, Columns: table.Columns(table.Value.Name,
		table.Examples, Shares,
		table.Change, "gap=: mean of "+outcome+" over them, less that over all others", table.Chances[:1])}
	sheet.Columns[0].Title, sheet.Columns[4].Percent = of, o.Shares
	told, err := scoreNamed(ctx, t, of, rows)
	if err != nil {
		return nil, err
	}
	if told != nil {
		sheet.Columns = append(sheet.Columns, scoredBy[of].columns...)
	}
	if clusters.N > 0 {
		sheet.Notes = []string{clusters.String()}
	}
	if all.Judged > 0 {
		sheet.Columns = slices.Concat(sheet.Columns, useColumns, table.Columns(
			table.Share, scoring.Lower, "rate=: wrong modules / modules with a score"),
			all.causeColumns())
	}
	for g := range groups {
		where := func(value any, n int, more string) table.Cell {
			return table.Cell{Value: value, N: n, Leads: query.Both(t.Fields(), groups[g].Where, more)}
		}
		share := func(n, of int, more string) table.Cell {
			value, _ := stats.Share(n, of)
			return where(value, of, more)
		}
		n, judged := groups[g].Answers()
		faithful, scored := groups[g].Faithful()
		row := []any{where(groups[g].Text, 0, ""), where(len(groups[g].Rows), 0, ""),
			share(n, judged, "right"), share(faithful, scored, "faithful"), gaps[g].Value, gaps[g].P}
		for k := range told {
			row = append(row, told[k][groups[g].Text])
		}
		if all.Judged > 0 {
			row = append(row, t.groupUses(&groups[g], all, of == "module")...)
		}
		sheet.Add(row...)
	}
	if at := table.IndexOf(sheet.Columns, "culprit"); of == "module" && at > 0 {
		loaders.SortBy(sheet.Rows, func(row []table.Cell) int { return -row[at].Value.(int) })
	}
	return sheet, nil
}

// placesAmong returns, for each group, the indices of its rows within rows, which has all of them.
func placesAmong(rows []int, groups []Group) [][]int {
	place := make(map[int]int, len(rows))
	for k, row := range rows {
		place[row] = k
	}
	return loaders.Map(groups, func(g Group) []int {
		return loaders.Map(g.Rows, func(row int) int { return place[row] })
	})
}

// scored are columns that have scores of a protocol.
type scored struct {
	protocol string
	columns  []table.Column
}

// scoredBy are the dimensions whose values are what a protocol has scores of.
var scoredBy = map[string]scored{
	"concept": {predicates.Concepts.Name, table.Columns(table.Number, "auc=AUC", "brier=Brier ↓")},
	"op":      {boxes.Gold.Name, table.Columns(table.Number, "gold_boxes=gold boxes", "gold_area=area", "proposals")},
}

// scoreNamed returns, for a dimension that a protocol scores (scoredBy: "concept", "op"), that
// protocol's scores over rows, which are ascending: for each of the dimension's columns a map from
// its values to scores. It is nil for another dimension, if the run does not have the protocol, and
// if none of rows has evidence. Evidence not in memory is read again; the error is the context's.
func scoreNamed(ctx context.Context, t *Table, of string, rows []int) ([]map[string]scoring.Value, error) {
	all := t.run.Scored.Protocols()
	at := scoring.Place(all, scoredBy[of].protocol)
	if at < 0 {
		return nil, nil
	}
	sum, columns := all[at].Aggregate(t.settings), scoredBy[of].columns
	some := false
	err := t.run.Scored.Each(ctx, func(i int, _ string, evidence []scoring.Evidence) {
		if _, ok := slices.BinarySearch(rows, i); ok && evidence[at] != nil {
			sum.Add(evidence[at])
			some = true
		}
	})
	if !some || err != nil {
		return nil, err
	}
	scores := loaders.Fill(len(columns), func(int) map[string]scoring.Value { return map[string]scoring.Value{} })
	for _, s := range sum.Scores() {
		if k := table.IndexOf(columns, s.Metric); k >= 0 {
			scores[k][strings.TrimPrefix(s.Of, predicates.Relation)] = s.Value
		}
	}
	return scores, nil
}

// groupUses returns a group's cells for useColumns, the rate of wrong modules, and the counts of
// all's causes. If module, and all has a type that the group is named after, they are those of that
// type in all; otherwise those of every module in the group's rows.
func (t *Table) groupUses(g *Group, all *Blame, module bool) (cells []any) {
	own, judged := (*TypeBlame)(nil), all.Judged
	first := query.Both(t.Fields(), g.Where, `culprit!=""`)
	if k := slices.IndexFunc(all.Types, func(b TypeBlame) bool { return b.Type == g.Text }); module && k >= 0 {
		own, first = &all.Types[k], "culprit="+strconv.Quote(g.Text)
	} else {
		blame := t.Blame(g.Rows)
		own, judged = &blame.Total, blame.Judged
	}
	rate, _ := stats.Share(own.Wrong, own.Used)
	cells = append(own.useCells(first, judged), table.Cell{Value: rate, N: own.Used})
	for _, c := range all.Causes() {
		cells = append(cells, own.Causes[c])
	}
	return cells
}
