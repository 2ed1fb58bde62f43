package roles

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// soleLetter matches the letter of an option where a value has nothing else.
var soleLetter = regexp.MustCompile(`^\W*([A-Ja-j])\W*$`)

const mostOptions = 10

// optionOf returns the letter of the option, of n, that a value or one of a list names by its text, its letter or its
// number, counted from first; "" for none.
func optionOf(texts []string, n int, v any, first int) string {
	if list, several := v.([]any); several {
		return append(loaders.Filter(loaders.Map(list, func(x any) string { return optionOf(texts, n, x, first) }),
			func(letter string) bool { return letter != "" }), "")[0]
	}
	text := strings.Trim(rows.Text(v), " .\n")
	at := slices.IndexFunc(texts, func(option string) bool { return strings.EqualFold(strings.Trim(option, " .\n"), text) })
	if found := soleLetter.FindStringSubmatch(text); found != nil && at < 0 {
		at = int(strings.ToUpper(found[1])[0] - 'A')
	}
	_, isIndex := v.(int64)
	if x, ok := numberIn(v); ok && (isIndex || at < 0) {
		at = int(x) - first
	}
	if at < 0 || at >= n {
		return ""
	}
	return string(rune('A' + at))
}

func numberIn(v any) (float64, bool) {
	x, ok := rows.NumberOf(v)
	_, isTruth := v.(bool)
	return x, ok && !isTruth && x == math.Trunc(x) && math.Abs(x) <= mostOptions
}

// OptionLetter returns the letter of an option that a value names by its text or its number, which [rules.Letter1]
// counts from 1; any other value unchanged.
func OptionLetter(r *rows.Row, v any, ruleName string) any {
	texts := rows.ChoicesIn(r.Values, 0)
	n := loaders.IfElse(texts == nil, mostOptions, min(len(texts), mostOptions))
	if letter := optionOf(texts, n, v, loaders.IfElse(ruleName == rules.Letter1, 1, 0)); letter != "" {
		return letter
	}
	return v
}

// optionRules returns the rules by which all correct answers and at least half of the predictions name options. It is
// exact if only one rule does, for all predictions.
func (d *roleDecider) optionRules(p, g *column) (list []string, exact bool) {
	if p.lists > 0 {
		return nil, false
	}
	letters := strings.Split("abcdefghij", "")
	isLettered := p.isOf(letters...) || g.isOf(letters...)
	last := append(slices.Sorted(slices.Values(loaders.Map(append(loaders.SortedKeys(p.times), loaders.SortedKeys(g.times)...),
		func(text string) string { return optionOf(nil, mostOptions, text, mostOptions) }))), "")
	for first, rule := range []string{rules.Letter, rules.Letter1} {
		golds, sole, said, numbers := 0, 0, 0, 0
		for _, r := range d.rows {
			texts := rows.ChoicesIn(r.Values, 0)
			n := min(len(texts), mostOptions)
			if texts == nil {
				n = int((last[max(0, len(last)-2)] + "@")[0] - '@')
			}
			optionIn := func(c *column) (letter string) {
				v := r.ValueAt(c.name)
				if _, isNumber := numberIn(v); isNumber {
					numbers++
					if texts == nil && !isLettered {
						return ""
					}
				}
				return optionOf(texts, n, v, first)
			}
			if optionIn(g) != "" {
				golds++
			}
			if optionIn(p) != "" {
				sole++
			} else if _, ok := rules.LetterIn(rows.Text(r.ValueAt(p.name))); ok {
				said++
			}
		}
		if golds == g.filled && golds > 0 && 2*(sole+said) >= p.filled {
			list, exact = append(list, rule), sole == p.filled
		}
		if numbers == 0 {
			break
		}
	}
	return list, exact && len(list) == 1
}

func isOfOptions(ruleName string) bool { return ruleName == rules.Letter || ruleName == rules.Letter1 }
