package loaders

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Hundreds of marks would be drawn over other lines, or make a terminal lose count of columns.
const (
	maxMarks = 6
	maxJoins = 6
)

// Clean makes s fit for one line of a terminal; cleaning twice changes nothing. Tabs, line and
// paragraph ends become a space. Control characters, bidi controls and marks, private and
// non-characters and invalid bytes become U+FFFD. Characters that Unicode tells programs to ignore,
// and other invisible ones, are removed. Joiners, variation selectors and marks stay where scripts
// and symbols need them, up to a bound.
func Clean(s string) string {
	if isPrintableASCII(s) {
		return s
	}
	c := textCleaner{}
	return strings.Map(c.cleanRune, s)
}

func isPrintableASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

type textCleaner struct {
	last  rune // kept; 0 for none
	base  rune
	marks int
	joins int // after the first in a row
}

func (c *textCleaner) cleanRune(r rune) rune {
	isPlain := ' ' <= r && r <= '~' || 0xa1 <= r && r < 0x300 && r != 0xad
	switch {
	case isPlain:
		*c = textCleaner{last: r, base: r}
		return r
	case r == joiner || r == nonJoiner:
		return c.acceptJoiner(r)
	case r == textStyle || r == emojiStyle:
		return c.acceptSelector(r)
	case unicode.In(r, ignored...):
		return -1
	case unicode.In(r, extending...):
		return c.acceptMark(r)
	}
	r = visibleRune(r)
	if c.last != joiner && !unicode.Is(linkers, c.last) {
		c.joins = 0
	}
	c.last, c.base, c.marks = r, r, 0
	return r
}

const (
	nonJoiner, joiner     = '\u200c', '\u200d'
	textStyle, emojiStyle = '\ufe0e', '\ufe0f'
)

// acceptJoiner keeps a joiner only after a letter of a joining script or, except for a non-joiner,
// after a symbol, because elsewhere it is invisible.
func (c *textCleaner) acceptJoiner(r rune) rune {
	letters := unicode.In(c.base, joining...)
	isStray := !letters && (r == nonJoiner || !unicode.Is(unicode.So, c.base)) || c.last == joiner || c.last == nonJoiner
	if isStray {
		return -1
	}
	if c.joins++; c.joins > maxJoins {
		c.joins = maxJoins
		return -1
	}
	c.last = r
	return r
}

func (c *textCleaner) acceptSelector(r rune) rune {
	if c.last != c.base || !unicode.In(c.base, unicode.So, unicode.Sm) {
		return -1
	}
	c.last = r
	return r
}

func (c *textCleaner) acceptMark(r rune) rune {
	if c.marks++; c.marks > maxMarks {
		return -1
	}
	if unicode.Is(linkers, r) {
		if c.joins++; c.joins > maxJoins {
			c.joins, c.marks = maxJoins, c.marks-1
			return -1
		}
	}
	c.last = r
	return r
}

// ignored excludes bidi controls and tags, which are replaced.
var ignored = []*unicode.RangeTable{unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, rangeTable(
	0x00ad, 0x00ad, 0x180e, 0x180e, 0x200b, 0x200b, // soft hyphen, vowel separator, zero width space
	0x2060, 0x2064, 0x2800, 0x2800, 0xfeff, 0xfeff, // word joiner etc., empty braille, byte order mark
	0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, // shorthand and music
)}

var extending = []*unicode.RangeTable{unicode.Mn, unicode.Me, unicode.Mc, rangeTable(
	0x0d4e, 0x0d4e, 0x0e33, 0x0e33, 0x0eb3, 0x0eb3,
	0x1100, 0x11ff, 0xa960, 0xa97c, 0xd7b0, 0xd7fb, // Hangul parts
	0xff9e, 0xff9f, 0x111c2, 0x111c3, 0x1f3fb, 0x1f3ff,
)}

var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

var linkers = rangeTable(
	0x094d, 0x094d, 0x09cd, 0x09cd, 0x0a4d, 0x0a4d, 0x0acd, 0x0acd, 0x0b4d, 0x0b4d,
	0x0c4d, 0x0c4d, 0x0d4d, 0x0d4d, 0x1039, 0x1039, 0x17d2, 0x17d2,
)

func rangeTable(rangeEnds ...uint32) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for r := range slices.Chunk(rangeEnds, 2) {
		if first, last := r[0], r[1]; last <= math.MaxUint16 {
			t.R16 = append(t.R16, unicode.Range16{Lo: uint16(first), Hi: uint16(last), Stride: 1})
		} else {
			t.R32 = append(t.R32, unicode.Range32{Lo: first, Hi: last, Stride: 1})
		}
	}
	return t
}

func visibleRune(r rune) rune {
	switch {
	case '\t' <= r && r <= '\r', r == '\u0085', r == '\u2028', r == '\u2029':
		return ' '
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs), r&0xfffe == 0xfffe, 0xfdd0 <= r && r <= 0xfdef:
		return unicode.ReplacementChar
	}
	return r
}

// CleanCell is [Clean] for spreadsheets: text that begins with =, +, - or @, after spaces, gets a '
// before it, so that it isn't a formula. Numbers stay.
func CleanCell(s string) string {
	s = Clean(s)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " "))
	if !strings.ContainsRune("=+-@＝＋－＠", first) {
		return s
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return s
	}
	return "'" + s
}

// EncodeJSON writes one line of JSON without escaping "<", ">" and "&".
func EncodeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// WriteJSONLine writes a line of JSON by [EscapeJSON].
func WriteJSONLine(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err == nil {
		_, err = w.Write(append(EscapeJSON(line), '\n'))
	}
	return err
}

// EscapeJSON escapes DEL and non-ASCII characters that are unprintable or invisible, so that JSON
// means the same and has no effect on a terminal. Other bytes stay, also invalid UTF-8. It may
// return jsonText itself.
func EscapeJSON(jsonText []byte) []byte {
	var b []byte
	done := 0 // how much of text is in b
	for i := 0; i < len(jsonText); {
		if jsonText[i] < '\x7f' {
			i++
			continue
		}
		r, n := utf8.DecodeRune(jsonText[i:])
		isInvalid := r == utf8.RuneError && n == 1
		if !isInvalid && (!unicode.IsPrint(r) || unicode.In(r, ignored...)) {
			b = appendEscaped(append(b, jsonText[done:i]...), r)
			done = i + n
		}
		i += n
	}
	if done == 0 {
		return jsonText
	}
	return append(b, jsonText[done:]...)
}

func appendEscaped(b []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return fmt.Appendf(b, `\u%04x\u%04x`, high, low)
	}
	return fmt.Appendf(b, `\u%04x`, r)
}
