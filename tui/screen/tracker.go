package screen

import (
	"image"
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// outputTracker follows the output as far as it affects pictures. What it does not understand makes every
// cell dirty: painting too often costs bytes, but a missing picture is a fault.
type outputTracker struct {
	screenCells

	x, y     int  // the cursor; y < 0 if unknown
	hidden   bool // the cursor is not shown
	wrap     bool // the last column was written: the next letter wraps
	autowrap bool
	feeds    int // how often feedLine was called, which may scroll
	top, bot int // the scroll region, [top, bot)
	saved    image.Point

	slid bool // rows were scrolled since the last call of residue

	// Pictures over the text were moved or deleted since an album last checked.
	moved, wiped bool

	alt     bool // on the alternate screen
	syncing bool // the renderer uses synchronised updates (mode 2026)

	rows map[int]paintedText // rows that were repainted as a whole
	pen  string              // changes of colours since the last reset

	parser *ansi.Parser
	rest   []byte // the start of an unfinished sequence
}

type screenCells struct {
	width, height int
	filler, dirty []bool // by cell, row by row
	// pixels marks cells that may hold pixels since [screenCells.Clean]. In xterm, erasing only hides
	// them: they reappear when rows are scrolled.
	pixels   []bool
	versions []int // by row: how often it was changed
}

func newTracker(w, h int) *outputTracker {
	t := &outputTracker{parser: ansi.NewParser(), autowrap: true}
	t.Resize(w, h)
	return t
}

// Resize makes every cell dirty because each terminal moves text in its own way when its size
// changes.
func (t *outputTracker) Resize(w, h int) {
	t.width, t.height = max(w, 0), max(h, 0)
	t.moved = true
	cells := t.width * t.height
	t.filler, t.dirty, t.pixels = make([]bool, cells), slices.Repeat([]bool{true}, cells), make([]bool, cells)
	t.slid = false
	t.versions, t.rows = make([]int, t.height), map[int]paintedText{}
	t.x, t.y, t.wrap = 0, -1, false
	t.top, t.bot = 0, t.height
}

func (c *screenCells) allCells() image.Rectangle { return image.Rect(0, 0, c.width, c.height) }

// paintableCells leaves out the last row because terminals would scroll.
func (c *screenCells) paintableCells() image.Rectangle { return image.Rect(0, 0, c.width, c.height-1) }

// Filler reports whether the cell holds filler, so that a picture may be painted there.
func (c *screenCells) Filler(x, y int) bool { return c.filler[y*c.width+x] }

// Dirty reports whether anything was written to the cell since [screenCells.Clean].
func (c *screenCells) Dirty(x, y int) bool { return c.dirty[y*c.width+x] }

func (c *screenCells) Clean(x, y int) { c.dirty[y*c.width+x], c.pixels[y*c.width+x] = false, true }

// residueCells returns the cells to overwrite because the last output only erased them and the
// terminal would keep the pixels. After scrolling these are all cells with pixels: xterm scrolls
// pictures along with any rows.
func (t *outputTracker) residueCells() []image.Rectangle {
	left := func(x, y int) bool { return t.pixels[y*t.width+x] && (t.slid || !t.Filler(x, y)) }
	rects := coverCells(t.allCells(), left)
	for _, r := range rects {
		t.setFlags(t.pixels, t.touchCells(r), cleared)
	}
	t.slid = false
	return rects
}

// Invalidate makes every cell dirty, so that all pictures are painted again.
func (t *outputTracker) Invalidate() {
	t.moved = true
	t.touchCells(t.allCells())
}

// Between reports whether the last write ended between two sequences, so that another can follow.
func (t *outputTracker) Between() bool { return len(t.rest) == 0 }

func (t *outputTracker) giveUp() {
	t.Invalidate()
	t.wrap, t.y = false, -1
}

// printCell makes the rest of the row dirty after a wide or ambiguous character; if the row is
// unknown, every cell.
func (t *outputTracker) printCell(seq []byte, width int) {
	if t.y < 0 {
		t.Invalidate()
		return
	}
	if t.wrap && t.autowrap {
		t.x = 0
		t.feedLine(1)
	}
	t.wrap = false
	if width > 1 && t.x+width > t.width {
		t.setOverwritten(t.restOfRow(), withOther) // left blank, or split
		t.x = 0
		t.feedLine(1)
	}
	t.setOverwritten(image.Rect(t.x, t.y, t.x+width, t.y+1), isFiller(seq))
	if at := t.y*t.width + t.x; !t.slid {
		clear(t.pixels[at:min(at+width, (t.y+1)*t.width)])
	}
	if width > 1 || ansi.StringWidthWc(string(seq)) != width {
		// Terminals disagree on such a glyph's width, and so on where the row continues.
		t.touchCells(t.restOfRow())
	}
	t.x += width
	if t.x >= t.width {
		t.x, t.wrap = t.width-1, true
	}
}

const withOther = false

func (c *screenCells) setOverwritten(r image.Rectangle, filler bool) {
	c.setFlags(c.filler, c.touchCells(r), filler)
}

const raised, cleared = true, false

func (c *screenCells) setFlags(cellFlags []bool, r image.Rectangle, enabled bool) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for i := y*c.width + r.Min.X; i < y*c.width+r.Max.X; i++ {
			cellFlags[i] = enabled
		}
	}
}

