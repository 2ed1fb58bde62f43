package facts

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/predicates"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/slicing"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// Outcomes lists the facts that slices may differ in.
var Outcomes = []string{"accuracy", "faithfulness"}

// Slices finds the slices of rows that differ in an outcome: "accuracy" or "right" (of answers, with partial credit),
// "faithful" (the share of faithful examples), or one of [Table.Measures]. Fields that follow
// from the outcome make no slices ([Table.Derived]). Examples that share a picture or a set may
// depend on each other. The error is the context's.
func (t *Table) Slices(ctx context.Context, rowIndices []int, outcomeName string, o slicing.Options) (slicing.SliceFindings, error) {
	of, err := t.outcomeOf(ctx, rowIndices, outcomeName)
	if err != nil {
		return slicing.SliceFindings{}, err
	}
	return slicing.Find(ctx, slicing.FacetRows{Source: t, Fields: t.Fields(), Of: rowIndices}, of, o)
}

// outcomeOf returns an outcome of rows for slicing, with clusters of sets, pictures and examples,
// because rows of one cluster depend on each other.
func (t *Table) outcomeOf(ctx context.Context, rowIndices []int, name string) (slicing.RowOutcomes, error) {
	of := slicing.RowOutcomes{Values: t.outcomeValues(rowIndices, name), Shares: name == "faithful" || areAnswers(name)}
	of.Implied = func(f query.Field) bool { return t.Derived(name, f.Name) != "" }
	for _, by := range []session.ClusterKind{session.BySet, session.ByPicture, session.ByExample} {
		clustered, err := t.run.Scored.Clusters(ctx, by)
		if err != nil {
			return of, err
		}
		numbers, c := map[int]int{}, slicing.RowClusters{Name: clustered.Name}
		for _, row := range rowIndices {
			first := clustered.First(t.Example(row))
			if _, seen := numbers[first]; !seen {
				numbers[first] = len(numbers)
			}
			c.Of = append(c.Of, numbers[first])
		}
		of.Clusters = append(of.Clusters, c)
	}
	return of, nil
}

func (t *Table) outcomeValues(rowIndices []int, outcomeName string) []float64 {
	verdict := map[string]func(i int) loaders.Verdict{"accuracy": t.Answer, "right": t.Answer, "faithful": t.Faithful}[outcomeName]
	column, credit := t.Column(outcomeName), t.Column(Credit)
	has := func(int) bool { return column != nil }
	if t.partRowStarts != nil {
		_, moduleType, _ := strings.Cut(outcomeName, ".")
		module := readModules(t)
		verdict, column = nil, t.Column(ownOf(outcomeName))
		has = func(row int) bool {
			m := module(row)
			return m.Scored && (ownColumns[outcomeName] != "" || m.Op == moduleType)
		}
	}
	return loaders.Map(rowIndices, func(row int) float64 {
		switch {
		case verdict != nil && verdict(row) != loaders.Unknown:
			return loaders.IfElse(verdict(row) == loaders.Right, 1., 0)
		case verdict != nil && areAnswers(outcomeName):
			return query.Float(credit.At(row))
		case verdict == nil && has(row):
			return query.Float(column.At(row))
		}
		return math.NaN()
	})
}

// Shares are the columns with the shares of right and of faithful rows.
var Shares = table.Columns(table.Share, scoring.Higher, "right=: right or partly right answers / answers with a verdict or partial credit",
	"faithful=: faithful examples / examples judged faithful or not")

