package report

import (
	"cmp"
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Resample draws intervals ([Report.DrawIntervals]) and tests judges ([TestControls]).
func (r *Report) Resample(ctx context.Context, runs session.Runs) error {
	tests, err := TestControls(ctx, runs, r.Settings)
	for i := range tests {
		r.Runs[i].Controls = tests[i]
	}
	return cmp.Or(err, r.DrawIntervals(ctx, runs))
}

// TestControls tests runs' judges by the metrics, all if none is named. A run without a judge has nil, and
// the error is the context's.
func TestControls(ctx context.Context, runs session.Runs, settings scoring.Settings, metricNames ...string) ([][]*ControlTest,
	error) {
	all, judges := make([][]*ControlTest, len(runs)), map[string][]*ControlTest{}
	for i, s := range runs {
		for k := range s.Protocols() {
			total, err := s.Total(ctx, k, settings)
			if whole, ok := total.(scoring.ControlledAggregate); ok && s.Members() == nil && err == nil {
				all[i], err = testControls(ctx, s, k, whole, settings, metricNames)
			}
			if err != nil {
				return nil, err
			}
		}
		for _, t := range all[i] {
			judges[t.Metric] = append(judges[t.Metric], t)
		}
	}
	for _, tests := range judges {
		holm := stats.Holm(loaders.Map(tests, func(t *ControlTest) scoring.Value { return t.P }))
		for k, t := range tests {
			t.Holm, t.Judges = holm[k], len(tests)
		}
	}
	return all, nil
}

// controlTrials keep a screen quick.
const controlTrials = 10_000

func testControls(
	ctx context.Context, s *session.ScoredRun, protocolIndex int, aggregate scoring.ControlledAggregate, settings scoring.Settings,
	metricNames []string,
) (tests []*ControlTest, err error) {
	d := DesignOf(settings, session.BySet)
	d.Trials = min(d.Trials, controlTrials)
	list, _ := readableExamples(ctx, s, settings)
	clusters, err := s.Clusters(ctx, d.Cluster)
	loaders.SortBy(list, func(ex pairableExample) string { return ex.key.id })
	for at, score := range aggregate.Scores() {
		c, ok := scoring.BestJudge(aggregate.Controls(), score.Metric)
		if !ok || score.Of != "overall" || len(metricNames) > 0 && !slices.Contains(metricNames, score.Metric) {
			continue
		}
		in := evidenceOf(loaders.Map(list, func(ex pairableExample) examplePair {
			judged := ex
			if judged.evidence = slices.Clone(ex.evidence); ex.evidence[protocolIndex] != nil {
				judged.evidence[protocolIndex] = c.Judge(ex.evidence[protocolIndex])
			}
			return examplePair{ex, judged}
		}), protocolIndex, clusters.First)
		r := d.Sums(in.sumRows(aggregate, in.a), in.sumRows(aggregate, in.b), func(sums []float64) []scoring.Value {
			return aggregate.Values(sums)[at : at+1]
		})
		if score.Count == len(in.unit) { // a set alone needn't define a score that rests on all
			r[0].Count = in.units
		}
		name := c.Name
		if c.TwoFold.IsDefined() && c.TwoFold != c.Value { // another option may be best on the other half
			name += " (chosen on each half)"
		}
		tests = append(tests, &ControlTest{Metric: score.Metric, Control: name, Result: r[0]})
	}
	return tests, err
}
