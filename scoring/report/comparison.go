package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

func (c *Comparison) layOut() table.DocumentPart {
	all := &table.Table{Name: "tests", Columns: table.Columns(
		table.Score, table.Number, "a", "b", table.Differences[:1], "low", "high", table.Chances, table.Count, "draws", "trials",
		table.Truth, "exact", table.Rest, table.Undefined, table.Count, "effective",
	), Order: strings.Fields("protocol metric of a b difference p trials exact count undefined p_holm low high draws effective")}
	for _, t := range c.Tests {
		var low, high, draws any
		if t.Interval != nil {
			low, high, draws = t.Interval.Low, t.Interval.High, t.Interval.Trials
		}
		all.Add(t.Protocol, t.Metric, t.Of, bareNumber(t.A), bareNumber(t.B), bareNumber(t.Difference), low, high, bareNumber(t.P),
			bareNumber(t.Holm), draws, t.Trials,
			t.Exact, t.Count, loaders.Clean(t.P.Why()), t.Effective)
	}
	settings := slices.DeleteFunc(settingsOf(c.Settings, settingNames(c.protocols)...),
		func(f table.Fact) bool { return slices.Contains(thresholds, f.Name) && f.Value == false })
	lines := c.headingLines()
	if short := c.restingOnTooFew(); short != nil {
		lines = append(
			lines,
			fmt.Sprintf("no significant difference, but too few independent %ss to detect one: %s; the 95 %% column shows what could go unnoticed",
				c.Agreement.Clusters.Name, strings.Join(short, ", ")),
		)
	}
	if n := c.countShortOfTrials(); n > 0 {
		lines = append(lines, fmt.Sprintf("too few trials for p Holm below %g: %s; raise --trials", Level, loaders.Count(n, "score")))
	}
	return table.DocumentPart{
		Name: c.A.Name + " and " + c.B.Name, Lines: lines, Tables: append(c.testTables(), all),
		Facts: table.Named(
			"a", c.A.describeSide(), "b", c.B.describeSide(), "pairs", c.Pairs, "only_a", c.OnlyA, "only_b", c.OnlyB,
			"mismatches", append([]string{}, c.Mismatches.describeLines()...),
			"convention", c.Convention.String(), "cluster", c.Cluster.String(), "seed", c.Seed, "settings", settings,
			"tests", all,
		),
	}
}

func (r *RunScores) describeSide() table.FactList {
	return append(table.Named("name", r.Name, "path", r.Path), r.describeFacts()...)
}

func (c *Comparison) headingLines() []string {
	var lines []string
	for k, run := range []*RunScores{&c.A, &c.B} {
		head := run.headLines()
		lines = append(lines, fmt.Sprintf("%c: %s · %s · %s", 'A'+k, loaders.Clean(run.Name), loaders.Clean(run.Path), head[0]))
		lines = append(lines, head[1:]...)
	}
	lines = append(lines,
		fmt.Sprintf("%s compared, paired by id; %d in A and %d in B have no match", loaders.Count(c.Pairs, "example"), c.OnlyA, c.OnlyB))
	lines = append(lines, c.Mismatches.describeLines()...)
	lines = append(lines, c.Cautions...)
	leaveOut := func(n int, what string) {
		if n > 0 {
			lines = append(lines, "left out"+fmt.Sprintf(what, loaders.Count(n, "example")))
		}
	}
	leaveOut(c.Unanswered, ": %s that A answers and B does not")
	leaveOut(c.JudgedOnce, " of the tests of answers: %s with a verdict in only one run")
	if unknown := c.Agreement.Clusters.Unknown; unknown > 0 {
		lines = append(lines, fmt.Sprintf("%d of A's %d examples have no known picture, passage or set: each is its own cluster",
			unknown, c.A.Examples))
	}
	return append(lines,
		"p: paired permutation test, "+conventions[c.Convention]+
			fmt.Sprintf(", seed %d; p Holm: corrected for all tests; 95 %%: B-A interval, up to %d draws over %s (Newcombe's for shares of 0 or 1)",
				c.Seed, min(c.Trials, draws), &c.Agreement.Clusters),
	)
}

// restingOnTooFew names the leading scores whose clusters are too few for any p to reach Level, so
// that nobody reads them as equal.
func (c *Comparison) restingOnTooFew() (short []string) {
	for _, d := range c.Tests {
		p, tested := d.P.Float()
		if c.Cluster != session.ByExample && d.Leads() && tested && min(p, math.Ldexp(1, 1-d.Effective)) >= Level {
			short = append(short, fmt.Sprintf("%s %s %s (%d)", d.Protocol, d.Of, d.Metric, d.Effective))
		}
	}
	return short
}

