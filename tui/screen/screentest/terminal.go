package screentest

import (
	"fmt"
	"image"
	"image/draw"
	"os"
	"sync"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
)

// TerminalConfig describes a terminal.
type TerminalConfig struct {
	Cols, Rows int         // 80×24 by default
	Cell       image.Point // pixels, 10×20 by default
	Sixel      bool        // it claims to show sixel pictures
	Kitty      bool        // it has kitty's graphics protocol
	Inline     bool        // it has iTerm2's inline images
	Version    string      // the name that it reports, "screentest(1)" by default
	Sync       bool        // it has synchronised updates (mode 2026)
	Silent     bool        // it answers no queries
	// Crash is set if the program is to crash, which may cut a picture short.
	Crash bool
	// Full is set if the terminal has no room for kitty's images and reports that.
	Full bool
	// Largest is the largest picture that it claims to show, (0, 0) if it does not say.
	Largest image.Point
	Link    SlowLink // the line between the program and the terminal
	// Record keeps all that the program writes, for [Terminal.Recorded].
	Record bool
}

// Terminal is a terminal with a program on it. Only the test's goroutine may call its methods.
type Terminal struct {
	t       testing.TB
	config  TerminalConfig
	pty     *os.File
	answers chan string
	up      *uplink
	resized chan struct{} // nil unless the program runs in the test's process
	ended   chan struct{} // closed when the program's output has ended

	mu      sync.Mutex // guards the following fields, which the reader changes
	screen  *vt.Emulator
	canvas  *image.RGBA
	faults  []string
	written int
	tiles   []PaintedTile
	album   imageStore // of kitty's protocol
	tail    []byte     // the end of the output, for failures; all of it with Record
}

// PaintedTile is a picture that the program painted.
type PaintedTile struct {
	Cells image.Rectangle
	Bytes int
	At    time.Time // when it arrived
}

// answer does nothing if the terminal is silent or the queue is full.
func (t *Terminal) answer(format string, args ...any) {
	if !t.config.Silent {
		select {
		case t.answers <- fmt.Sprintf(format, args...):
		default: // the program never stops asking
		}
	}
}

// fault fails the test at its end; it keeps twenty. The caller holds mu.
func (t *Terminal) fault(format string, args ...any) {
	const enough = 20
	if len(t.faults) < enough {
		t.faults = append(t.faults, fmt.Sprintf(format, args...))
	}
}

func (t *Terminal) report() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.faults {
		t.t.Error(f)
	}
}

func (t *Terminal) pixels(cellArea image.Rectangle) image.Rectangle {
	c := t.config.Cell
	return image.Rect(cellArea.Min.X*c.X, cellArea.Min.Y*c.Y, cellArea.Max.X*c.X, cellArea.Max.Y*c.Y)
}

// stamp paints a picture at the cursor and records a tile of so many bytes. Partial cells are a
// fault.
func (t *Terminal) stamp(img image.Image, byteCount int) {
	at := t.screen.CursorPosition()
	cell, size := t.config.Cell, img.Bounds().Size()
	if size.X%cell.X != 0 || size.Y%cell.Y != 0 {
		t.fault("a picture at %v of %v pixels is not a whole number of cells of %v", at, size, cell)
	}
	cells := image.Rect(at.X, at.Y, at.X+size.X/cell.X, at.Y+size.Y/cell.Y)
	t.inside(cells)
	t.tiles = append(t.tiles, PaintedTile{cells, byteCount, time.Now()})
	t.sweep()
	draw.Draw(t.canvas, image.Rectangle{Max: size}.Add(image.Pt(at.X*cell.X, at.Y*cell.Y)), img, img.Bounds().Min, draw.Over)
	for y := cells.Min.Y; y < cells.Max.Y; y++ {
		for x := cells.Min.X; x < cells.Max.X; x++ {
			t.screen.SetCell(x, y, &uv.Cell{Content: sentinel(x, y), Width: 1})
		}
	}
}

func (t *Terminal) inside(cellArea image.Rectangle) {
	isInside := cellArea.Min.X >= 0 && cellArea.Min.Y >= 0 && cellArea.Max.X <= t.config.Cols && cellArea.Max.Y < t.config.Rows
	if !isInside {
		t.fault("a picture on cells %v of %d×%d: it would be cut off or scroll the screen", cellArea, t.config.Cols, t.config.Rows)
	}
}

func opaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// sentinel encodes the position, so that a cell that was moved counts as lost.
func sentinel(x, y int) string {
	const columns = 512 // more than a test's terminal has
	return string(firstSentinel + rune(y*columns+x))
}

const firstSentinel = '\U000F0000' // in a private use plane

func isSentinel(s string) bool {
	for _, r := range s {
		return r >= firstSentinel
	}
	return false
}

func (t *Terminal) sweep() {
	for y := range t.screen.Height() {
		for x := range t.screen.Width() {
			if c := t.screen.CellAt(x, y); c == nil || c.Content != sentinel(x, y) {
				r := image.Rect(x, y, x+1, y+1)
				r.Min.X, r.Max.X = r.Min.X*t.config.Cell.X, r.Max.X*t.config.Cell.X
				r.Min.Y, r.Max.Y = r.Min.Y*t.config.Cell.Y, r.Max.Y*t.config.Cell.Y
				draw.Draw(t.canvas, r, image.Transparent, image.Point{}, draw.Src)
			}
		}
	}
}
