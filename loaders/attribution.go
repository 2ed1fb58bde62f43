package loaders

// Attribution is a score per token or region from an explanation method.
type Attribution struct {
	Name   string
	Class  string     // the explained answer, "" for the predicted one
	Over   ScoredText // "source" too, or what else Tokens are
	Tokens []string
	Scores []float64 // NaN for a token without one
	Signed bool
	// Seconds is the time it took, Calls the number of different inputs the model was asked about;
	// 0 if unknown.
	Seconds float64
	Calls   int
	// Interventions are nil if the model wasn't asked.
	Interventions *Interventions
}

// Interventions are a model's answers about an input whose parts are removed in the order of an
// attribution, the greatest score first, and in random orders. Parts are numbered from 0; a
// separator of two texts is none.
type Interventions struct {
	Remove string // "delete", "zero" or "unk"
	Over   string // the parts: "words", "sentences", "objects"
	Erasure
	Random []Erasure
}

// Erasure holds what a model answers while n parts are removed, or added, in an order: n+1 rows of the
// probabilities of labels, in the order of [Answer.Classes].
type Erasure struct {
	Order     []int
	Deletion  [][]float64 // without the first k parts
	Insertion [][]float64 // with only the first k parts
}

// Rationale holds what mattered according to a human or the data set's definition, or what the model
// says its answer rests on ("predicted"). Spans are over tokens, or over the passage's sentences if
// Over is [OverSentences]; Sentence is a single one.
type Rationale struct {
	Name string
	Over ScoredText
	// Answer is the reference answer that it belongs to, "" if there is only one.
	Answer   string
	Tokens   []string // if they differ from the text's
	Scores   []float64
	Spans    []Span
	Sentence *int
}

// NoSentence is the rationale of a question that no sentence of the passage answers.
var NoSentence = Rationale{Name: "gold", Over: OverSentences}

// ScoredText is the text that scores or marks are over, or "image N", or a name for their own
// tokens.
type ScoredText string

// The texts of an example; [OverTokens] are the question's, or the scores' own tokens.
const (
	OverPassage   ScoredText = "passage"
	OverSentences ScoredText = "sentences"
	OverQuestion  ScoredText = "question"
	OverTokens    ScoredText = "tokens"
)
