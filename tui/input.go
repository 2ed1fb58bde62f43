package tui

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"unicode/utf8"
)

// errTerminalGone ends the program when its terminal has hung up: no key will
// come any more.
var errTerminalGone = errors.New("the terminal is gone")

// input is a terminal's keys and answers, bounded before anything parses them.
type input struct {
	*os.File
	bounds bounds
	// wake has the file have something to read; nil where the process ends with
	// the program.
	wake  func()
	ended atomic.Bool
}

// end ends the program by its input. What parses keys hands each on until
// somebody takes it: were the program ended first, nobody would take those that
// are under way, and they and the program would be kept for ever.
func (in *input) end() {
	in.ended.Store(true)
	in.wake()
}

// Read reads what may be parsed. It returns no byte and no error where what
// came was dropped. p has room for more than a letter.
func (in *input) Read(p []byte) (int, error) {
	n, err := in.File.Read(p[:len(p)-utf8.UTFMax])
	if errors.Is(err, io.EOF) || n == 0 && err == nil || in.ended.Load() {
		return 0, errTerminalGone // not io.EOF, which would only end the reading
	}
	return copy(p, in.bounds.keep(p[:n])), err
}

// Bounds of what a terminal may send. Answers have a dozen parameters, and a
// code point has seven digits; the parsers of the libraries hold 32 parameters
// and read a string until it ends.
const (
	maxParams = 30
	maxDigits = 7
	maxString = 4 << 10  // bytes of an OSC, DCS, APC, PM or SOS string
	maxPaste  = 64 << 10 // bytes between the brackets of a paste
)

// part is the part of a sequence that the next byte belongs to.
type part uint8

const (
	partText    part = iota
	partEscape       // after ESC
	partCharset      // after ESC and what selects a character set
	partControl      // in the parameters of a CSI or DCS sequence
	partString       // in an OSC, DCS, APC, PM or SOS string
	partEnd          // after an ESC in one
)

// bounds drops what exceeds the bounds of a terminal's input, so that what is
// left is whole: of a sequence the superfluous parameters and digits, of a
// string and of a paste the superfluous bytes, but never their end. Only whole
// letters in UTF-8 go beyond ASCII: there is no C1 control left, which terminals
// do not send unless asked to and of which the parsers take one for two bytes.
// The zero value is ready; it remembers where in a sequence the last byte was.
type bounds struct {
	at      part
	begun   []byte // of a letter whose end has not come
	params  int
	digits  int    // of the parameter
	length  int    // of the string
	command []byte // of the sequence with parameters: its first bytes after ESC
	pasting bool
	pasted  int
	ending  int // how many bytes of pasteEnd have come where the paste is too long
}

// The sequences around a paste, without their ESC.
const pasteBegin, pasteEnd = "[200~", "[201~"

// keep returns what may be parsed of b and of the letter that was begun before
// it: at most a letter more than b.
func (s *bounds) keep(b []byte) []byte {
	b = append(s.begun, b...)
	s.begun = nil
	kept := b[:0]
	for len(b) > 0 {
		size := 1
		if b[0] >= utf8.RuneSelf {
			if !utf8.FullRune(b) {
				s.begun = bytes.Clone(b)
				break
			}
			if _, size = utf8.DecodeRune(b); size == 1 {
				b = b[1:]
				continue
			}
		}
		if s.takes(b[:size]) {
			kept = append(kept, b[:size]...)
		}
		b = b[size:]
	}
	return kept
}

// takes reports whether letter may be parsed.
func (s *bounds) takes(letter []byte) bool {
	c := letter[0]
	if s.pasting {
		if s.pasted += len(letter); s.pasted > maxPaste {
			return s.endsPaste(c)
		}
	}
	switch s.at {
	case partEscape:
		s.begin(c)
	case partCharset:
		s.inCharset(c)
	case partControl:
		return s.inControl(c)
	case partString, partEnd:
		return s.inString(letter)
	case partText:
		if c == 0x1b {
			s.at = partEscape
		}
	}
	return true
}

// begin takes the byte after ESC.
func (s *bounds) begin(c byte) {
	s.at = partText
	switch c {
	case '[', 'P':
		s.control(c)
	case ']', '_', '^', 'X':
		s.at, s.length = partString, 0
	case 0x1b:
		s.at = partEscape
	default:
		if ' ' <= c && c <= '/' {
			s.at = partCharset
		}
	}
}

// inCharset takes a byte behind ESC and what selects a character set, where a
// parser of the libraries reads parameters too.
func (s *bounds) inCharset(c byte) {
	switch {
	case ' ' <= c && c <= '/':
	case c == '[' || c == 'P':
		s.control(' ')
	case c == 0x1b:
		s.at = partEscape
	default:
		s.at = partText
	}
}

// control begins a sequence with parameters.
func (s *bounds) control(first byte) {
	s.at, s.params, s.digits, s.command = partControl, 1, 0, append(s.command[:0], first)
}

// inControl takes a byte of a sequence with parameters.
func (s *bounds) inControl(c byte) bool {
	if len(s.command) <= len(pasteEnd) {
		s.command = append(s.command, c)
	}
	switch {
	case c == 0x1b:
		s.at = partEscape
		return true
	case c == ';' || c == ':':
		s.params++
		s.digits = 0
		return s.params <= maxParams
	case 0x20 <= c && c <= 0x3f: // digits, and what stands before and after them
		s.digits++
		return s.params <= maxParams && s.digits <= maxDigits
	}
	s.at = partText
	if s.command[0] == 'P' && '@' <= c && c <= '~' {
		s.at, s.length = partString, 0
	}
	switch string(s.command) {
	case pasteBegin:
		s.pasting, s.pasted, s.ending = true, 0, 0
	case pasteEnd:
		s.pasting = false
	}
	return true
}

// endsPaste takes a byte of a paste that is too long already: only its end
// goes through.
func (s *bounds) endsPaste(c byte) bool {
	const end = "\x1b" + pasteEnd
	if c != end[s.ending] {
		s.ending = 0
	}
	if c != end[s.ending] {
		return false
	}
	if s.ending++; s.ending == len(end) {
		*s = bounds{}
	}
	return true
}

// inString takes a byte of a string, which ends with BEL, ST, CAN or SUB.
func (s *bounds) inString(letter []byte) bool {
	c := letter[0]
	switch {
	case bytes.IndexByte(letter[:len(letter)-1], 0x9c) >= 0:
		return false // a parser would end the string within the letter
	case c == 0x07 || c == 0x18 || c == 0x1a || s.at == partEnd && c == '\\':
		s.at = partText
	case s.at == partEnd: // any other sequence ends it too
		s.begin(c)
	case c == 0x1b:
		s.at = partEnd
	default:
		s.length += len(letter)
		return s.length <= maxString
	}
	return true
}
