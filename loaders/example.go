package loaders

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// Example is one question, utterance or statement, with its images or its
// passage, the program that the model ran and the outcome.
type Example struct {
	ID       string
	Question string
	Tokens   []string // of the question, as the model saw them; nil if the file has none
	Answer   Answer
	Images   []Image
	Passage  *Passage // nil for examples with images
	// Program is the tree of modules in pre-order: node 0 is the root and
	// every child has a greater index than its parent. Empty where the file
	// carries no program.
	Program  []Module
	Logical  string // the program as the file writes it, for display
	Kind     string // question type or program family ("max_find_qtype"), "" unknown
	Tags     []string
	Groups   []string // names of sets whose examples should be answered consistently
	Entailed []string // ids of examples whose answers follow from this one's
	// Pair says that the passage is a premise and the question a hypothesis; see
	// [Example.IsPair].
	Pair        bool
	Explanation string
	// ExplanationTokens are the explanation as the model's tokeniser splits it; nil if the
	// file has the text alone.
	ExplanationTokens []string
	// Explanations are other people's, besides Explanation.
	Explanations []string
	Meta         map[string]string

	Attributions []Attribution
	Rationales   []Rationale

	// Broken says why the record could not be read, "" for a good one. A
	// broken example has an ID (its place in the file) and nothing else.
	Broken string
}

// Labels are the answers of natural language inference.
var Labels = []string{"entailment", "neutral", "contradiction"}

// IsPair reports whether the passage is a premise and the question a
// hypothesis: the file says so, or its answers are the labels of natural
// language inference.
func (ex *Example) IsPair() bool {
	return ex.Pair || slices.Contains(Labels, ex.Answer.Gold) || slices.Contains(Labels, ex.Answer.Predicted)
}

// Describe adds to Meta what a file says besides the other fields: keys and
// values in turn. Empty values are left out.
func (ex *Example) Describe(pairs ...string) {
	for pair := range slices.Chunk(pairs, 2) {
		if pair[1] == "" {
			continue
		}
		if ex.Meta == nil {
			ex.Meta = map[string]string{}
		}
		ex.Meta[pair[0]] = pair[1]
	}
}

// Verdict is right, wrong, unknown or unanswered.
type Verdict uint8

// The verdicts. The zero value is Unknown. Unanswered is for a question that
// the run should have answered and did not: settings say whether it counts as a
// wrong answer.
const (
	Unknown Verdict = iota
	Right
	Wrong
	Unanswered
)

// VerdictOf turns a boolean into Right or Wrong.
func VerdictOf(right bool) Verdict {
	if right {
		return Right
	}
	return Wrong
}

// String returns "unknown", "right", "wrong" or "unanswered".
func (v Verdict) String() string {
	return [...]string{"unknown", "right", "wrong", "unanswered"}[v]
}

// Sign comes before an answer.
func (v Verdict) Sign() string { return [...]string{"?", "✓", "✗", "–"}[v] }

// Answer is a denotation, predicted and gold, as text.
type Answer struct {
	Predicted string
	Gold      string
	Correct   Verdict
	// Credit is the partial credit that the file gives an answer that is
	// neither right nor wrong, between 0 and 1; nil for none.
	Credit *float64
	// Probability is that of True where the answers are True and False, as the models of
	// faithful-nmn return it, or else that of the predicted answer; nil where absent.
	Probability *float64
	Classes     []Option           // the answers that were possible; see [Answer.ClassProbabilities]
	Scores      map[string]float64 // the file's own per-example metrics ("em", "f1")
	// Predicates are what the program asks an oracle for, in the order of execution; nil
	// where nobody knows what is true of the picture.
	Predicates []Predicate
	// GoldProgram is the program that annotators wrote for the question, in the order of
	// [Example.Program]; only operators, arguments and children count. Nil if the file has none.
	GoldProgram []Module
	// Mending has the smallest sets of Predicates, by index, whose truth makes a wrong
	// answer right, in that order: empty if there is none, nil if that is not known.
	Mending [][]int
}

// MendedBy names the sets of Mending, each with plus signs between: "medium + circle".
func (a *Answer) MendedBy() []string {
	return Map(a.Mending, func(set []int) string {
		return strings.Join(Map(set, func(i int) string { return a.Predicates[i].Name }), " + ")
	})
}

// Box is a rectangle: left, top, right, bottom. Its unit is the image's
// [Units].
type Box struct{ X0, Y0, X1, Y1 float64 }

// Area is 0 for a box turned inside out.
func (b Box) Area() float64 {
	if b.X1 <= b.X0 || b.Y1 <= b.Y0 {
		return 0
	}
	return (b.X1 - b.X0) * (b.Y1 - b.Y0)
}

// Units says what box coordinates count.
type Units uint8

// The box units. Fraction: 0..1 of the image's width and height.
const (
	Fraction Units = iota
	Pixels
)

// String returns "fraction" or "pixels".
func (u Units) String() string { return [...]string{"fraction", "pixels"}[u] }

