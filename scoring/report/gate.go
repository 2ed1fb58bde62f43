package report

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/faithfulness"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// Level is the p below which a difference between runs is called a finding.
const Level = 0.05

// Bounds are what a gate lets pass.
type Bounds struct {
	Level float64 // a fall is significant if its corrected p is below this
	Drop  float64 // how far a score may fall, in its own unit, even significantly
	// Lost is how many examples of A may be missing from B, or unreadable there; any
	// number if it is negative.
	Lost int
	// Only are names of protocols and of module types: other scores are not judged. nil
	// means all.
	Only []string
}

// Gate is the verdict on run B of a comparison, which is to take the place of run A: for
// answers, faithfulness and every type of module, whether B is worse.
type Gate struct {
	*Comparison
	Bounds
	Lacking int     // how many examples of A are missing from B, or unreadable there
	Checks  []Check // a score each, in the order of the comparison's tests
}

// Check is a score under a gate. Its Holm is P corrected for the scores of the gate, which
// are fewer than the comparison's tests.
type Check struct {
	Difference
	// Gone says that A has the score and B does not, as if a module gave no output any more.
	Gone bool
	// Worse says that B is significantly worse, by more than the bound.
	Worse bool
}

// Fails reports whether B does not pass because of this score.
func (c *Check) Fails() bool { return c.Gone || c.Worse }

// Leads reports whether the score represents its protocol: one of being right, of being
// faithful, or the number that stands for a protocol where there is room for only one.
func (d *Difference) Leads() bool {
	m := session.MetricIn(d.Protocol, d.Metric)
	return m.Better != scoring.Neither && (m.Headline && d.Metric != "em" || d.Protocol == faithfulness.Name && d.Metric == "faithful")
}

// Verdict says whether B is better (Right) or worse (Wrong) by more than chance, given the
// p by which the test is judged and the level that p must be below. It is Unknown
// otherwise, and where nobody knows which of two values is better.
func (d *Difference) Verdict(p scoring.Value, level float64) loaders.Verdict {
	x, ok := d.Difference.Float()
	chance, tested := p.Float()
	m := session.MetricIn(d.Protocol, d.Metric)
	if !ok || !tested || chance >= level || x == 0 || m.Better == scoring.Neither {
		return loaders.Unknown
	}
	return loaders.VerdictOf(m.Better.Better(x, 0))
}

// Judge judges run B of a comparison by its tests of the scores that represent their
// protocols, overall and for each type of module. The p of each is corrected by Holm's
// method for those of them that Bounds do not leave out. A score that A lacks is not judged.
func (c *Comparison) Judge(b Bounds) *Gate {
	g := &Gate{Comparison: c, Bounds: b, Lacking: max(0, c.OnlyA-c.A.Unreadable)}
	var p []scoring.Value
	for _, d := range c.Tests {
		_, inA := d.A.Float()
		if inA && d.Leads() && g.judges(&d) {
			_, inB := d.B.Float()
			g.Checks, p = append(g.Checks, Check{Difference: d, Gone: !inB}), append(p, d.P)
		}
	}
	for i, holm := range stats.Holm(p) {
		one := &g.Checks[i]
		one.Holm = holm
		x, _ := one.Difference.Difference.Float()
		one.Worse = one.Verdict(holm, b.Level) == loaders.Wrong && max(x, -x) > b.Drop
	}
	return g
}

// judges reports whether a score is among those that the gate judges.
func (g *Gate) judges(d *Difference) bool {
	all := session.Protocols()
	module := slices.Contains(all[scoring.Place(all, d.Protocol)].Types, d.Of)
	return (module || d.Of == "overall") && (g.Only == nil || slices.Contains(g.Only, d.Protocol) || slices.Contains(g.Only, d.Of))
}

// LacksTooMany reports whether B lacks more examples than it may.
func (g *Gate) LacksTooMany() bool { return g.Lost >= 0 && g.Lacking > g.Lost }

// Passes reports whether B passes.
func (g *Gate) Passes() bool {
	return !g.LacksTooMany() && !slices.ContainsFunc(g.Checks, func(c Check) bool { return c.Fails() })
}

