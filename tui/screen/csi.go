package screen

import (
	"image"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// largest bounds a parameter: no terminal has more rows or columns.
const largest = 1 << 15

func (t *outputTracker) paramAt(i, defaultValue int) int {
	v, ok := t.parser.Param(i, defaultValue)
	if !ok || v == 0 {
		return defaultValue
	}
	return min(v, largest)
}

// handleCSI sends sequences to handleAdrift while the cursor's row is unknown, except those with a
// prefix, and H and f, which set the row.
func (t *outputTracker) handleCSI() {
	cmd := ansi.Cmd(t.parser.Command())
	final := cmd.Final()
	setsOrResets := final == 'h' || final == 'l'
	switch {
	case cmd.Prefix() == '?' && setsOrResets && cmd.Intermediate() == 0:
		t.setModes(final == 'h')
	case cmd.Prefix() != 0 || cmd.Intermediate() != 0:
		t.handlePrivate(final)
	case t.y < 0 && final != 'H' && final != 'f':
		t.handleAdrift(final)
	case !t.moveCursor(final) && !t.eraseCells(final):
		t.handleOther(final)
	}
}

// handleAdrift handles unknown rows: d sets the row; whatever may change cells makes all dirty.
func (t *outputTracker) handleAdrift(finalByte byte) {
	switch finalByte {
	case 'd':
		t.moveTo(t.x, t.paramAt(0, 1)-1)
	case 'r', 'm', 'c', 'n', 't', 'h', 'l', 's', 'u':
		t.handleOther(finalByte)
	default:
		if !t.moveCursor(finalByte) {
			t.Invalidate()
			if finalByte == 'J' && t.paramAt(0, 0) >= 2 {
				t.eraseDisplay(2)
			}
		}
		t.y = -1
	}
}

// moveCursor reports whether the sequence moves the cursor. Up and down stop at the scrolled
// region's margins unless the cursor is beyond them.
func (t *outputTracker) moveCursor(finalByte byte) bool {
	n, x, y := t.paramAt(0, 1), t.x, t.y
	switch finalByte {
	case 'A':
		y = max(y-n, loaders.IfElse(y >= t.top, t.top, 0))
	case 'B', 'e':
		y = min(y+n, loaders.IfElse(y < t.bot, t.bot, t.height)-1)
	case 'C', 'a':
		x += n
	case 'D':
		x -= n
	case 'E':
		x, y = 0, y+n
	case 'F':
		x, y = 0, max(y-n, 0)
	case 'G', '`':
		x = n - 1
	case 'H', 'f':
		x, y = t.paramAt(1, 1)-1, n-1
	case 'd':
		y = n - 1
	case 'I':
		x = (x/tabStop + n) * tabStop
	case 'Z':
		x = ((x+tabStop-1)/tabStop - n) * tabStop
	default:
		return false
	}
	t.moveTo(x, y)
	return true
}

// eraseCells handles sequences that erase, shift, scroll or repeat cells, and reports whether this
// was one.
func (t *outputTracker) eraseCells(finalByte byte) bool {
	n := t.paramAt(0, 1)
	switch finalByte {
	case 'J':
		t.eraseDisplay(t.paramAt(0, 0))
	case 'K':
		t.eraseLine(t.paramAt(0, 0))
	case 'X':
		t.setOverwritten(image.Rect(t.x, t.y, t.x+n, t.y+1), withOther)
	case '@':
		t.shiftCells(n)
	case 'P':
		t.shiftCells(-n)
	case 'L', 'M':
		if finalByte == 'M' {
			n = -n
		}
		if t.y >= t.top && t.y < t.bot {
			t.scrollRows(t.y, -n)
			t.moveTo(0, t.y)
		}
	case 'S':
		t.scrollRows(t.top, n)
	case 'T':
		t.scrollRows(t.top, -n)
	case 'b':
		for range min(n, t.width*t.height) {
			t.printCell([]byte{'x'}, 1) // the renderer repeats ASCII only, never filler
		}
	default:
		return false
	}
	return true
}

func (t *outputTracker) eraseDisplay(eraseMode int) {
	rows := [][2]int{{t.y + 1, t.height}, {0, t.y}, {0, t.height}}[min(eraseMode, 2)]
	t.eraseLine(eraseMode)
	t.setOverwritten(image.Rect(0, rows[0], t.width, rows[1]), withOther)
	if eraseMode > 1 {
		clear(t.pixels)
		t.wiped = true
	}
}

func (t *outputTracker) eraseLine(eraseMode int) {
	columns := [][2]int{{t.x, t.width}, {0, t.x + 1}, {0, t.width}}[min(eraseMode, 2)]
	t.setOverwritten(image.Rect(columns[0], t.y, columns[1], t.y+1), withOther)
}

// handleOther handles the remaining sequences without a prefix: the scroll region, which also moves
// the cursor to the top, the saved cursor, and colours and queries, which change nothing. One that
// it does not know makes every cell dirty and the cursor's row unknown.
func (t *outputTracker) handleOther(finalByte byte) {
	switch finalByte {
	case 'r':
		// Terminals ignore a region of less than two rows.
		if top, bot := t.paramAt(0, 1)-1, min(t.paramAt(1, t.height), t.height); bot-top > 1 {
			t.top, t.bot = top, bot
			t.moveTo(0, 0)
		}
	case 's':
		t.saved = image.Pt(t.x, t.y)
	case 'u':
		t.restoreCursor()
	case 'm', 'c', 'n', 't': // colours, queries
	default:
		t.giveUp()
	}
}

func (t *outputTracker) handlePrivate(finalByte byte) {
	switch finalByte {
	case 'q': // XTVERSION, cursor shape
	case 'c', 'n', 'S', 'p': // queries
	case 'm', 'u', 'f': // how keys are reported
	case 'W': // tab stops every eight columns
	default:
		t.giveUp()
	}
}

// setModes handles DEC private modes that are set (on) or reset. At an unknown one it gives up: every
// cell is dirty, and the row unknown.
func (t *outputTracker) setModes(enabled bool) {
	for _, p := range t.parser.Params() {
		switch p.Param(0) {
		case 7:
			t.autowrap = enabled
		case 47, 1047, 1049:
			t.alt, t.wiped = enabled, true
			t.setOverwritten(t.allCells(), withOther)
			clear(t.pixels)
			t.y = -1
		case 25:
			t.hidden = !enabled
		case 2026:
			t.syncing = t.syncing || enabled
		case 1, 12, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2027, 2031:
		default:
			t.giveUp()
		}
	}
}