// Breakdown lays out the groups of examples by an expression, one per row: number of examples,
// shares right and faithful, how far its outcome (see [Table.Slices]) is above that of all others
// and how likely such a difference is by chance, and the blame of its modules. By something that
// modules have themselves, faithful, outcome and blame are of these modules; by "module", the one
// that most often goes wrong first is on top. Cells link to the examples that they count. The
// error is the context's.
func (t *Table) Breakdown(ctx context.Context, e *query.Expression, rowIndices []int, outcomeName string) (*table.Table, error) {
	of := e.String()
	u, units := unitsOf(t, rowIndices, "faithful", e)
	groups, err := u.Groups(ctx, e, units)
	if err != nil {
		return nil, err
	}
	tested, among, example := t, rowIndices, u.Example
	if ownOf(outcomeName) != "" {
		tested, among, example = u, units, func(row int) int { return row }
	}
	outcome, err := tested.outcomeOf(ctx, among, outcomeName)
	if err != nil {
		return nil, err
	}
	clusters, gaps := slicing.Against(outcome, placesAmong(among, groups, example),
		loaders.Map(groups, func(g Group) string { return g.Text }))
	if why := scoring.Undefined(t.Derived(outcomeName, e.Uses()...)); why.Why() != "" {
		clusters.N = 0
		setUntested(gaps, why)
	}
	all := t.Blame(rowIndices)
	sheet := &table.Table{Name: "groups", Title: of, Columns: table.Columns(table.Value.Name,
		table.Examples, Shares,
		table.Change, "gap=: mean of "+t.nameOf(outcomeName)+" in the group, minus the mean over all others", table.Chances[:1])}
	sheet.Columns[0].Title, sheet.Columns[4].Percent = of, outcome.Shares
	told, err := scoreNamed(ctx, &t.runSnapshot, of, rowIndices)
	if err != nil {
		return nil, err
	}
	if !outcome.Shares {
		sheet.Columns = append(sheet.Columns, table.Columns(table.Number, "average=: mean of "+t.nameOf(outcomeName)+" in the group")...)
	}
	if told != nil {
		sheet.Columns = append(sheet.Columns, scoredBy[of].columns...)
	}
	u.describeUnits(sheet, clusters)
	if all.Judged > 0 {
		sheet.Columns = slices.Concat(sheet.Columns, useColumns, table.Columns(
			table.Share, scoring.Lower, "rate=wrong: wrong modules / modules with a score"),
			all.causeColumns())
		sheet.Columns[table.IndexOf(sheet.Columns, "wrong")].Title = "wrong n"
	}
	for g := range groups {
		own, used := blameOf(u, groups[g].Rows)
		row := append(u.groupCells(t.Fields(), &groups[g], own), meanCells(gaps[g], outcome.Shares)...)
		for k := range told {
			row = append(row, told[k][groups[g].Text])
		}
		if all.Judged > 0 {
			row = append(row, own.groupUses(u.leadToCulprits(u.Fields(), of, groups[g]), used, all.Causes(), func(condition string) string {
				return u.leadToModules(u.Fields(), groups[g], condition)
			})...)
		}
		sheet.Add(row...)
	}
	if at := table.IndexOf(sheet.Columns, "culprit"); at > 0 && of == "module" {
		loaders.SortBy(sheet.Rows, func(row []table.Cell) int { return -row[at].Value.(int) })
	}
	return sheet, nil
}

func setUntested(gaps []slicing.MeanGap, undefinedReason scoring.Value) {
	for g := range gaps {
		gaps[g].Value, gaps[g].P = undefinedReason, undefinedReason
	}
}

func (p *partRowStarts) describeUnits(sheet *table.Table, clusters slicing.RowClusters) {
	if clusters.N > 0 {
		sheet.Notes = []string{clusters.String()}
	}
	if p != nil {
		sheet.Notes, sheet.Columns[3].Counted = append(sheet.Notes, ofModules), "modules"
		sheet.Columns[3].Title = "faithful modules"
	}
}

func meanCells(gap slicing.MeanGap, isShare bool) []any {
	mean, _ := stats.Share(gap.In.Sum, gap.In.N)
	return []any{gap.Value, gap.P, table.Cell{Value: mean, N: int(gap.In.N)}}[:loaders.IfElse(isShare, 2, 3)]
}

