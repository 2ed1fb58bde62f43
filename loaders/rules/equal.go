package rules

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// SameAnswer reports whether a prediction is one of the correct answers, as a text (white space at the
// ends aside) or as a number. It is Unknown if the prediction or all correct answers are empty.
func SameAnswer(predictedAnswer string, goldAnswers [][]string) loaders.Verdict {
	return oneOf(predictedAnswer, goldAnswers, CanonicalText)
}

// oneOf returns Right if readAnswer returns the same for the prediction and some correct answer, whose
// parts are joined by " or ". Blank correct answers don't count, so that missing gold is Unknown.
func oneOf[T comparable](predictedAnswer string, goldAnswers [][]string, readAnswer func(text string) T) loaders.Verdict {
	predictedAnswer = strings.TrimSpace(predictedAnswer)
	verdict, said := loaders.Unknown, readAnswer(predictedAnswer)
	for _, gold := range goldAnswers {
		switch text := strings.TrimSpace(textOf(gold)); {
		case text == "" || predictedAnswer == "":
		case readAnswer(text) == said:
			return loaders.Right
		default:
			verdict = loaders.Wrong
		}
	}
	return verdict
}

// CanonicalText returns a number in its shortest form, so that equal numbers are the same text. A
// whole number that a float64 may not hold, and any other text, is unchanged.
func CanonicalText(answerText string) string {
	if whole := strings.TrimSpace(answerText); len(whole) > exactDigits && strings.Trim(whole[1:], "0123456789") == "" {
		return whole
	}
	if x := ParseNumber(answerText); x == x {
		return loaders.FormatNumber(x + 0) // which makes -0 0
	}
	return answerText
}

// exactDigits bounds the digits of whole numbers that a float64 always holds.
const exactDigits = 15

// decimalComma matches numbers whose comma can't part thousands.
var decimalComma = regexp.MustCompile(`^[+-]?\d+,(\d{1,2}|\d{4,})$`)

// minusSign is how typeset texts, and models, write a minus.
const minusSign = "\u2212"

// ParseNumber reads a finite number, surrounding white space ignored, also with a [decimalComma], or the number of a
// class that transformers name LABEL_1; NaN for anything else.
func ParseNumber(text string) float64 {
	if !strings.ContainsAny(text, "0123456789") {
		return math.NaN()
	}
	text = strings.Replace(strings.TrimPrefix(strings.TrimSpace(text), "LABEL_"), minusSign, "-", 1)
	if decimalComma.MatchString(text) {
		text = strings.Replace(text, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(x, 0) {
		x = math.NaN()
	}
	return x
}

// judgeMajority takes the first of equally frequent samples, so that a run is judged the same each
// time. Without samples the prediction stays.
func judgeMajority(x judgedAnswer) {
	times := map[string]int{}
	for _, sample := range x.parts {
		times[CanonicalText(sample)]++
	}
	if len(x.parts) > 0 {
		x.Predicted = slices.MaxFunc(x.parts, func(a, b string) int { return times[CanonicalText(a)] - times[CanonicalText(b)] })
	}
	x.Correct = SameAnswer(x.Predicted, x.golds)
}

func judgeAny(x judgedAnswer) {
	x.Correct = SameAnswer(x.Predicted, x.golds)
	if slices.ContainsFunc(x.parts, func(sample string) bool { return SameAnswer(sample, x.golds) == loaders.Right }) {
		x.Correct = loaders.Right
	}
}

func judgeSet(x judgedAnswer) {
	if x.golds != nil && x.Predicted != "" {
		x.Correct = compareLabels(x.parts, slices.Concat(x.golds...))
	}
}

// compareLabels takes the correct answers as one set of labels, which a sole text may delimit: "a, b". Without any it is
// Unknown.
func compareLabels(predictedLabels, goldLabels []string) loaders.Verdict {
	if len(goldLabels) == 0 {
		return loaders.Unknown
	}
	labels := func(texts []string) []string {
		if len(texts) == 1 {
			texts = strings.FieldsFunc(texts[0], func(c rune) bool { return strings.ContainsRune(",;|", c) })
		}
		texts = loaders.Map(texts, func(text string) string { return CanonicalText(strings.TrimSpace(text)) })
		texts = loaders.Filter(texts, func(text string) bool { return text != "" && text != "[]" })
		slices.Sort(texts)
		return slices.Compact(texts)
	}
	return loaders.VerdictOf(slices.Equal(labels(predictedLabels), labels(goldLabels)))
}

var number = regexp.MustCompile(`-?(\d[\d,]*(\.\d+)?|\.\d+)`)

// foundNumber is NaN without a number, so that it equals nothing.
type foundNumber struct {
	text string
	none float64
}

// lastNumber reads the last number, because solutions end with their result, thousands' commas aside.
func lastNumber(text string) foundNumber {
	if at := strings.LastIndex(text, "####"); at >= 0 { // GSM8K's mark of the result, with units behind it
		text = number.FindString(strings.ReplaceAll(text[at:], minusSign, "-"))
		text = strings.ReplaceAll(text, ",", "")
	}
	if x := ParseNumber(text); x != x {
		last := append(number.FindAllString(strings.ReplaceAll(text, minusSign, "-"), -1), "")
		text = strings.ReplaceAll(last[max(0, len(last)-2)], ",", "")
	}
	return foundNumber{CanonicalText(text), ParseNumber(text) * 0}
}

// judgeError sets the score [loaders.AbsoluteError] to the least difference from a correct answer, if
// both are numbers. It never sets a verdict, because how small an error must be isn't known.
func judgeError(x judgedAnswer) {
	least := math.Inf(1)
	for _, gold := range x.golds {
		if d := math.Abs(ParseNumber(x.Predicted) - ParseNumber(textOf(gold))); d == d {
			least = min(least, d)
			x.Score(loaders.AbsoluteError, least)
		}
	}
}
