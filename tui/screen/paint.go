package screen

import (
	"bytes"
	"image"
	"math"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

type pictureTile struct {
	picture Picture
	raster  Raster          // the picture's, or its draft
	cells   image.Rectangle // of the screen
}

func (p Picture) tilesOf(raster Raster, cellAreas []image.Rectangle) []pictureTile {
	return loaders.Map(cellAreas, func(r image.Rectangle) pictureTile { return pictureTile{p, raster, r} })
}

// painter requires a lock.
type painter struct {
	tracker  *outputTracker
	flow     flowControl
	scene    []Picture
	shown    []shownRaster // by cell: what was painted last
	largest  image.Point   // cells of a tile, (0, 0) for no limit
	perCell  float64       // bytes of a picture, for strips not yet encoded
	perDraft float64       // the same of drafts
	buf      bytes.Buffer
}

// tilesToDo returns missing drafts first if the line does not carry all tiles at once, so that a
// picture is never beside a part of the one before.
func (w *painter) tilesToDo() []pictureTile {
	var tiles, drafts []pictureTile
	for _, p := range w.scene {
		tiles = append(tiles, p.tilesOf(p.Raster, w.missingCells(p, p.Raster, p.rasterArea()))...)
	}
	if w.bytesNeeded(tiles) <= w.flow.atOnce() {
		return tiles
	}
	for _, t := range tiles {
		if d, ok := t.raster.(DraftRaster); ok {
			draft := d.Draft()
			drafts = append(drafts, t.picture.tilesOf(draft, w.missingCells(t.picture, draft, t.cells))...)
		}
	}
	if len(drafts) > 0 {
		return drafts
	}
	return tiles
}

func (t pictureTile) isDraft() bool { return t.raster != t.picture.Raster }

func (w *painter) priceOf(t pictureTile) *float64 {
	if t.isDraft() {
		return &w.perDraft
	}
	return &w.perCell
}

func (w *painter) bytesNeeded(tiles []pictureTile) (bytes float64) {
	for _, t := range tiles {
		bytes += *w.priceOf(t) * float64(t.cells.Dx()*t.cells.Dy())
	}
	return bytes
}

// paintTiles fills buf with the tiles that the link has room for, nearest to the focus first, or
// with all if not fenced. Fenced strips have queries; a tile that turns out too large makes the
// rest fenced. The cursor stays.
func (w *painter) paintTiles(tiles []pictureTile, now time.Time, isFenced bool) {
	w.buf.Reset()
	begin, end := w.tracker.cursorAside()
	w.buf.WriteString(begin)
	for len(tiles) > 0 {
		need := w.bytesNeeded(tiles)
		room := w.flow.roomFor(now, int(need))
		if room == 0 && isFenced {
			break
		}
		strip, most := tiles, math.MaxInt
		if tiles = nil; w.flow.on {
			most = 2 * max(room, fenceFrom)
		}
		if whole := w.countWithin(strip, room); isFenced && whole > 0 { // pictures are whole where they can be
			strip, tiles = strip[:whole], strip[whole:]
		} else if isFenced {
			strip = sortOutward(strip)
			first := strip[0]
			cut, left := sliceCells(first.cells, first.picture.Focus, int(float64(room) / *w.priceOf(first)))
			strip, tiles = []pictureTile{{first.picture, first.raster, cut}}, append(first.picture.tilesOf(first.raster, left), strip[1:]...)
		}
		for k, t := range strip {
			if !w.appendTile(t, most) { // it is cut by its own price
				tiles, isFenced = append(strip[k:], tiles...), true
				break
			}
		}
		if isFenced && w.flow.pending > 0 {
			w.buf.Write(w.flow.appendQuery(w.buf.AvailableBuffer(), now))
		}
	}
	if w.buf.Len() == len(begin) {
		w.buf.Reset()
		return
	}
	w.buf.WriteString(end)
}

// countWithin returns how many of the first tiles need no more than roomBytes.
func (w *painter) countWithin(tiles []pictureTile, roomBytes int) (count int) {
	for count < len(tiles) && int(w.bytesNeeded(tiles[:count+1])) <= roomBytes {
		count++
	}
	return count
}

func sortOutward(tiles []pictureTile) (all []pictureTile) {
	for _, t := range tiles {
		all = append(all, t.picture.tilesOf(t.raster, partsAround(t.cells, t.picture.Focus))...)
	}
	loaders.SortBy(all, func(t pictureTile) int { return paintingRank(t.cells, t.picture.Focus) })
	return all
}

// partsAround divides r into the parts inside focusArea, beside it, and above and below its rows.
func partsAround(r, focusArea image.Rectangle) (parts []image.Rectangle) {
	if focusArea.Empty() {
		return []image.Rectangle{r}
	}
	for _, part := range []image.Rectangle{
		focusArea,
		image.Rect(r.Min.X, focusArea.Min.Y, focusArea.Min.X, focusArea.Max.Y),
		image.Rect(focusArea.Max.X, focusArea.Min.Y, r.Max.X, focusArea.Max.Y),
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, focusArea.Min.Y),
		image.Rect(r.Min.X, focusArea.Max.Y, r.Max.X, r.Max.Y),
	} {
		if part = part.Intersect(r); !part.Empty() {
			parts = append(parts, part)
		}
	}
	return parts
}