func (p *partRowStarts) groupCells(queryFields query.Fields, g *Group, typeBlame *TypeBlame) []any {
	share := func(n, total int, more Group) table.Cell {
		value, _ := stats.Share(n, total)
		return table.Cell{Value: value, N: total, Leads: p.leadTo(queryFields, *g, more)}
	}
	n, judged := g.Answers()
	faithful, scored := g.Faithful()
	if p != nil {
		faithful, scored = typeBlame.Used-typeBlame.Wrong, typeBlame.Used
	}
	right := share(n, judged, Group{Where: "right"})
	if g.credit.Count > 0 { // which no query counts
		right.N, right.Leads = judged+g.credit.Count, ""
		right.Value, _ = stats.Share(float64(n)+g.credit.Sum, float64(right.N))
	}
	return []any{table.Cell{Value: g.Text, Leads: g.Where}, table.Cell{Value: g.N(), Leads: g.Where}, right,
		share(faithful, scored, Group{Where: "faithful", use: ".faithful"})}
}

func placesAmong(rowIndices []int, groups []Group, exampleOf func(row int) int) [][]int {
	place := make(map[int]int, len(rowIndices))
	for k, row := range rowIndices {
		place[row] = k
	}
	return loaders.Map(groups, func(g Group) []int {
		return loaders.Map(g.Rows, func(row int) int { return place[exampleOf(row)] })
	})
}

// protocolColumns names a protocol that scores a dimension's values, and its columns.
type protocolColumns struct {
	protocol string
	columns  []table.Column
}

// scoredBy holds the dimensions whose values a protocol scores.
var scoredBy = map[string]protocolColumns{
	"concept": {predicates.Concepts.Name, table.Columns(table.Number, "auc=AUC", "brier=Brier ↓")},
	"op":      {boxes.Gold.Name, table.Columns(table.Number, "gold_boxes=gold boxes", "gold_area=area", "proposals")},
}

// scoreNamed aggregates evidence instead of averaging examples, because scores like F1 aren't means.
// It returns, for each column of a dimension in scoredBy, the scores by value over ascending rows; nil
// for other dimensions and without evidence.
func scoreNamed(ctx context.Context, t *runSnapshot, dimensionField string, rowIndices []int) ([]map[string]scoring.Value, error) {
	all := t.run.Scored.Protocols()
	at := scoring.Place(all, scoredBy[dimensionField].protocol)
	if at < 0 {
		return nil, nil
	}
	sum, columns := all[at].Aggregate(t.settings), scoredBy[dimensionField].columns
	some := false
	err := t.run.Scored.Each(ctx, func(i int, _ string, evidence []scoring.Evidence) {
		if _, ok := slices.BinarySearch(rowIndices, i); ok && evidence[at] != nil {
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

func (p *partRowStarts) leadToCulprits(queryFields query.Fields, dimensionField string, g Group) string {
	if dimensionField == "module" {
		return "culprit=" + strconv.Quote(g.Text)
	}
	return p.leadTo(queryFields, g, Group{Where: `culprit!=""`, use: ".culprit"})
}

// leadToModules returns the query of a group's examples with a module that meets a condition and, if the group is of
// modules, is in it.
func (p *partRowStarts) leadToModules(queryFields query.Fields, g Group, condition string) string {
	if p == nil || g.use == "" {
		return query.Both(queryFields, g.Where, "any(modules, "+condition+")")
	}
	return p.leadTo(queryFields, g, Group{use: condition})
}

func (b *TypeBlame) groupUses(culpritQuery string, judgedCount int, wrongCauses []scoring.Cause,
	leadTo func(condition string) string) []any {
	cells := b.useCells(culpritQuery, judgedCount, leadTo)
	rate, _ := stats.Share(b.Wrong, b.Used)
	cells = append(cells, table.Cell{Value: rate, N: b.Used, Leads: leadTo(".wrong")})
	for _, c := range wrongCauses {
		cells = append(cells, b.Causes[c])
	}
	return cells
}
