package report

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// additions bounds how often evidence is added again for scores that cannot be computed
// from sums: they get as many trials as that allows, but no fewer than fewestTrials.
const (
	additions    = 2_000_000
	fewestTrials = 100
)

// affordableTrials returns how many of the trials, of n additions of evidence each, can be
// afforded: at least fewestTrials, unless fewer are asked for.
func affordableTrials(trials, n int) int {
	return min(trials, max(fewestTrials, additions/max(n, 1)))
}

// scoreKey identifies a score within a protocol.
type scoreKey struct{ metric, of string }

func keyOf(s scoring.Score) scoreKey { return scoreKey{s.Metric, s.Of} }

// DrawIntervals gives every defined score its bootstrap interval over examples, drawn with the
// settings' seed and trials, unless the draws leave it undefined or are all equal: a share that is
// 0 or 1 then has Wilson's. Whole numbers that describe the data have none, nor do the scores of a
// family of runs, which have standard deviations. runs are those from which the report was built,
// in their order. Scores that are not sums cost a pass over the evidence per trial: of many
// examples fewer trials are drawn, and Interval.Trials says how many. The error is the context's.
func (r *Report) DrawIntervals(ctx context.Context, runs []*session.Scored) error {
	for i, s := range runs {
		if s.Members() != nil {
			continue // which have a standard deviation
		}
		scores := r.Runs[i].Scores
		for len(scores) > 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			group := scores[:sameGroup(scores)]
			scores = scores[len(group):]
			intervals, err := drawIntervals(ctx, s, group[0])
			if err != nil {
				return err
			}
			for k := range group {
				if canMove(&group[k]) {
					group[k].Interval = intervalOf(&group[k], intervals)
				}
			}
		}
	}
	return nil
}

func canMove(s *scoring.Score) bool {
	_, ok := s.Value.Float()
	return ok && !session.MetricOf(s.Metric).Counts
}

// intervalOf returns a score's interval in drawn; without one, Wilson's interval if the score is a
// share (by its metric) that is 0 or 1 and not vacuous; otherwise nil.
func intervalOf(s *scoring.Score, drawn map[scoreKey]*scoring.Interval) *scoring.Interval {
	in := drawn[keyOf(*s)]
	x, _ := s.Value.Float()
	isAtItsEnd := in == nil && (x == 0 || x == 1) && s.Vacuous == "" && session.MetricIn(s.Protocol, s.Metric).Share
	if isAtItsEnd {
		_, in = stats.Share(int(x)*s.Count, s.Count)
	}
	return in
}

// IntervalOf returns the interval of one score of a run, drawn as [Report.DrawIntervals] does; nil
// if that gives it none. The error is the context's.
func IntervalOf(ctx context.Context, s *session.Scored, score scoring.Score) (*scoring.Interval, error) {
	if !canMove(&score) {
		return nil, nil
	}
	intervals, err := drawIntervals(ctx, s, score)
	return intervalOf(&score, intervals), err
}

// drawIntervals draws bootstrap intervals for all scores of the protocol of one score, under its
// settings, trials and seed, and returns them by the scores' keys, nil where none can be drawn. It
// resamples examples, in the order of their ids: their terms if the aggregate is a function of
// sums, else their evidence, in fewer trials if there is much of it. The run must have scores of
// the protocol. The error is the context's.
func drawIntervals(ctx context.Context, s *session.Scored, of scoring.Score) (map[scoreKey]*scoring.Interval, error) {
	k := scoring.Place(s.Protocols(), of.Protocol)
	whole, err := s.Total(ctx, k, of.Settings)
	if err != nil {
		return nil, err
	}
	p := newPool(&s.Protocols()[k], whole)
	b := stats.Bootstrap{Trials: of.Settings.Trials, Seed: of.Settings.Seed}
	var drawn []*scoring.Interval
	if summed, ok := whole.(scoring.Summed); ok {
		terms := stats.Rows{Width: summed.Width()}
		rows, err := inOrder(ctx, s, k, func(e scoring.Evidence) []float64 {
			row := make([]float64, terms.Width)
			summed.Terms(e, row)
			return row
		}, slices.Compare)
		if err != nil {
			return nil, err
		}
		terms.Terms = slices.Concat(rows...)
		drawn = b.Sums(terms, summed.Values)
	} else {
		evidence, err := inOrder(ctx, s, k, func(e scoring.Evidence) scoring.Evidence { return e }, compareEvidence)
		if err != nil {
			return nil, err
		}
		b.Trials = affordableTrials(b.Trials, len(evidence))
		drawn = b.Draws(len(evidence), func(drawn []int) []scoring.Value {
			again := p.aggregate(of.Settings)
			for _, i := range drawn {
				again.Add(evidence[i])
			}
			return p.valuesOf(again)
		})
	}
	intervals := map[scoreKey]*scoring.Interval{}
	for k, interval := range drawn {
		intervals[p.keys[k]] = interval
	}
	return intervals, nil
}

