package roles

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// unattempted is SimpleQA's verdict on an answer that evades the question, which isn't right.
const unattempted = "not_attempted"

var (
	rightWords = strings.Fields("true yes correct right pass passed accept accepted c y t tp tn " +
		"✓ ✔ ✅ 100% 100.0% sí oui ja sim certo 对 正确 是 ○ wahr richtig vrai vero verdadero verdadeiro 정확")
	wrongWords = strings.Fields("false no incorrect wrong wrong_format fail failed reject rejected i n f fp fn not_attempted " +
		"✗ ✘ ❌ 0% 0.0% non nein não errado 错 错误 否 × falsch faux falso 오류")
)

// VerdictOf returns the verdict of a truth value, a number or a word in any case. 1 is right; 0 and
// -1 are wrong, but 0 is Unknown if verdicts are signed. A list of one is that one. known is false for
// anything else.
func VerdictOf(v any, isSigned bool) (_ loaders.Verdict, known bool) {
	if list := rows.ListOf(v); len(list) == 1 {
		v = list[0]
	}
	if x, ok := rows.NumberOf(v); ok {
		if x == 0 && isSigned {
			return loaders.Unknown, true
		}
		return loaders.VerdictOf(x == 1), x == 0 || x == 1 || x == -1
	}
	text, _ := v.(string)
	switch word := leadingSign(strings.ToLower(strings.TrimSpace(text))); {
	case hasWord(rightWords, word):
		return loaders.Right, true
	case hasWord(wrongWords, word):
		return loaders.Wrong, true
	}
	return loaders.Unknown, false
}

// What right= makes of a list of verdicts, of tests or samples: right if all are, or as right as their share.
const (
	everyVerdict = "every"
	verdictShare = "share"
)

var listRules = []string{everyVerdict, verdictShare}

// JudgeList returns a list of verdicts, or the only list in it, as one by a rule for lists: false or true, or the share of
// right ones. Numbers below 0 are errors, as in APPS. Anything else is unchanged.
func JudgeList(v any, ruleName string) any {
	verdicts := verdictsIn(v)
	right := float64(loaders.CountFunc(verdicts, func(said loaders.Verdict) bool { return said == loaders.Right }))
	switch n := float64(len(verdicts)); {
	case n > 0 && ruleName == everyVerdict:
		return right == n
	case n > 0 && ruleName == verdictShare:
		return right / n
	}
	return v
}

// verdictsIn returns nil unless all are verdicts.
func verdictsIn(v any) (verdicts []loaders.Verdict) {
	list := rows.ListOf(v)
	if inner, nested := loaders.ElementAt(list, 0).([]any); nested && len(list) == 1 {
		list = inner
	}
	for _, element := range list {
		x, isNumber := rows.NumberOf(element)
		said, known := VerdictOf(element, false)
		if verdicts = append(verdicts, said); !known && !(isNumber && x < 0) {
			return nil
		}
	}
	return verdicts
}

// leadingSign returns the sign that marks the answer behind it, and any other text without a final " answer".
func leadingSign(cellText string) string {
	if first, _, ok := strings.Cut(cellText, " "); ok && strings.ContainsAny(first, "✓✔✅✗✘❌×") {
		return strings.TrimSuffix(first, "\ufe0f")
	}
	return strings.TrimSuffix(cellText, " answer")
}

// IsTick reports whether a text ticks rows, so that empty cells beside it are wrong.
func IsTick(cellText string) bool { return slices.Contains([]string{"x", "X", "*", "+"}, cellText) }

// TruthOf returns a value, or each of a list, as a truth value if it reads as one.
func TruthOf(v any) any {
	if list, ok := v.([]any); ok {
		return loaders.Map(list, TruthOf)
	}
	if truth, err := strconv.ParseBool(strings.ToLower(rules.CanonicalText(rows.Text(v)))); err == nil {
		return truth
	}
	return v
}

// ChooseAnswer returns the answer that a value gives by a rule: for [rules.Half] 1 or 0 with its
// probability; for [rules.Greatest] the class with the greatest number, the first of several, with
// that as its probability if all sum to 1. Otherwise it is the value itself, and NaN.
func ChooseAnswer(v any, ruleName string) (answer any, probability float64) {
	switch x, isNumber := rows.NumberOf(v); {
	case ruleName == rules.Half && isNumber:
		return loaders.IfElse(x >= .5, int64(1), 0), max(x, 1-x)
	case ruleName != rules.Greatest:
		return v, math.NaN()
	}
	names, weights := rows.WeightsOf(v)
	if names == nil {
		return v, math.NaN()
	}
	best := slices.Index(weights, slices.Max(weights))
	if math.Abs(loaders.Sum(weights)-1) > rows.Rounding {
		return names[best], math.NaN()
	}
	return names[best], weights[best]
}

// soleLetter matches the letter of an option where a value has nothing else.
var soleLetter = regexp.MustCompile(`^\W*([A-J])\W*$`)

const mostOptions = 10

// OptionLetter returns the letter of an option that a value, or each of a list, names by its text, its letter or its
// number, which [rules.Letter1] counts from 1; any other value unchanged.
func OptionLetter(r *rows.Row, v any, ruleName string) any {
	return letterAmong(loaders.Map(rows.ChoicesIn(r.Values, 0), trimOption), v, ruleName)
}

func trimOption(text string) string { return strings.ToUpper(strings.Trim(text, " .\n")) }

func letterAmong(optionTexts []string, v any, ruleName string) any {
	if list, several := v.([]any); several {
		return loaders.Map(list, func(x any) any { return letterAmong(optionTexts, x, ruleName) })
	}
	text := trimOption(rows.Text(v))
	at := slices.Index(optionTexts, text)
	if found := soleLetter.FindStringSubmatch(text); found != nil && at < 0 {
		at = int(found[1][0] - 'A')
	}
	_, isIndex := v.(int64)
	if x, err := strconv.Atoi(strings.TrimSuffix(text, ".0")); err == nil && (isIndex || at < 0) {
		at = x - loaders.IfElse(ruleName == rules.Letter1, 1, 0)
	}
	if at < 0 || at >= mostOptions || optionTexts != nil && at >= len(optionTexts) {
		return v
	}
	return string(rune('A' + at))
}
