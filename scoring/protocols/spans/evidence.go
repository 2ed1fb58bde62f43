package spans

import (
	"cmp"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

const (
	whyNoGold   = "no gold spans for this example"
	whyNoOutput = "the run has no output for this module"
)

type module struct {
	Node  int
	Op    string
	Spans int
	Loss  scoring.Value
	// 0..1, see [massOnGold].
	Mass scoring.Value
	Gold int // gold tokens, each once
	Half int // the fewest tokens with half of the attention, 0 without attention
}

type evidence struct{ Modules []module }

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	for _, m := range e.Modules {
		c.Check(min(m.Node, m.Spans, m.Gold, m.Half) >= 0,
			"invalid node %d with %d spans of %d tokens, half of the attention on %d", m.Node, m.Spans, m.Gold, m.Half)
	}
}

// prepareSpans scores a gold list once, at the first module that shares it. nil if no module has gold
// or attends to a passage.
func prepareSpans(ex *loaders.Example) scoring.Evidence {
	var nodes []int
	attends := false
	for i, m := range ex.Program {
		attends = attends || m.Output.Tokens != nil
		if m.Gold.Kind() == loaders.TokenKind && m.Gold.IsScoredAt(i) {
			nodes = append(nodes, i)
		}
	}
	if !attends && len(nodes) == 0 {
		return nil
	}
	e := &evidence{make([]module, len(nodes))}
	for k, i := range nodes {
		e.Modules[k].weighModule(ex.Program, i)
	}
	return e
}

// weighModule merges outputs that answer the same gold list, because the authors compare them
// together. Without outputs loss and mass are undefined; without spans the loss is 0 and the mass
// undefined.
func (m *module) weighModule(program []loaders.Module, i int) {
	spans := program[i].Gold.Spans
	m.Node, m.Op, m.Spans = i, program[i].Op, len(spans)
	attention, why := attentionOf(program, i)
	if why != "" {
		m.Loss, m.Mass = scoring.Undefined(why), scoring.Undefined(why)
		return
	}
	m.Loss, m.Half = scoring.Defined(Loss(attention, spans)), fewestTokens(attention)
	mass, tokens := massOnGold(attention, spans)
	m.Mass, m.Gold = scoring.Defined(mass), tokens
	if len(spans) == 0 {
		m.Mass = scoring.Undefined("the annotator marked no span for this module")
	}
}

func attentionOf(program []loaders.Module, i int) (attention []float64, reason string) {
	if attention = program[i].Output.Tokens; attention == nil {
		return nil, whyNoOutput
	}
	for _, k := range program[i].Gold.Merged {
		if k == i {
			continue
		}
		if k < 0 || k >= len(program) {
			return nil, "the gold spans name modules that the program does not have"
		}
		other := program[k].Output.Tokens
		if other == nil {
			return nil, whyNoOutput
		}
		merged, ok := Merge(attention, other)
		if !ok {
			return nil, "modules that share a gold list have outputs of different lengths"
		}
		attention = merged
	}
	return attention, ""
}

func (e *evidence) exampleLoss() scoring.Value {
	if len(e.Modules) == 0 {
		return scoring.Undefined(whyNoGold)
	}
	sum := 0.0
	for _, m := range e.Modules {
		x, ok := m.Loss.Float()
		if !ok {
			return scoring.Undefined("the loss is undefined for " + m.Op + ": " + m.Loss.Why())
		}
		sum += x
	}
	return scoring.Defined(sum)
}

func (e *evidence) Judges() (by *scoring.FaithfulThreshold, modules bool) {
	return &bar, len(e.Modules) > 0
}

// Outline implements [scoring.JudgedEvidence]: overall is the mean over the modules that have a number.
func (e *evidence) Outline(s scoring.Settings) scoring.ExampleScore {
	var score scoring.ExampleScore
	var mean scoring.Mean
	for _, m := range e.Modules {
		value := m.faithfulness(&s)
		mean.Add(value)
		score.Modules = append(score.Modules, scoring.ModuleScore{Node: m.Node, Type: m.Op, Value: value, Loss: m.Loss,
			Cause:    m.causeOf(value, &s),
			Predicts: m.Half > 0})
	}
	why := whyNoGold
	if mean.Undefined > 0 {
		why = e.Modules[0].Op + ": " + score.Modules[0].Value.Why()
	}
	score.Overall = mean.Value(why)
	return score
}

func (e *evidence) Explains() []scoring.Cause {
	if len(e.Modules) == 0 {
		return nil
	}
	return []scoring.Cause{scoring.Elsewhere, scoring.Diffuse, scoring.Partial}
}

