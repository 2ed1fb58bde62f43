package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/roles"
	"faithscope/scoring"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Level is the p below which a difference is a finding.
const Level = 0.05

// Comparison compares two runs over the examples of both.
type Comparison struct {
	A, B     RunScores // without Scores
	Settings scoring.Settings
	ComparisonDesign
	// Pairs counts examples readable in both runs, paired by id, then order.
	Pairs        int
	OnlyA, OnlyB int
	Mismatches   MismatchedIDs
	// Pairs left out of tests of answers because only B doesn't answer them, or only one run has a verdict.
	Unanswered, JudgedOnce int
	// what makes a difference look like another: answers and faithfulness that change together, precision without predictions
	Cautions  []string
	Agreement *Agreement
	Tests     []Difference

	protocols []scoring.Protocol // with tests
}

// Difference tests B - A of one score over the pairs, so values may differ from the runs' reports.
// Count is the larger of CountA and CountB, without examples whose answers have a verdict in one run only.
type Difference struct {
	Protocol, Metric, Of string
	stats.Result
	CountA, CountB int
	// Units counts what is swapped independently: examples, their parts or whole clusters.
	Units int
	// Effective is how many equal units weigh as much: floor((Σm)²/Σm²) for clusters of m examples
	// with the score (Kish, "Survey Sampling", 1965). It decides what can be tested.
	Effective int
	Holm      scoring.Value
	// by a bootstrap over pairs or clusters; nil if nothing can be drawn
	Interval *scoring.Interval
}

// WhyNoInterval returns "" if there is an interval or no difference.
func (d *Difference) WhyNoInterval() string {
	x, defined := d.Difference.Float()
	switch {
	case !defined || d.Interval != nil:
		return ""
	case d.Units == 0:
		return "the score isn't tested"
	case min(d.Count, d.Units) < 2:
		return "a single unit can't be resampled"
	case x == 0:
		return "the middle 95 % of draws are equal"
	}
	return "the draws have at most one distinct value"
}

// Leads reports whether the score represents its protocol: a headline metric with a better
// direction, except exact match, or the share of faithful examples.
func (d *Difference) Leads() bool {
	m := session.MetricIn(d.Protocol, d.Metric)
	return m.Better != scoring.Neither && (m.Headline && d.Metric != "em" || d.Protocol == faithfulness.Name && d.Metric == "faithful")
}

// IncomparableRunsError is why two runs are incomparable: different things make an answer right.
type IncomparableRunsError struct{ error }

// Compare tests B - A of every score by paired permutation of the examples' contributions. Averages
// over occurrences swap modules and images singly if both runs have as many. Whole numbers that
// describe the data and vacuous scores aren't tested. Scores that aren't sums, or whose terms
// depend on other examples, get fewer trials, because each costs a pass over the evidence. If
// settings leave out unanswered questions, those of either run don't count. Both runs need the same
// protocols. The error is the context's, or an [IncomparableRunsError].
func Compare(ctx context.Context, a, b *session.ScoredRun, settings scoring.Settings, d ComparisonDesign) (*Comparison, error) {
	return CompareStepwise(ctx, session.Runs{a, b}, settings, d, func(*Comparison, int, int) {})
}

// CompareStepwise calls onProgress before each protocol, with the comparison so far, not yet corrected,
// and the numbers of protocols done and in all.
func CompareStepwise(
	ctx context.Context, runs session.Runs, settings scoring.Settings, d ComparisonDesign, onProgress func(so *Comparison, done,
		total int),
) (*Comparison, error) {
	a, b := runs[0], runs[1]
	if err := cmp.Or(roles.Alike(a.Run, b.Run), checkJudges(ctx, a, b, settings)); err != nil {
		return nil, &IncomparableRunsError{err}
	}
	c := &Comparison{A: factsOf(a), B: factsOf(b), Settings: settings, ComparisonDesign: d}
	for _, run := range runs {
		if both, ok := scoring.Pick(run.Scores(settings), "wrong_faithful", "overall"); ok && both.Value.Why() != "" {
			c.Cautions = []string{"the wrong but faithful set is " + both.Value.Why()}
		}
	}
	inA, err := readableExamples(ctx, a, settings)
	inB, failed := readableExamples(ctx, b, settings)
	if err = cmp.Or(err, failed); err == nil {
		c.Agreement, err = Agree(ctx, runs, settings, d)
	}
	if err != nil {
		return nil, err
	}
	pairs, odd := pairByID(inA, inB)
	odd[foreignMarks] = findForeignMarks(a, b, pairs)
	c.Pairs, c.Mismatches = len(pairs), odd
	c.Unanswered = loaders.CountFunc(pairs, func(pair examplePair) bool { return pair[1].omitted && !pair[0].omitted })
	c.JudgedOnce = loaders.CountFunc(pairs, func(pair examplePair) bool { return pair[0].judged != pair[1].judged })
	c.OnlyA, c.OnlyB = c.A.Examples-c.Pairs, c.B.Examples-c.Pairs
	protocols := a.Protocols()
	for k := range protocols {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		so := *c
		so.Tests = slices.Clone(c.Tests)
		onProgress(&so, k, len(protocols))
		p := &protocols[k]
		counted, tested := pairs, pairs
		if slices.Contains(p.Settings, "missing") {
			counted = loaders.Filter(pairs, func(pair examplePair) bool { return !pair[0].omitted && !pair[1].omitted })
			tested = loaders.Filter(counted, func(pair examplePair) bool { return pair[0].judged == pair[1].judged })
		}
		tests := c.testScores(p, evidenceOf(tested, k, c.Agreement.Clusters.First))
		if len(tested) < len(counted) {
			c.recount(p, tests, evidenceOf(counted, k, c.Agreement.Clusters.First))
		}
		if len(tests) > 0 {
			c.Tests, c.protocols = append(c.Tests, tests...), append(c.protocols, *p)
		}
	}
	correctTogether(c)
	return c, nil
}

