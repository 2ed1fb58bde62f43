package loaders

import (
	"math"
	"strings"
)

// Answer is a predicted and a correct answer.
type Answer struct {
	Predicted string
	Gold      string
	Correct   Verdict
	// Credit is partial credit, 0..1; nil for none.
	Credit *float64
	// Probability is of True for True and False (faithful-nmn), otherwise of the prediction; nil if
	// absent.
	Probability *float64
	Classes     []Option           // see [Answer.ClassProbabilities]
	Scores      map[string]float64 // the file's own ("em", "f1")
	// Predicates are asked of an oracle, in order of execution; empty if it can't judge this answer, nil without truth.
	Predicates []Predicate
	// GoldProgram is the annotated program; only operators, arguments and children count. Nil if
	// absent.
	GoldProgram []Module
	// Mending has, in order, the smallest sets of Predicates whose truth makes a wrong answer
	// right; empty for none, nil if unknown.
	Mending [][]int
}

// MendedBy names the sets of Mending: "medium + circle"; nil if Mending is nil.
func (a *Answer) MendedBy() []string {
	return Map(a.Mending, func(set []int) string {
		return strings.Join(Map(set, func(i int) string { return a.Predicates[i].Name }), " + ")
	})
}

// Probable returns [Answer.Probability]'s answer: "True" for a predicted "False", otherwise the
// prediction.
func (a *Answer) Probable() string {
	if a.Predicted == "False" {
		return "True"
	}
	return a.Predicted
}

// ClassProbabilities returns Classes, or two or more scores named p_ANSWER, by name, if they add up
// to 1 and include the prediction; otherwise nil.
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

// Files round probabilities.
const rounded = 1e-3

// AbsoluteError names the absolute difference of measured answers.
const AbsoluteError = "absolute error"

// Score sets a score.
func (a *Answer) Score(scoreName string, x float64) {
	if a.Scores == nil {
		a.Scores = map[string]float64{}
	}
	a.Scores[scoreName] = x
}

// Fill sets prediction, gold and, if neither is blank, Correct.
func (a *Answer) Fill(predictedAnswer, goldAnswer string) {
	a.Predicted, a.Gold = predictedAnswer, goldAnswer
	a.Judge(predictedAnswer == goldAnswer)
}

// LacksPrediction reports whether gold has no prediction. Blank texts count as none, "[]" doesn't.
// It is false for an answer that the file judges Right or credits, which needs no text.
func (a *Answer) LacksPrediction() bool {
	return strings.TrimSpace(a.Gold) != "" && strings.TrimSpace(a.Predicted) == "" && a.Correct != Right && a.Credit == nil
}

// Judge sets Correct if neither prediction nor gold is blank.
func (a *Answer) Judge(right bool) {
	if strings.TrimSpace(a.Predicted) != "" && strings.TrimSpace(a.Gold) != "" {
		a.Correct = VerdictOf(right)
	}
}

// CountMissing makes an answer without prediction Unanswered and scores it 0 in metricNames, also if it
// already was Unanswered. It reports whether it did. Call it for required answers, once prediction,
// gold and verdict are known.
func (a *Answer) CountMissing(metricNames ...string) bool {
	if a.Correct != Unanswered && !a.LacksPrediction() {
		return false
	}
	a.Correct = Unanswered
	for _, m := range metricNames {
		a.Score(m, 0)
	}
	return true
}
