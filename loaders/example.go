package loaders

import (
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

// LacksPrediction reports whether a question has a gold answer and no prediction: loaders
// read a key that is absent, null and "" alike as "", and white space alone is nothing, as
// where answers are compared. What the file judges to be right, or right in part, needs no
// text. An empty list is an answer, "[]".
func (a *Answer) LacksPrediction() bool {
	return strings.TrimSpace(a.Gold) != "" && strings.TrimSpace(a.Predicted) == "" && a.Correct != Right && a.Credit == nil
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