func checkJudges(ctx context.Context, a, b *session.ScoredRun, settings scoring.Settings) error {
	inA, inB := judgesOfSteps(ctx, a, settings), judgesOfSteps(ctx, b, settings)
	if inA == inB || inA == "" || inB == "" {
		return nil
	}
	return fmt.Errorf("steps are judged in %s by %s, but in %s by %s, so faithful means different things", a.Run.Name, inA, b.Run.Name, inB)
}

// judgesOfSteps returns by whose verdicts an example with steps is faithful; "" without steps.
func judgesOfSteps(ctx context.Context, run *session.ScoredRun, settings scoring.Settings) string {
	scores, _ := run.Whole(ctx, steps.Protocol.Name, settings) // the only error is the context's
	if _, isJudged := scoring.Pick(scores, "exact", "overall"); isJudged {
		return "a judge"
	}
	_, isMarked := scoring.Pick(scores, "with_error", "overall")
	return loaders.IfElse(isMarked, "people", "")
}

func correctTogether(comparisons ...*Comparison) {
	var p []scoring.Value
	for _, c := range comparisons {
		for i := range c.Tests {
			p = append(p, c.Tests[i].P)
		}
	}
	p = stats.Holm(p)
	for _, c := range comparisons {
		for i := range c.Tests {
			c.Tests[i].Holm = p[i]
		}
		p = p[len(c.Tests):]
	}
}

// Evidence is swapped only if examples relate, because that is slow.
func (c *Comparison) testScores(p *scoring.Protocol, evidencePairs pairedEvidence) []Difference {
	if evidencePairs.units == 0 {
		return nil
	}
	both := append(presentEvidence(evidencePairs.a), presentEvidence(evidencePairs.b)...)
	pooled := poolOf(p, c.Settings, both)
	var results []stats.Result
	var intervals []*scoring.Interval
	_, related := pooled.whole.(scoring.RelatedAggregate)
	if summed, ok := pooled.whole.(scoring.SummedAggregate); ok && !related {
		results, intervals = c.testSums(summed, &evidencePairs)
		c.testUntold(p, pooled, &evidencePairs, len(both), results, intervals)
	} else {
		results, intervals = c.testEvidence(pooled, &evidencePairs, len(both))
	}
	effective := evidencePairs.effectiveUnits(pooled, results)
	ofA, ofB := poolOf(p, c.Settings, evidencePairs.a), poolOf(p, c.Settings, evidencePairs.b)
	c.cautionVacuous(ofA.scores, ofB.scores)
	left, right := ofA.scoresByKey(), ofB.scoresByKey()
	var tests []Difference
	for k, r := range results {
		own, inA := left[pooled.keys[k]]
		other, inB := right[pooled.keys[k]]
		switch {
		case !inA && !inB: // only both together have it
			continue
		case !inA || !inB:
			own.Value, other.Value = whyMissing(own.Value, inA), whyMissing(other.Value, inB)
			r = stats.Untested(own.Value, other.Value)
		}
		r = settleResult(r, own, other)
		units := r.Count
		r.Count = max(own.Count, other.Count)
		if related {
			units = min(units, r.Count)
		}
		if score := &pooled.scores[k]; isTested(p, score) {
			d := Difference{Protocol: score.Protocol, Metric: score.Metric, Of: score.Of, Result: r,
				CountA: own.Count, CountB: other.Count, Units: units, Effective: min(units, effective[k])}
			if r.Count > 1 && (units > 1 || !evidencePairs.isClustered()) {
				d.boundBy(intervals[k])
			}
			tests = append(tests, d)
		}
	}
	return tests
}

