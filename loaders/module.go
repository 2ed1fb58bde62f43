package loaders

import "strings"

// Predicate is a word or relation of the whole picture, one however often a program asks for it.
type Predicate struct {
	Name     string
	Relation bool
	Module   int // the module that answers the question, otherwise the first to ask
	// Likelihoods are the oracle's, True the truth: per object, or pair of a subject and another
	// object, row by row.
	Likelihoods []float64
	True        []bool
}

// Module is one node of a program.
type Module struct {
	// Op is the paper's name: find, filter, with-relation, relocate, count, exist, find-num, ...
	Op string
	// Name is the file's name if it differs from Op ("project").
	Name string

	Text string
	// Arguments are a call's, as JSON; "" if it has only a text.
	Arguments string
	// Attention is per Example.Tokens, nil if unknown or all zero.
	Attention []float64
	Children  []int // indices into Example.Program, in argument order
	Output    Output
	Gold      *Gold // nil if unknown
	// Derived means computed in closed form from the children.
	Derived bool
	Error   string
	Seconds *float64 // nil if unknown
	// Place is the file's number (index in best_action_strings, or post-order), -1 for none.
	Place int
}

// SetOp sets the paper's operator, and keeps the file's as Name if it differs.
func (m *Module) SetOp(op string) {
	if op != m.Op {
		m.Op, m.Name = op, m.Op
	}
}

// AddReturned adds a line to what the module returned.
func (m *Module) AddReturned(returnedText string) {
	if m.Output.Text != nil {
		returnedText = *m.Output.Text + "\n" + returnedText
	}
	m.Output.Text = &returnedText
}

// Lender returns the golden oracle's file ("golden:FILE") whose step is the gold of a module
// without output; "" for none.
func (m *Module) Lender() string {
	if m.Gold != nil && m.Output.Empty() {
		if file, ok := strings.CutPrefix(m.Gold.Source, "golden:"); ok {
			return file
		}
	}
	return ""
}

// Output has at most one field set, of a judged step also Text; none if the file lacks the output.
type Output struct {
	Boxes   [][]float64 // per image, a probability per proposal
	Tokens  []float64   // a probability per passage token
	Number  *Number
	Truth   *float64
	Options []Option
	Text    *string // anything else: a text, or JSON as in the file
	Verdict *StepOpinion
}

// Returned returns only what a step's tool returned.
func (o *Output) Returned() Output { return Output{Text: o.Text} }

// Kind returns the kind of the set field.
func (o *Output) Kind() Kind {
	return firstKind(o.Boxes != nil, o.Tokens != nil, o.Number != nil, o.Truth != nil, o.Options != nil,
		o.Text != nil && o.Verdict == nil, o.Verdict != nil)
}

// Empty reports whether no field is set.
func (o *Output) Empty() bool { return o.Kind() == NoKind }

// Number is a normal distribution over a count or a value.
type Number struct{ Mean, Var float64 }

// Option is one answer of a distribution.
type Option struct {
	Name        string
	Probability float64
}

// Gold has one of Boxes, Spans, Value, Text and Verdict set.
type Gold struct {
	Boxes [][]Box // per image, in the image's units; an image without gold is empty
	// Crowds are, per image, regions of unseparated objects (COCO's iscrowd): a detection on one is
	// neither right nor wrong. May be nil.
	Crowds  [][]Box
	Spans   []Span
	Value   *float64
	Text    *string
	Verdict *StepOpinion

	Source string
	// Merged are the modules, including this one, that answer one gold together: outputs are merged
	// by elementwise maximum, and the first carries the score. Nil for a module of its own.
	// (nmn-drop merges two finds.)
	Merged []int
}

// Kind returns the kind of the set field, NoKind for a nil gold.
func (g *Gold) Kind() Kind {
	if g == nil {
		return NoKind
	}
	return firstKind(g.Boxes != nil, g.Spans != nil, g.Value != nil, false, false, g.Text != nil, g.Verdict != nil)
}

// Has reports whether output or gold is of a kind.
func (m *Module) Has(contentKind Kind) bool {
	return m.Output.Kind() == contentKind || m.Gold.Kind() == contentKind
}

// IsScoredAt reports whether module i carries the score: it answers the gold alone, or as the first of several.
func (g *Gold) IsScoredAt(i int) bool { return len(g.Merged) == 0 || g.Merged[0] == i }
