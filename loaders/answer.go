package loaders

import (
	"maps"
	"math"
	"slices"
	"strings"
)

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
	// Probability is the probability of True where the answers are True and False, as the models of
	// faithful-nmn return it, or else that of the predicted answer; nil where absent.
	Probability *float64
	Classes     []Option           // the answers that were possible; see [Answer.ClassProbabilities]
	Scores      map[string]float64 // the file's own per-example metrics ("em", "f1")
	// Predicates lists what the program asks an oracle for, in the order of execution; nil
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

// Probable returns the answer whose probability [Answer.Probability] is: "True" or
// the prediction.
func (a *Answer) Probable() string {
	if a.Predicted == "False" {
		return "True"
	}
	return a.Predicted
}

// ClassProbabilities returns the probabilities of the answers that were possible, in the order of the
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

// Fill fills in the prediction and the gold answer, and sets Correct to whether
// they are the same, where both are known.
func (a *Answer) Fill(predicted, gold string) {
	a.Predicted, a.Gold = predicted, gold
	a.Judge(predicted == gold)
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
