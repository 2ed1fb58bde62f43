package query

import (
	"strings"
	"unicode/utf8"
)

// mostFolded bounds a text that is looked for at every place, in bytes: the
// work on a longer one would be its length times the text's.
const mostFolded = 64

// containsFold reports whether part is in text, whatever the case; an empty part always is. A part
// in ASCII of at most mostFolded bytes is looked for without allocating, since this runs for every
// example at every key; another in lower-case copies of both.
func containsFold(text, part string) bool {
	if part == "" {
		return true
	}
	for i := range len(part) {
		if part[i] >= utf8.RuneSelf || i >= mostFolded {
			return strings.Contains(strings.ToLower(text), strings.ToLower(part))
		}
	}
	first := lowerByte(part[0])
	for i := range len(text) - len(part) + 1 {
		if lowerByte(text[i]) == first && strings.EqualFold(text[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

func lowerByte(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
