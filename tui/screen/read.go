package screen

import (
	"bytes"
	"image"
	"slices"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// longestRest bounds the unfinished sequence that the tracker stores, in bytes.
const longestRest = 1 << 16

// Write updates the tracker for p, which it doesn't write, after what the last call left
// unfinished.
func (t *outputTracker) Write(p []byte) {
	if len(t.rest) > 0 {
		p = append(t.rest, p...)
		t.rest = nil
	}
	t.readOutput(p, func(int, []byte, int) {})
}

// readOutput calls beforeSequence ahead of each sequence or character, with nil bytes if that has too
// many parameters. An unfinished end waits for the next write.
func (t *outputTracker) readOutput(p []byte, beforeSequence func(offset int, seq []byte, width int)) {
	whole := len(p) - unfinishedBytes(p)
	for at := 0; at < whole; {
		seq, width, n, state := Decode(p[at:whole], t.parser)
		if state != ansi.NormalState {
			t.hold(p[at:])
			return
		}
		beforeSequence(at, seq, width)
		if seq == nil {
			t.giveUp()
		} else {
			t.follow(seq, width)
		}
		at += n
	}
	if whole < len(p) {
		t.hold(p[whole:])
	}
}

// unfinishedBytes measures an incomplete UTF-8 character at the end of p, which the decoder would
// join to the one before.
func unfinishedBytes(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if last := p[len(p)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// mostParams is the library's limit.
const mostParams = 32

// Decode reads the first sequence or character of p, which must not be empty, with the library's
// DecodeSequence. If it has more parameters than parser holds, seq is nil, because the library
// would write past their end.
func Decode(p []byte, parser *ansi.Parser) (seq []byte, width, n int, state ansi.State) {
	if isCrowded(p) {
		_, _, n, state = ansi.DecodeSequence(p, ansi.NormalState, nil)
		return nil, 0, n, state
	}
	return ansi.DecodeSequence(p, ansi.NormalState, parser)
}

// isCrowded reports whether p, which is not empty, begins with more parameters than a parser holds.
func isCrowded(p []byte) bool {
	switch p[0] {
	case ansi.CSI, ansi.DCS:
	case ansi.ESC:
		// The library also reads parameters after bytes that select a character set.
		p = bytes.TrimLeft(p[1:], " !\"#$%&'()*+,-./")
		if len(p) == 0 || p[0] != '[' && p[0] != 'P' {
			return false
		}
	default:
		return false
	}
	n := 0
	for _, c := range p[1:] {
		if c < '0' || c > '?' {
			break
		}
		if c == ';' || c == ':' {
			n++
		}
	}
	return n >= mostParams
}

func (t *outputTracker) hold(p []byte) {
	if len(p) > longestRest {
		t.Invalidate()
		t.y = -1
		return
	}
	t.rest = slices.Clone(p)
}

// follow takes a sequence, or a character, which has a width. Colours are only collected in t.pen,
// which a reset empties.
func (t *outputTracker) follow(seq []byte, width int) {
	switch {
	case width > 0:
		t.printCell(seq, width)
	case changesColours(seq):
		if s := string(seq); s == "\x1b[m" || s == "\x1b[0m" {
			t.pen = ""
		} else if len(t.pen) <= longestPen {
			t.pen += s
		}
	case seq[0] == ansi.ESC && len(seq) > 1:
		t.handleEscape(seq)
	case len(seq) == 1:
		t.handleControl(seq[0])
	case ansi.HasCsiPrefix(seq):
		t.handleCSI()
	}
	// Otherwise it is a character of zero width, joined to the one before, or a string enclosed in
	// 8-bit controls.
}

// handleEscape gives up on foreign pictures and unknown sequences; queries and titles change
// nothing. A reset wipes pictures.
func (t *outputTracker) handleEscape(seq []byte) {
	switch seq[1] {
	case '[':
		t.handleCSI()
	case '7':
		t.saved = image.Pt(t.x, t.y)
	case '8':
		t.restoreCursor()
	case 'D', 'E', 'M':
		t.handleControl(seq[1] + 0x40) // its form of one byte
	case 'c':
		t.Resize(t.width, t.height)
		t.alt, t.wiped = false, true
	case 'P', '_':
		// Queries (DECRQSS, XTGETTCAP) change nothing; anything else may be a foreign picture.
		if cmd := ansi.Cmd(t.parser.Command()); seq[1] != 'P' || cmd.Final() != 'q' || cmd.Intermediate() == 0 {
			t.giveUp()
		}
	case ']', '^', 'X', '\\', '=', '>', '(', ')':
	default:
		t.giveUp()
	}
}

// handleControl gives up on tab stops and shifted character sets.
func (t *outputTracker) handleControl(c byte) {
	switch c {
	case ansi.BS:
		t.moveTo(t.x-1, t.y)
	case ansi.HT:
		t.moveTo((t.x/tabStop+1)*tabStop, t.y)
	case ansi.LF, ansi.VT, ansi.FF, ansi.IND:
		t.feedLine(1)
	case ansi.CR:
		t.x, t.wrap = 0, false
	case ansi.NEL:
		t.x = 0
		t.feedLine(1)
	case ansi.RI:
		t.feedLine(-1)
	case ansi.HTS, ansi.SO, ansi.SS2, ansi.SS3:
		t.giveUp()
	}
}

func changesColours(seq []byte) bool {
	return len(seq) > 2 && seq[0] == ansi.ESC && seq[1] == '[' && seq[len(seq)-1] == 'm' && seq[2] != '>' && seq[2] != '?'
}

const longestPen = 128
