package screen

import (
	"image"
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// tracker follows the output as far as it affects pictures. What it does not understand makes every
// cell dirty: painting too often costs bytes, but a missing picture is a fault.
type tracker struct {
	cells

	x, y     int  // the cursor; y < 0 if unknown
	hidden   bool // the cursor is not shown
	wrap     bool // the last column was written: the next letter wraps
	autowrap bool
	feeds    int // number of line feeds, each of which may scroll
	top, bot int // the scroll region, [top, bot)
	saved    image.Point

	slid bool // rows were scrolled since the last call of residue

	// Pictures over the text were moved or deleted since an album last checked.
	moved, wiped bool

	alt     bool // on the alternate screen
	syncing bool // the renderer uses synchronised updates (mode 2026)

	rows map[int]painted // rows that were repainted as a whole
	pen  string          // changes of colours since the last reset

	parser *ansi.Parser
	rest   []byte // the start of an unfinished sequence
}

type cells struct {
	width, height int
	filler, dirty []bool // by cell, row by row
	// pixels marks cells that may hold pixels since [cells.Clean]. In xterm, erasing only hides
	// them: they reappear when rows are scrolled.
	pixels   []bool
	versions []int // by row: how often it was changed
}

func newTracker(w, h int) *tracker {
	t := &tracker{parser: ansi.NewParser(), autowrap: true}
	t.Resize(w, h)
	return t
}

// Resize makes every cell dirty because each terminal moves text in its own way when its size
// changes.
func (t *tracker) Resize(w, h int) {
	t.width, t.height = max(w, 0), max(h, 0)
	t.moved = true
	t.filler = make([]bool, t.width*t.height)
	t.dirty = slices.Repeat([]bool{true}, t.width*t.height)
	t.pixels, t.slid = make([]bool, t.width*t.height), false
	t.versions, t.rows = make([]int, t.height), map[int]painted{}
	t.x, t.y, t.wrap = 0, -1, false
	t.top, t.bot = 0, t.height
}

func (c *cells) allCells() image.Rectangle { return image.Rect(0, 0, c.width, c.height) }

// paintableCells leaves out the last row because terminals would scroll.
func (c *cells) paintableCells() image.Rectangle { return image.Rect(0, 0, c.width, c.height-1) }

// Filler reports whether the cell holds filler, so that a picture may be painted there.
func (c *cells) Filler(x, y int) bool { return c.filler[y*c.width+x] }

// Dirty reports whether anything was written to the cell since [cells.Clean].
func (c *cells) Dirty(x, y int) bool { return c.dirty[y*c.width+x] }

func (c *cells) Clean(x, y int) { c.dirty[y*c.width+x], c.pixels[y*c.width+x] = false, true }

// residueCells returns the cells to overwrite because the last output only erased them and the
// terminal would keep the pixels. After scrolling these are all cells with pixels: xterm scrolls
// pictures along with any rows.
func (t *tracker) residueCells() []image.Rectangle {
	left := func(x, y int) bool { return t.pixels[y*t.width+x] && (t.slid || !t.Filler(x, y)) }
	rects := coverCells(t.allCells(), left)
	for _, r := range rects {
		t.setFlags(t.pixels, t.touchCells(r), cleared)
	}
	t.slid = false
	return rects
}

// Invalidate makes every cell dirty, so that all pictures are painted again.
func (t *tracker) Invalidate() {
	t.moved = true
	t.touchCells(t.allCells())
}

// Between reports whether the last write ended between two sequences, so that another can follow.
func (t *tracker) Between() bool { return len(t.rest) == 0 }

func (t *tracker) giveUp() {
	t.Invalidate()
	t.wrap, t.y = false, -1
}

// printCell makes the rest of the row dirty after a wide or ambiguous character; if the row is
// unknown, every cell.
func (t *tracker) printCell(seq []byte, width int) {
	if t.y < 0 {
		t.Invalidate()
		return
	}
	if t.wrap && t.autowrap {
		t.x = 0
		t.lineFeed()
	}
	t.wrap = false
	if width > 1 && t.x+width > t.width {
		t.setOverwritten(t.restOfRow(), withOther) // left blank, or split
		t.x = 0
		t.lineFeed()
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

func (c *cells) setOverwritten(r image.Rectangle, filler bool) {
	c.setFlags(c.filler, c.touchCells(r), filler)
}

const raised, cleared = true, false

func (c *cells) setFlags(flags []bool, r image.Rectangle, on bool) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for i := y*c.width + r.Min.X; i < y*c.width+r.Max.X; i++ {
			flags[i] = on
		}
	}
}

func (c *cells) touchCells(r image.Rectangle) image.Rectangle {
	r = r.Intersect(c.allCells())
	c.markChanged(r.Min.Y, r.Max.Y)
	c.setFlags(c.dirty, r, raised)
	return r
}

func (t *tracker) moveTo(x, y int) {
	t.wrap = false
	t.x = min(max(x, 0), max(t.width-1, 0))
	if y >= 0 {
		t.y = min(y, max(t.height-1, 0))
	}
}

// cursorAside returns what surrounds output that keeps the cursor. It hides the cursor: xterm draws
// it wherever the data so far end, and then the cell without its picture.
func (t *tracker) cursorAside() (begin, end string) {
	if t.hidden {
		return ansi.SaveCursor, ansi.RestoreCursor
	}
	return ansi.ResetModeTextCursorEnable + ansi.SaveCursor, ansi.RestoreCursor + ansi.SetModeTextCursorEnable
}

func (t *tracker) restoreCursor() {
	t.moveTo(t.saved.X, t.saved.Y)
	t.y = min(t.y, t.saved.Y)
}

func (t *tracker) moveTabs(n int) {
	for range min(n, t.width) {
		t.moveTo((t.x/tabStop+1)*tabStop, t.y)
	}
}

const tabStop = 8

func (t *tracker) lineFeed() {
	t.feeds++
	switch {
	case t.y < 0:
		t.Invalidate()
	case t.y == t.bot-1:
		t.scrollRows(t.top, t.bot, 1)
	case t.y < t.height-1:
		t.y++
	}
	t.wrap = false
}

func (t *tracker) reverseIndex() {
	switch {
	case t.y < 0:
		t.Invalidate()
	case t.y == t.top:
		t.scrollRows(t.top, t.bot, -1)
	case t.y > 0:
		t.y--
	}
	t.wrap = false
}

func (t *tracker) scrollRows(top, bot, n int) {
	if top < 0 || bot > t.height || top >= bot {
		return
	}
	t.moved, t.slid = true, true
	slideCells(t.filler[top*t.width:bot*t.width], n*t.width)
	t.touchCells(image.Rect(0, top, t.width, bot))
}

func (t *tracker) shiftCells(n int) {
	if t.y < 0 {
		t.Invalidate()
		return
	}
	slideCells(t.filler[t.y*t.width+t.x:(t.y+1)*t.width], -n)
	t.touchCells(t.restOfRow())
}

func (t *tracker) restOfRow() image.Rectangle { return image.Rect(t.x, t.y, t.width, t.y+1) }

func slideCells(cells []bool, n int) {
	if n = min(max(n, -len(cells)), len(cells)); n > 0 {
		copy(cells, cells[n:])
		clear(cells[len(cells)-n:])
	} else {
		copy(cells[-n:], cells)
		clear(cells[:-n])
	}
}

type painted struct {
	text    string // the colours before the erasing, and the text after it
	version int    // of the row after the text
}

func (c *cells) markChanged(top, bot int) {
	for y := max(top, 0); y < min(bot, c.height); y++ {
		c.versions[y]++
	}
}
