package rules

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// CompareAnswers judges by [Exact], [Entailment], [Rounded], [Number], [Letter], [Boxed], [Contains], [Relaxed], [SQuAD], [MME] or [Set],
// and by any other rule as [SameAnswer] does.
func CompareAnswers(ruleName, predictedAnswer string, goldAnswers [][]string) loaders.Verdict {
	read := CanonicalText
	switch ruleName {
	case Exact:
		read = strings.TrimSpace
	case Caseless:
		read = withoutCase
	case Entailment:
		read = notEntailment.Replace
	case Rounded:
		read = roundNumber
	case Set:
		return compareLabels([]string{predictedAnswer}, slices.Concat(goldAnswers...))
	case Number:
		return oneOf(predictedAnswer, goldAnswers, lastNumber)
	case Letter, Letter1:
		read = LetterIn
	case Boxed:
		read = formulaIn
	case SQuAD:
		read = betweenSpaces
	case MME:
		read, predictedAnswer = polarityOf, inMME(predictedAnswer)
	case Contains:
		read = containedIn(predictedAnswer)
	case Relaxed:
		read = relaxedTo(predictedAnswer)
	}
	return oneOf(predictedAnswer, goldAnswers, read)
}

func withoutCase(text string) string { return strings.ToLower(CanonicalText(text)) }

// containedIn reads texts whose words a prediction contains as the prediction.
func containedIn(predictedAnswer string) func(text string) string {
	said := betweenSpaces(predictedAnswer)
	return func(text string) string {
		if words := betweenSpaces(text); len(words) > 2 && strings.Contains(said, words) {
			return said
		}
		return text
	}
}

// relaxedTo reads numbers that a prediction is near to as the prediction, and ignores case.
func relaxedTo(predictedAnswer string) func(text string) string {
	said := ParseNumber(predictedAnswer)
	return func(text string) string {
		if x := ParseNumber(text); math.Abs(said-x) <= relaxedTolerance*math.Abs(x) {
			text = predictedAnswer
		}
		return withoutCase(text)
	}
}

// relaxedTolerance is the share of the correct number by which ChartQA lets an answer differ.
const relaxedTolerance = .05

// notEntailment gives all classes but entailment one name.
var notEntailment = strings.NewReplacer("not_entailment", "non-entailment", "neutral", "non-entailment", "contradiction", "non-entailment")

func roundNumber(text string) string {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !loaders.IsFinite(x) {
		return text
	}
	return strconv.FormatFloat(math.RoundToEven(x)+0, 'f', -1, 64) // no -0
}

func betweenSpaces(text string) string { return " " + strings.Join(wordsOf([]string{text}), " ") + " " }

// optionLetter matches the letter of an option where the answer is announced, at the start, and in parentheses.
var optionLetter = regexp.MustCompile(`(?:(?i:answer|option|choice)(?i:\s+is)?|(?:答案|正解|选|정답)[是为は은]?)` +
	`[\s:：*"']*[(（]?([A-J])\b|^\W*([A-J])(?:[.):*]|$)|\(([A-J])\)`)

// closedLetter matches the letter of an option anywhere.
var closedLetter = regexp.MustCompile(`(?:^|[\s"'])([A-J])\)`)

// LetterIn returns the last announced letter of an option in an answer, or else the only letter before a parenthesis, or the
// answer.
func LetterIn(answerText string) string {
	found := optionLetter.FindAllStringSubmatch(answerText, -1)
	if found == nil {
		found = closedLetter.FindAllStringSubmatch(answerText, -1)
		if found == nil || slices.ContainsFunc(found, func(other []string) bool { return other[1] != found[0][1] }) {
			return answerText
		}
	}
	return strings.Join(found[len(found)-1][1:], "")
}
