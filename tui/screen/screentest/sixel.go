package screentest

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/draw"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-sixel"
)

// handle teaches the emulator pictures and answers.
func (t *Terminal) handle() {
	t.screen.RegisterDcsHandler('q', t.picture)
	t.screen.RegisterOscHandler(1337, t.inline)
	t.handleKitty()
	t.screen.RegisterCsiHandler('c', func(ansi.Params) bool {
		if t.config.Sixel {
			t.answer("\x1b[?62;4;22c")
		} else {
			t.answer("\x1b[?62;22c")
		}
		return true
	})
	t.screen.RegisterCsiHandler('t', func(p ansi.Params) bool {
		if what, _, _ := p.Param(0, 0); what == 16 {
			t.answer("\x1b[6;%d;%dt", t.config.Cell.Y, t.config.Cell.X)
		}
		return true
	})
	t.screen.RegisterCsiHandler(ansi.Command('>', 0, 'q'), func(ansi.Params) bool {
		t.answer("\x1bP>|%s\x1b\\", cmp.Or(t.config.Version, "screentest(1)"))
		return true
	})
	t.screen.RegisterCsiHandler(ansi.Command('?', 0, 'S'), func(p ansi.Params) bool {
		if item, _, _ := p.Param(0, 0); item == 2 && t.config.Largest.X > 0 {
			t.answer("\x1b[?2;0;%d;%dS", t.config.Largest.X, t.config.Largest.Y)
		}
		return true
	})
	t.screen.RegisterCsiHandler(ansi.Command('?', '$', 'p'), func(p ansi.Params) bool {
		mode, _, _ := p.Param(0, 0)
		value := 0
		if mode == 2026 && t.config.Sync {
			value = 2
		}
		t.answer("\x1b[?%d;%d$y", mode, value)
		return true
	})
	t.screen.RegisterCsiHandler('r', func(p ansi.Params) bool {
		// A program that has not yet heard that the screen is smaller sets
		// margins below it. Terminals take the last row for those; the
		// emulator would write there.
		if bottom, _, ok := p.Param(1, 0); ok && bottom > t.config.Rows {
			p[1] = ansi.Param(t.config.Rows)
		}
		return false
	})
}

// sentinel is the content of a cell that shows pixels. It names the cell, so
// that one that is moved about counts as lost.
func sentinel(x, y int) string {
	const columns = 512 // more than a test's terminal has
	return string(firstSentinel + rune(y*columns+x))
}

const firstSentinel = '\U000F0000' // of a private use plane

func isSentinel(s string) bool {
	for _, r := range s {
		return r >= firstSentinel
	}
	return false
}

func (t *Terminal) fault(format string, args ...any) {
	const enough = 20
	if len(t.faults) < enough {
		t.faults = append(t.faults, fmt.Sprintf(format, args...))
	}
}

// picture paints a sixel picture at the cursor.
func (t *Terminal) picture(_ ansi.Params, data []byte) bool {
	at := t.screen.CursorPosition()
	src := append([]byte("\x1bP0;1;8q"), data...)
	src = append(src, "\x1b\\"...)
	var img image.Image
	if err := sixel.NewDecoder(bytes.NewReader(src)).Decode(&img); err != nil {
		t.fault("a picture at %v cannot be decoded: %v", at, err)
		return true
	}
	if !opaque(img) {
		t.fault("a picture at %v has transparent pixels", at)
	}
	if l, size := t.config.Largest, img.Bounds().Size(); l.X > 0 && (size.X > l.X || size.Y > l.Y) {
		t.fault("a picture of %v pixels where the terminal shows %v", size, l)
	}
	t.stamp(img, len(src))
	return true
}

// stamp paints a picture into the cells at the cursor.
func (t *Terminal) stamp(img image.Image, bytes int) {
	at := t.screen.CursorPosition()
	cell, size := t.config.Cell, img.Bounds().Size()
	if size.X%cell.X != 0 || size.Y%cell.Y != 0 {
		t.fault("a picture at %v of %v pixels is not a whole number of cells of %v", at, size, cell)
	}
	cells := image.Rect(at.X, at.Y, at.X+size.X/cell.X, at.Y+size.Y/cell.Y)
	t.inside(cells)
	t.tiles = append(t.tiles, Tile{cells, bytes, time.Now()})
	t.sweep()
	draw.Draw(t.canvas, image.Rectangle{Max: size}.Add(image.Pt(at.X*cell.X, at.Y*cell.Y)), img, img.Bounds().Min, draw.Over)
	for y := cells.Min.Y; y < cells.Max.Y; y++ {
		for x := cells.Min.X; x < cells.Max.X; x++ {
			t.screen.SetCell(x, y, &uv.Cell{Content: sentinel(x, y), Width: 1})
		}
	}
}

// inside faults a picture that would be cut off or scroll the screen.
func (t *Terminal) inside(cells image.Rectangle) {
	if cells.Min.X < 0 || cells.Min.Y < 0 || cells.Max.X > t.config.Cols || cells.Max.Y >= t.config.Rows {
		t.fault("a picture on cells %v of %d×%d: it would be cut off or scroll the screen", cells, t.config.Cols, t.config.Rows)
	}
}

func opaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// sweep takes the pixels from cells that something was done to.
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
