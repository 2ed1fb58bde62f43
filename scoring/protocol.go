package scoring

import (
	"reflect"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// Protocol scores examples by the rules of one paper. Protocols are listed
// in scoring/session; adding one is one package and one list entry.
type Protocol struct {
	Name   string // "module-boxes"
	Source string // paper and section
	// Types lists the module types that the protocol scores, in the order of
	// the paper's table; nil for one that scores no modules.
	Types []string
	// Parts are columns of the table of examples besides those of the whole,
	// which [Metric.Column] names.
	Parts []Part
	// Metrics are the metrics of its scores. Those of other protocols with the same name
	// mean the same.
	Metrics []Metric
	// Boxes says that boxes are scored, so that the scores depend on the average, the
	// thresholds and the upper bound in Settings.
	Boxes bool
	// Settings names the settings that change the protocol's scores, besides
	// the thresholds; nil for none. A report writes them beside the scores.
	Settings []string
	// Prepare extracts from an example what scoring it under any settings needs, nil if the
	// protocol does not apply to it. It is the slow half, done once per example, from
	// several goroutines at once. It may be nil where Derive is not.
	Prepare func(ex *loaders.Example) Evidence
	// Derive makes evidence from what other protocols prepared, of which it counts something
	// else; it returns nil if there is nothing to count. A protocol without Derive shares
	// nothing.
	Derive func(evidence []Evidence) Evidence
	// From are the protocols whose evidence Derive looks for. If all of them come before
	// this one, nothing is prepared again.
	From []Protocol
	// Aggregate returns an empty aggregate under s.
	Aggregate func(s Settings) Aggregate
	// New returns empty evidence, to read into: the examples of one run can be
	// prepared on several machines, and once for all openings.
	New func() Evidence
	// Bar says by what an example is called faithful, nil if the protocol judges none.
	Bar *Bar
	// Version is the version of the evidence's encoding. It changes with what Prepare
	// extracts from an example, and with its form.
	Version int
	// Given names what the evidence depends on besides the examples, such as a base
	// model's answers; "" for nothing. Evidence made under two of them cannot be mixed.
	Given string
}

// Part is a metric of a part of an example that names a column, as
// [Metric.Column] does: what the examples' modules of one type score.
type Part struct{ Column, Metric, Of string }

// Evidence holds what one protocol keeps of an example: small, immutable, and
// enough to score it again when a threshold moves.
type Evidence interface {
	// Fields declares how it is written, and checks what could not have been
	// prepared. It may also compute what is not written.
	Fields(c *coding.Coder)
}

// PrepareAll returns the evidence of an example for each of the protocols, nil if one does not
// apply to it. A protocol with Derive gets it from the evidence of those before it, if all that it
// names in From are there; else from its own Prepare or, without one, from evidence of From that is
// prepared for it alone.
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

// Place returns the index of the protocol of a name, -1 for none.
func Place(protocols []Protocol, name string) int {
	return slices.IndexFunc(protocols, func(p Protocol) bool { return p.Name == name })
}

// ExampleScore is one example under one protocol.
type ExampleScore struct {
	// Modules has one entry per scored module, in program order; nil if the protocol scores
	// no modules.
	Modules []ModuleScore
	// Pooled are the scores of the types of modules of which the score is not the mean over
	// the modules; each is named by its type.
	Pooled []Number
	// Overall is the number that Faithful compares with its bar, as the
	// protocol's [Judgement] says; higher is better.
	Overall  Value
	Metric   string  // what Overall is, that of the protocol's [Bar]
	Title    string  // of Metric, for people
	Bar      float64 // the least Overall that is faithful
	Faithful loaders.Verdict
	// Cause is why the answer is wrong, where that is known apart from the modules' scores:
	// then [Shape.Grade] leaves the first module that goes wrong as it is, none included.
	Cause Cause
}

// Number is the value of a metric.
type Number struct {
	Metric string
	Value  Value
}

// Module returns the module score of a node, into the list of s; nil for none, or of a nil score.
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
	// Precision and Recall are, with boxes, the ones whose F1 is Value; they are undefined
	// with spans.
	Precision, Recall Value
	Counted           int   // with boxes: those predicted that count in Precision
	Cause             Cause // why the module is wrong, [NoCause] where it is not
	// Fault and First are those that [Shape.Grade] found: whether the module is
	// wrong by itself, and whether it is the first that is.
	Fault Fault
	First bool
	// Predicts says that the module predicts something, NothingWanted that it
	// does not and that there is no gold either: an F1 of 1 by the authors'
	// code, which is vacuous.
	Predicts, NothingWanted bool
	Images                  []ImageScore
}

