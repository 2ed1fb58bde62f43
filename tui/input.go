package tui

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

var errTerminalGone = errors.New("the terminal is gone")

type terminalInput struct {
	*os.File
	bounds inputFilter
	// wake makes something to read arrive on the file; nil if the process ends with the program.
	wake  func()
	ended atomic.Bool
	// stop is called for ctrl+c; again if another came less than a second before, at stopped.
	stop    func(again bool)
	stopped time.Time
}

// endProgram makes the next read fail. Otherwise the key parser would wait for ever to deliver keys
// to a program that has ended, and both would stay in memory.
func (in *terminalInput) endProgram() {
	in.ended.Store(true)
	in.wake()
}

// Read implements [io.Reader]. It may return no bytes and no error; errTerminalGone at the end. p
// must have room for a whole string.
func (in *terminalInput) Read(p []byte) (int, error) {
	n, err := in.File.Read(p[:len(p)-utf8.UTFMax-len(in.bounds.kept)])
	hasEnded := errors.Is(err, io.EOF) || n == 0 && err == nil || in.ended.Load()
	if hasEnded {
		return 0, errTerminalGone // not io.EOF, which would only end the reading
	}
	in.noticeStops(p[:n])
	return copy(p, in.bounds.admitBytes(p[:n])), err
}

// noticeStops sees every ctrl+c, kitty's form included, before anything waits, even inside an
// unfinished sequence or paste.
func (in *terminalInput) noticeStops(b []byte) {
	for range bytes.Count(b, []byte("\x03")) + bytes.Count(b, []byte("\x1b[99;5u")) {
		in.stop(time.Since(in.stopped) < time.Second)
		in.stopped = time.Now()
	}
}

// The limits of what a terminal may send. Answers have a dozen parameters, and a code point at most
// seven digits. The libraries' parsers hold 32 parameters and read strings of any length.
const (
	maxParams = 30
	maxDigits = 7
	maxString = 2 << 10  // bytes of an OSC, DCS, APC, PM or SOS string
	maxPaste  = 64 << 10 // bytes between the brackets of a paste
)

type inputState uint8

const (
	partText    inputState = iota
	partEscape             // after ESC
	partCharset            // after ESC and bytes that select a character set
	partControl            // in the parameters of a CSI or DCS sequence
	partString             // in an OSC, DCS, APC, PM or SOS string
	partEnd                // after an ESC in such a string
)

// inputFilter drops oversized sequences and strings whole, and the excess of a paste but never its end.
// It holds back what is incomplete, because the parser would take a late rest for keys, but not
// what a key may be. Only complete UTF-8 passes: C1 controls are sent only if asked for, and the
// parsers mistake one for two bytes. The zero value is ready for use.
type inputFilter struct {
	at      inputState
	begun   []byte // the beginning of an incomplete character
	kept    []byte // what may be parsed
	from    int    // where in it the present sequence begins, negative if that was parsed
	over    bool   // whether the sequence exceeds a limit
	params  int
	digits  int    // of the current parameter
	length  int    // of the string so far
	command []byte // the first bytes, after ESC, of a sequence with parameters
	pasting bool
	pasted  int
	ending  int // how many bytes of pasteEnd have come after too long a paste
}

const pasteBegin, pasteEnd = "[200~", "[201~"

// admitBytes passes only whole letters, because a part of one could pass for a C1 control, which the
// library's parser reads beyond its end: three bytes from a guest ended the server.
func (s *inputFilter) admitBytes(b []byte) []byte {
	b = append(s.begun, b...)
	s.begun = nil
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
		if s.acceptsLetter(b[:size]) {
			s.kept = append(s.kept, b[:size]...)
		}
		b = b[size:]
	}
	now := s.kept
	if s.at > partEscape && s.from >= 0 && s.from < len(now)-2 { // two bytes may be alt and a key
		now = now[:s.from]
	}
	s.kept, s.from = bytes.Clone(s.kept[len(now):]), s.from-len(now)
	return now
}