func (m *module) faithfulness(s *scoring.Settings) scoring.Value {
	loss, ok := m.Loss.Float()
	if !ok || m.Spans == 0 || !s.GeometricMean {
		return m.Mass
	}
	return scoring.Defined(min(1, math.Exp(-loss/float64(m.Spans)))) // against rounding
}

func (m *module) causeOf(value scoring.Value, s *scoring.Settings) scoring.Cause {
	x, ok := value.Float()
	mass, _ := m.Mass.Float()
	switch {
	case !ok || x >= s.FaithfulMass:
		return scoring.NoCause
	case m.Half > max(scoring.DiffuseTokens, 2*m.Gold):
		return scoring.Diffuse
	case mass < scoring.ElsewhereMass:
		return scoring.Elsewhere
	}
	return scoring.Partial
}

// Floor is the least mass whose logarithm the authors take.
const Floor = 1e-20

// Mass returns the sum over the span's tokens, before the floor. Tokens outside the attention count
// nothing.
func Mass(attention []float64, span loaders.Span) float64 {
	start := min(max(span.Start, 0), len(attention))
	end := min(max(span.End, start), len(attention))
	return loaders.Sum(attention[start:end])
}

// massOnGold sums, because with k disjoint spans the geometric mean of their masses is at most 1/k,
// while this can reach 1. A token in two spans counts once; tokens beyond the attention's end are gold
// too.
func massOnGold(attention []float64, goldSpans []loaders.Span) (mass float64, tokens int) {
	byStart := func(a, b loaders.Span) int { return cmp.Compare(a.Start, b.Start) }
	if !slices.IsSortedFunc(goldSpans, byStart) {
		goldSpans = slices.SortedFunc(slices.Values(goldSpans), byStart)
	}
	from := 0
	for _, span := range goldSpans {
		span.Start = max(span.Start, from)
		if span.End <= span.Start {
			continue
		}
		mass += Mass(attention, span)
		tokens += span.End - span.Start
		from = span.End
	}
	return min(1, mass), tokens
}

// fewestTokens returns how many tokens share half of an attention: 0 if its sum is 0, all if it is
// NaN.
func fewestTokens(attention []float64) (tokens int) {
	var room [512]float64 // spares most passages the heap
	heaviest := append(room[:0], attention...)
	slices.Sort(heaviest)
	slices.Reverse(heaviest)
	total := loaders.Sum(heaviest)
	for sum := 0.0; tokens < len(heaviest) && !(sum >= total/2); tokens++ { // true of NaN too
		sum += heaviest[tokens]
	}
	return tokens
}

// Loss returns −Σ ln max(mass, Floor) over the gold spans, which may overlap; 0 without any.
func Loss(attention []float64, goldSpans []loaders.Span) float64 {
	loss := 0.0
	for _, span := range goldSpans {
		loss -= math.Log(max(Mass(attention, span), Floor))
	}
	return loss
}

// Merge returns the elementwise maximum; ok is false if lengths differ.
func Merge(a, b []float64) (merged []float64, ok bool) {
	if len(a) != len(b) {
		return nil, false
	}
	return loaders.Fill(len(a), func(i int) float64 { return max(a[i], b[i]) }), true
}

const name = "module-spans"

// See package faithfulness.
var bar = scoring.FaithfulThreshold{Protocol: name, Metric: "mass", Title: "mass", Runs: "passages", Module: "loss",
	AllModules: "micro", // over modules, like the paper's table, not over examples
	Columns:    "mass; module-spans loss micro=module loss", Judgement: judgeBy,
	In: func(s *scoring.Settings) *float64 { return &s.FaithfulMass }}

const merged = "modules that share a gold list are merged, keeping each token's highest attention"

func judgeBy(s scoring.Settings) scoring.ScoreExplanation {
	j := scoring.ScoreExplanation{
		Module:  "the sum of the attention on gold tokens, at most 1; a token in two spans counts once",
		Example: "the attention on gold tokens, summed per gold list and averaged over the lists; " + merged,
		Reading: "faithscope's own score, because no threshold on the paper's loss fits modules with several spans; any loss shown is " +
			"the paper's (Subramanian et al. 2020, section 3.2)",
		Settings: []string{"geometric_mean"},
	}
	if s.GeometricMean {
		j.Module = "exp(-loss / spans), the geometric mean of the attention on each gold span"
		j.Example = "exp(-loss / spans), the geometric mean of the attention on each gold span, averaged over the gold lists; " + merged
		j.Reading = "faithscope's own score, from the paper's loss (Subramanian et al. 2020, section 3.2)"
	}
	return j
}
