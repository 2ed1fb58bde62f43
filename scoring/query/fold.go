package query

import (
	"strings"
	"unicode/utf8"
)

// in bytes; longer texts cost their length times the text's
const mostFolded = 64

// containsFold finds short ASCII without allocating, because it runs for every example at every
// key.
func containsFold(wholeText, soughtPart string) bool {
	if soughtPart == "" {
		return true
	}
	for i := range len(soughtPart) {
		if soughtPart[i] >= utf8.RuneSelf || i >= mostFolded {
			return strings.Contains(strings.ToLower(wholeText), strings.ToLower(soughtPart))
		}
	}
	first := lowerByte(soughtPart[0])
	for i := range len(wholeText) - len(soughtPart) + 1 {
		if lowerByte(wholeText[i]) == first && strings.EqualFold(wholeText[i:i+len(soughtPart)], soughtPart) {
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
