package query

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// in runes
type word struct {
	text    string
	at, end int
}

var longWords = []string{
	"and", "or", "not", "in", "contains", "matches", "startsWith", "endsWith", "let", "if",
	"&&", "||", "??", "?", "+", "-", "*", "/", "%", "^", "**", "!", "|", "..",
}

var comparisons = []string{"<=", ">=", "==", "!=", "<", ">", "=", ":"}

// Spaces outside double quotes separate words. If a word isLong, short is false.
func splitWords(text string) (words []word, short bool, err *Error) {
	runes := []rune(text)
	for at := 0; at < len(runes); {
		if unicode.IsSpace(runes[at]) {
			at++
			continue
		}
		end, closed := wordEnd(runes, at)
		w := word{string(runes[at:end]), at, end}
		if !closed {
			return nil, !isLong(w.text), &Error{at, end, "the quote is not closed"}
		}
		if isLong(w.text) {
			return nil, false, nil
		}
		words = append(words, w)
		at = end
	}
	return joinComparisons(words), true, nil
}

func wordEnd(runes []rune, start int) (end int, closed bool) {
	quoted := false
	for end = start; end < len(runes); end++ {
		switch r := runes[end]; {
		case r == '\\' && quoted && end+1 < len(runes):
			end++
		case r == '"':
			quoted = !quoted
		case unicode.IsSpace(r) && !quoted:
			return end, true
		}
	}
	return end, !quoted
}

func isLong(text string) bool {
	if slices.Contains(longWords, text) {
		return true
	}
	bare, _, _ := strings.Cut(text, `"`)
	return strings.ContainsAny(bare, "()[]{}`#;") || quoting.MatchString(bare) ||
		strings.HasPrefix(text, "!") && !strings.HasPrefix(text, "!=")
}

var quoting = regexp.MustCompile(`^[^']*(^|[^\pL\pN'])'`)

func joinComparisons(words []word) []word {
	var all []word
	for i := 0; i < len(words); i++ {
		w := words[i]
		last := len(all) - 1
		starts := slices.ContainsFunc(comparisons, func(c string) bool { return strings.HasPrefix(w.text, c) })
		if starts && last >= 0 {
			all[last] = word{all[last].text + w.text, all[last].at, w.end}
			last--
		} else {
			all = append(all, w)
		}
		now := &all[last+1]
		if ends := slices.ContainsFunc(comparisons, func(c string) bool { return strings.HasSuffix(now.text, c) }); ends && i+1 < len(words) {
			i++
			*now = word{now.text + words[i].text, now.at, words[i].end}
		}
	}
	return all
}
