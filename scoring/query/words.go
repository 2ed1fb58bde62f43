package query

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// in runes
type queryWord struct {
	text    string
	at, end int
}

var longWords = []string{
	"and", "or", "not", "in", "contains", "matches", "startsWith", "endsWith", "let", "if",
	"&&", "||", "??", "?", "+", "-", "*", "/", "%", "^", "**", "!", "|", "..",
}

var comparisons = []string{"<=", ">=", "==", "!=", "<", ">", "=", ":"}

// splitWords reports short as false if a word isLong, because the text is then an expression. Spaces
// outside double quotes separate words.
func splitWords(queryText string) (words []queryWord, short bool, err error) {
	runes := []rune(queryText)
	for at := 0; at < len(runes); {
		if unicode.IsSpace(runes[at]) {
			at++
			continue
		}
		end, closed := wordEnd(runes, at)
		w := queryWord{string(runes[at:end]), at, end}
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

func wordEnd(queryRunes []rune, startIndex int) (end int, closed bool) {
	quoted := false
	for end = startIndex; end < len(queryRunes); end++ {
		switch r := queryRunes[end]; {
		case r == '\\' && quoted && end+1 < len(queryRunes):
			end++
		case r == '"':
			quoted = !quoted
		case unicode.IsSpace(r) && !quoted:
			return end, true
		}
	}
	return end, !quoted
}

func isLong(queryText string) bool {
	if slices.Contains(longWords, queryText) {
		return true
	}
	bare, _, _ := strings.Cut(queryText, `"`)
	return strings.ContainsAny(bare, "()[]{}`#;") || quoting.MatchString(bare) ||
		strings.HasPrefix(queryText, "!") && !strings.HasPrefix(queryText, "!=")
}

var quoting = regexp.MustCompile(`^[^']*(^|[^\pL\pN'])'`)

func joinComparisons(queryWords []queryWord) []queryWord {
	var all []queryWord
	for i := 0; i < len(queryWords); i++ {
		w := queryWords[i]
		last := len(all) - 1
		starts := slices.ContainsFunc(comparisons, func(c string) bool { return strings.HasPrefix(w.text, c) })
		if starts && last >= 0 {
			all[last] = queryWord{all[last].text + w.text, all[last].at, w.end}
			last--
		} else {
			all = append(all, w)
		}
		now := &all[last+1]
		if ends := slices.ContainsFunc(comparisons, func(c string) bool {
			return strings.HasSuffix(now.text,
				c)
		}); ends && i+1 < len(queryWords) {
			i++
			*now = queryWord{now.text + queryWords[i].text, now.at, queryWords[i].end}
		}
	}
	return all
}
