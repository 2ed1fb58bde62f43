package loaders

import (
	"strings"
	"unicode"
)

// Clean returns s fit for a terminal: every control character, every
// character that reorders text or has no place on screen and every invalid
// byte becomes U+FFFD, tabs and line ends become a space. A string without
// any of them is returned as it is.
func Clean(s string) string {
	if !strings.ContainsFunc(s, unclean) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case unclean(r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// unclean also holds for bytes that are no UTF-8: ranging yields
// unicode.ReplacementChar for them.
func unclean(r rune) bool {
	return r == unicode.ReplacementChar || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs)
}