// Tested is the number of scores with a p.
func (g *Gate) Tested() int {
	return loaders.CountFunc(g.Checks, func(c Check) bool { return c.P.Why() == "" })
}

// name is the score in words: "module-boxes find f1".
func (c *Check) name() string { return c.Protocol + " " + c.Of + " " + c.Metric }

// String says how the score changes: "find f1 falls from 0.432 to 0.398 (-0.034, …)".
func (c *Check) String() string {
	if c.Gone {
		return c.name() + " is gone: " + c.B.Why()
	}
	if c.P.Why() != "" {
		return c.name() + " cannot be tested: " + c.P.Why()
	}
	number, change := table.Column{Kind: table.Number}, table.Column{Kind: table.Change}
	text := fmt.Sprintf("%s %s, was %s (%s", c.name(), number.Show(table.Cell{Value: c.B}), number.Show(table.Cell{Value: c.A}),
		change.Show(table.Cell{Value: c.Difference.Difference}))
	if c.Interval != nil {
		between := table.Column{Kind: table.Between}
		text += ", 95 % " + between.Show(table.Cell{Value: c.Difference.Difference, Interval: c.Interval})
	}
	return text + fmt.Sprintf("), p Holm %s, n %d", scoring.Chance(c.Holm), c.Count)
}

// lost says which examples B lacks.
func (g *Gate) lacking() string {
	return fmt.Sprintf("examples: %d of %d are missing from B, or unreadable there", g.Lacking, g.A.Examples)
}

// words are the outcomes of a check.
func (c *Check) outcome() string {
	switch {
	case c.Gone:
		return "gone"
	case c.Worse:
		return "worse"
	case c.P.Why() != "":
		return "not tested"
	}
	return "passes"
}

// findings lists why B does not pass, a line each with the command that shows the
// examples.
func (g *Gate) findings(show func(c *Check) string) (lines []string) {
	if g.LacksTooMany() {
		lines = append(lines, g.lacking()+"; "+show(nil))
	}
	for i := range g.Checks {
		if c := &g.Checks[i]; c.Fails() {
			lines = append(lines, c.outcome()+": "+c.String()+"; "+show(c))
		}
	}
	return lines
}

// Document lays the gate out: the findings, a line each, and then every score that was
// judged. show returns the command that shows the examples of a score, or for nil those
// that B lacks.
func (g *Gate) Document(show func(c *Check) string) *table.Document {
	t := &table.Table{Name: "checks", Title: "judged", Columns: table.Columns("protocol", "of", "metric", table.Number, "a=A", "b=B",
		table.Change, "difference=B-A", table.Chance, "p", "p_holm=p Holm", table.Count, "count=n", table.Text, "outcome")}
	for i := range g.Checks {
		c := &g.Checks[i]
		t.Add(c.Protocol, c.Of, c.Metric, c.A, c.B, table.Cell{Value: c.Difference.Difference, Interval: c.Interval}, c.P, c.Holm, c.Count,
			c.outcome())
	}
	verdict, findings := "B passes", []table.Facts{}
	if !g.Passes() {
		verdict = "B does not pass"
	}
	lines := g.findings(show)
	for _, line := range lines {
		findings = append(findings, table.Named("finding", line))
	}
	lines = append(lines, verdict+": "+loaders.Count(g.Tested(), "score")+" tested")
	return &table.Document{Parts: []table.Part{{
		Name: g.A.Name + " and " + g.B.Name, Lines: append(lines, g.heading()...), Tables: []*table.Table{t},
		Before: table.Named("run_a", g.A.Name, "run_b", g.B.Name), Spread: "±: half of the 95 % interval",
		Facts: table.Named("a", g.A.side(), "b", g.B.side(), "passes", g.Passes(), "findings", findings, "pairs", g.Pairs, "lacking", g.Lacking,
			"level", g.Level, "drop", g.Drop, "cluster", g.Cluster.String(), "seed", g.Seed, "checks", t),
	}}}
}