// acceptsLetter drops an oversized sequence whole from kept, so that its beginning isn't read as keys.
func (s *inputFilter) acceptsLetter(letterBytes []byte) bool {
	c := letterBytes[0]
	if s.pasting {
		if s.pasted += len(letterBytes); s.pasted > maxPaste {
			return s.endsPaste(c)
		}
	}
	if c == 0x1b && s.at != partString {
		s.at = partEscape
		return true
	}
	switch s.at {
	case partEscape, partCharset:
		s.beginSequence(c)
	case partControl:
		return s.inControl(c)
	case partString, partEnd:
		return s.inString(letterBytes)
	}
	return true
}

// beginSequence takes the byte after ESC, and after those that select a character set.
func (s *inputFilter) beginSequence(c byte) {
	afterCharset := s.at == partCharset
	if !afterCharset {
		s.from, s.over = len(s.kept)-1, false
	}
	s.at = partText
	switch {
	case ' ' <= c && c <= '/':
		s.at = partCharset
	case c == '[' || c == 'P':
		s.at, s.params, s.digits = partControl, 1, 0
		if afterCharset {
			c = ' '
		}
		s.command = append(s.command[:0], c)
	case !afterCharset && bytes.IndexByte([]byte("]_^X"), c) >= 0:
		s.at, s.length = partString, 0
	}
}

// inControl refuses everything from the parameter or digit that exceeds the limits: the library's
// decoder writes past 32 parameters.
func (s *inputFilter) inControl(c byte) bool {
	if len(s.command) <= len(pasteEnd) {
		s.command = append(s.command, c)
	}
	if 0x20 <= c && c <= 0x3f { // digits, and the prefix and intermediate bytes
		s.digits++
		if c == ';' || c == ':' {
			s.params, s.digits = s.params+1, 0
		}
		s.over = s.over || s.params > maxParams || s.digits > maxDigits
		return !s.over
	}
	if s.command[0] == 'P' && '@' <= c && c <= '~' {
		s.at, s.length = partString, 0
		return true
	}
	switch string(s.command) {
	case pasteBegin:
		s.pasting, s.pasted, s.ending = true, 0, 0
	case pasteEnd:
		s.pasting = false
	}
	return s.endSequence()
}

// endSequence accepts the last byte exactly if the first was parsed.
func (s *inputFilter) endSequence() bool {
	s.at = partText
	if !s.over || s.from < 0 {
		return true
	}
	s.kept = s.kept[:s.from]
	return false
}

// endsPaste passes only the sequence that ends an oversized paste, without which the parser would wait
// for it forever.
func (s *inputFilter) endsPaste(c byte) bool {
	const end = "\x1b" + pasteEnd
	if c != end[s.ending] {
		s.ending = 0
	}
	if c != end[s.ending] {
		return false
	}
	if s.ending++; s.ending == len(end) {
		*s = inputFilter{kept: s.kept}
	}
	return true
}

// inString ends a string at BEL, ST, CAN, SUB or another sequence. Any other control, such as
// ctrl+c, makes the string count as too long. It leaves out characters with the byte 0x9c because a
// parser would end the string there.
func (s *inputFilter) inString(letterBytes []byte) bool {
	c := letterBytes[0]
	isEnd := c == 0x07 || c == 0x18 || c == 0x1a || s.at == partEnd && c == '\\'
	switch {
	case bytes.IndexByte(letterBytes[:len(letterBytes)-1], 0x9c) >= 0:
		return false // a parser would end the string in the middle of the character
	case isEnd:
		return s.endSequence()
	case s.at == partEnd: // any other sequence ends it too
		if !s.endSequence() {
			s.kept = append(s.kept, 0x1b)
		}
		s.beginSequence(c)
	case c == 0x1b:
		s.at = partEnd
	case c < ' ':
		s.over = true
		s.endSequence()
	default:
		s.length += len(letterBytes)
		s.over = s.over || s.length > maxString
		return !s.over
	}
	return true
}
