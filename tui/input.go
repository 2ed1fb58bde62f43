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

// errTerminalGone ends the program when its terminal has hung up and no more
// keys will come.
var errTerminalGone = errors.New("the terminal is gone")

// input reads a terminal's keys and answers, and bounds them before they are
// parsed.
type input struct {
	*os.File
	bounds bounds
	// wake makes something to read arrive on the file; nil if the process ends
	// with the program.
	wake  func()
	ended atomic.Bool
	// stop is called for ctrl+c, again if another one came less than a second before, at stopped.
	stop    func(again bool)
	stopped time.Time
}

// endProgram makes the next read return that the terminal is gone, which ends the program; wake
// must be set. The key parser blocks until each key is received: if the program ended first, the
// keys under way would never be received, and the parser and the program would stay in memory for
// ever.
func (in *input) endProgram() {
	in.ended.Store(true)
	in.wake()
}

// Read implements [io.Reader]: it drops what exceeds the bounds, so it may return no bytes and no
// error. At the end of the input, or of the program, it returns errTerminalGone. p must have room
// for a string and more.
func (in *input) Read(p []byte) (int, error) {
	n, err := in.File.Read(p[:len(p)-utf8.UTFMax-len(in.bounds.kept)])
	hasEnded := errors.Is(err, io.EOF) || n == 0 && err == nil || in.ended.Load()
	if hasEnded {
		return 0, errTerminalGone // not io.EOF, which would only end the reading
	}
	in.noticeStops(p[:n])
	return copy(p, in.bounds.admitBytes(p[:n])), err
}

// noticeStops calls stop for every ctrl+c among bytes that were read, also as kitty sends it. It
// sees them before anything waits, and wherever they stand: in a sequence, too, or a paste, that
// never ends.
func (in *input) noticeStops(b []byte) {
	for range bytes.Count(b, []byte("\x03")) + bytes.Count(b, []byte("\x1b[99;5u")) {
		in.stop(time.Since(in.stopped) < time.Second)
		in.stopped = time.Now()
	}
}

// The limits of what a terminal may send. Answers have a dozen parameters, and
// a code point has at most seven digits. The libraries' parsers hold 32
// parameters and read a string to its end, however long.
const (
	maxParams = 30
	maxDigits = 7
	maxString = 2 << 10  // bytes of an OSC, DCS, APC, PM or SOS string
	maxPaste  = 64 << 10 // bytes between the brackets of a paste
)

// part is the kind of input that the next byte belongs to.
type part uint8

const (
	partText    part = iota
	partEscape       // after ESC
	partCharset      // after ESC and bytes that select a character set
	partControl      // in the parameters of a CSI or DCS sequence
	partString       // in an OSC, DCS, APC, PM or SOS string
	partEnd          // after an ESC in such a string
)

// bounds drops input over the limits so that the rest stays well formed: a
// sequence or a string that exceeds them is dropped whole, and superfluous bytes
// of a paste, but never its end. It holds back what is incomplete, since the
// parser takes the rest of what comes slowly for keys, but not what a key may
// be. Outside ASCII only complete UTF-8 characters pass. That removes C1
// controls, which terminals do not send unless asked to, and one of which the
// parsers mistake for two bytes. The zero value is ready for use; a bounds
// remembers its position in a sequence.
type bounds struct {
	at      part
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

// The sequences around a paste, without their ESC.
const pasteBegin, pasteEnd = "[200~", "[201~"

// admitBytes returns what may be parsed now of the bytes held back before and of b: an incomplete
// character or sequence is held back, bytes that are not UTF-8 are dropped, and so are those that
// acceptsLetter refuses.
func (s *bounds) admitBytes(b []byte) []byte {
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

// acceptsLetter follows letter, one UTF-8 character, through the present sequence, and reports
// whether it may be parsed. At the end of a sequence over the limits it drops all of it from kept.
func (s *bounds) acceptsLetter(letter []byte) bool {
	c := letter[0]
	if s.pasting {
		if s.pasted += len(letter); s.pasted > maxPaste {
			return s.endsPaste(c)
		}
	}
	if c == 0x1b && s.at != partString {
		s.at = partEscape
		return true
	}
	switch s.at {
	case partEscape:
		s.beginSequence(c)
	case partCharset:
		s.inCharset(c)
	case partControl:
		return s.inControl(c)
	case partString, partEnd:
		return s.inString(letter)
	}
	return true
}

// beginSequence handles the byte c after ESC, where a sequence begins that may have to be dropped:
// after [ or P parameters follow, after ], _, ^ or X a string, after a byte from space to / a
// character set; after any other it has ended.
func (s *bounds) beginSequence(c byte) {
	s.at, s.from, s.over = partText, len(s.kept)-1, false
	switch c {
	case '[', 'P':
		s.beginControl(c)
	case ']', '_', '^', 'X':
		s.at, s.length = partString, 0
	default:
		if ' ' <= c && c <= '/' {
			s.at = partCharset
		}
	}
}

func (s *bounds) inCharset(c byte) {
	switch {
	case ' ' <= c && c <= '/':
	case c == '[' || c == 'P':
		s.beginControl(' ')
	default:
		s.at = partText
	}
}

func (s *bounds) beginControl(first byte) {
	s.at, s.params, s.digits, s.command = partControl, 1, 0, append(s.command[:0], first)
}

// inControl handles a byte of a sequence with parameters, and reports whether it may be parsed: not
// from the parameter or digit on that exceeds the limits. The last byte ends the sequence; after
// ESC P a string follows instead. It notes where a paste begins, which is then counted, and ends.
func (s *bounds) inControl(c byte) bool {
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

// endSequence ends a sequence, and drops one that exceeds the limits, unless its beginning was
// parsed. It reports whether the last byte may be parsed: it has to be where the first was.
func (s *bounds) endSequence() bool {
	s.at = partText
	if !s.over || s.from < 0 {
		return true
	}
	s.kept = s.kept[:s.from]
	return false
}

// endsPaste handles a byte of a paste that is already too long, and reports whether it may be
// parsed: only the bytes of the sequence that ends a paste may. After the last of them all bounds
// start from zero.
func (s *bounds) endsPaste(c byte) bool {
	const end = "\x1b" + pasteEnd
	if c != end[s.ending] {
		s.ending = 0
	}
	if c != end[s.ending] {
		return false
	}
	if s.ending++; s.ending == len(end) {
		*s = bounds{kept: s.kept}
	}
	return true
}

// inString handles a character of a string, and reports whether it may be parsed. BEL, ST, CAN, SUB
// or another sequence ends the string; another control, such as ctrl+c, makes it too long, so that
// it is dropped, and so does a string over the limit. A character with the byte 0x9c inside is left
// out, since a parser would end the string there.
func (s *bounds) inString(letter []byte) bool {
	c := letter[0]
	isEnd := c == 0x07 || c == 0x18 || c == 0x1a || s.at == partEnd && c == '\\'
	switch {
	case bytes.IndexByte(letter[:len(letter)-1], 0x9c) >= 0:
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
		s.length += len(letter)
		s.over = s.over || s.length > maxString
		return !s.over
	}
	return true
}
