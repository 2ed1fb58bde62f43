package scoring

import "strings"

// SplitOutside splits a text at a sign outside brackets and quotes; no part has white space at
// its ends.
func SplitOutside(text string, sign rune) (parts []string) {
	depth, from, quoted := 0, 0, false
	for i, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == sign && depth == 0:
			parts, from = append(parts, strings.TrimSpace(text[from:i])), i+1
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}
