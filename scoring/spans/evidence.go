package spans

import (
	"faithscope/loaders"
	"faithscope/scoring"
)

// Protocol scores examples with token attention over a passage.
var Protocol = scoring.Protocol{
	Name:      "module-spans",
	Source:    "Subramanian et al. 2020, section 3.2 and Table 2",
	Types:     []string{"find", "filter", "relocate", "find-max-num", "find-min-num", "find-num", "find-date"},
	Prepare:   prepare,
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return newAggregate(s) },
	Restore:   restore,
	Version:   1,
}

// Reasons for undefined scores.
const (
	whyNoGold   = "no gold spans for this example"
	whyNoOutput = "the run has no output of this module"
	whyUneven   = "outputs merged for one gold differ in length"
	whyMerged   = "gold names modules that the program does not have"
	whyNoSpans  = "the annotator marked no span for this module"
	whyPartial  = "the loss of a module is undefined"
)

// module is one gold list with the output that answers it.
type module struct {
	node  int
	op    string
	spans int
	loss  scoring.Value
}

type evidence struct{ modules []module }

// prepare returns nil for an example in which no module attends to a passage
// and none has gold spans.
func prepare(ex *loaders.Example) scoring.Evidence {
	e, attends := evidence{}, false
	for i := range ex.Program {
		m := &ex.Program[i]
		attends = attends || m.Output.Tokens != nil
		if m.Gold == nil || m.Gold.Spans == nil || len(m.Gold.Merged) > 0 && m.Gold.Merged[0] != i {
			continue
		}
		e.modules = append(e.modules, module{node: i, op: m.Op, spans: len(m.Gold.Spans), loss: lossOf(ex.Program, i)})
	}
	if !attends && e.modules == nil {
		return nil
	}
	return e
}

// lossOf is the loss of node i, with the outputs it is merged with.
func lossOf(program []loaders.Module, i int) scoring.Value {
	attention := program[i].Output.Tokens
	if attention == nil {
		return scoring.Undefined(whyNoOutput)
	}
	for _, k := range program[i].Gold.Merged {
		if k == i {
			continue
		}
		if k < 0 || k >= len(program) {
			return scoring.Undefined(whyMerged)
		}
		other := program[k].Output.Tokens
		if other == nil {
			return scoring.Undefined(whyNoOutput)
		}
		var ok bool
		if attention, ok = Merge(attention, other); !ok {
			return scoring.Undefined(whyUneven)
		}
	}
	return scoring.Defined(Loss(attention, program[i].Gold.Spans))
}

// total is the example's loss, the sum over its modules, and the number of
// gold spans it rests on.
func (e evidence) total() (loss scoring.Value, spans int) {
	if len(e.modules) == 0 {
		return scoring.Undefined(whyNoGold), 0
	}
	sum := 0.0
	for _, m := range e.modules {
		x, ok := m.loss.Float()
		if !ok {
			return scoring.Undefined(whyPartial + ": " + m.op + ": " + m.loss.Why()), 0
		}
		sum += x
		spans += m.spans
	}
	return scoring.Defined(sum), spans
}

// Example scores the example by itself: the geometric mean of the masses of
// all its gold spans, and the same per module beside the paper's loss.
func (e evidence) Example(s scoring.Settings) scoring.ExampleScore {
	score := scoring.ExampleScore{Metric: "mass", Overall: massOf(e.total())}
	for _, m := range e.modules {
		score.Modules = append(score.Modules, scoring.ModuleScore{Node: m.node, Type: m.op, Value: massOf(m.loss, m.spans), Loss: m.loss})
	}
	if x, ok := score.Overall.Float(); ok {
		score.Faithful = loaders.VerdictOf(x >= s.FaithfulMass)
	}
	return score
}

func massOf(loss scoring.Value, spans int) scoring.Value {
	x, ok := loss.Float()
	switch {
	case !ok:
		return loss
	case spans == 0:
		return scoring.Undefined(whyNoSpans)
	}
	return scoring.Defined(mean(x, spans))
}
