package screen

import (
	"bytes"
	"image"
	"slices"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// longestRest is the longest unfinished sequence, in bytes, that the tracker
// stores.
const longestRest = 1 << 16

// Write updates the tracker for p, which goes to the terminal.
func (t *tracker) Write(p []byte) {
	if len(t.rest) > 0 {
		p = append(t.rest, p...)
		t.rest = nil
	}
	t.read(p, func(int, []byte, int) {})
}

// read updates the tracker for p. Before each sequence it calls before with the
// sequence's offset in p, its bytes and its width in cells.
func (t *tracker) read(p []byte, before func(at int, seq []byte, width int)) {
	whole := len(p) - unfinished(p)
	for at := 0; at < whole; {
		seq, width, n, state := Decode(p[at:whole], t.parser)
		if state != ansi.NormalState {
			t.hold(p[at:])
			return
		}
		before(at, seq, width)
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

// unfinished returns how many bytes at the end of p belong to a character that
// is not complete. The decoder would join them to the character before.
func unfinished(p []byte) int {
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

// mostParams is the number of parameters that a parser of the library holds.
const mostParams = 32

// Decode calls the library's DecodeSequence in the normal state. If p begins
// with a control sequence of more parameters than parser holds, seq is nil and
// parser stays as it was: the library would write past the end of the
// parameters, and no sensible program sends such a sequence.
func Decode(p []byte, parser *ansi.Parser) (seq []byte, width, n int, state ansi.State) {
	if crowded(p) {
		_, _, n, state = ansi.DecodeSequence(p, ansi.NormalState, nil)
		return nil, 0, n, state
	}
	return ansi.DecodeSequence(p, ansi.NormalState, parser)
}

func crowded(p []byte) bool {
	switch p[0] {
	case ansi.CSI, ansi.DCS:
	case ansi.ESC:
		// The library also reads parameters after bytes that select a character
		// set.
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

func (t *tracker) hold(p []byte) {
	if len(p) > longestRest {
		t.Invalidate()
		t.y = -1
		return
	}
	t.rest = slices.Clone(p)
}

func (t *tracker) follow(seq []byte, width int) {
	switch {
	case width > 0:
		t.print(seq, width)
	case colours(seq):
		t.draw(seq)
	case seq[0] == ansi.ESC && len(seq) > 1:
		t.escape(seq)
	case len(seq) == 1:
		t.control(seq[0])
	case ansi.HasCsiPrefix(seq):
		t.csi()
	}
	// Otherwise it is a character of zero width, joined to the one before, or a
	// string enclosed in 8-bit controls.
}

// escape handles a sequence that starts with ESC.
func (t *tracker) escape(seq []byte) {
	switch seq[1] {
	case '[':
		t.csi()
	case '7':
		t.saved = image.Pt(t.x, t.y)
	case '8':
		t.restore()
	case 'D':
		t.lineFeed()
	case 'E':
		t.x = 0
		t.lineFeed()
	case 'M':
		t.reverseIndex()
	case 'c':
		t.Resize(t.width, t.height)
		t.alt, t.wiped = false, true
	case 'P', '_':
		// Queries (DECRQSS, XTGETTCAP) change nothing; anything else may be a foreign
		// picture anywhere on the screen.
		if cmd := ansi.Cmd(t.parser.Command()); seq[1] != 'P' || cmd.Final() != 'q' || cmd.Intermediate() == 0 {
			t.giveUp()
		}
	case ']', '^', 'X', '\\', '=', '>', '(', ')':
	default:
		t.giveUp()
	}
}

func (t *tracker) control(c byte) {
	switch c {
	case ansi.BS:
		t.moveTo(t.x-1, t.y)
	case ansi.HT:
		t.tab(1)
	case ansi.LF, ansi.VT, ansi.FF, ansi.IND:
		t.lineFeed()
	case ansi.CR:
		t.x, t.wrap = 0, false
	case ansi.NEL:
		t.x = 0
		t.lineFeed()
	case ansi.RI:
		t.reverseIndex()
	case ansi.HTS, ansi.SO, ansi.SS2, ansi.SS3:
		t.giveUp()
	}
}

// colours reports whether a sequence only changes colours and attributes.
func colours(seq []byte) bool {
	return len(seq) > 2 && seq[0] == ansi.ESC && seq[1] == '[' && seq[len(seq)-1] == 'm' && seq[2] != '>' && seq[2] != '?'
}

// draw records a change of colours.
func (t *tracker) draw(seq []byte) {
	if s := string(seq); s == "\x1b[m" || s == "\x1b[0m" {
		t.pen = ""
	} else if len(t.pen) <= longestPen {
		t.pen += s
	}
}

// longestPen bounds the recorded changes of colours since the last reset, in
// bytes.
const longestPen = 128

// largest bounds the value of a parameter: no terminal has more rows or
// columns.
const largest = 1 << 15

// param returns parameter i of the sequence just read, or def if it is missing
// or zero.
func (t *tracker) param(i, def int) int {
	v, ok := t.parser.Param(i, def)
	if !ok || v == 0 {
		return def
	}
	return min(v, largest)
}

// csi handles a control sequence.
func (t *tracker) csi() {
	cmd := ansi.Cmd(t.parser.Command())
	switch {
	case cmd.Prefix() == '?' && (cmd.Final() == 'h' || cmd.Final() == 'l') && cmd.Intermediate() == 0:
		t.modes(cmd.Final() == 'h')
	case cmd.Prefix() != 0 || cmd.Intermediate() != 0:
		t.private(cmd)
	case t.y < 0 && cmd.Final() != 'H' && cmd.Final() != 'f':
		t.handleAdrift(cmd.Final())
	case !t.move(cmd.Final()) && !t.erase(cmd.Final()):
		t.other(cmd.Final())
	}
}

// handleAdrift handles a sequence while the cursor's row is unknown.
func (t *tracker) handleAdrift(final byte) {
	switch final {
	case 'd':
		t.moveTo(t.x, t.param(0, 1)-1)
	case 'r', 'm', 'c', 'n', 't', 'h', 'l', 's', 'u':
		t.other(final)
	default:
		if !t.move(final) {
			t.Invalidate()
			if final == 'J' && t.param(0, 0) >= 2 {
				t.eraseDisplay(2)
			}
		}
		t.y = -1
	}
}

// move handles sequences that move the cursor, and reports whether this was
// one.
func (t *tracker) move(final byte) bool {
	n := t.param(0, 1)
	switch final {
	case 'A':
		t.moveTo(t.x, max(t.y-n, limit(t.y >= t.top, t.top, 0)))
	case 'B', 'e':
		t.moveTo(t.x, min(t.y+n, limit(t.y < t.bot, t.bot, t.height)-1))
	case 'C', 'a':
		t.moveTo(t.x+n, t.y)
	case 'D':
		t.moveTo(t.x-n, t.y)
	case 'E':
		t.moveTo(0, t.y+n)
	case 'F':
		t.moveTo(0, max(t.y-n, 0))
	case 'G', '`':
		t.moveTo(n-1, t.y)
	case 'H', 'f':
		t.moveTo(t.param(1, 1)-1, n-1)
	case 'd':
		t.moveTo(t.x, n-1)
	case 'I':
		t.tab(n)
	case 'Z':
		for range min(n, t.width) {
			t.moveTo((t.x-1)/tabStop*tabStop, t.y)
		}
	default:
		return false
	}
	return true
}

// limit returns where a vertical move stops: at the margin of the scroll region
// if the cursor is inside it, otherwise at the edge of the screen.
func limit(inside bool, margin, edge int) int {
	if inside {
		return margin
	}
	return edge
}

// erase handles sequences that change cells, and reports whether this was one.
func (t *tracker) erase(final byte) bool {
	n := t.param(0, 1)
	switch final {
	case 'J':
		t.eraseDisplay(t.param(0, 0))
	case 'K':
		t.eraseLine(t.param(0, 0))
	case 'X':
		t.set(image.Rect(t.x, t.y, t.x+n, t.y+1), false)
	case '@':
		t.shift(n)
	case 'P':
		t.shift(-n)
	case 'L', 'M':
		if final == 'M' {
			n = -n
		}
		if t.y >= t.top && t.y < t.bot {
			t.scroll(t.y, t.bot, -n)
			t.moveTo(0, t.y)
		}
	case 'S':
		t.scroll(t.top, t.bot, n)
	case 'T':
		t.scroll(t.top, t.bot, -n)
	case 'b':
		for range min(n, t.width*t.height) {
			t.print([]byte{'x'}, 1) // the renderer repeats ASCII only, never filler
		}
	default:
		return false
	}
	return true
}

// eraseDisplay erases the cells from the cursor on (0), those up to it (1), or
// all (2 and above).
func (t *tracker) eraseDisplay(how int) {
	rows := [][2]int{{t.y + 1, t.height}, {0, t.y}, {0, t.height}}[min(how, 2)]
	t.eraseLine(how)
	t.set(image.Rect(0, rows[0], t.width, rows[1]), false)
	if how > 1 {
		clear(t.pixels)
		t.wiped = true
	}
}

// eraseLine does the same within the cursor's row.
func (t *tracker) eraseLine(how int) {
	columns := [][2]int{{t.x, t.width}, {0, t.x + 1}, {0, t.width}}[min(how, 2)]
	t.set(image.Rect(columns[0], t.y, columns[1], t.y+1), false)
}

// other handles the remaining sequences without a prefix.
func (t *tracker) other(final byte) {
	switch final {
	case 'r':
		// Terminals ignore a region of less than two rows.
		if top, bot := t.param(0, 1)-1, min(t.param(1, t.height), t.height); bot-top > 1 {
			t.top, t.bot = top, bot
			t.moveTo(0, 0)
		}
	case 's':
		t.saved = image.Pt(t.x, t.y)
	case 'u':
		t.restore()
	case 'm', 'c', 'n', 't': // colours, queries
	default:
		t.giveUp()
	}
}

// private handles a sequence with a prefix or an intermediate byte.
func (t *tracker) private(cmd ansi.Cmd) {
	switch cmd.Final() {
	case 'q': // XTVERSION, cursor shape
	case 'c', 'n', 'S', 'p': // queries
	case 'm', 'u', 'f': // how keys are reported
	case 'W': // tab stops every eight columns
	default:
		t.giveUp()
	}
}

// modes handles DEC private modes that are set (on) or reset.
func (t *tracker) modes(on bool) {
	for _, p := range t.parser.Params() {
		switch p.Param(0) {
		case 7:
			t.autowrap = on
		case 47, 1047, 1049:
			t.alt, t.wiped = on, true
			t.set(image.Rect(0, 0, t.width, t.height), false)
			clear(t.pixels)
			t.y = -1
		case 2026:
			t.syncing = t.syncing || on
		case 1, 12, 25, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2027, 2031:
		default:
			t.giveUp()
		}
	}
}
