package scoring

import (
	"reflect"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// Protocol scores examples by the rules of one paper. scoring/session lists them.
type Protocol struct {
	Name   string // "module-boxes"
	Source string
	// Types are in the order of the paper's table; nil for none.
	Types   []string
	Parts   []PartColumn
	Metrics []Metric
	// scores depend on the average, the thresholds and the upper bound
	Boxes bool
	// several examples may answer one question, so tests swap whole questions
	Repeats bool
	// Settings change the scores, besides thresholds.
	Settings []string
	// Prepare extracts what any settings need, nil if the protocol doesn't apply. It runs once per
	// example, concurrently, and may be nil if Derive isn't.
	Prepare func(ex *loaders.Example) Evidence
	// Derive makes evidence from other protocols', nil for nothing to count.
	Derive func(evidence []Evidence) Evidence
	// From holds what Derive uses, prepared only once if it comes earlier.
	From      []Protocol
	Aggregate func(s Settings) Aggregate
	New       func() Evidence
	// nil if no examples are judged
	Bar *FaithfulThreshold
	// Version changes with what Prepare extracts, and with its encoding.
	Version int
	// Given names what else the evidence depends on, such as a base model's answers. Evidence under
	// different ones can't be mixed.
	Given string
}

// PartColumn is a column for part of an example, such as its modules of one type.
type PartColumn struct{ Column, Metric, Of string }

// PartColumns returns a column "metric.part" for each part and metric; "p=precision" calls it "p.part".
func PartColumns(parts []string, metrics ...string) (list []PartColumn) {
	for _, of := range parts {
		for _, text := range metrics {
			short, metric, _ := strings.Cut(text, "=")
			if metric == "" {
				metric = short
			}
			list = append(list, PartColumn{Column: short + "." + of, Metric: metric, Of: of})
		}
	}
	return list
}

// Evidence holds what a protocol keeps of an example: small, immutable, and enough to score it under
// any settings.
type Evidence interface {
	// Fields codes the evidence and checks it.
	Fields(c *coding.Coder)
}

// PrepareAll returns an example's evidence by protocol, nil if one doesn't apply. Derive uses
// earlier evidence if it includes all of From.
func PrepareAll(protocols []Protocol, ex *loaders.Example) []Evidence {
	evidence := make([]Evidence, len(protocols))
	for k := range protocols {
		switch p := &protocols[k]; {
		case p.Derive != nil && !slices.ContainsFunc(p.From, func(from Protocol) bool { return Place(protocols[:k], from.Name) < 0 }):
			evidence[k] = p.Derive(evidence[:k])
		case p.Prepare != nil:
			evidence[k] = p.Prepare(ex)
		default:
			evidence[k] = p.Derive(PrepareAll(p.From, ex))
		}
	}
	return evidence
}

// Place returns the protocol's index, -1 for none.
func Place(protocols []Protocol, name string) int {
	return slices.IndexFunc(protocols, func(p Protocol) bool { return p.Name == name })
}

// ExampleScore is one example under one protocol.
type ExampleScore struct {
	// in program order; nil for none
	Modules []ModuleScore
	Pooled  []MetricValue
	// Overall is compared with Bar; higher is better.
	Overall  Value
	Metric   string
	Title    string
	Bar      float64
	Faithful loaders.Verdict
	// Cause is why the answer is wrong, if known apart from the modules' scores: then [ProgramShape.Grade]
	// leaves First as it is.
	Cause Cause
}

// MetricValue is the value of a metric.
type MetricValue struct {
	Metric string
	Value  Value
}

// Module returns a pointer into s.Modules; nil for none or a nil s.
func (s *ExampleScore) Module(nodeIndex int) *ModuleScore {
	if s == nil {
		return nil
	}
	for i := range s.Modules {
		if s.Modules[i].Node == nodeIndex {
			return &s.Modules[i]
		}
	}
	return nil
}

// ModuleScore is one module of one example.
type ModuleScore struct {
	Node  int
	Type  string
	Value Value // 0..1: F1 with boxes, the attention on gold tokens with spans
	Loss  Value // the paper's loss; undefined with boxes
	// Undefined with spans.
	Precision, Recall Value
	Counted           int
	Cause             Cause
	// Fault and First are set by [ProgramShape.Grade].
	Fault ModuleFault
	First bool
	// NothingWanted says that nothing is predicted and there is no gold either: an F1 of 1 by the
	// authors' code, which is vacuous.
	Predicts, NothingWanted bool
	Images                  []ImageScore
}

// Wrong reports whether the value is below the threshold or there is a cause. A module without a value
// isn't wrong.
func (m *ModuleScore) Wrong(threshold float64) bool {
	x, ok := m.Value.Float()
	return ok && (!(x >= threshold) || m.Cause != NoCause)
}

// ImageScore is a module's boxes on one image.
type ImageScore struct {
	Predicted []PredictedBox
	// Below have a probability or overlap, the most probable first.
	Below []PredictedBox
	Gold  []GoldBox
	F1    Value
}

// PredictedBox is a proposal and how it would fare if predicted.
type PredictedBox struct {
	Proposal    int
	Probability float64
	BestIoU     float64
	BestGold    int // -1 without gold
	Hit         bool
	Counted     bool
}

// GoldBox is an annotator's box and how it fared.
type GoldBox struct {
	Matched      bool
	BestIoU      float64 // over predicted proposals, 0 for none; under the upper bound over all
	BestProposal int     // -1 for none
	// Nearest is the most probable proposal aligned with the box (Aligned), which a lower threshold
	// finds; if none is aligned, the one with the highest IoU, -1 if none overlaps.
	Nearest Proposal
	Aligned bool
}

// Near updates Nearest (an IoU above iouThreshold first; then the highest
// probability among aligned proposals, the highest IoU among others); earlier ones win ties.
func (g *GoldBox) Near(p Proposal, iouThreshold float64) {
	aligned := p.IoU > iouThreshold
	n := &g.Nearest
	switch {
	case n.Proposal < 0,
		aligned && !g.Aligned,
		aligned == g.Aligned && aligned && p.Probability > n.Probability,
		aligned == g.Aligned && !aligned && p.IoU > n.IoU:
		*n, g.Aligned = p, aligned
	}
}

// Proposal is a proposal as a gold box sees it.
type Proposal struct {
	Proposal         int // -1 for none
	Probability, IoU float64
}

// Aggregate gathers evidence of many examples. Order affects only the rounding of sums, and merging
// two aggregates equals one pass.
type Aggregate interface {
	Add(e Evidence)
	Merge(Aggregate)
	// Scores is in the order of the paper's tables. If empty, scores are undefined with reasons.
	Scores() []Score
}

// SummedAggregate is an aggregate whose scores are functions of sums over examples.
type SummedAggregate interface {
	Aggregate
	Width() int
	// Terms fills row, of length Width.
	Terms(e Evidence, row []float64)
	// Values returns the values of Scores, in order, from sums of rows, also concurrently. What was
	// added may decide which scores exist, never their values.
	Values(sums []float64) []Value
}

// DividedAggregate swaps units smaller than an example in permutation tests.
type DividedAggregate interface {
	SummedAggregate
	// Parts add up to the example's Terms; nil if the example is the unit.
	Parts(e Evidence) [][]float64
}

// RelatedAggregate is a Summed aggregate whose terms depend on other examples, such as entailed questions.
// All must be from one run, so a comparison swaps evidence and not terms.
type RelatedAggregate interface {
	SummedAggregate
	// beside is called on demand, concurrently.
	Relate(beside func() []Evidence)
}

// RelatedRunEvidence implements Relate of a [RelatedAggregate] aggregate.
type RelatedRunEvidence[E Evidence] struct{ beside func() []Evidence }

// Relate implements [RelatedAggregate].
func (r *RelatedRunEvidence[E]) Relate(otherEvidence func() []Evidence) { r.beside = otherEvidence }

// Join doesn't change ownEvidence.
func (r *RelatedRunEvidence[E]) Join(ownEvidence []E) []E {
	if r.beside == nil {
		return ownEvidence
	}
	return append(slices.Clip(ownEvidence), loaders.Map(r.beside(), func(e Evidence) E { return e.(E) })...)
}

// UntestedAggregate is an aggregate with expensive scores that are never tested.
type UntestedAggregate interface {
	Aggregate
	// Brief leaves them out of later Scores.
	Brief()
}

// RepeatedAggregate is an aggregate of runs over the same examples.
type RepeatedAggregate interface {
	Aggregate
	// Tests tests the examples' means over the runs.
	Tests() []Score
}

// New returns empty evidence to read into.
func New[T any, P interface {
	*T
	Evidence
}]() Evidence {
	return P(new(T))
}

// Code writes e, or reads new evidence, counting memory. Both score the same to the last bit.
// Evidence read is untrusted, and must not be used if the coder has an error.
func (p *Protocol) Code(c *coding.Coder, e Evidence) Evidence {
	if c.Reads() {
		e = p.New()
	}
	c.AddMemory(reflect.TypeOf(e).Elem(), 1)
	e.Fields(c)
	return e
}

// codeOneOf writes the protocol's name before its evidence, because a reader has no other way to tell
// which it is. Another name is an error of the coder.
func codeOneOf(c *coding.Coder, protocolList []Protocol, e Evidence) Evidence {
	k, protocol := slices.IndexFunc(protocolList, func(p Protocol) bool { return reflect.TypeOf(p.New()) == reflect.TypeOf(e) }), ""
	if !c.Reads() {
		protocol = protocolList[k].Name
	}
	if c.Text(&protocol); c.Reads() {
		k = Place(protocolList, protocol)
	}
	if c.Check(k >= 0, "unknown protocol %.40q", protocol); k < 0 {
		return nil
	}
	return protocolList[k].Code(c, e)
}

// CodeEvidence codes each protocol's evidence, if any. Derived evidence isn't written but derived
// again. It stops at the coder's first error.
func CodeEvidence(c *coding.Coder, protocols []Protocol, evidenceByProtocol []Evidence) {
	for k := range protocols {
		if c.Err() != nil {
			return
		}
		p, shared := &protocols[k], Evidence(nil)
		if p.Derive != nil {
			shared = p.Derive(evidenceByProtocol[:k])
		}
		if shared == nil && c.There(evidenceByProtocol[k] != nil) {
			shared = p.Code(c, evidenceByProtocol[k])
			c.Locate(p.Name)
		}
		if c.Reads() {
			evidenceByProtocol[k] = shared
		}
	}
}