// Image is one picture of an example with a detector's proposals.
type Image struct {
	// Path is relative to the run's image folder, "" if no picture belongs to it (a blank
	// image of a pair).
	Path          string
	Width, Height int // pixels, 0 unknown
	Units         Units
	Proposals     []Box    // zero boxes are padding
	Labels        []string // per proposal, nil where absent
	// Gold are boxes that an annotator drew for the question as a whole, in
	// the image's units; those for a module are in its [Gold].
	Gold []Box
	// Likelihoods say what the model sees in the proposals, nil if the file does not say.
	Likelihoods *Likelihoods
}

// Likelihoods say how likely proposals have a property, and are in a relation
// to one another: what first-order logic runs on. Probabilities are in 0..1.
type Likelihoods struct {
	Attributes map[string][]float64   // by name, one per proposal
	Relations  map[string][][]float64 // by name, a row per subject with one per object
}

// Fractions returns b in 0..1 of the image, whatever its units; ok is false if the units
// are pixels and the size is unknown.
func (im *Image) Fractions(b Box) (_ Box, ok bool) {
	if im.Units == Fraction {
		return b, true
	}
	if im.Width <= 0 || im.Height <= 0 {
		return Box{}, false
	}
	w, h := float64(im.Width), float64(im.Height)
	return Box{b.X0 / w, b.Y0 / h, b.X1 / w, b.Y1 / h}, true
}

// Predicate is a word or a relation, of the whole picture: however often a program asks
// for it, it is one.
type Predicate struct {
	Name     string
	Relation bool
	Module   int // that asks for it: the one that answers the question, or else the first
	// Likelihoods are the oracle's, and True says of what it is true: of each object, or of
	// each pair of a subject and another object, row by row.
	Likelihoods []float64
	True        []bool
}

// Module is one node of a program.
type Module struct {
	// Op is the paper's name: find, filter, with-relation, relocate, count,
	// exist, find-num, find-date, find-max-num, find-min-num, ...
	Op string
	// Name is the file's own name where it differs from Op ("project"), otherwise "".
	Name string
	// Text is the module's text argument, "" for none.
	Text string
	// Arguments are the arguments of a call, as JSON; "" if it has only a text.
	Arguments string
	// Attention is the utterance attention: a weight per Example.Tokens, nil
	// where unknown or all zero.
	Attention []float64
	Children  []int // indices into Example.Program, in argument order
	Output    Output
	Gold      *Gold // nil if no annotator or file says
	// Derived marks an output that the file does not carry and the loader
	// computed in closed form from the children.
	Derived bool
	Error   string   // the module ended with, "" for none
	Seconds *float64 // it took, nil unknown
	// Place is the module's position in the file's own numbering (the index
	// into best_action_strings, the post-order number), -1 where it has none.
	Place int
}

// Output is what a module returned. At most one field is set; the zero value
// is an output that the file does not carry.
type Output struct {
	Boxes   [][]float64 // per image, a probability per proposal
	Tokens  []float64   // a probability per passage token
	Number  *Number
	Truth   *float64 // probability of true
	Options []Option
	Text    *string // anything else: a text, or JSON as the file writes it
}

// Empty reports whether no field is set.
func (o *Output) Empty() bool {
	return o.Boxes == nil && o.Tokens == nil && o.Number == nil && o.Truth == nil && o.Options == nil && o.Text == nil
}

// Number is a normal distribution over a count or a value.
type Number struct{ Mean, Var float64 }

// Option is one answer of a distribution.
type Option struct {
	Name        string
	Probability float64
}

// Gold is what a module should have returned. One of Boxes, Spans, Value and
// Text is set.
type Gold struct {
	Boxes [][]Box // per image, in the image's units; an image without gold is empty
	// Crowds are, besides Boxes and like them per image, regions with many wanted objects
	// that are not separated (COCO's iscrowd): a detection on one is neither right nor
	// wrong. Nil if there are none.
	Crowds [][]Box
	Spans  []Span // over passage tokens
	Value  *float64
	Text   *string
	// Source names where it came from: the file itself, a CSV, ...
	Source string
	// Merged lists modules (indices into Example.Program, this one included)
	// that answer one gold together: their outputs are merged by elementwise
	// maximum before scoring, and the first of them carries the score. Nil
	// where the module answers alone. (nmn-drop merges two finds.)
	Merged []int
}

// Probable is the answer whose probability [Answer.Probability] is: "True" or
// the prediction.
func (a *Answer) Probable() string {
	if a.Predicted == "False" {
		return "True"
	}
	return a.Predicted
}

