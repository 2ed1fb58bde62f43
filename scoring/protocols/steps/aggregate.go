package steps

import (
	"slices"
	"sync"

	"github.com/maruel/natural"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Protocol scores verdicts on steps.
var Protocol = scoring.Protocol{
	Name:      name,
	Source:    "ProcessBench (Zheng et al. 2025), Who&When (Zhang et al. 2025), AgentProcessBench (2026), PRMBench (Song et al. 2025)",
	Types:     []string{"step"},
	Settings:  []string{"step_score"},
	Metrics:   append(scoring.MetricsOf(slices.Concat(earliest, distances, throughout, outcomes)), auc),
	Prepare:   prepareSteps,
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Bar:       &bar,
	Version:   1,
}

// aggregate keeps its examples, because controls and the AUC are chosen over all of them.
type aggregate struct {
	*scoring.Additive
	settings scoring.Settings
	list     []*evidence
	brief    bool
	// pooled caches scorePooled until an example is added.
	pooled func() []scoring.Score
}

func newAggregate(s scoring.Settings) scoring.Aggregate {
	a := &aggregate{settings: s}
	a.Additive = scoring.NewAdditive(name, s, width, func(e *evidence, row []float64) { e.addTerms(&a.settings, row) }, columnsFor)
	a.dropPooled()
	return a
}

func (a *aggregate) dropPooled() { a.pooled = sync.OnceValue(a.scorePooled) }

// Add implements [scoring.Aggregate].
func (a *aggregate) Add(e scoring.Evidence) {
	a.Additive.Add(e)
	a.list = append(a.list, e.(*evidence))
	a.dropPooled()
}

// Merge implements [scoring.Aggregate].
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.Additive.Merge(o.Additive)
	a.list = append(a.list, o.list...)
	a.dropPooled()
}

// Brief omits controls and AUC.
func (a *aggregate) Brief() { a.brief = true }

// Scores returns the columns, the AUC of scores, then the controls of each.
func (a *aggregate) Scores() []scoring.Score {
	scores := a.Additive.Scores()
	if a.brief {
		return scores
	}
	return append(scores, a.pooled()...)
}

// scorePooled returns the AUC and the controls, which aren't functions of sums.
func (a *aggregate) scorePooled() (scores []scoring.Score) {
	// Folds are every second example in the file's order.
	slices.SortStableFunc(a.list, func(x, y *evidence) int { return natural.Compare(x.Key, y.Key) })
	if isScored(a.list) {
		v, n := areaUnder(a.list, func(e *evidence, i int) float64 { return e.Steps[i].Score })
		scores = append(scores, scoring.Score{Protocol: name, Metric: auc.Name, Of: "overall", Value: v, Count: n, Settings: a.settings})
	}
	shown := loaders.Map(slices.Concat(a.Additive.Scores(), scores), func(s scoring.Score) string { return s.Metric })
	for _, c := range listControls(a.list) {
		if slices.Contains(shown, c.Metric) {
			scores = append(scores, c.Scores(name, a.settings)...)
		}
	}
	return scores
}

// Values implements [scoring.Summed].
func (a *aggregate) Values(sums []float64) []scoring.Value {
	values := a.Additive.Values(sums)
	if a.brief {
		return values
	}
	for range a.pooled() {
		values = append(values, scoring.Undefined("not a function of sums over examples"))
	}
	return values
}
