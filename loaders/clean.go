package loaders

import (
	"strings"
	"unicode"
)

// maxMarks is how many combining marks may follow one character. Scripts
// need a few; hundreds would be drawn over the lines above and below.
const maxMarks = 6

// Clean returns s fit for one line of a terminal. Tabs, line and paragraph
// ends become a space. Control characters, characters that reorder text
// (bidi embeddings, overrides, isolates and marks), private and
// non-characters and invalid bytes become U+FFFD. Invisible characters (soft
// hyphen, zero width space, word joiner, byte order mark) go, and so do
// combining marks beyond the sixth in a row. A joiner stays between two
// visible characters, where emoji and several scripts need it; variation
// selectors stay. Cleaning twice changes nothing.
func Clean(s string) string {
	if plain(s) {
		return s
	}
	c := cleaner{joined: true}
	return strings.Map(c.rune, s)
}

// plain reports whether s is printable ASCII, as nearly all text is.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// cleaner is what decides about the next rune: joined says that no joiner may
// follow here, marks how many marks have followed the last character.
type cleaner struct {
	joined bool
	marks  int
}

func (c *cleaner) rune(r rune) rune {
	switch {
	case ' ' <= r && r <= '~':
		c.joined, c.marks = r == ' ', 0
		return r
	case r == '\u200c' || r == '\u200d':
		if c.joined {
			return -1
		}
		c.joined = true
		return r
	case unicode.In(r, unicode.Mn, unicode.Me):
		if c.marks++; c.marks > maxMarks {
			return -1
		}
		return r
	case r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff':
		return -1
	}
	r = visible(r)
	c.joined, c.marks = r == ' ', 0
	return r
}

// visible replaces what must not reach a terminal. Ranging over a string
// yields unicode.ReplacementChar for bytes that are not UTF-8.
func visible(r rune) rune {
	switch {
	case r == '\t' || '\n' <= r && r <= '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029':
		return ' '
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs), r&0xfffe == 0xfffe, 0xfdd0 <= r && r <= 0xfdef:
		return unicode.ReplacementChar
	}
	return r
}