// Wrong reports whether the module is wrong: its value is below the bar, or it has a
// cause all the same. A module without a value is not.
func (m *ModuleScore) Wrong(bar float64) bool {
	x, ok := m.Value.Float()
	return ok && (!(x >= bar) || m.Cause != NoCause)
}

// ImageScore is how each of a module's boxes on one image fares, as the picture and the
// words beside it show.
type ImageScore struct {
	// Predicted lists proposals over the threshold, in order of index.
	Predicted []PredictedBox
	// Below lists the other proposals that have a probability or overlap a
	// gold box, the most probable first.
	Below []PredictedBox
	// Gold has an entry per gold box, in order.
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
	// Nearest is the most probable of the proposals that are aligned with the box: a
	// threshold below its probability finds the box. If no proposal is aligned, it is the
	// one with the highest IoU; a Proposal of -1 says that none overlaps the box. Aligned
	// distinguishes the two.
	Nearest Proposal
	Aligned bool
	// Best is the proposal with the highest IoU of all, whatever its
	// probability; a Proposal of -1 says that none overlaps the box.
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

// Aggregate gathers evidence of many examples. Order does not matter beyond
// the rounding of sums, and merging two aggregates equals one pass.
type Aggregate interface {
	Add(e Evidence)
	// Merge adds another aggregate of the same protocol and settings.
	Merge(Aggregate)
	// Scores returns the protocol's numbers in the order of its paper's
	// tables. An empty aggregate gives undefined scores with reasons.
	Scores() []Score
}

// Summed is an aggregate whose scores are functions of sums over examples: what makes
// resampling cheap. A report draws its bootstrap intervals from Terms when an aggregate
// has them, or else by adding evidence again.
type Summed interface {
	Aggregate
	// Width is the number of terms of an example.
	Width() int
	// Terms writes an example's terms into row, of length Width.
	Terms(e Evidence, row []float64)
	// Values returns the values of Scores, in its order, from the sums of
	// rows. What was added to the aggregate may decide which scores exist,
	// never their values. It is called from several goroutines at once.
	Values(sums []float64) []Value
}

// Divided is a Summed aggregate whose unit is smaller than an example under
// some settings: a permutation test then swaps the units one by one.
type Divided interface {
	Summed
	// Parts returns the rows of terms of an example's units, in order; they
	// add up to its Terms. Nil means that the example is the unit.
	Parts(e Evidence) [][]float64
}

// Related is a Summed aggregate whose terms of an example depend on the other
// examples that were added: on the answers to the questions it entails, on
// another one's explanation. The examples must be those of one run, so that a
// comparison of two runs swaps evidence and not terms.
type Related interface {
	Summed
	// Relate sets what else there is to relate to, besides what was added: evidence that is
	// in no score. It is asked for when it is needed, from several goroutines.
	Relate(beside func() []Evidence)
}

// Relatives is the part of a [Related] aggregate of evidence E that knows what else there
// is; there is nothing if it is zero.
type Relatives[E Evidence] struct{ beside func() []Evidence }

// Relate implements [Related]: it keeps beside for Join.
func (r *Relatives[E]) Relate(beside func() []Evidence) { r.beside = beside }

// Join returns what was added followed by what is beside it, which it asks for now; added itself if
// nothing is. It does not change added.
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

// Repeated is an aggregate of runs over the same examples, such as those of several seeds.
type Repeated interface {
	Aggregate
	// Tests returns its tests of the mean of each example over the runs.
	Tests() []Score
}

// New returns empty evidence of type T, to read into.
func New[T any, P interface {
	*T
	Evidence
}]() Evidence {
	return P(new(T))
}

// Code writes e and returns it or, if the coder reads, returns evidence read into a new one; it
// counts its memory with the coder. Both give the same scores to the last bit. What is read may
// come from anyone, and must not be used if the coder has an error.
func (p *Protocol) Code(c *coding.Coder, e Evidence) Evidence {
	if c.Reads() {
		e = p.New()
	}
	c.AddMemory(reflect.TypeOf(e).Elem(), 1)
	e.Fields(c)
	return e
}

// codeOneOf is Code for evidence of any protocol of a list: it writes or reads the name of the
// protocol and then the evidence, which it returns. What it writes must be of a protocol in the
// list; a name read that is not there is an error of the coder, for which it returns nil.
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
// protocols, with whether there is any: nil if one has nothing to say about it. Evidence that is
// derived from that of earlier protocols is not written but derived again. It stops at the coder's
// first error.
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
