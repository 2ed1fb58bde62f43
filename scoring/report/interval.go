package report

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Evidence bounds the draws and trials of scores that aren't sums, to at least fewestDraws and fewestTrials: with
// fewer, no p is significant once it is corrected for many tests.
const (
	additions    = 2_000_000
	fewestDraws  = 100
	fewestTrials = 1000
)

// affordableDraws counts a score like four pieces of evidence: many classes have many scores.
func affordableDraws(wantedDraws, evidenceCount, scoreCount int) int {
	return min(wantedDraws, max(fewestDraws, additions/max(evidenceCount, 4*scoreCount, 1)))
}

type scoreKey struct{ metric, of string }

func keyOf(s scoring.Score) scoreKey { return scoreKey{s.Metric, s.Of} }

// DrawIntervals sets bootstrap intervals over examples, or over sets if questions repeat
// ([scoring.Protocol.Repeats]), by the settings' seed and trials, unless
// draws are undefined or all equal: a share that is 0 or 1 then has Wilson's. Whole numbers that
// describe the data and families of runs have none. runs are the report's, in order. Scores that
// aren't sums get fewer trials (Interval.Trials). The error is the context's.
func (r *Report) DrawIntervals(ctx context.Context, runs session.Runs) error {
	for i, s := range runs {
		if s.Members() != nil {
			continue
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

// canMove excludes controls: some are 0 or 1 by construction.
func canMove(s *scoring.Score) bool {
	_, ok := s.Value.Float()
	return ok && !session.MetricOf(s.Metric).Counts && !strings.HasPrefix(s.Of, scoring.ControlOf)
}

// intervalOf gives a share of 0 or 1 Wilson's interval, because every draw from such a sample is the
// same.
func intervalOf(s *scoring.Score, drawnIntervals map[scoreKey]*scoring.Interval) *scoring.Interval {
	in := drawnIntervals[keyOf(*s)]
	x, _ := s.Value.Float()
	isAtItsEnd := in == nil && (x == 0 || x == 1) && s.Vacuous == "" && session.MetricIn(s.Protocol, s.Metric).Share
	if isAtItsEnd {
		_, in = stats.Share(int(x)*s.Count, s.Count)
	}
	return in
}

// IntervalOf is like [Report.DrawIntervals] for one score; nil if that draws none. The error is the
// context's.
func IntervalOf(ctx context.Context, s *session.ScoredRun, score scoring.Score) (*scoring.Interval, error) {
	if !canMove(&score) {
		return nil, nil
	}
	intervals, err := drawIntervals(ctx, s, score)
	return intervalOf(&score, intervals), err
}

func drawIntervals(ctx context.Context, s *session.ScoredRun, score scoring.Score) (map[scoreKey]*scoring.Interval, error) {
	k := scoring.Place(s.Protocols(), score.Protocol)
	whole, err := s.Total(ctx, k, score.Settings)
	if err != nil {
		return nil, err
	}
	p := newPool(&s.Protocols()[k], score.Settings, whole)
	b := stats.Bootstrap{Trials: score.Settings.Trials, Seed: score.Settings.Seed}
	var drawn []*scoring.Interval
	if summed, ok := whole.(scoring.SummedAggregate); ok {
		terms, err := unitRows(ctx, s, k, summed)
		if err != nil {
			return nil, err
		}
		drawn = b.Sums(terms, summed.Values)
	} else {
		evidence, err := inOrder(ctx, s, k, func(_ int, e scoring.Evidence) scoring.Evidence { return e }, compareEvidence)
		if err != nil {
			return nil, err
		}
		b.Trials = affordableDraws(b.Trials, len(evidence), len(p.keys))
		drawn = b.Draws(len(evidence), func(drawn []int) []scoring.Value {
			again := p.aggregate()
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

func unitRows(ctx context.Context, s *session.ScoredRun, protocolIndex int, aggregate scoring.SummedAggregate) (stats.TermRows, error) {
	clusters, err := s.Clusters(ctx, loaders.IfElse(s.Protocols()[protocolIndex].Repeats, session.BySet, session.ByExample))
	if err != nil {
		return stats.TermRows{}, err
	}
	type part struct {
		unit  int
		terms []float64
	}
	parts, err := inOrder(ctx, s, protocolIndex, func(i int, e scoring.Evidence) part {
		one := part{clusters.First(i), make([]float64, aggregate.Width())}
		aggregate.Terms(e, one.terms)
		return one
	}, func(a, b part) int { return slices.Compare(a.terms, b.terms) })
	rows, places := stats.TermRows{Width: aggregate.Width()}, map[int]int{}
	for _, p := range parts {
		at, seen := places[p.unit]
		if !seen {
			at, rows.Terms = len(places), append(rows.Terms, make([]float64, rows.Width)...)
			places[p.unit] = at
		}
		floats.Add(rows.Row(at), p.terms)
	}
	return rows, err
}

type scorePool struct {
	aggregate func() scoring.Aggregate
	whole     scoring.Aggregate
	scores    []scoring.Score // of whole
	keys      []scoreKey      // of scores
}

// newPool makes aggregates brief, because some scores are expensive and never tested.
func newPool(p *scoring.Protocol, settings scoring.Settings, wholeAggregate scoring.Aggregate) *scorePool {
	all := &scorePool{whole: wholeAggregate, scores: wholeAggregate.Scores()}
	all.aggregate = func() scoring.Aggregate {
		a := p.Aggregate(settings)
		if brief, ok := a.(scoring.UntestedAggregate); ok {
			brief.Brief()
		}
		return a
	}
	all.keys = loaders.Map(all.scores, keyOf)
	return all
}

func poolOf(p *scoring.Protocol, settings scoring.Settings, evidence []scoring.Evidence) *scorePool {
	whole := p.Aggregate(settings)
	for _, e := range evidence {
		addTo(whole, e)
	}
	return newPool(p, settings, whole)
}

// valuesOf leaves a score undefined that a lacks, because a draw may have no example with a module
// type.
func (p *scorePool) valuesOf(a scoring.Aggregate) []scoring.Value {
	found := map[scoreKey]scoring.Value{}
	for _, score := range a.Scores() {
		found[keyOf(score)] = score.Value
	}
	return loaders.Map(p.keys, func(k scoreKey) scoring.Value {
		if v, ok := found[k]; ok {
			return v
		}
		return scoring.Undefined("none of these examples has this score")
	})
}

func termRows(aggregate scoring.SummedAggregate, evidence []scoring.Evidence) stats.TermRows {
	r := stats.TermRows{Width: aggregate.Width()}
	r.Terms = make([]float64, len(evidence)*r.Width)
	for i, e := range evidence {
		if e != nil {
			aggregate.Terms(e, r.Row(i))
		}
	}
	return r
}

// inOrder sorts evidence by example ids, so that draws don't depend on how a run is cut into shards.
func inOrder[T any](
	ctx context.Context, s *session.ScoredRun, protocolIndex int, convertEvidence func(i int, e scoring.Evidence) T, compareItems func(a,
		b T) int,
) ([]T, error) {
	type example struct {
		id   string
		kept T
	}
	var list []example
	err := s.Each(ctx, func(i int, id string, evidence []scoring.Evidence) {
		if evidence[protocolIndex] != nil {
			list = append(list, example{id, convertEvidence(i, evidence[protocolIndex])})
		}
	})
	slices.SortStableFunc(list, func(a, b example) int {
		if a.id == b.id {
			return compareItems(a.kept, b.kept)
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
