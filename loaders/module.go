package loaders

import "strings"

// Predicate is a word or relation of the whole picture: it is one however often a program asks for
// it.
type Predicate struct {
	Name     string
	Relation bool
	Module   int // asks for it: the one that answers the question, otherwise the first
	// Likelihoods are the oracle's, True the truth: for each object, or each pair of a subject and
	// another object, row by row.
	Likelihoods []float64
	True        []bool
}

// Module is one node of a program.
type Module struct {
	// Op is the paper's name: find, filter, with-relation, relocate, count, exist, find-num,
	// find-date, find-max-num, find-min-num, ...
	Op string
	// Name is the file's own name if it differs from Op ("project").
	Name string

	// Text is the text argument.
	Text string
	// Arguments are a call's, as JSON; "" if it has only a text.
	Arguments string
	// Attention is a weight per Example.Tokens, nil if unknown or all zero.
	Attention []float64
	Children  []int // indices into Example.Program, in argument order
	Output    Output
	Gold      *Gold // nil if unknown
	// Derived marks an output that the loader computed in closed form from the children.
	Derived bool
	Error   string   // that the module ended with
	Seconds *float64 // that it took, nil if unknown
	// Place is the module's number in the file (its index in best_action_strings, or post-order),
	// -1 if it has none.
	Place int
}

// Lender returns the file of the golden oracle ("golden:FILE") whose step is the gold of a module
// without an output; "" for none.
func (m *Module) Lender() string {
	if m.Gold != nil && m.Output.Empty() {
		if file, ok := strings.CutPrefix(m.Gold.Source, "golden:"); ok {
			return file
		}
	}
	return ""
}

// Output holds what a module returned. At most one field is set; the zero value is an output that the
// file doesn't contain.
type Output struct {
	Boxes   [][]float64 // per image, a probability per proposal
	Tokens  []float64   // a probability per passage token
	Number  *Number
	Truth   *float64 // probability of true
	Options []Option
	Text    *string // anything else: a text, or JSON as the file writes it
	Verdict *Opinion
}

// Kind returns the kind of the field that is set.
func (o *Output) Kind() Kind {
	return firstKind(o.Boxes != nil, o.Tokens != nil, o.Number != nil, o.Truth != nil, o.Options != nil, o.Text != nil, o.Verdict != nil)
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

// Gold holds what a module should have returned. One of Boxes, Spans, Value, Text and Verdict is set.
type Gold struct {
	Boxes [][]Box // per image, in the image's units; an image without gold is empty
	// Crowds are, per image like Boxes, regions with many wanted objects that aren't separated
	// (COCO's iscrowd): a detection on one is neither right nor wrong. May be nil.
	Crowds  [][]Box
	Spans   []Span // over passage tokens
	Value   *float64
	Text    *string
	Verdict *Opinion

	// Source is where it came from: the file itself, a CSV, ...
	Source string
	// Merged are the modules, by index and including this one, that answer one gold together: their
	// outputs are merged by elementwise maximum before scoring, and the first carries the score.
	// Nil if the module answers by itself. (nmn-drop merges two finds.)
	Merged []int
}

// Kind returns the kind of the field that is set, NoKind for a nil gold.
func (g *Gold) Kind() Kind {
	if g == nil {
		return NoKind
	}
	return firstKind(g.Boxes != nil, g.Spans != nil, g.Value != nil, false, false, g.Text != nil, g.Verdict != nil)
}

// Has reports whether a module's output or gold is of a kind.
func (m *Module) Has(kind Kind) bool { return m.Output.Kind() == kind || m.Gold.Kind() == kind }

// IsScoredAt reports whether module i carries the score: it answers the gold by itself, or is the
// first of several.
func (g *Gold) IsScoredAt(i int) bool { return len(g.Merged) == 0 || g.Merged[0] == i }
