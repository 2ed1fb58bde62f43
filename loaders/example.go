package loaders

import "slices"

// Example is one question, utterance or statement, with its images or passage, the program that the
// model ran, and the outcome.
type Example struct {
	ID       string
	Question string
	Tokens   []string // of the question, as the model saw them; may be nil
	Answer   Answer
	Images   []Image
	Passage  *Passage // nil for examples with images
	// Program is the tree of modules in pre-order: node 0 is the root, and children have greater
	// indices than their parents. Empty if the file has no program.
	Program  []Module
	Logical  string // the program as the file writes it
	Kind     string // question type or program family ("max_find_qtype")
	Tags     []string
	Groups   []string // sets whose examples should be answered consistently
	Entailed []string // ids whose answers follow from this one's
	// Pair says that the passage is a premise and the question a hypothesis; see [Example.IsPair].
	Pair        bool
	Explanation string
	// ExplanationTokens are the explanation as the model's tokeniser splits it; may be nil.
	ExplanationTokens []string
	// Explanations are other people's.
	Explanations []string
	Meta         map[string]string

	Attributions []Attribution
	Rationales   []Rationale

	// Broken says why the record couldn't be read, "" for a good one. A broken example has only an
	// ID, its place in the file.
	Broken string
}

// BlamedAgent is the key in [Example.Meta] of the agent whom people blame for a wrong answer.
const BlamedAgent = "blamed agent"

// Labels are the answers of natural language inference.
var Labels = []string{"entailment", "neutral", "contradiction"}

// IsPair reports whether the passage is a premise and the question a hypothesis: Pair is set, or
// the gold or predicted answer is one of [Labels].
func (ex *Example) IsPair() bool {
	return ex.Pair || slices.Contains(Labels, ex.Answer.Gold) || slices.Contains(Labels, ex.Answer.Predicted)
}

// Describe sets entries of Meta, given as keys and values in turn, except empty values.
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