// countShortOfTrials counts scores whose p is the least that their trials allow, and yet not significant once
// corrected.
func (c *Comparison) countShortOfTrials() int {
	return loaders.CountFunc(c.Tests, func(d Difference) bool {
		p, _ := d.P.Float()
		holm, tested := d.Holm.Float()
		return tested && holm >= Level && !d.Exact && d.Trials > 0 && p*float64(1+d.Trials) < 1.5
	})
}

func (c *Comparison) testTables() (list []*table.Table) {
	for i := range c.protocols {
		p := &c.protocols[i]
		t := TestsTable(loaders.Filter(c.Tests, func(d Difference) bool { return d.Protocol == p.Name }))
		t.Title, t.Notes = p.Name+" · metrics: "+p.Source, inWords(p, c.Settings)
		list = append(list, t)
	}
	return list
}

// TestsTable has, per row, both values, B - A with its interval, p, Holm's p, trials and count.
func TestsTable(tested []Difference) *table.Table {
	t := &table.Table{Columns: table.Columns("", table.Number, "=A", "=B", table.Change, "=B-A", table.Between, "",
		table.Chances, table.Count, "=trials", table.N)}
	for _, d := range tested {
		span := table.Cell{Value: d.Difference, Interval: d.Interval}
		if why := d.WhyNoInterval(); why != "" {
			span.Value = scoring.Undefined("no interval: " + why)
		}
		t.Add(d.Of+" "+d.Metric, d.A, d.B, d.Difference, span, d.P, d.Holm, d.describeDraws(),
			d.countCell())
	}
	return t
}

func (d *Difference) countCell() table.Cell {
	n := table.Cell{Value: d.Count}
	if d.CountA != d.CountB {
		n.Mark = fmt.Sprintf(" (A %d, B %d)", d.CountA, d.CountB)
	}
	return n
}

func (d *Difference) describeDraws() string {
	switch {
	case d.Trials == 0:
		return table.Absent
	case d.Exact:
		return "all " + strconv.Itoa(d.Trials)
	}
	return strconv.Itoa(d.Trials)
}

// Comparisons compares the first run with each other one.
type Comparisons struct {
	Agreement *Agreement
	List      []*Comparison
}

// CompareAll corrects p-values for all comparisons together. The error is from [Compare], with nil,
// or from [Agree], with the comparisons only.
func CompareAll(ctx context.Context, scoredRuns session.Runs, settings scoring.Settings, d ComparisonDesign) (all *Comparisons,
	err error) {
	all = &Comparisons{}
	for _, other := range scoredRuns[1:] {
		c, err := Compare(ctx, scoredRuns[0], other, settings, d)
		if err != nil {
			return nil, err
		}
		all.List = append(all.List, c)
	}
	correctTogether(all.List...)
	if len(all.List) == 1 {
		all.Agreement = all.List[0].Agreement
		return all, nil
	}
	all.Agreement, err = Agree(ctx, scoredRuns, settings, d)
	return all, err
}

// Document lays out the agreement, then each comparison, with the changes of causes first.
func (c *Comparisons) Document() *table.Document {
	head := fmt.Sprintf("%s, paired by id; %s in all of them", loaders.Count(len(c.Agreement.Runs), "run"),
		loaders.Count(c.Agreement.Common, "example"))
	tables := c.Agreement.agreementTables()
	if tables == nil {
		head += "; under these protocols no example has a verdict"
	}
	d := &table.Document{
		Facts: table.Named("agreement", c.Agreement.describeFacts()), List: "comparisons",
		Parts: []table.DocumentPart{{Name: "agreement", Lines: []string{head}, Tables: tables}},
	}
	for _, one := range c.List {
		p := one.layOut()
		p.Tables = append(one.Agreement.causeTables(), p.Tables...)
		p.Before = table.Named("run_a", one.A.Name, "run_b", one.B.Name)
		d.Parts = append(d.Parts, p)
	}
	return d
}

var conventions = [...]string{
	stats.TwoSided: "two-sided, (1+n)/(1+N), n/N over all swaps", stats.Released: "as in the released code (p = 1 if A isn't better)",
	stats.Paper: "one-sided for A above B, n/N",
}