// cautionVacuous tells of precision that is 1 in one run more often than in the other because nothing is predicted.
func (c *Comparison) cautionVacuous(scoresOfA, scoresOfB []scoring.Score) {
	inA, isTold := scoring.Pick(scoresOfA, "vacuous_precision", "overall")
	inB, _ := scoring.Pick(scoresOfB, "vacuous_precision", "overall")
	x, _ := inA.Resting().Float()
	if y, _ := inB.Resting().Float(); isTold && x != y {
		c.Cautions = append(c.Cautions, fmt.Sprintf("precision counts as 1 where nothing is predicted: %s in A, %v in B",
			loaders.Count(int(x), "time"), y))
	}
}

func whyMissing(value scoring.Value, hasScore bool) scoring.Value {
	return loaders.IfElse(hasScore, value, scoring.Undefined("no example has this score"))
}

// recount sets the counts of tests that left out examples with a verdict in one run to what each run has.
func (c *Comparison) recount(p *scoring.Protocol, tests []Difference, counted pairedEvidence) {
	left, right := poolOf(p, c.Settings, counted.a), poolOf(p, c.Settings, counted.b)
	for i := range tests {
		d := &tests[i]
		inA, _ := scoring.Pick(left.scores, d.Metric, d.Of)
		inB, _ := scoring.Pick(right.scores, d.Metric, d.Of)
		d.CountA, d.CountB = inA.Count, inB.Count
	}
}

// settleResult returns the values without a test for a vacuous score, and for one that draws leave out.
func settleResult(testResult stats.Result, scoreOfA, scoreOfB scoring.Score) stats.Result {
	if isLeftOut := !testResult.A.IsDefined() && scoreOfA.Value.IsDefined(); isLeftOut || scoreOfA.Vacuous != "" || scoreOfB.Vacuous != "" {
		testResult = stats.Untested(scoreOfA.Resting(), scoreOfB.Resting())
	}
	if x, ok := testResult.Difference.Float(); ok {
		testResult.Difference = scoring.Defined(0 - x)
	}
	return testResult
}

// boundBy sets the interval of a defined difference, Newcombe's if all draws of two shares are equal.
func (d *Difference) boundBy(drawn *scoring.Interval) {
	if !d.Difference.IsDefined() {
		return
	}
	a, _ := d.A.Float()
	b, _ := d.B.Float()
	d.Interval = drawn
	isAtItsEnd := drawn == nil && a*(1-a) == 0 && b*(1-b) == 0 && session.MetricIn(d.Protocol, d.Metric).Share
	if isAtItsEnd {
		n, m := float64(min(d.Effective, d.CountA)), float64(min(d.Effective, d.CountB))
		d.Interval = stats.Shares(stats.Moments{N: m, Sum: m * b}, stats.Moments{N: n, Sum: n * a}).Interval
	}
}

const draws = 1000

// testSums swaps units or, without clusters, an example's parts, so that a test has more swaps;
// intervals are drawn over units.
func (c *Comparison) testSums(aggregate scoring.SummedAggregate, evidencePairs *pairedEvidence) ([]stats.Result, []*scoring.Interval) {
	a, b := evidencePairs.sumRows(aggregate, evidencePairs.a), evidencePairs.sumRows(aggregate, evidencePairs.b)
	swappedA, swappedB := a, b
	if !evidencePairs.isClustered() {
		swappedA, swappedB = pairedRows(aggregate, evidencePairs.a, evidencePairs.b)
	}
	results := c.Sums(swappedA, swappedB, aggregate.Values)
	w := a.Width
	beside := stats.TermRows{Width: 2 * w}
	for i := range a.Len() {
		beside.Terms = append(append(beside.Terms, a.Row(i)...), b.Row(i)...)
	}
	drawn := stats.Bootstrap{Trials: min(c.Trials, draws), Seed: c.Seed}
	return results, drawn.Sums(beside, func(sums []float64) []scoring.Value {
		return subtractValues(aggregate.Values(sums[w:]), aggregate.Values(sums[:w]))
	})
}

// testUntold tests on the evidence, which costs more, only the scores that sums can't tell, such as a
// median.
func (c *Comparison) testUntold(p *scoring.Protocol, pool *scorePool, evidencePairs *pairedEvidence, evidenceCount int,
	results []stats.Result, intervals []*scoring.Interval) {
	var again []stats.Result
	var drawn []*scoring.Interval
	for k, r := range results {
		if isTold := r.A.Why() == "" || r.B.Why() == ""; isTold || !pool.scores[k].Value.IsDefined() || !isTested(p, &pool.scores[k]) {
			continue
		}
		if again == nil {
			again, drawn = c.testEvidence(pool, evidencePairs, evidenceCount)
		}
		results[k], intervals[k] = again[k], drawn[k]
	}
}

