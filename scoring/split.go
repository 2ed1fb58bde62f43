package scoring

import "strings"

// SplitOutside splits at signs outside brackets and quotes, and trims the parts. There is at least
// one, and parts may be empty. An unclosed quote or bracket reaches to the end.
func SplitOutside(formulaText string, separator rune) (parts []string) {
	depth, from, quote := 0, 0, rune(0)
	for i, r := range formulaText {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == separator && depth == 0:
			parts, from = append(parts, strings.TrimSpace(formulaText[from:i])), i+1
		}
	}
	return append(parts, strings.TrimSpace(formulaText[from:]))
}
