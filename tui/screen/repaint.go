package screen

import (
	"bytes"
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// The renderer rewrites a row with a wide glyph in every frame because terminals disagree on its
// width. Beside a picture, that would cost a row of it each time, so the tracker leaves out
// unchanged rows.

type rowRepaint struct {
	row   int
	start int    // offset of the erasing in the input
	pen   string // colours at the start
	pens  []byte // changes of colours within the row
	// The state before.
	filler, dirty, pixels []bool
	version               int
	feeds                 int
}

// Filter is [outputTracker.Write], but returns what must be written: rows repainted without a change
// become cursor movements and colours. It may return p.
func (t *outputTracker) Filter(p []byte) []byte {
	if len(t.rest) > 0 {
		t.Write(p)
		return p
	}
	var (
		open *rowRepaint
		out  []byte
		done int // bytes of p that are in out or left out
	)
	shut := func(offset int) {
		if open == nil {
			return
		}
		if instead, same := t.sameRow(open, p[open.start:offset]); same {
			out = append(append(out, p[done:open.start]...), instead...)
			done = offset
		}
		open = nil
	}
	t.readOutput(p, func(offset int, seq []byte, width int) {
		switch {
		case open != nil && changesColours(seq):
			open.pens = append(open.pens, seq...)
		case width == 0 && (seq[0] < ' ' || len(seq) == 1):
			shut(offset)
		}
		beginsRow := string(seq) == ansi.EraseLineRight && t.x == 0 && t.y >= 0 && !t.wrap
		if beginsRow {
			open = t.openRepaint(offset)
		}
	})
	shut(len(p) - len(t.rest))
	if done == 0 {
		return p
	}
	return append(out, p[done:]...)
}

func (t *outputTracker) openRepaint(outputOffset int) *rowRepaint {
	row := func(cells []bool) []bool { return slices.Clone(cells[t.y*t.width:][:t.width]) }
	return &rowRepaint{
		row: t.y, start: outputOffset, pen: t.pen, version: t.versions[t.y], feeds: t.feeds,
		filler: row(t.filler), dirty: row(t.dirty), pixels: row(t.pixels),
	}
}

// sameRow restores the state if writtenBytes repaints the row as it was, and returns what to write
// instead. Otherwise it records writtenBytes, unless the output ran on into another row.
func (t *outputTracker) sameRow(r *rowRepaint, writtenBytes []byte) (instead []byte, same bool) {
	if t.feeds != r.feeds || t.wrap || len(r.pen) > longestPen {
		delete(t.rows, r.row) // it runs on into another row, and may scroll back to where it began
		return nil, false
	}
	text := r.pen + "\x00" + string(bytes.TrimPrefix(writtenBytes, []byte(ansi.EraseLineRight)))
	if last, ok := t.rows[r.row]; !ok || last.text != text || last.version != r.version {
		t.rows[r.row] = paintedText{text, t.versions[r.row]}
		return nil, false
	}
	cells := r.row * t.width
	copy(t.filler[cells:], r.filler)
	copy(t.dirty[cells:], r.dirty)
	copy(t.pixels[cells:], r.pixels)
	t.versions[r.row] = r.version
	return append([]byte(ansi.CursorPosition(t.x+1, t.y+1)), r.pens...), true
}
