package screen

import (
	"bytes"
	"image"
	"slices"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// longestRest bounds what is kept of an unfinished sequence.
const longestRest = 1 << 16

// Write takes note of p, which is written to the terminal.
func (t *tracker) Write(p []byte) {
	if len(t.rest) > 0 {
		p = append(t.rest, p...)
		t.rest = nil
	}
	t.read(p, func(int, []byte, int) {})
}

// read takes note of p, and tells before of every sequence in it: where it
// begins, what it is, how many cells it takes.
func (t *tracker) read(p []byte, before func(at int, seq []byte, width int)) {
	whole := len(p) - unfinished(p)
	for at := 0; at < whole; {
		seq, width, n, state := Decode(p[at:whole], t.parser)
		if state != ansi.NormalState {
			t.keep(p[at:])
			return
		}
		before(at, seq, width)
		if seq == nil {
			t.lost()
		} else {
			t.take(seq, width)
		}
		at += n
	}
	if whole < len(p) {
		t.keep(p[whole:])
	}
}

// unfinished is how many bytes at the end of p begin a character that p does
// not hold whole. The decoder would join them to the character before.
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

// mostParams is what a parser of the library holds.
const mostParams = 32

// Decode is the library's DecodeSequence from the normal state. Where p begins
// with a control sequence of more parameters than parser holds, which the
// library would write past, seq is nil and parser is as before: no program of
// sense writes one.
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
		// The library lets what selects a character set introduce parameters.
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

func (t *tracker) keep(p []byte) {
	if len(p) > longestRest {
		t.Invalidate()
		t.y = -1
		return
	}
	t.rest = slices.Clone(p)
}

func (t *tracker) take(seq []byte, width int) {
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
	// Else: a letter of no width joined to the one before, or a string that
	// 8-bit controls enclose.
}

// escape takes what starts with ESC.
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
		t.device(seq)
	case ']', '^', 'X', '\\', '=', '>', '(', ')':
	default:
		t.lost()
	}
}

// device takes a device control or application string: questions change
// nothing, a picture of somebody else may lie anywhere.
func (t *tracker) device(seq []byte) {
	if cmd := ansi.Cmd(t.parser.Command()); seq[1] == 'P' && cmd.Final() == 'q' && cmd.Intermediate() != 0 {
		return // DECRQSS, XTGETTCAP
	}
	t.lost()
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
		t.lost()
	}
}

// colours reports whether a sequence only changes how what follows looks.
func colours(seq []byte) bool {
	return len(seq) > 2 && seq[0] == ansi.ESC && seq[1] == '[' && seq[len(seq)-1] == 'm' && seq[2] != '>' && seq[2] != '?'
}

// draw takes note of a change of colours.
func (t *tracker) draw(seq []byte) {
	if s := string(seq); s == "\x1b[m" || s == "\x1b[0m" {
		t.pen = ""
	} else if len(t.pen) <= longestPen {
		t.pen += s
	}
}

// longestPen bounds what is remembered of colours since the last reset.
const longestPen = 128
