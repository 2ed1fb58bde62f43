package report

import (
	"cmp"
	"context"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Comparison is two runs over the examples that both have: their scores, the
// differences, and how likely chance alone makes such a difference.
type Comparison struct {
	A, B     RunScores // without Scores
	Settings scoring.Settings
	Test     stats.Test
	// Pairs are the examples of one id that could be read in both runs. Ids
	// that occur several times in a run are paired in their order.
	Pairs int
	// OnlyA and OnlyB count the examples without a partner: the other run has
	// no example of that id, or one of the two could not be read.
	OnlyA, OnlyB int
	// Agreement says where the runs' verdicts differ.
	Agreement *Agreement
	Tests     []Difference

	protocols []scoring.Protocol // that have tests
}

// Difference is the test of one score. All of it rests on the paired examples
// alone, so that A and B may differ from the runs' own reports. Count is the
// larger one of what the score rests on in A and in B.
type Difference struct {
	Protocol, Metric, Of string
	stats.Result
	// Holm is P corrected for all tests of the comparison.
	Holm scoring.Value
}

// Compare tests the differences A - B of every score by paired permutation:
// an example's contributions to the two runs' scores are swapped. Under the
// average over occurrences, modules and images are swapped one by one where
// both runs have as many for an example. Whole numbers that describe the data,
// such as the count of unknown answers, are not tested. Scores that are no
// sums over examples, or of terms that look at other examples, cost a pass
// over the evidence per trial and are tested with fewer trials, which
// Result.Trials tells. Both runs must have been read with the same protocols.
// The error is that of ctx.
func Compare(ctx context.Context, a, b *session.Scored, settings scoring.Settings, test stats.Test) (*Comparison, error) {
	c := &Comparison{A: factsOf(a), B: factsOf(b), Settings: settings, Test: test}
	inA, err := readable(ctx, a)
	if err != nil {
		return nil, err
	}
	inB, err := readable(ctx, b)
	if err != nil {
		return nil, err
	}
	pairs := c.pair(inA, inB)
	protocols := a.Protocols()
	for k := range protocols {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := &protocols[k]
		x, y := make([]scoring.Evidence, len(pairs)), make([]scoring.Evidence, len(pairs))
		for i, pair := range pairs {
			x[i], y[i] = pair[0].evidence[k], pair[1].evidence[k]
		}
		tests := c.tests(p, x, y)
		if len(tests) > 0 {
			c.Tests, c.protocols = append(c.Tests, tests...), append(c.protocols, *p)
		}
	}
	c.correct()
	c.Agreement, err = Agree(ctx, []*session.Scored{a, b}, settings)
	return c, err
}

// correct corrects the p-values for how many there are.
func (c *Comparison) correct() {
	p := make([]scoring.Value, len(c.Tests))
	for i := range c.Tests {
		p[i] = c.Tests[i].P
	}
	for i, v := range stats.Holm(p) {
		c.Tests[i].Holm = v
	}
}

// identified is an example that could be read, with the evidence of every
// protocol.
type identified struct {
	id       string
	evidence []scoring.Evidence
}

func readable(ctx context.Context, s *session.Scored) (list []identified, err error) {
	err = s.Each(ctx, func(id string, evidence []scoring.Evidence) {
		list = append(list, identified{id, evidence})
	})
	return list, err
}

// pair finds the examples that both runs have, in the order of their ids.
func (c *Comparison) pair(a, b []identified) (pairs [][2]identified) {
	waiting := map[string][]identified{}
	for _, ex := range b {
		waiting[ex.id] = append(waiting[ex.id], ex)
	}
	for _, ex := range a {
		if partners := waiting[ex.id]; len(partners) > 0 {
			pairs = append(pairs, [2]identified{ex, partners[0]})
			waiting[ex.id] = partners[1:]
		}
	}
	slices.SortStableFunc(pairs, func(x, y [2]identified) int { return cmp.Compare(x[0].id, y[0].id) })
	c.Pairs = len(pairs)
	c.OnlyA, c.OnlyB = c.A.Examples-c.Pairs, c.B.Examples-c.Pairs
	return pairs
}

// tests tests the scores of a protocol, given the two runs' evidence of every
// pair, nil where there is none.
func (c *Comparison) tests(p *scoring.Protocol, a, b []scoring.Evidence) []Difference {
	var x, y []scoring.Evidence
	for i := range a {
		if a[i] != nil || b[i] != nil {
			x, y = append(x, a[i]), append(y, b[i])
		}
	}
	if x == nil {
		return nil
	}
	both := append(present(x), present(y)...)
	pooled := poolOf(p, c.Settings, both)
	var results []stats.Result
	_, related := pooled.whole.(scoring.Related)
	if summed, ok := pooled.whole.(scoring.Summed); ok && !related {
		rowsA, rowsB := pairedRows(summed, x, y)
		results = c.Test.Sums(rowsA, rowsB, summed.Values)
	} else {
		test := c.Test
		test.Trials = affordable(test.Trials, len(both))
		results = test.Swaps(len(x), func() func([]bool) (inA, inB []scoring.Value) {
			return func(swapped []bool) (inA, inB []scoring.Value) { return pooled.swap(c.Settings, x, y, swapped) }
		})
	}
	left, right := poolOf(p, c.Settings, present(x)).counts(), poolOf(p, c.Settings, present(y)).counts()
	for k := range results {
		results[k].Count = max(left[pooled.keys[k]], right[pooled.keys[k]])
	}
	var tests []Difference
	for k, r := range results {
		if score := pooled.scores[k]; tested(p, score.Metric) {
			tests = append(tests, Difference{Protocol: score.Protocol, Metric: score.Metric, Of: score.Of, Result: r})
		}
	}
	return tests
}

// tested reports whether a metric is a score of a run, and neither a count nor
// what describes the data or the method: a deviation, a p-value, what chance
// alone gives.
func tested(p *scoring.Protocol, metric string) bool {
	m := session.MetricIn(p.Name, metric)
	return !m.Counts && (m.Better != scoring.Neither || m.Undirected)
}

// present are the examples that have evidence.
func present(evidence []scoring.Evidence) (list []scoring.Evidence) {
	for _, e := range evidence {
		if e != nil {
			list = append(list, e)
		}
	}
	return list
}

// counts returns what the scores rest on.
func (p *pool) counts() map[scoreKey]int {
	counts := map[scoreKey]int{}
	for i, s := range p.scores {
		counts[p.keys[i]] = s.Count
	}
	return counts
}

// swap returns the scores of both sides with some examples swapped.
func (p *pool) swap(settings scoring.Settings, a, b []scoring.Evidence, swapped []bool) (inA, inB []scoring.Value) {
	x, y := p.aggregate(settings), p.aggregate(settings)
	for i, swap := range swapped {
		left, right := a[i], b[i]
		if swap {
			left, right = right, left
		}
		if left != nil {
			x.Add(left)
		}
		if right != nil {
			y.Add(right)
		}
	}
	return p.values(x), p.values(y)
}

// pairedRows are the rows of both runs, one below the other for what is
// swapped together: an example, or its parts where both runs have as many.
func pairedRows(summed scoring.Summed, a, b []scoring.Evidence) (x, y stats.Rows) {
	divided, ok := summed.(scoring.Divided)
	if !ok {
		return termRows(summed, a), termRows(summed, b)
	}
	x.Width, y.Width = summed.Width(), summed.Width()
	for i := range a {
		if a[i] != nil && b[i] != nil {
			left, right := divided.Parts(a[i]), divided.Parts(b[i])
			if left != nil && len(left) == len(right) {
				for k := range left {
					x.Terms, y.Terms = append(x.Terms, left[k]...), append(y.Terms, right[k]...)
				}
				continue
			}
		}
		x.Terms = append(x.Terms, termRows(summed, a[i:i+1]).Terms...)
		y.Terms = append(y.Terms, termRows(summed, b[i:i+1]).Terms...)
	}
	return x, y
}
