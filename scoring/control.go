package scoring

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"faithscope/loaders"
)

// BlindJudgeScore holds a metric's value for a judge that reads nothing. A score says little until it is
// above the best of its controls.
type BlindJudgeScore struct {
	Metric, Name string
	Value        Value
	// TwoFold is the value if the control is chosen on every second example and used on the others;
	// undefined if nothing is chosen.
	TwoFold Value
	Count   int
	// Judge returns an example's evidence with the control as its judge, chosen on the other half if
	// TwoFold is defined; nil for a random control.
	Judge func(e Evidence) Evidence
}

// ControlledAggregate is an aggregate whose metrics have controls.
type ControlledAggregate interface {
	SummedAggregate
	Controls() []BlindJudgeScore
}

// BestJudge returns the control of a metric with the highest value that has a Judge, the first by name of
// equals; ok is false without one.
func BestJudge(controls []BlindJudgeScore, metric string) (best BlindJudgeScore, ok bool) {
	controls = loaders.Filter(controls, func(c BlindJudgeScore) bool { return c.Metric == metric && c.Judge != nil })
	if len(controls) == 0 {
		return best, false
	}
	return slices.MaxFunc(controls, func(a, b BlindJudgeScore) int {
		x, _ := a.Value.Float()
		y, _ := b.Value.Float()
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(b.Name, a.Name))
	}), true
}

// ControlOf is the prefix of a control's Of.
const ControlOf = "control: "

// otherHalf ends what a score is of that is a control in two folds.
const otherHalf = ", chosen on the other half"

// AddTo adds Value and, if defined, TwoFold as scores.
func (c *BlindJudgeScore) AddTo(list *ScoreList) {
	list.AddScore(c.Metric, ControlOf+c.Name, c.Value, c.Count)
	if c.TwoFold.IsDefined() {
		list.AddScore(c.Metric, ControlOf+c.Name+otherHalf, c.TwoFold, c.Count)
	}
}

// BestControl returns the name of the control of a protocol's metric with the highest value, the
// first by name of equals, and that value; ok is false without one.
func BestControl(scores iter.Seq[Score], protocol, metric string) (name string, value float64, ok bool) {
	for s := range scores {
		control, isControl := strings.CutPrefix(s.Of, ControlOf)
		x, defined := s.Value.Float()
		if !isControl || !defined || s.Protocol != protocol || s.Metric != metric || strings.HasSuffix(control, otherHalf) {
			continue
		}
		if !ok || x > value || x == value && control < name {
			name, value, ok = control, x, true
		}
	}
	return name, value, ok
}
