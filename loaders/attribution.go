package loaders

// Attribution is a score per token or region from an explanation method.
type Attribution struct {
	Name   string
	Class  string     // the answer whose probability it explains, "" for the predicted one
	Over   ScoredText // "source" too, or what else Tokens are
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

// Erasure holds what a model answers while n parts go, or come, in an order: each of the
// n+1 rows has the probabilities of the labels, in the order of [Answer.Classes].
type Erasure struct {
	Order     []int
	Deletion  [][]float64 // without the first k parts
	Insertion [][]float64 // with the first k parts alone
}

// Rationale holds what a human, or a data set's definition, says mattered, or what
// the model says its answer rests on ("predicted"). Spans are over tokens, or
// over the sentences of the passage where Over is [OverSentences]; Sentence is a
// single one.
type Rationale struct {
	Name string
	Over ScoredText
	// Answer is the reference answer that it belongs to, "" if there is one alone.
	Answer   string
	Tokens   []string // where they differ from those that it is over
	Scores   []float64
	Spans    []Span
	Sentence *int
}

// NoSentence is the rationale of a question that no sentence of the passage answers: it is
// over sentences, and marks none.
var NoSentence = Rationale{Name: "gold", Over: OverSentences}

// ScoredText is the text whose parts scores or marks are over, or "image N", or whatever else their own
// tokens are. Scores over [OverSentences] are those of the passage's sentences.
type ScoredText string

// The texts of an example; [OverTokens] are its question's, or tokens of the scores' own.
const (
	OverPassage   ScoredText = "passage"
	OverSentences ScoredText = "sentences"
	OverQuestion  ScoredText = "question"
	OverTokens    ScoredText = "tokens"
)