// ClassProbabilities are those of the answers that were possible, in the order of the
// file: Classes, or if there are none the scores that are named p_ and an answer, in the
// order of their names, if they add up to 1 and the predicted answer is among them. Nil
// where the file has no such numbers.
func (a *Answer) ClassProbabilities() []Option {
	if a.Classes != nil {
		return a.Classes
	}
	var classes []Option
	sum, predicted := 0.0, false
	for _, name := range slices.Sorted(maps.Keys(a.Scores)) {
		if class, ok := strings.CutPrefix(name, "p_"); ok && class != "" {
			classes = append(classes, Option{class, a.Scores[name]})
			sum += a.Scores[name]
			predicted = predicted || class == a.Predicted
		}
	}
	if !predicted || len(classes) < 2 || math.Abs(sum-1) > rounded {
		return nil
	}
	return classes
}

// rounded is how far the sum of the probabilities of classes, which files
// round, may be from 1.
const rounded = 1e-3

// AbsoluteError is the name of the score of an answer that is a measurement, as its gold
// answer is: the absolute difference of the two, which are then numbers.
const AbsoluteError = "absolute error"

// Score keeps a number under a name.
func (a *Answer) Score(name string, x float64) {
	if a.Scores == nil {
		a.Scores = map[string]float64{}
	}
	a.Scores[name] = x
}

// LacksPrediction reports whether a question has a gold answer and no prediction: loaders
// read a key that is absent, null and "" alike as "", and white space alone is nothing, as
// where answers are compared. What the file judges to be right, or right in part, needs no
// text. An empty list is an answer, "[]".
func (a *Answer) LacksPrediction() bool {
	return strings.TrimSpace(a.Gold) != "" && strings.TrimSpace(a.Predicted) == "" && a.Correct != Right && a.Credit == nil
}

// Fill fills in the prediction and the gold answer, and sets Correct to whether
// they are the same, where both are known.
func (a *Answer) Fill(predicted, gold string) {
	a.Predicted, a.Gold = predicted, gold
	a.Judge(predicted == gold)
}

// Judge sets Correct to whether the prediction is right, where there are a prediction and a
// gold answer: white space is neither.
func (a *Answer) Judge(right bool) {
	if strings.TrimSpace(a.Predicted) != "" && strings.TrimSpace(a.Gold) != "" {
		a.Correct = VerdictOf(right)
	}
}

// CountMissing makes an answer that lacks a prediction an unanswered one, as one that a loader
// says is unanswered, with 0 for each of the metrics of the data set's evaluation, and reports
// whether it is. Loaders call it for what a model should have answered, once prediction, gold
// and verdict are known: a record of gold alone has nothing to miss.
func (a *Answer) CountMissing(metrics ...string) bool {
	if a.Correct != Unanswered && !a.LacksPrediction() {
		return false
	}
	a.Correct = Unanswered
	for _, m := range metrics {
		a.Score(m, 0)
	}
	return true
}

// Attribution is a score per token or region from an explanation method.
type Attribution struct {
	Name   string
	Class  string // the answer whose probability it explains, "" for the predicted one
	Over   string // "question", "passage", "tokens", "sentences" of the passage, "image N", or what else Tokens are ("source")
	Tokens []string
	Scores []float64 // NaN where a token has none
	Signed bool
	// Seconds is how long it took to compute, and Calls how many different inputs the
	// model was asked about for it; 0 where unknown.
	Seconds float64
	Calls   int
	// Interventions are nil where the model was not asked.
	Interventions *Interventions
}

// Interventions are a model's answers about an input whose parts are taken away in the
// order of an attribution, the greatest score first, and in random orders. Parts are
// numbered from 0; a separator of two texts is none.
type Interventions struct {
	Remove string // how parts are taken away: "delete", "zero" or "unk"
	Over   string // what a part is: "words", "sentences", "objects"
	Erasure
	Random []Erasure
}

// Erasure is what a model answers while n parts go, or come, in an order: each of the
// n+1 rows has the probabilities of the labels, in the order of [Answer.Classes].
type Erasure struct {
	Order     []int
	Deletion  [][]float64 // without the first k parts
	Insertion [][]float64 // with the first k parts alone
}

// Rationale is what a human, or a data set's definition, says mattered, or what
// the model says its answer rests on ("predicted"). Spans are over tokens, or
// over the sentences of the passage where Over is "sentences"; Sentence is a
// single one.
type Rationale struct {
	Name string
	Over string
	// Answer is the reference answer that it belongs to, "" if there is one alone.
	Answer   string
	Tokens   []string // where they differ from those that it is over
	Scores   []float64
	Spans    []Span
	Sentence *int
}

// NoSentence is the rationale of a question that no sentence of the passage answers: it is
// over sentences, and marks none.
var NoSentence = Rationale{Name: "gold", Over: "sentences"}

// Scene is a picture as annotators describe it: a scene graph.
type Scene struct {
	Width, Height int // pixels, 0 unknown
	Objects       []Object
	Relations     []Relation
}

// Object is one thing of a [Scene].
type Object struct {
	ID         string
	Name       string // what it is: "square"
	Attributes []string
	Box        Box // in pixels
}

// Relation says that one object of a [Scene] has a relation to another; it has the
// indices of subject and object.
type Relation struct {
	Name            string
	Subject, Object int
}
