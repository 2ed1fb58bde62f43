package record

import (
	"unicode"
	"unicode/utf8"

	"faithscope/loaders"
)

// Words returns the tokens of [Tokens].
func Words(text string) []string {
	list, _ := Tokens(text)
	return list
}

// Tokens splits at white space and around every mark that isn't a letter or digit, with places in
// code points.
func Tokens(s string) (list []string, places []loaders.Span) {
	from, at, count := -1, 0, 0 // from is in bytes, at in code points
	flush := func(i int) {
		if from >= 0 {
			list = append(list, s[from:i])
			places = append(places, loaders.Span{Start: count, End: at})
		}
		from = -1
	}
	for i, r := range s {
		word := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if !word {
			flush(i)
		}
		switch {
		case word && from < 0:
			from, count = i, at
		case !word && !unicode.IsSpace(r):
			_, width := utf8.DecodeRuneInString(s[i:]) // 1 for a byte that is not UTF-8
			list = append(list, s[i:i+width])
			places = append(places, loaders.Span{Start: at, End: at + 1})
		}
		at++
	}
	flush(len(s))
	return list, places
}