func paintingRank(r, focusArea image.Rectangle) int {
	switch {
	case r.In(focusArea) || focusArea.Empty():
		return 0
	case r.Min.Y < focusArea.Max.Y && focusArea.Min.Y < r.Max.Y:
		return 1
	}
	return 2 + max(focusArea.Min.Y-r.Max.Y, r.Min.Y-focusArea.Max.Y)
}

// appendTile marks t's cells as shown. If a tile of 16 cells or more exceeds maxBytes, it appends
// nothing, returns false, and only keeps the size as an estimate.
func (w *painter) appendTile(t pictureTile, maxBytes int) bool {
	before := w.buf.Len()
	w.buf.WriteString(ansi.CursorPosition(t.cells.Min.X+1, t.cells.Min.Y+1))
	w.buf.Write(t.raster.Encode(w.buf.AvailableBuffer(), t.cells.Sub(t.picture.At)))
	n := w.buf.Len() - before
	// A few cells say little about a picture because most of their bytes are the palette.
	if cells := t.cells.Dx() * t.cells.Dy(); cells >= 16 {
		*w.priceOf(t) = float64(n) / float64(cells)
		if n > maxBytes {
			w.buf.Truncate(before)
			return false
		}
	}
	w.flow.pending += n
	w.markShown(t)
	return true
}

// missingCells returns the cells of screenPart to paint. It records cells with the same pixels from
// another raster as raster's, which releases the other.
func (w *painter) missingCells(p Picture, raster Raster, screenPart image.Rectangle) []image.Rectangle {
	cols := w.tracker.width
	return splitRectangles(coverCells(screenPart.Intersect(w.tracker.paintableCells()), func(x, y int) bool {
		if !w.tracker.Filler(x, y) || slices.ContainsFunc(p.Holes, image.Pt(x, y).In) {
			return false
		}
		if w.tracker.Dirty(x, y) {
			return true
		}
		was, is := w.shown[y*cols+x], shownRaster{raster, image.Pt(x, y).Sub(p.At)}
		if was == is {
			return false
		}
		if was.raster == nil || !is.raster.Same(is.at, was.raster, was.at) {
			return true
		}
		w.shown[y*cols+x] = is // releases the old raster
		return false
	}), w.largest)
}

func (w *painter) markShown(t pictureTile) {
	cols := w.tracker.width
	for y := t.cells.Min.Y; y < t.cells.Max.Y; y++ {
		for x := t.cells.Min.X; x < t.cells.Max.X; x++ {
			w.tracker.Clean(x, y)
			w.shown[y*cols+x] = shownRaster{t.raster, image.Pt(x, y).Sub(t.picture.At)}
		}
	}
}

type shownRaster struct {
	raster Raster
	at     image.Point
}
