package reading

import (
	"unicode"
	"unicode/utf8"
)

// place is where a token stands, in code points from the text's begin.
type place struct{ start, end int }

// tokens splits a text at white space and around every mark that is not a letter
// or digit.
func tokens(s string) (list []string, places []place) {
	from, at, count := -1, 0, 0 // from is in bytes, at in code points
	flush := func(i int) {
		if from >= 0 {
			list = append(list, s[from:i])
			places = append(places, place{count, at})
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
			list = append(list, s[i:i+max(1, utf8.RuneLen(r))])
			places = append(places, place{at, at + 1})
		}
		at++
	}
	flush(len(s))
	return list, places
}
