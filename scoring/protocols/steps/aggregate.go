package steps

import (
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Protocol scores verdicts on steps.
var Protocol = scoring.Protocol{
	Name:      name,
	Source:    "ProcessBench (Zheng et al. 2025), Who&When (Zhang et al. 2025), AgentProcessBench (2026), PRMBench (Song et al. 2025)",
	Types:     []string{"step"},
	Settings:  []string{"step_score"},
	Repeats:   true,
	Metrics:   append(scoring.MetricsOf(slices.Concat(earliest, distances, throughout, outcomes)), auc),
	Prepare:   prepareSteps,
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Bar:       &bar,
	Version:   3,
}

// Agreement scores a person's verdicts on steps against another's.
var Agreement = scoring.Protocol{
	Name: name, Source: "Cohen 1960", Metrics: scoring.MetricsOf(agreed), Prepare: prepareSteps, New: scoring.New[evidence], Version: 1,
	Aggregate: func(s scoring.Settings) scoring.Aggregate {
		return scoring.NewAdditive(name, s, width, func(e *evidence, row []float64) {
			if e.IsJudged {
				e.addTerms(&s, row)
			}
		},
			func([]float64) []scoring.Column { return agreed })
	},
}

// aggregate keeps its examples, because controls and the AUC are chosen over all of them.
type aggregate struct {
	*scoring.Additive
	settings scoring.Settings
	list     []*evidence
	brief    bool
	// controls and pooled are computed once until an example is added.
	controls func() []scoring.BlindJudgeScore
	pooled   func() []scoring.Score
}

func newAggregate(s scoring.Settings) scoring.Aggregate {
	a := &aggregate{settings: s}
	a.Additive = scoring.NewAdditive(name, s, width, func(e *evidence, row []float64) { e.addTerms(&a.settings, row) }, columnsFor)
	a.dropPooled()
	return a
}

func (a *aggregate) dropPooled() {
	a.controls = sync.OnceValue(func() []scoring.BlindJudgeScore {
		if !slices.ContainsFunc(a.list, func(e *evidence) bool { return e.IsJudged }) {
			return nil
		}
		return listControls(a.list)
	})
	a.pooled = sync.OnceValue(a.scorePooled)
}

// Controls implements [scoring.ControlledAggregate].
func (a *aggregate) Controls() []scoring.BlindJudgeScore { return a.controls() }

// Add implements [scoring.Aggregate].
func (a *aggregate) Add(e scoring.Evidence) {
	a.Additive.Add(e)
	a.list = append(a.list, e.(*evidence))
	a.dropPooled()
}

// Merge implements [scoring.Aggregate].
func (a *aggregate) Merge(otherAggregate scoring.Aggregate) {
	o := otherAggregate.(*aggregate)
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
func (a *aggregate) scorePooled() []scoring.Score {
	list := scoring.ScoreList{Protocol: name, Settings: a.settings}
	if isScored(a.list) {
		v, n := areaUnder(a.list, func(e *evidence, i int) float64 { return e.Steps[i].Score })
		list.AddScore(auc.Name, "overall", v, n)
	}
	shown := loaders.Map(slices.Concat(a.Additive.Scores(), list.Scores), func(s scoring.Score) string { return s.Metric })
	for _, c := range a.controls() {
		if slices.Contains(shown, c.Metric) {
			c.AddTo(&list)
		}
	}
	return list.Scores
}

// Values implements [scoring.SummedAggregate].
func (a *aggregate) Values(termSums []float64) []scoring.Value {
	values := a.Additive.Values(termSums)
	if a.brief {
		return values
	}
	for range a.pooled() {
		values = append(values, scoring.Undefined("can't be computed from sums over examples"))
	}
	return values
}
