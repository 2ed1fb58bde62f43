package screen

import (
	"bytes"
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// The renderer repaints a row with a wide glyph in every frame: it erases the
// row and rewrites it, since the glyph may be wider or narrower on the
// terminal. Beside a picture, that would cost a row of the picture each time.
// So if a row is erased and rewritten exactly as it was last time, and nothing
// else has changed it since, the tracker leaves it out of the output.

// repaint is a row being erased and rewritten.
type repaint struct {
	row   int
	start int    // offset of the erasing in the input
	pen   string // colours at the start
	pens  []byte // changes of colours within the row
	// The state of the row before.
	filler, dirty, pixels []bool
	version               int
	feeds                 int
}

// Filter updates the tracker for p, as [tracker.Write] does, and returns the part of it that must
// be written: everything but rows repainted without a change, in whose place it moves the cursor
// and changes the colours. It may return p.
func (t *tracker) Filter(p []byte) []byte {
	if len(t.rest) > 0 {
		t.Write(p)
		return p
	}
	var (
		open *repaint
		out  []byte
		done int // bytes of p that are in out or left out
	)
	shut := func(at int) {
		if open == nil {
			return
		}
		if instead, same := t.sameRow(open, p[open.start:at]); same {
			out = append(append(out, p[done:open.start]...), instead...)
			done = at
		}
		open = nil
	}
	t.readOutput(p, func(at int, seq []byte, width int) {
		switch {
		case open != nil && changesColours(seq):
			open.pens = append(open.pens, seq...)
		case width == 0 && (seq[0] < ' ' || len(seq) == 1):
			shut(at)
		}
		beginsRow := string(seq) == ansi.EraseLineRight && t.x == 0 && t.y >= 0 && !t.wrap
		if beginsRow {
			open = t.openRepaint(at)
		}
	})
	shut(len(p) - len(t.rest))
	if done == 0 {
		return p
	}
	return append(out, p[done:]...)
}

func (t *tracker) openRepaint(at int) *repaint {
	cells := t.y * t.width
	return &repaint{
		row: t.y, start: at, pen: t.pen, version: t.versions[t.y], feeds: t.feeds,
		filler: slices.Clone(t.filler[cells : cells+t.width]),
		dirty:  slices.Clone(t.dirty[cells : cells+t.width]),
		pixels: slices.Clone(t.pixels[cells : cells+t.width]),
	}
}

// sameRow reports whether written repaints the row of r as it was and, if so, restores its state
// and returns what to write in place of written. Otherwise it records written for the next time,
// unless the output has run on into another row.
func (t *tracker) sameRow(r *repaint, written []byte) (instead []byte, same bool) {
	if t.feeds != r.feeds || t.wrap || len(r.pen) > longestPen {
		delete(t.rows, r.row) // it runs on into another row, and may scroll back to where it began
		return nil, false
	}
	text := r.pen + "\x00" + string(bytes.TrimPrefix(written, []byte(ansi.EraseLineRight)))
	if last, ok := t.rows[r.row]; !ok || last.text != text || last.version != r.version {
		t.rows[r.row] = painted{text, t.versions[r.row]}
		return nil, false
	}
	cells := r.row * t.width
	copy(t.filler[cells:], r.filler)
	copy(t.dirty[cells:], r.dirty)
	copy(t.pixels[cells:], r.pixels)
	t.versions[r.row] = r.version
	return append([]byte(ansi.CursorPosition(t.x+1, t.y+1)), r.pens...), true
}
