package query

import (
	"strings"
	"unicode/utf8"
)

// in bytes; longer texts cost their length times the text's
const mostFolded = 64

// containsFold finds short ASCII without allocating, because it runs for every example at every
// key.
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