// pool holds the scores of one protocol over all the evidence from which trials draw.
type pool struct {
	aggregate func(scoring.Settings) scoring.Aggregate // makes the aggregate of a trial
	whole     scoring.Aggregate                        // of all the evidence
	scores    []scoring.Score                          // of whole
	keys      []scoreKey                               // of scores
}

// newPool returns the pool of an aggregate of all the evidence: its scores with their keys, and a
// function that makes the aggregates of trials, made brief where p's can be, which leaves out
// scores that are expensive and never tested.
func newPool(p *scoring.Protocol, whole scoring.Aggregate) *pool {
	all := &pool{whole: whole, scores: whole.Scores()}
	all.aggregate = func(s scoring.Settings) scoring.Aggregate {
		a := p.Aggregate(s)
		if brief, ok := a.(scoring.Brief); ok {
			brief.Brief()
		}
		return a
	}
	all.keys = loaders.Map(all.scores, keyOf)
	return all
}

// poolOf returns the pool of evidence that is in memory, none of it nil.
func poolOf(p *scoring.Protocol, settings scoring.Settings, evidence []scoring.Evidence) *pool {
	whole := p.Aggregate(settings)
	for _, e := range evidence {
		whole.Add(e)
	}
	return newPool(p, whole)
}

// valuesOf returns the values of a's scores in the order of the pool's; one that a lacks, such as
// that of a module type that none of the drawn examples has, is undefined. Scores that only a has
// are left out.
func (p *pool) valuesOf(a scoring.Aggregate) []scoring.Value {
	found := map[scoreKey]scoring.Value{}
	for _, score := range a.Scores() {
		found[keyOf(score)] = score.Value
	}
	return loaders.Map(p.keys, func(k scoreKey) scoring.Value {
		if v, ok := found[k]; ok {
			return v
		}
		return scoring.Undefined("none of these examples has it")
	})
}

func termRows(summed scoring.Summed, evidence []scoring.Evidence) stats.Rows {
	r := stats.Rows{Width: summed.Width()}
	r.Terms = make([]float64, len(evidence)*r.Width)
	for i, e := range evidence {
		if e != nil {
			summed.Terms(e, r.Row(i))
		}
	}
	return r
}

// inOrder returns what of returns for the evidence of protocol k on every example that has some, in
// the order of the examples' ids, so that a run gives the same draws however it is cut into shards.
// compare orders examples that share an id. The error is the context's; examples are then missing.
func inOrder[T any](
	ctx context.Context, s *session.Scored, k int, of func(e scoring.Evidence) T, compare func(a, b T) int,
) ([]T, error) {
	type example struct {
		id   string
		kept T
	}
	var list []example
	err := s.Each(ctx, func(_ int, id string, evidence []scoring.Evidence) {
		if evidence[k] != nil {
			list = append(list, example{id, of(evidence[k])})
		}
	})
	slices.SortStableFunc(list, func(a, b example) int {
		if a.id == b.id {
			return compare(a.kept, b.kept)
		}
		return cmp.Compare(a.id, b.id)
	})
	return loaders.Map(list, func(e example) T { return e.kept }), err
}

func compareEvidence(a, b scoring.Evidence) int {
	x, y := coding.Writer(), coding.Writer()
	a.Fields(x)
	b.Fields(y)
	return bytes.Compare(x.Written(), y.Written())
}
