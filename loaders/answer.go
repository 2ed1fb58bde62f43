package loaders

import (
	"math"
	"strings"
)

// Answer is a predicted and a gold answer, as text.
type Answer struct {
	Predicted string
	Gold      string
	Correct   Verdict
	// Credit is partial credit from the file, between 0 and 1, for an answer neither right nor
	// wrong; nil for none.
	Credit *float64
	// Probability is how likely True is if the answers are True and False (faithful-nmn), otherwise
	// the predicted answer; nil if absent.
	Probability *float64
	Classes     []Option           // possible answers; see [Answer.ClassProbabilities]
	Scores      map[string]float64 // the file's own metrics ("em", "f1")
	// Predicates hold what the program asks an oracle, in the order of execution; nil if the truth
	// isn't known.
	Predicates []Predicate
	// GoldProgram is the annotated program, in the order of [Example.Program]; only operators,
	// arguments and children count. Nil if the file has none.
	GoldProgram []Module
	// Mending has, in order, the smallest sets of Predicates, by index, whose truth makes a wrong
	// answer right; empty if there is none, nil if unknown.
	Mending [][]int
}

// MendedBy returns the names of the sets of Mending, predicates joined by plus signs: "medium +
// circle"; nil if Mending is nil.
func (a *Answer) MendedBy() []string {
	return Map(a.Mending, func(set []int) string {
		return strings.Join(Map(set, func(i int) string { return a.Predicates[i].Name }), " + ")
	})
}

// Probable returns the answer that [Answer.Probability] is about: "True" for a predicted "False",
// otherwise the prediction.
func (a *Answer) Probable() string {
	if a.Predicted == "False" {
		return "True"
	}
	return a.Predicted
}

// ClassProbabilities returns the probabilities of the possible answers: Classes, or else the scores
// named p_ANSWER, by name, if there are two or more, they add up to 1 and one is the predicted
// answer; otherwise nil.
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

// rounded is how far from 1 probabilities may add up to, since files round them.
const rounded = 1e-3

// AbsoluteError names the score of an answer that is a measurement: the absolute difference of
// prediction and gold.
const AbsoluteError = "absolute error"

// Score sets the score with this name.
func (a *Answer) Score(name string, x float64) {
	if a.Scores == nil {
		a.Scores = map[string]float64{}
	}
	a.Scores[name] = x
}

// Fill sets the prediction and the gold answer and, if neither is blank, Correct to whether they
// are the same text.
func (a *Answer) Fill(predicted, gold string) {
	a.Predicted, a.Gold = predicted, gold
	a.Judge(predicted == gold)
}

// LacksPrediction reports whether there is a gold answer but no prediction; blank texts count as
// none, an empty list "[]" is a prediction. It is false for an answer that the file judges Right or
// gives credit, which needs no text.
func (a *Answer) LacksPrediction() bool {
	return strings.TrimSpace(a.Gold) != "" && strings.TrimSpace(a.Predicted) == "" && a.Correct != Right && a.Credit == nil
}

// Judge sets Correct to Right or Wrong if neither the prediction nor the gold answer is blank.
func (a *Answer) Judge(right bool) {
	if strings.TrimSpace(a.Predicted) != "" && strings.TrimSpace(a.Gold) != "" {
		a.Correct = VerdictOf(right)
	}
}

// CountMissing makes an answer without prediction Unanswered and scores it 0 in each of metrics,
// the data set's own; an answer already Unanswered too. It reports whether it did. Loaders call it
// for what a model should have answered, once prediction, gold and verdict are known.
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
