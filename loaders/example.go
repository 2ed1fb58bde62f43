package loaders

import "slices"

// Example is a question, utterance or statement with its images or passage, program and outcome.
type Example struct {
	ID       string
	Question string
	Tokens   []string // of the question, as the model saw them; may be nil
	Answer   Answer
	Images   []Image
	Passage  *Passage // nil with images
	// Program is in pre-order: node 0 is the root, and children have greater indices than their
	// parents. Empty if absent.
	Program  []Module
	Logical  string // the program as in the file
	Kind     string // question type or program family ("max_find_qtype")
	Tags     []string
	Groups   []string // sets to be answered consistently
	Entailed []string // ids whose answers follow from this example's
	// Pair marks a premise and a hypothesis; see [Example.IsPair].
	Pair        bool
	Explanation string
	// ExplanationTokens are the model's; may be nil.
	ExplanationTokens []string
	Explanations      []string
	Meta              map[string]string

	Attributions []Attribution
	Rationales   []Rationale

	// Broken is why the record is unreadable, "" for a good one. Then only ID, its place, is set.
	Broken string
}

// BlamedAgent is a key of [Example.Meta].
const BlamedAgent = "blamed agent"

// Labels are the answers of natural language inference.
var Labels = []string{"entailment", "neutral", "contradiction"}

// IsPair reports whether Pair is set, or the gold or predicted answer is one of [Labels].
func (ex *Example) IsPair() bool {
	return ex.Pair || slices.Contains(Labels, ex.Answer.Gold) || slices.Contains(Labels, ex.Answer.Predicted)
}

// Describe sets nonempty entries of Meta from alternating keys and values.
func (ex *Example) Describe(namesAndValues ...string) {
	for pair := range slices.Chunk(namesAndValues, 2) {
		if pair[1] == "" {
			continue
		}
		if ex.Meta == nil {
			ex.Meta = map[string]string{}
		}
		ex.Meta[pair[0]] = pair[1]
	}
}
