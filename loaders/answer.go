package loaders

import (
	"math"
	"strings"
)

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

// MendedBy returns the names of the sets of Mending, in their order, the predicates of each joined
// by plus signs: "medium + circle". It returns nil if Mending is nil.
func (a *Answer) MendedBy() []string {
	return Map(a.Mending, func(set []int) string {
		return strings.Join(Map(set, func(i int) string { return a.Predicates[i].Name }), " + ")
	})
}

// Probable returns the answer whose probability [Answer.Probability] is: "True" if the prediction
// is "False", or else the prediction.
func (a *Answer) Probable() string {
	if a.Predicted == "False" {
		return "True"
	}
	return a.Predicted
}

// ClassProbabilities returns the probabilities of the answers that were possible: Classes in the
// order of the file or, without them, the scores named p_ANSWER in the order of their names, if
// there are two or more, they add up to 1 and the predicted answer is one of them; otherwise nil.
func (a *Answer) ClassProbabilities() []Option {
	if a.Classes != nil {
		return a.Classes
	}
	var classes []Option
	sum, predicted := 0.0, false
	for _, name := range SortedKeys(a.Scores) {
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

// Score sets the answer's score of a name, replacing an earlier one; it makes Scores if that is
// nil.
func (a *Answer) Score(name string, x float64) {
	if a.Scores == nil {
		a.Scores = map[string]float64{}
	}
	a.Scores[name] = x
}

// Fill sets the prediction and the gold answer. If neither is blank, it also sets Correct to Right
// or Wrong by whether they are the same text; otherwise it leaves Correct as it is.
func (a *Answer) Fill(predicted, gold string) {
	a.Predicted, a.Gold = predicted, gold
	a.Judge(predicted == gold)
}

// LacksPrediction reports whether a question has a gold answer but no prediction, where white space
// alone is nothing. It is false for an answer that the file judges Right or gives credit, which
// needs no text. An empty list is a prediction, "[]".
func (a *Answer) LacksPrediction() bool {
	return strings.TrimSpace(a.Gold) != "" && strings.TrimSpace(a.Predicted) == "" && a.Correct != Right && a.Credit == nil
}

// Judge sets Correct to Right or Wrong by right, if neither the prediction nor the gold answer is
// blank; otherwise it leaves Correct as it is.
func (a *Answer) Judge(right bool) {
	if strings.TrimSpace(a.Predicted) != "" && strings.TrimSpace(a.Gold) != "" {
		a.Correct = VerdictOf(right)
	}
}

// CountMissing makes an answer that lacks a prediction Unanswered and scores it 0 in each of
// metrics, the data set's own, and so for one that is Unanswered already. It reports whether it
// did; else nothing changes. Loaders call it for what a model should have answered, once
// prediction, gold and verdict are known.
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