func (a *Agreement) agreementTables() []*table.Table {
	var list []*table.Table
	runs := &table.Table{Title: "runs", Columns: table.Columns("")}
	var all scoring.VerdictCounts
	for i := range a.Runs {
		all.AddCounts(&a.Runs[i].VerdictCounts)
		runs.Add(a.Runs[i].Name)
	}
	for k, count := range [...]func(q *scoring.VerdictCounts) (n, of int){(*scoring.VerdictCounts).Answers,
		(*scoring.VerdictCounts).Faithful} {
		if _, n := count(&all); n == 0 {
			continue
		}
		runs.Columns = append(runs.Columns, table.Columns(table.Count, facts.Shares[k].Name, "=of", table.Number, "=accuracy")[:3-k]...)
		for i := range a.Runs {
			run := &a.Runs[i]
			n, of := count(&run.VerdictCounts)
			share, _ := stats.Share(n, of)
			if k == 0 && run.Credited > 0 {
				of += run.Credited
				share = run.AnswerShare()
			}
			runs.Rows[i] = append(runs.Rows[i], table.Row(n, of, share)[:3-k]...)
		}
		list = []*table.Table{runs}
	}
	for kind, words := range [...]struct{ title, lost, gained string }{
		{"answers · " + a.testName() + ", corrected for all pairs (Holm 1979; Benjamini and Hochberg 1995)", "right to wrong", "wrong to right"},
		{"faithfulness · " + a.testName() + ", corrected the same way", "lost", "gained"},
	} {
		t := &table.Table{Title: words.title, Columns: table.Columns("", table.Number, "=agree", table.Count, "="+words.lost, "="+words.gained,
			table.Chances, table.Chance, "=p BH", table.N)}
		for k := range a.Pairs {
			pair := &a.Pairs[k]
			if flip := &pair.Of[kind]; flip.Pairs() > 0 {
				t.Add(a.Runs[pair.A].Name+", "+a.Runs[pair.B].Name, flip.Agree(), flip.Lost, flip.Gained, flip.P, flip.Holm, flip.FalseOne,
					flip.Pairs())
			}
		}
		if len(t.Rows) > 0 {
			list = append(list, t)
		}
	}
	kappas := &table.Table{Title: "Cohen's κ (1960) of judges, over the steps both judged and over all steps (a missing verdict is a class)",
		Columns: table.Columns("", table.Number, "=κ", table.Count, "=both judged", table.Number, "=κ over all steps", table.N)}
	for _, pair := range a.Pairs {
		if pair.All.N > 0 {
			kappas.Add(a.Runs[pair.A].Name+", "+a.Runs[pair.B].Name, pair.Both.Value, pair.Both.N, pair.All.Value, pair.All.N)
		}
	}
	if kappas.Rows != nil {
		list = append(list, kappas)
	}
	return list
}

func (a *Agreement) testName() string {
	if a.Cluster == session.ByExample {
		return "exact McNemar test"
	}
	return "permutation test that swaps " + a.Clusters.String()
}

func (a *Agreement) causeTables() []*table.Table {
	t := &table.Table{Title: "causes · where the runs differ on why the culprit is wrong",
		Columns: table.Columns("", table.Examples)}
	for _, c := range a.Changes(0, 1) {
		if c.Kind == CauseChange {
			t.Add(c.String(), len(c.Examples))
		}
	}
	if t.Rows == nil {
		return nil
	}
	return []*table.Table{t}
}

func (a *Agreement) describeFacts() table.FactList {
	runs, pairs := []table.FactList{}, []table.FactList{}
	for _, r := range a.Runs {
		right, judged := r.Answers()
		faithful, scored := r.Faithful()
		runs = append(runs, table.Named("name", loaders.Clean(r.Name), "right", right, "judged", judged, "faithful", faithful, "scored", scored))
	}
	for _, f := range a.Pairs {
		pair := table.Named("a", f.A, "b", f.B, "answers", f.Of[0].describeFacts(a.Cluster), "faithfulness",
			f.Of[1].describeFacts(a.Cluster))
		causes := &table.Table{Columns: table.Columns("from", "to", table.Examples)}
		for _, c := range a.Changes(f.A, f.B) {
			if c.Kind == CauseChange {
				causes.Add(c.From, c.To, len(c.Examples))
			}
		}
		if causes.Rows != nil {
			pair.Put("causes", causes)
		}
		if f.All.N > 0 {
			pair.Put("kappa", f.Both.Value, "steps", f.Both.N, "kappa_all", f.All.Value, "steps_all", f.All.N)
		}
		pairs = append(pairs, pair)
	}
	all := table.Named("runs", runs, "common", a.Common)
	if a.Cluster != session.ByExample {
		all.Put("cluster", a.Cluster.String())
	}
	return append(all, table.Named("pairs", pairs)...)
}

func (f *FlipCounts) describeFacts(cluster session.ClusterKind) table.FactList {
	test := "mcnemar"
	if cluster != session.ByExample {
		test = "permutation"
	}
	return table.Named(
		"both", f.Both, "neither", f.Neither, "lost", f.Lost, "gained", f.Gained,
		"test", test, "p", f.P, "p_holm", f.Holm, "p_bh", f.FalseOne,
	)
}
