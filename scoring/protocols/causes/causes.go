// Package causes counts, by type, why modules are below the bar ([scoring.Cause]), this program's
// own protocol.
//
// "predicting" counts modules that predict something: if it is 0, a precision is vacuous.
// "nothing_wanted" counts those without gold that predict nothing, whose F1 is 1 by the authors'
// code.
package causes

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/protocols/faithfulness"
)

// Name is the protocol's name.
const Name = "causes"

// Protocol is "causes".
var Protocol = scoring.Protocol{
	Name:      Name,
	Source:    "faithscope's own, not from a paper",
	From:      slices.Concat(explaining, faithfulness.Amending),
	Metrics:   metrics,
	New:       scoring.New[evidence],
	Derive:    deriveCauses,
	Aggregate: newAggregate,
	Version:   4,
}

var explaining = loaders.Filter(faithfulness.Judging, func(p scoring.Protocol) bool {
	_, explains := p.New().(scoring.CauseEvidence)
	return explains
})

type evidence struct{ scoring.Judge }

func (e *evidence) Fields(c *coding.Coder) {
	e.CodeFields(c, explaining, faithfulness.Amending)
}

// deriveCauses judges by the first evidence that explains modules, whichever judges elsewhere,
// because only that one has causes.
func deriveCauses(protocolEvidence []scoring.Evidence) scoring.Evidence {
	k := slices.IndexFunc(protocolEvidence, func(e scoring.Evidence) bool { return len(listCauses(e)) > 0 })
	if k < 0 {
		return nil
	}
	judge, _ := scoring.JudgeOf(protocolEvidence)
	judge.JudgedEvidence = protocolEvidence[k].(scoring.JudgedEvidence)
	return &evidence{judge}
}

func listCauses(e scoring.Evidence) []scoring.Cause {
	if x, ok := e.(scoring.CauseEvidence); ok {
		return x.Explains()
	}
	return nil
}

const (
	modules = iota
	wrong
	predicting
	nothingWanted
	firstCause
)

var metrics = causeMetrics()

func causeMetrics() []scoring.Metric {
	const source = "faithscope's own, not from a paper"
	list := []scoring.Metric{
		{Name: "wrong", Better: scoring.Lower, Counts: true, Source: source},
		scoring.Counting("predicting", source),
		scoring.Counting("nothing_wanted", source),
	}
	return append(list, loaders.Map(scoring.Causes(), func(c scoring.Cause) scoring.Metric {
		return scoring.Metric{Name: strings.ReplaceAll(c.String(), " ", "_"), Better: scoring.Lower, Counts: true, Source: source}
	})...)
}

// A block has a type's counts, the causes in the order of [scoring.Causes]. The whole also has, per
// cause, how many examples can show it.
var (
	told  = firstCause + len(scoring.Causes())
	width = told + len(scoring.Causes())
)

func causePlace(c scoring.Cause) int { return int(c) - 1 }

// newAggregate leaves out causes that no example can have, because a 0 there would look measured.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewParted(Name, s, width, func(x *evidence, whole []float64, part scoring.BlockLookup) {
		for _, c := range listCauses(x.JudgedEvidence) {
			whole[told+causePlace(c)] = 1
		}
		score := x.Outline(&s)
		for i := range score.Modules {
			m := &score.Modules[i]
			if m.Value.IsDefined() && m.Cause != scoring.NoCause { // also an oracle's
				whole[told+causePlace(m.Cause)] = 1
			}
			countModule(whole, m, score.Bar)
			countModule(part(m.Type), m, score.Bar)
		}
	}, columnsOf)
}

func countModule(termBlock []float64, m *scoring.ModuleScore, threshold float64) {
	if !m.Value.IsDefined() {
		return
	}
	termBlock[modules]++
	if m.Wrong(threshold) {
		termBlock[wrong]++
	}
	if m.Predicts {
		termBlock[predicting]++
	}
	if m.NothingWanted {
		termBlock[nothingWanted]++
	}
	if m.Cause != scoring.NoCause {
		termBlock[firstCause+causePlace(m.Cause)]++
	}
}

func columnsOf(moduleTypes []string, termSums []float64) (list []scoring.Column) {
	for k, of := range append([]string{"overall"}, moduleTypes...) {
		for i, m := range metrics {
			if cause := i - (firstCause - wrong); cause < 0 || termSums[told+cause] > 0 {
				list = append(list, m.Sum(of, k*width+wrong+i, k*width+modules, "no module of this type has a score"))
			}
		}
	}
	return list
}
