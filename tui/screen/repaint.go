package screen

import (
	"bytes"
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// The renderer repaints a row that holds a wide glyph with every frame: it
// erases the row and rewrites it, since a terminal may find the glyph wider
// or narrower. Beside a picture that would cost the picture's row each time.
// A row that is erased and written as it was the last time, with nothing else
// done to it since, is left out of what goes to the terminal.

// repaint is a row being erased and rewritten.
type repaint struct {
	row   int
	start int    // where the erasing begins in what is read
	pen   string // colours at that time
	pens  []byte // the changes of colours in it
	// What the row was before.
	filler, dirty, pixels []bool
	version               int
	feeds                 int
}

// Filter takes note of p as [tracker.Write] does and returns what of it has to
// be written: all but the rows that are repainted as they are.
func (t *tracker) Filter(p []byte) []byte {
	if len(t.rest) > 0 {
		t.Write(p)
		return p
	}
	var (
		open *repaint
		out  []byte
		done int // of p is in out or left out
	)
	shut := func(at int) {
		if open == nil {
			return
		}
		if instead, same := t.same(open, p[open.start:at]); same {
			out = append(append(out, p[done:open.start]...), instead...)
			done = at
		}
		open = nil
	}
	t.read(p, func(at int, seq []byte, width int) {
		switch {
		case open != nil && colours(seq):
			open.pens = append(open.pens, seq...)
		case width == 0 && (seq[0] < ' ' || len(seq) == 1):
			shut(at)
		}
		if string(seq) == ansi.EraseLineRight && t.x == 0 && t.y >= 0 && !t.wrap {
			open = t.open(at)
		}
	})
	shut(len(p) - len(t.rest))
	if done == 0 {
		return p
	}
	return append(out, p[done:]...)
}

func (t *tracker) open(at int) *repaint {
	cells := t.y * t.width
	return &repaint{
		row: t.y, start: at, pen: t.pen, version: t.versions[t.y], feeds: t.feeds,
		filler: slices.Clone(t.filler[cells : cells+t.width]),
		dirty:  slices.Clone(t.dirty[cells : cells+t.width]),
		pixels: slices.Clone(t.pixels[cells : cells+t.width]),
	}
}

// same reports whether r's row is what it was, and what to write in place of
// written; it remembers what was written.
func (t *tracker) same(r *repaint, written []byte) (instead []byte, same bool) {
	if t.feeds != r.feeds || t.wrap || len(r.pen) > longestPen {
		delete(t.rows, r.row) // it goes on into another row, which may be where it was
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
