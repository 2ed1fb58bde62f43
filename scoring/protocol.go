package scoring

import (
	"reflect"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// Protocol scores examples by the rules of one paper. Protocols are listed in scoring/session;
// adding one is one package and one list entry.
type Protocol struct {
	Name   string // "module-boxes"
	Source string // paper and section
	// Types lists the module types that the protocol scores, in the order of the paper's table; nil
	// if it scores no modules.
	Types []string
	// Parts are columns of the table of examples besides the ones that [Metric.Column] names.
	Parts []Part
	// Metrics of other protocols with the same name mean the same.
	Metrics []Metric
	// Boxes says that boxes are scored, so that the scores depend on the average, the thresholds
	// and the upper bound in Settings.
	Boxes bool
	// Settings names the settings that change the scores, besides the thresholds; nil for none. A
	// report writes them beside the scores.
	Settings []string
	// Prepare extracts from an example what scoring it under any settings needs, nil if the
	// protocol doesn't apply. It is the slow half, done once per example, from several goroutines
	// at once. It may be nil if Derive isn't.
	Prepare func(ex *loaders.Example) Evidence
	// Derive makes evidence from what other protocols prepared, nil if there is nothing to count;
	// nil for a protocol that shares nothing.
	Derive func(evidence []Evidence) Evidence
	// From are the protocols whose evidence Derive looks for. If all of them come before this one,
	// nothing is prepared again.
	From []Protocol
	// Aggregate returns an empty aggregate under s.
	Aggregate func(s Settings) Aggregate
	// New returns empty evidence to read into, because examples of one run can be prepared on
	// several machines, and once for all openings.
	New func() Evidence
	// Bar says by what an example is called faithful, nil if the protocol judges none.
	Bar *Bar
	// Version of the evidence's encoding changes with what Prepare extracts, and with its form.
	Version int
	// Given names what the evidence depends on besides the examples, such as a base model's
	// answers; "" for nothing. Evidence under different ones can't be mixed.
	Given string
}

// Part is a metric of a part of an example, such as its modules of one type, that names a column
// like [Metric.Column].
type Part struct{ Column, Metric, Of string }

// Evidence holds what one protocol keeps of an example: small, immutable, and enough to score it
// again when a threshold moves.
type Evidence interface {
	// Fields writes or reads the evidence, and checks what could not have been prepared. It may
	// also compute what is not written.
	Fields(c *coding.Coder)
}

// PrepareAll returns the evidence of an example for each of the protocols, nil if one doesn't
// apply. A protocol with Derive uses the evidence of the protocols before it if they include all of
// From; else its own Prepare or, without one, evidence of From that is prepared only for it.
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

// Place returns the index of the protocol with this name, -1 for none.
func Place(protocols []Protocol, name string) int {
	return slices.IndexFunc(protocols, func(p Protocol) bool { return p.Name == name })
}

// ExampleScore is one example under one protocol.
type ExampleScore struct {
	// Modules has one entry per scored module, in program order; nil if the protocol scores no
	// modules.
	Modules []ModuleScore
	// Pooled are the scores of module types, as Metric, whose score isn't the mean over the
	// modules.
	Pooled []Number
	// Overall is the number that is compared with Bar, as the protocol's [Judgement] says; higher
	// is better.
	Overall  Value
	Metric   string  // of Overall, as in the protocol's [Bar]
	Title    string  // of Metric, for people
	Bar      float64 // the least faithful Overall
	Faithful loaders.Verdict
	// Cause is why the answer is wrong, if that is known apart from the modules' scores: then
	// [Shape.Grade] leaves First as it is.
	Cause Cause
}

// Number is the value of a metric.
type Number struct {
	Metric string
	Value  Value
}

// Module returns the score of a node, as a pointer into s.Modules; nil for none or a nil s.
func (s *ExampleScore) Module(node int) *ModuleScore {
	if s == nil {
		return nil
	}
	for i := range s.Modules {
		if s.Modules[i].Node == node {
			return &s.Modules[i]
		}
	}
	return nil
}

// ModuleScore is one module of one example.
type ModuleScore struct {
	Node  int    // index into Example.Program
	Type  string // one of the protocol's Types
	Value Value  // F1 with boxes; the attention on gold tokens with spans: 0..1, higher is better
	Loss  Value  // with spans: the paper's loss; undefined with boxes
	// Precision and Recall are, with boxes, the ones whose F1 is Value; undefined with spans.
	Precision, Recall Value
	Counted           int   // with boxes: predicted ones that count in Precision
	Cause             Cause // why the module is wrong, [NoCause] if it isn't
	// Fault and First are set by [Shape.Grade]: whether the module is wrong by itself, and whether
	// it is the first.
	Fault Fault
	First bool
	// Predicts says that the module predicts something, NothingWanted that it doesn't and there is
	// no gold either: an F1 of 1 by the authors' code, which is vacuous.
	Predicts, NothingWanted bool
	Images                  []ImageScore
}

// Wrong reports whether the value is below the bar or the module has a cause all the same. A module
// without a value isn't wrong.
func (m *ModuleScore) Wrong(bar float64) bool {
	x, ok := m.Value.Float()
	return ok && (!(x >= bar) || m.Cause != NoCause)
}

// ImageScore is how each of a module's boxes on one image fares.
type ImageScore struct {
	// Predicted lists proposals over the threshold, in order of index.
	Predicted []PredictedBox
	// Below lists the other proposals that have a probability or overlap a gold box, the most
	// probable first.
	Below     []PredictedBox
	Gold      []GoldBox
	Precision Value
	Recall    Value
	F1        Value
}

// PredictedBox is a proposal and how it fares, or would if it were predicted.
type PredictedBox struct {
	Proposal    int
	Probability float64
	BestIoU     float64
	BestGold    int // index of the gold box with BestIoU, -1 without gold
	Hit         bool
	Counted     bool // false between the negative and the positive threshold
}

// GoldBox is an annotator's box and how it fared.
type GoldBox struct {
	Matched      bool
	BestIoU      float64 // over predicted proposals, 0 for none; for the upper bound over all
	BestProposal int     // the proposal with BestIoU, -1 for none
	// Nearest is the most probable proposal aligned with the box (Aligned), so that a threshold
	// below its probability finds the box; if none is aligned, the one with the highest IoU. Its
	// Proposal is -1 if none overlaps.
	Nearest Proposal
	Aligned bool
	// Best is the proposal with the highest IoU of all, whatever its probability; its Proposal is
	// -1 if none overlaps.
	Best Proposal
}

// Near makes p the nearest or the best proposal of the box if it beats the one so far. Best is the
// highest IoU. Nearest prefers an IoU above iou (Aligned), then among aligned ones the highest
// probability, among others the highest IoU; equal ones stay.
func (g *GoldBox) Near(p Proposal, iou float64) {
	if g.Best.Proposal < 0 || p.IoU > g.Best.IoU {
		g.Best = p
	}
	aligned := p.IoU > iou
	n := &g.Nearest
	switch {
	case n.Proposal < 0,
		aligned && !g.Aligned,
		aligned == g.Aligned && aligned && p.Probability > n.Probability,
		aligned == g.Aligned && !aligned && p.IoU > n.IoU:
		*n, g.Aligned = p, aligned
	}
}

// Proposal is a detector's box as one gold box sees it.
type Proposal struct {
	Proposal         int // index in its image, -1 for none
	Probability, IoU float64
}

// Aggregate gathers evidence of many examples. Order doesn't matter beyond the rounding of sums,
// and merging two aggregates equals one pass.
type Aggregate interface {
	Add(e Evidence)
	// Merge adds another aggregate of the same protocol and settings.
	Merge(Aggregate)
	// Scores returns the protocol's numbers in the order of its paper's tables. An empty aggregate
	// returns undefined scores with reasons.
	Scores() []Score
}

// Summed is an aggregate whose scores are functions of sums over examples, which makes resampling
// cheap: a report draws bootstrap intervals from Terms instead of adding evidence again.
type Summed interface {
	Aggregate
	// Width is the number of terms of an example.
	Width() int
	// Terms writes an example's terms into row, of length Width.
	Terms(e Evidence, row []float64)
	// Values returns the values of Scores, in its order, from the sums of rows. What was added to
	// the aggregate may decide which scores exist, never their values. It is called from several
	// goroutines at once.
	Values(sums []float64) []Value
}

// Divided is a Summed aggregate whose unit is smaller than an example under some settings: a
// permutation test then swaps the units one by one.
type Divided interface {
	Summed
	// Parts returns the rows of terms of an example's units, in order; they add up to its Terms.
	// Nil means that the example is the unit.
	Parts(e Evidence) [][]float64
}

// Related is a Summed aggregate whose terms of an example depend on the other examples that were
// added, such as the answers to the questions it entails. The examples must be one run's, so that a
// comparison of two runs swaps evidence and not terms.
type Related interface {
	Summed
	// Relate sets further evidence to relate to that is in no score. beside is called when it is
	// needed, from several goroutines.
	Relate(beside func() []Evidence)
}

// Relatives implements Relate of a [Related] aggregate of evidence E. The zero value has nothing
// beside.
type Relatives[E Evidence] struct{ beside func() []Evidence }

// Relate implements [Related].
func (r *Relatives[E]) Relate(beside func() []Evidence) { r.beside = beside }

// Join returns added followed by what is beside it; added itself if nothing is. It doesn't change
// added.
func (r *Relatives[E]) Join(added []E) []E {
	if r.beside == nil {
		return added
	}
	return append(slices.Clip(added), loaders.Map(r.beside(), func(e Evidence) E { return e.(E) })...)
}

// Brief is an aggregate some of whose scores are expensive and never tested.
type Brief interface {
	Aggregate
	// Brief leaves them out of Scores from then on.
	Brief()
}

// Repeated is an aggregate of runs over the same examples, such as runs with several seeds.
type Repeated interface {
	Aggregate
	// Tests returns tests of the examples' means over the runs.
	Tests() []Score
}

// New returns empty evidence of type T, to read into.
func New[T any, P interface {
	*T
	Evidence
}]() Evidence {
	return P(new(T))
}

// Code writes e and returns it or, if the coder reads, returns new evidence; it counts its memory
// with the coder. Both score the same to the last bit. Evidence read may come from anyone, and must
// not be used if the coder has an error.
func (p *Protocol) Code(c *coding.Coder, e Evidence) Evidence {
	if c.Reads() {
		e = p.New()
	}
	c.AddMemory(reflect.TypeOf(e).Elem(), 1)
	e.Fields(c)
	return e
}

// codeOneOf is Code for evidence of any protocol of a list: the protocol's name comes first. What
// it writes must be of a protocol in the list; an unknown name read is an error of the coder, for
// which it returns nil.
func codeOneOf(c *coding.Coder, list []Protocol, e Evidence) Evidence {
	k, protocol := slices.IndexFunc(list, func(p Protocol) bool { return reflect.TypeOf(p.New()) == reflect.TypeOf(e) }), ""
	if !c.Reads() {
		protocol = list[k].Name
	}
	if c.Text(&protocol); c.Reads() {
		k = Place(list, protocol)
	}
	if c.Check(k >= 0, "evidence of %.40q", protocol); k < 0 {
		return nil
	}
	return list[k].Code(c, e)
}

// CodeEvidence writes, or reads into evidence, the evidence of an example for each of the
// protocols, and whether it has any. Derived evidence isn't written but derived again. It stops at
// the coder's first error.
func CodeEvidence(c *coding.Coder, protocols []Protocol, evidence []Evidence) {
	for k := range protocols {
		if c.Err() != nil {
			return
		}
		p, shared := &protocols[k], Evidence(nil)
		if p.Derive != nil {
			shared = p.Derive(evidence[:k])
		}
		if shared == nil && c.There(evidence[k] != nil) {
			shared = p.Code(c, evidence[k])
			c.Locate(p.Name)
		}
		if c.Reads() {
			evidence[k] = shared
		}
	}
}