func (c *screenCells) touchCells(r image.Rectangle) image.Rectangle {
	r = r.Intersect(c.allCells())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		c.versions[y]++
	}
	c.setFlags(c.dirty, r, raised)
	return r
}

func (t *outputTracker) moveTo(x, y int) {
	t.wrap = false
	t.x = min(max(x, 0), max(t.width-1, 0))
	if y >= 0 {
		t.y = min(y, max(t.height-1, 0))
	}
}

// cursorAside returns what surrounds output that keeps the cursor. It hides the cursor: xterm draws
// it wherever the data so far end, and then the cell without its picture.
func (t *outputTracker) cursorAside() (begin, end string) {
	if t.hidden {
		return ansi.SaveCursor, ansi.RestoreCursor
	}
	return ansi.ResetModeTextCursorEnable + ansi.SaveCursor, ansi.RestoreCursor + ansi.SetModeTextCursorEnable
}

func (t *outputTracker) restoreCursor() {
	t.moveTo(t.saved.X, t.saved.Y)
	t.y = min(t.y, t.saved.Y)
}

const tabStop = 8

// feedLine moves the cursor by one row, -1 for up, and scrolls at the edge of the region.
func (t *outputTracker) feedLine(by int) {
	t.feeds++
	t.wrap = false
	edge := t.top
	if by > 0 {
		edge = t.bot - 1
	}
	switch {
	case t.y < 0:
		t.Invalidate()
	case t.y == edge:
		t.scrollRows(t.top, by)
	default:
		t.moveTo(t.x, max(t.y+by, 0))
	}
}

func (t *outputTracker) scrollRows(topRow, n int) {
	if topRow >= t.bot { // of a screen without rows
		return
	}
	t.moved, t.slid = true, true
	slideCells(t.filler[topRow*t.width:t.bot*t.width], n*t.width)
	t.touchCells(image.Rect(0, topRow, t.width, t.bot))
}

func (t *outputTracker) shiftCells(n int) {
	slideCells(t.filler[t.y*t.width+t.x:(t.y+1)*t.width], -n)
	t.touchCells(t.restOfRow())
}

func (t *outputTracker) restOfRow() image.Rectangle { return image.Rect(t.x, t.y, t.width, t.y+1) }

func slideCells(cellFlags []bool, n int) {
	if n = min(max(n, -len(cellFlags)), len(cellFlags)); n > 0 {
		copy(cellFlags, cellFlags[n:])
		clear(cellFlags[len(cellFlags)-n:])
	} else {
		copy(cellFlags[-n:], cellFlags)
		clear(cellFlags[:-n])
	}
}

type paintedText struct {
	text    string // the colours before the erasing, and the text after it
	version int    // of the row after the text
}
