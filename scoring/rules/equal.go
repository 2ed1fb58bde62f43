package rules

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// SameAnswer returns whether a prediction is one of the gold answers, as a text but for white
// space at the ends, or as a number. Unknown where one is missing.
func SameAnswer(predicted string, golds [][]string) loaders.Verdict {
	return oneOf(predicted, golds, CanonicalText)
}

// oneOf returns whether a prediction is one of the gold answers, as both are read. Unknown
// where one is missing.
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

// CanonicalText returns a text as it is compared: numbers that are equal are the same text.
func CanonicalText(text string) string {
	if x := ParseNumber(text); x == x {
		return strconv.FormatFloat(x+0, 'g', -1, 64) // which makes -0 0
	}
	return text
}

// ParseNumber reads a finite number, or a class that transformers have named after its number:
// LABEL_1. NaN for none.
func ParseNumber(text string) float64 {
	x, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(text), "LABEL_"), 64)
	if err != nil || math.IsInf(x, 0) {
		x = math.NaN()
	}
	return x
}

// judgeEqual calls the answer right that is a gold one.
func judgeEqual(x judged) { x.Correct = SameAnswer(x.Predicted, x.golds) }

// judgeMajority makes the most frequent sample the prediction, of several the first.
func judgeMajority(x judged) {
	times := map[string]int{}
	for _, sample := range x.said {
		times[CanonicalText(sample)]++
	}
	if len(x.said) > 0 {
		x.Predicted = slices.MaxFunc(x.said, func(a, b string) int { return times[CanonicalText(a)] - times[CanonicalText(b)] })
	}
	judgeEqual(x)
}

// judgeAny calls the answer right of which any sample is.
func judgeAny(x judged) {
	if judgeEqual(x); slices.ContainsFunc(x.said, func(sample string) bool { return SameAnswer(sample, x.golds) == loaders.Right }) {
		x.Correct = loaders.Right
	}
}

// number matches the numbers in a text.
var number = regexp.MustCompile(`-?\d[\d,]*(\.\d+)?`)

// judgeNumber compares the last numbers of texts; one without a number equals none.
func judgeNumber(x judged) {
	x.Correct = oneOf(x.Predicted, x.golds, func(text string) float64 {
		last := append(number.FindAllString(text, -1), "")
		return ParseNumber(strings.ReplaceAll(last[max(0, len(last)-2)], ",", ""))
	})
}

// judgeError scores the difference to the gold answer that is nearest, where both are numbers.
func judgeError(x judged) {
	least := math.Inf(1)
	for _, gold := range x.golds {
		if d := math.Abs(ParseNumber(x.Predicted) - ParseNumber(textOf(gold))); d == d {
			least = min(least, d)
			x.Score(loaders.AbsoluteError, least)
		}
	}
}
