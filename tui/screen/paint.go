package screen

import (
	"image"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// tile is a part of a picture that is to be painted.
type tile struct {
	picture Picture
	cells   image.Rectangle // of the screen
}

// count is the number of cells of tiles.
func count(tiles []tile) (n int) {
	for _, t := range tiles {
		n += t.cells.Dx() * t.cells.Dy()
	}
	return n
}

// todo returns the tiles that are missing.
func (w *Writer) todo(now time.Time) (tiles []tile) {
	if !w.ready(now) {
		return nil
	}
	for _, p := range w.scene {
		for _, r := range w.missing(p) {
			tiles = append(tiles, tile{p, r})
		}
	}
	return tiles
}

// paint sets buf to as many of tiles as the link has room for, between saving
// and restoring the cursor.
func (w *Writer) paint(tiles []tile, now time.Time, fenced bool) {
	w.buf.Reset()
	for len(tiles) > 0 {
		need := w.perCell * float64(count(tiles))
		room := w.flow.room(now, int(need))
		if room == 0 && fenced {
			break
		}
		if room >= int(need) || !fenced {
			for _, t := range tiles {
				w.tile(t)
			}
			tiles = nil
		} else {
			cut, left := slice(tiles[0].cells, int(float64(room)/w.perCell))
			w.tile(tile{tiles[0].picture, cut})
			rest := make([]tile, 0, len(tiles)+1)
			for _, r := range left {
				rest = append(rest, tile{tiles[0].picture, r})
			}
			tiles = append(rest, tiles[1:]...)
		}
		if fenced {
			w.buf.Write(w.flow.ask(w.buf.AvailableBuffer(), now))
		}
	}
	if w.buf.Len() > 0 {
		w.buf.WriteString(ansi.RestoreCursor)
	}
}

// tile appends a tile to buf, and saves the cursor before the first.
func (w *Writer) tile(t tile) {
	if w.buf.Len() == 0 {
		w.buf.WriteString(ansi.SaveCursor)
	}
	before := w.buf.Len()
	w.buf.WriteString(ansi.CursorPosition(t.cells.Min.X+1, t.cells.Min.Y+1))
	w.buf.Write(t.picture.Raster.Encode(w.buf.AvailableBuffer(), t.cells.Sub(t.picture.At)))
	n := w.buf.Len() - before
	w.flow.pending += n
	// A few cells say little of a picture: their palette weighs more.
	if cells := t.cells.Dx() * t.cells.Dy(); cells >= 64 {
		w.perCell = float64(n) / float64(cells)
	}
	w.mark(t.picture, t.cells)
}

// missing returns the cells of p that do not show it yet, as rectangles.
func (w *Writer) missing(p Picture) []image.Rectangle {
	cols, rows := w.tracker.Size()
	area := p.area().Intersect(image.Rect(0, 0, cols, rows-1))
	return split(cover(area, func(x, y int) bool {
		if !w.tracker.Filler(x, y) || within(x, y, p.Holes) {
			return false
		}
		if w.tracker.Dirty(x, y) {
			return true
		}
		was, is := w.shown[y*cols+x], shown{p.Raster, image.Pt(x, y).Sub(p.At)}
		if was == is {
			return false
		}
		if was.raster == nil || !is.raster.Same(is.at, was.raster, was.at) {
			return true
		}
		w.shown[y*cols+x] = is // lets go of the old raster
		return false
	}), w.largest)
}

// mark says that the cells of tile show p now.
func (w *Writer) mark(p Picture, tile image.Rectangle) {
	cols, _ := w.tracker.Size()
	for y := tile.Min.Y; y < tile.Max.Y; y++ {
		for x := tile.Min.X; x < tile.Max.X; x++ {
			w.tracker.Clean(x, y)
			w.shown[y*cols+x] = shown{p.Raster, image.Pt(x, y).Sub(p.At)}
		}
	}
}

func within(x, y int, areas []image.Rectangle) bool {
	for _, a := range areas {
		if image.Pt(x, y).In(a) {
			return true
		}
	}
	return false
}
