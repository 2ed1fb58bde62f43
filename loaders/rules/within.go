package rules

import (
	"regexp"
	"strings"

	"faithscope/loaders"
)

// Compare judges by [Number], [Letter] or [Contains], and by any other rule as [SameAnswer] does.
func Compare(ruleName, predictedAnswer string, goldAnswers [][]string) loaders.Verdict {
	switch ruleName {
	case Number:
		return oneOf(predictedAnswer, goldAnswers, lastNumber)
	case Letter:
		return oneOf(predictedAnswer, goldAnswers, letterIn)
	case Contains:
		said := spaced(predictedAnswer)
		return oneOf(predictedAnswer, goldAnswers, func(text string) string {
			if words := spaced(text); len(words) > 2 && strings.Contains(said, words) {
				return said
			}
			return text
		})
	}
	return SameAnswer(predictedAnswer, goldAnswers)
}

func spaced(text string) string { return " " + strings.Join(wordsOf([]string{text}), " ") + " " }

// optionLetter matches the letter of an option where the answer is announced, at the start, and in parentheses.
var optionLetter = regexp.MustCompile(`(?i:answer|option|choice)(?i:\s+is)?[\s:*]*\(?([A-J])\b|^\W*([A-J])(?:[.):*]|$)|\(([A-J])\)`)

// letterIn returns the last letter of an option in an answer, else the answer.
func letterIn(answerText string) string {
	found := optionLetter.FindAllStringSubmatch(answerText, -1)
	if found == nil {
		return answerText
	}
	return strings.Join(found[len(found)-1][1:], "")
}

// comparedJudging judges by [Compare].
func comparedJudging(ruleName string) judgeFunc {
	return func(x judgedAnswer) { x.Correct = Compare(ruleName, x.Predicted, x.golds) }
}
