package loaders

// Attribution has scores per token or region.
type Attribution struct {
	Name   string
	Class  string     // the explained answer, "" for the predicted one
	Over   ScoredText // also "source", or a name for Tokens
	Tokens []string
	Scores []float64 // NaN for a token without score
	Signed bool
	// Seconds is time, Calls the number of different inputs to the model; 0 if unknown.
	Seconds float64
	Calls   int
	// Interventions is nil if the model wasn't asked.
	Interventions *Interventions
}

// Interventions are a model's answers while parts are removed, the greatest score first, and in
// random orders. Parts count from 0, without separators.
type Interventions struct {
	Remove string // "delete", "zero" or "unk"
	Over   string // the parts: "words", "sentences", "objects"
	Erasure
	Random []Erasure
}

// Erasure has n+1 rows of label probabilities, in the order of [Answer.Classes], for n parts.
type Erasure struct {
	Order     []int
	Deletion  [][]float64 // without the first k parts
	Insertion [][]float64 // with only the first k parts
}

// Rationale is from a human, the data set's definition or the model ("predicted"). Spans are over
// tokens, or sentences if Over is [OverSentences]; Sentence is a single one.
type Rationale struct {
	Name string
	Over ScoredText
	// Answer is its reference answer, "" for the only one.
	Answer   string
	Tokens   []string // if they differ from the text's
	Scores   []float64
	Spans    []Span
	Sentence *int
}

// NoSentence is the rationale of a question that no sentence answers.
var NoSentence = Rationale{Name: "gold", Over: OverSentences}

// ScoredText is a scored text, "image N", or a name for other tokens.
type ScoredText string

// The texts of an example; [OverTokens] are the question's or their own tokens.
const (
	OverPassage   ScoredText = "passage"
	OverSentences ScoredText = "sentences"
	OverQuestion  ScoredText = "question"
	OverTokens    ScoredText = "tokens"
)

// Attributions of oracles: of a model that has read the explanation, and of one that has read another
// example's.
const (
	SoftOracle       = "soft"
	SoftRandomOracle = "soft_random"
)

// IsOracle reports whether the attribution of this name is an oracle's.
func IsOracle(attributionName string) bool {
	return attributionName == SoftOracle || attributionName == SoftRandomOracle
}
