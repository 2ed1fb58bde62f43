package reading

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"faithscope/loaders"
	"faithscope/loaders/record"
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

// span returns the tokens that an answer touches, ok false where the passage
// does not have it there.
func (p *passage) span(a squadAnswer) (_ loaders.Span, ok bool) {
	length := utf8.RuneCountInString(string(a.Text))
	if !(a.Start >= 0 && a.Start <= record.Real(len(p.shown.Text))) || length == 0 {
		return loaders.Span{}, false
	}
	start := int(a.Start)
	if !strings.HasPrefix(afterPoints(p.shown.Text, start), string(a.Text)) {
		return loaders.Span{}, false
	}
	first := sort.Search(len(p.places), func(i int) bool { return p.places[i].end > start })
	end := sort.Search(len(p.places), func(i int) bool { return p.places[i].start >= start+length })
	return loaders.Span{Start: first, End: end}, first < end
}

// afterPoints is s without its first n code points.
func afterPoints(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[i:]
		}
		n--
	}
	return ""
}
