package rules

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// SameAnswer returns whether a prediction is one of the gold answers, as a text but for white space
// at the ends, or as a number. It is Unknown where the prediction is empty or all gold answers are.
func SameAnswer(predicted string, golds [][]string) loaders.Verdict {
	return oneOf(predicted, golds, CanonicalText)
}

// oneOf returns Right if read gives the same for the prediction as for some gold answer, both
// trimmed, the parts of gold joined by " or "; otherwise Wrong. It returns Unknown if the
// prediction is blank, or if all gold answers are, and does not count a blank one.
func oneOf[T comparable](predicted string, golds [][]string, read func(text string) T) loaders.Verdict {
	predicted = strings.TrimSpace(predicted)
	verdict := loaders.Unknown
	for _, gold := range golds {
		switch text := strings.TrimSpace(textOf(gold)); {
		case text == "" || predicted == "":
		case read(text) == read(predicted):
			return loaders.Right
		default:
			verdict = loaders.Wrong
		}
	}
	return verdict
}

// CanonicalText returns a text as it is compared: a number in its shortest form, so that equal
// numbers are the same text; a whole number that a float64 may not hold, and any other text, as it
// is.
func CanonicalText(text string) string {
	if whole := strings.TrimSpace(text); len(whole) > exactDigits && strings.Trim(whole[1:], "0123456789") == "" {
		return whole
	}
	if x := ParseNumber(text); x == x {
		return loaders.FormatNumber(x + 0) // which makes -0 0
	}
	return text
}

// exactDigits bounds the digits of whole numbers that a float64 holds, all of them.
const exactDigits = 15

// ParseNumber reads a finite number, white space around it ignored, or the number of a class that
// transformers have named after it: LABEL_1. It is NaN for anything else.
func ParseNumber(text string) float64 {
	x, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(text), "LABEL_"), 64)
	if err != nil || math.IsInf(x, 0) {
		x = math.NaN()
	}
	return x
}

func judgeEqual(x judgedAnswer) { x.Correct = SameAnswer(x.Predicted, x.golds) }

// judgeMajority sets the prediction to the sample whose canonical text occurs most often, the
// first of these, and judges it as judgeEqual does. Without samples the prediction stays.
func judgeMajority(x judgedAnswer) {
	times := map[string]int{}
	for _, sample := range x.parts {
		times[CanonicalText(sample)]++
	}
	if len(x.parts) > 0 {
		x.Predicted = slices.MaxFunc(x.parts, func(a, b string) int { return times[CanonicalText(a)] - times[CanonicalText(b)] })
	}
	judgeEqual(x)
}

// judgeAny judges as judgeEqual does, but calls the answer right if any sample is.
func judgeAny(x judgedAnswer) {
	if judgeEqual(x); slices.ContainsFunc(x.parts, func(sample string) bool { return SameAnswer(sample, x.golds) == loaders.Right }) {
		x.Correct = loaders.Right
	}
}

// number matches the numbers in a text.
var number = regexp.MustCompile(`-?\d[\d,]*(\.\d+)?`)

// judgeNumber sets the verdict: right if the last number in the answer equals the last one in a
// gold answer, thousands' commas aside. A text without a number equals none.
func judgeNumber(x judgedAnswer) {
	type found struct {
		text string
		none float64 // NaN, which equals nothing, if there is no number
	}
	x.Correct = oneOf(x.Predicted, x.golds, func(text string) found {
		last := append(number.FindAllString(text, -1), "")
		text = strings.ReplaceAll(last[max(0, len(last)-2)], ",", "")
		return found{CanonicalText(text), ParseNumber(text) * 0}
	})
}

// judgeError sets the score [loaders.AbsoluteError] to the least difference of the prediction from
// a gold answer, where both are numbers. Without such a pair it sets none; it never sets a
// verdict.
func judgeError(x judgedAnswer) {
	least := math.Inf(1)
	for _, gold := range x.golds {
		if d := math.Abs(ParseNumber(x.Predicted) - ParseNumber(textOf(gold))); d == d {
			least = min(least, d)
			x.Score(loaders.AbsoluteError, least)
		}
	}
}
