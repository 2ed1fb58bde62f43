package report

import (
	"fmt"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/classes"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// GateBounds holds what a gate lets pass.
type GateBounds struct {
	Level float64 // of corrected p
	Drop  float64 // how far a score may fall, even significantly
	// Lost bounds A's examples missing from B, unreadable or left out, and what a score rests on in A and not in B; negative
	// means any number.
	Lost int
	// Protocols and module types; nil means all.
	Only []string
	// B may pass although a required score can't be tested.
	Untested bool
}

// GateVerdict is the verdict on B, which is to replace A.
type GateVerdict struct {
	*Comparison
	GateBounds
	Lacking int
	Checks  []GateCheck
}

// GateCheck is a score. Its Holm is corrected for the gate's scores only.
type GateCheck struct {
	Difference
	// A has the score and B doesn't.
	Gone  bool
	Worse bool
	// B's value rests on fewer examples or modules than A's, by more than Lost: it may leave out those that are wrong.
	Fewer bool
	// Tested tells that a fall could be significant: the smallest attainable p is corrected to less
	// than the level. Swapping no unit and swapping all are as extreme as the observed difference,
	// so p is at least 2^(1-n) for n units, and (1+0)/(1+N) over N random trials.
	Tested bool
	// Needs is how many units, counted like Effective, a test needs.
	Needs int
}

// Unnoticed returns how far B may have fallen without a finding, by the interval: 0 if not at all,
// undefined without an interval.
func (c *GateCheck) Unnoticed() scoring.Value {
	if c.Interval == nil {
		return scoring.Undefined("the score has no interval")
	}
	fall := -c.Interval.Low
	if session.MetricIn(c.Protocol, c.Metric).Better == scoring.Lower {
		fall = c.Interval.High
	}
	return scoring.Defined(max(0, fall))
}

// Fails reports whether the score is gone, worse or rests on fewer.
func (c *GateCheck) Fails() bool { return c.Gone || c.Worse || c.Fewer }

// Verdict returns Right if B is better, Wrong if worse, with p below significance; otherwise, or if
// neither direction is better, Unknown.
func (d *Difference) Verdict(p scoring.Value, significance float64) loaders.Verdict {
	x, ok := d.Difference.Float()
	chance, tested := p.Float()
	m := session.MetricIn(d.Protocol, d.Metric)
	tellsNothing := !ok || !tested || chance >= significance || x == 0 || m.Better == scoring.Neither
	if tellsNothing {
		return loaders.Unknown
	}
	return loaders.VerdictOf(m.Better.Better(x, 0))
}

// rounding bounds how far a fall of exactly Drop exceeds it: 1 - .95 is a little more than .05.
const rounding = 1e-9

// Judge judges B by the scores that represent their protocols, overall and per module type, each p
// corrected by Holm for the scores that Bounds let in. B is Worse if significantly worse by more
// than Drop. A score that A lacks isn't judged, but a name in Only without a score gets an untested
// check.
func (c *Comparison) Judge(b GateBounds) *GateVerdict {
	g := &GateVerdict{Comparison: c, GateBounds: b, Lacking: len(c.Mismatches[aloneA]) + c.Unanswered}
	var p []scoring.Value
	for _, d := range c.Tests {
		_, inA := d.A.Float()
		if inA && d.Leads() && g.judgesScore(&d) {
			_, inB := d.B.Float()
			fewer := inB && b.Lost >= 0 && d.CountA-d.CountB > b.Lost
			g.Checks, p = append(g.Checks, GateCheck{Difference: d, Gone: !inB, Fewer: fewer}), append(p, d.P)
		}
	}
	for _, name := range b.Only {
		if !slices.ContainsFunc(g.Checks, func(c GateCheck) bool { return c.Protocol == name || c.Of == name }) {
			none := scoring.Undefined("A has no score for " + name)
			d := Difference{Protocol: name, Of: "overall", Metric: "score", Result: stats.Untested(none, none)}
			g.Checks, p = append(g.Checks, GateCheck{Difference: d}), append(p, none)
		}
	}
	for i, holm := range stats.Holm(p) {
		one := &g.Checks[i]
		one.Holm = holm
		x, _ := one.Difference.Difference.Float()
		verdict := one.Verdict(holm, b.Level)
		one.Worse = verdict == loaders.Wrong && max(x, -x) > b.Drop+rounding
		reaches := func(units int, least float64) bool {
			all := slices.Clone(p)
			all[i] = scoring.Defined(max(least, math.Ldexp(1, 1-units)))
			x, _ := stats.Holm(all)[i].Float()
			return x < b.Level
		}
		for !reaches(one.Needs, 0) {
			one.Needs++
		}
		one.Tested = verdict != loaders.Unknown || reaches(one.Effective, 1/float64(1+one.Trials))
	}
	return g
}

func (g *GateVerdict) judgesScore(d *Difference) bool {
	all := session.Protocols()
	module := slices.Contains(all[scoring.Place(all, d.Protocol)].Types, d.Of)
	isWhole := d.Of == "overall" || d.Of == classes.Macro && slices.Contains(g.Only, d.Protocol)
	return (module || isWhole) && (g.Only == nil || slices.Contains(g.Only, d.Protocol) || slices.Contains(g.Only, d.Of))
}

// LacksTooMany reports whether B lacks more than it may.
func (g *GateVerdict) LacksTooMany() bool { return g.Lost >= 0 && g.Lacking > g.Lost }

// Passes reports whether B passes.
func (g *GateVerdict) Passes() bool { return g.Outcome() == loaders.Right }

// Outcome returns Unknown if examples aren't comparable or a required score isn't tested.
func (g *GateVerdict) Outcome() loaders.Verdict {
	switch {
	case g.LacksTooMany() || slices.ContainsFunc(g.Checks, func(c GateCheck) bool { return c.Fails() }):
		return loaders.Wrong
	case g.Mismatches.describeKinds(0, aloneA) != nil || g.isUndecided():
		return loaders.Unknown
	}
	return loaders.Right
}

func (g *GateVerdict) blocksPassing(c GateCheck) bool {
	return !c.A.IsDefined() || !c.Tested && !c.Gone && !g.Untested &&
		(g.Only != nil || c.lacksTrials() || c.Protocol == answers.Protocol.Name || c.Protocol == faithfulness.Name)
}

// lacksTrials reports whether B is worse by what more trials could tell from chance.
func (c *GateCheck) lacksTrials() bool {
	return !c.Tested && c.P.IsDefined() && c.Effective >= c.Needs && c.Verdict(scoring.Defined(0), Level) == loaders.Wrong
}

func (g *GateVerdict) isUndecided() bool {
	return len(g.Checks) == 0 || g.Tested() == 0 && !g.Untested || slices.ContainsFunc(g.Checks, g.blocksPassing)
}

// Tested counts the tested scores.
func (g *GateVerdict) Tested() int {
	return loaders.CountFunc(g.Checks, func(c GateCheck) bool { return c.Tested })
}

func (c *GateCheck) scoreName() string { return c.Protocol + " " + c.Of + " " + c.Metric }

// String returns "module-boxes find f1 0.398, was 0.432 (-0.034, …"; or that it is gone or can't be
// tested.
func (c *GateCheck) String() string {
	if c.Gone {
		return c.scoreName() + " has no value in B: " + c.B.Why()
	}
	if c.P.Why() != "" {
		return c.scoreName() + " has no p: " + c.P.Why()
	}
	number, change := table.Column{Kind: table.Number}, table.Column{Kind: table.Change}
	text := fmt.Sprintf("%s %s, was %s (%s", c.scoreName(), number.Show(table.Cell{Value: c.B}), number.Show(table.Cell{Value: c.A}),
		change.Show(table.Cell{Value: c.Difference.Difference}))
	if c.Interval != nil {
		between := table.Column{Kind: table.Between}
		text += ", 95 % " + between.Show(table.Cell{Value: c.Difference.Difference, Interval: c.Interval})
	}
	text += fmt.Sprintf("), p Holm %s, n %d%s", table.ChanceText(c.Holm), c.Count, c.countCell().Mark)
	if c.Fewer {
		text += "; B may have left out examples it gets wrong (--lost allows this)"
	}
	if !c.Tested {
		text += fmt.Sprintf("; it rests on %s", loaders.Count(c.Units, "independent unit"))
		if c.Effective < c.Units {
			text += fmt.Sprintf(" of unequal size, effectively %d,", c.Effective)
		}
		text += fmt.Sprintf(" and needs %d", c.Needs)
		if c.Effective >= c.Needs {
			text += fmt.Sprintf(", but %d trials are too few (--trials)", c.Trials)
		}
		fall := "any fall"
		if x := c.Unnoticed(); x.IsDefined() {
			fall = "a fall of up to " + number.Show(table.Cell{Value: x})
		}
		text += "; " + fall + " could go unnoticed"
	}
	return text
}

func (c *GateCheck) describeOutcome() string {
	switch {
	case c.Gone:
		return "gone"
	case c.Worse:
		return "worse"
	case c.Fewer:
		return "rests on fewer"
	case !c.Tested:
		return "not tested"
	}
	return "passes"
}

func (g *GateVerdict) listFindings(describeCheck func(c *GateCheck) string) (lines []string) {
	if g.LacksTooMany() {
		lines = append(lines, fmt.Sprintf("examples: %d of %d are missing, unreadable or unanswered in B; %s", g.Lacking, g.A.Examples,
			describeCheck(nil)))
	}
	lines = append(lines, g.Mismatches.DescribeDoubts()...)
	for i := range g.Checks {
		c := &g.Checks[i]
		line := c.describeOutcome() + ": " + c.String()
		if c.Fails() {
			lines = append(lines, line+"; "+describeCheck(c))
		} else if !c.Tested {
			lines = append(lines, line)
		}
	}
	return lines
}

// Document lays out findings, then every judged score. describeCheck returns the command that shows a
// score's examples, or for nil those that B lacks.
func (g *GateVerdict) Document(describeCheck func(c *GateCheck) string) *table.Document {
	t := &table.Table{Name: "checks", Title: "judged", Columns: table.Columns(
		table.Score[0], table.Score[2], table.Score[1], table.Number, "a=A", "b=B",
		table.Change, table.Differences[0].Name+"=B-A", table.Chances, table.Rest, table.Text, "outcome",
		table.Count, "units", "effective", "needs", table.Number, "unnoticed")}
	for i := range g.Checks {
		c := &g.Checks[i]
		t.Add(c.Protocol, c.Of, c.Metric, c.A, c.B, table.Cell{Value: c.Difference.Difference, Interval: c.Interval}, c.P, c.Holm,
			c.countCell(), c.describeOutcome(), c.Units, c.Effective, c.Needs, c.Unnoticed())
	}
	verdict, findings, lines := "B passes", []table.FactList{}, g.listFindings(describeCheck)
	for _, line := range lines {
		findings = append(findings, table.Named("finding", line))
	}
	switch g.Outcome() {
	case loaders.Wrong:
		verdict = "B does not pass"
	case loaders.Unknown:
		verdict = "can't tell whether B passes"
		if g.isUndecided() {
			lines = append(lines, "use --cluster example to test over examples, or --allow-untested to accept untested scores")
		}
	}
	lines = append(lines, verdict+": "+loaders.Count(g.Tested(), "score")+" tested")
	return &table.Document{Parts: []table.DocumentPart{
		{
			Name:   g.A.Name + " and " + g.B.Name,
			Lines:  append(lines, g.headingLines()...),
			Tables: []*table.Table{t},
			Before: table.Named("run_a", g.A.Name, "run_b", g.B.Name),
			Spread: "±: half the 95 % interval, [both ends] if one side is over 1.5 times the other; " +
				"unnoticed: how far B may have fallen according to the interval",
			Facts: table.Named("a", g.A.describeSide(), "b", g.B.describeSide(), "passes", g.Passes(), "findings", findings, "pairs", g.Pairs,
				"lacking", g.Lacking,
				"level", g.Level, "drop", g.Drop, "cluster", g.Cluster.String(), "seed", g.Seed, "checks", t),
		},
	}}
}