// testEvidence adds up evidence with a random half of the units swapped. evidenceCount, the pieces of
// evidence, limits the trials, because each costs a pass over them.
func (c *Comparison) testEvidence(pool *scorePool, evidencePairs *pairedEvidence, evidenceCount int) ([]stats.Result, []*scoring.Interval) {
	test := c.PermutationTest
	if !c.Named {
		test.Trials = min(test.Trials, max(fewestTrials, 5*additions/max(evidenceCount, 4*len(pool.scores), 1)))
	}
	results := test.Swaps(evidencePairs.units, func(swapped []bool) (inA, inB []scoring.Value) {
		x, y := pool.aggregate(), pool.aggregate()
		for i, unit := range evidencePairs.unit {
			left, right := evidencePairs.a[i], evidencePairs.b[i]
			if swapped[unit] {
				left, right = right, left
			}
			addTo(x, left)
			addTo(y, right)
		}
		return pool.valuesOf(x), pool.valuesOf(y)
	})
	members := make([][]int, evidencePairs.units)
	for i, unit := range evidencePairs.unit {
		members[unit] = append(members[unit], i)
	}
	valuesOf := func(units []int) (inA, inB []scoring.Value) {
		a, b := pool.aggregate(), pool.aggregate()
		for _, unit := range units {
			for _, i := range members[unit] {
				addTo(a, evidencePairs.a[i])
				addTo(b, evidencePairs.b[i])
			}
		}
		return pool.valuesOf(a), pool.valuesOf(b)
	}
	if _, related := pool.whole.(scoring.RelatedAggregate); !related {
		countUnits(results, evidencePairs.units, valuesOf)
	}
	drawn := stats.Bootstrap{Trials: affordableDraws(min(c.Trials, draws), evidenceCount, len(pool.scores)), Seed: c.Seed}
	return results, drawn.Draws(evidencePairs.units, func(drawn []int) []scoring.Value {
		inA, inB := valuesOf(drawn)
		return subtractValues(inB, inA)
	})
}

func countUnits(testResults []stats.Result, n int, valuesOf func(units []int) (inA, inB []scoring.Value)) {
	alone := make([][]int, len(testResults))
	for unit := range n {
		inA, inB := valuesOf([]int{unit})
		for k := range inA {
			if inA[k].Why() == "" || inB[k].Why() == "" {
				alone[k] = append(alone[k], unit)
			}
		}
	}
	for k, units := range alone {
		if len(units) > 0 && len(units) < n {
			if inA, inB := valuesOf(units); inA[k] == testResults[k].A && inB[k] == testResults[k].B {
				testResults[k].Count = len(units)
			}
		}
	}
}

func subtractValues(a, b []scoring.Value) []scoring.Value {
	list := make([]scoring.Value, len(a))
	for k := range a {
		x, ok := a[k].Float()
		y, ok2 := b[k].Float()
		if list[k] = scoring.Undefined("one of the runs has no value"); ok && ok2 {
			list[k] = scoring.Defined(x - y)
		}
	}
	return list
}

func isTested(p *scoring.Protocol, score *scoring.Score) bool {
	m := session.MetricIn(p.Name, score.Metric)
	return !m.Counts && !m.Untested && (m.Better != scoring.Neither || m.Undirected) && !strings.HasPrefix(score.Of, scoring.ControlOf)
}

func presentEvidence(evidence []scoring.Evidence) []scoring.Evidence {
	return loaders.Filter(evidence, func(e scoring.Evidence) bool { return e != nil })
}

func (p *scorePool) scoresByKey() map[scoreKey]scoring.Score {
	named := map[scoreKey]scoring.Score{}
	for i, s := range p.scores {
		named[p.keys[i]] = s
	}
	return named
}

// A row per part if both runs have as many, otherwise per example.
func pairedRows(aggregate scoring.SummedAggregate, a, b []scoring.Evidence) (x, y stats.TermRows) {
	divided := aggregate.(scoring.DividedAggregate) // all but related ones, which have no rows
	x.Width, y.Width = aggregate.Width(), aggregate.Width()
	for i := range a {
		if a[i] != nil && b[i] != nil {
			left, right := divided.Parts(a[i]), divided.Parts(b[i])
			if left != nil && len(left) == len(right) {
				x.Terms, y.Terms = append(x.Terms, slices.Concat(left...)...), append(y.Terms, slices.Concat(right...)...)
				continue
			}
		}
		x.Terms = append(x.Terms, termRows(aggregate, a[i:i+1]).Terms...)
		y.Terms = append(y.Terms, termRows(aggregate, b[i:i+1]).Terms...)
	}
	return x, y
}
