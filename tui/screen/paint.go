package screen

import (
	"bytes"
	"cmp"
	"image"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// Raster is a picture prepared for the terminal: pixels for a whole number of
// cells. It is immutable.
type Raster interface {
	// Cells returns the number of columns and rows.
	Cells() image.Point
	// Same reports whether the cell at shows the same pixels as the cell there in
	// other.
	Same(at image.Point, other Raster, there image.Point) bool
	// Encode appends the sequence that paints the cells of r, opaquely, when the
	// cursor is in the top left one.
	Encode(dst []byte, r image.Rectangle) []byte
}

// Drafted is a raster that also has a coarse version of far fewer bytes, which
// slow lines show first.
type Drafted interface {
	Raster
	// Draft returns the coarse version, which has the same number of cells.
	Draft() Raster
}

// Picture is a picture at a place on the screen: either a raster to be painted,
// or images that the terminal stores.
type Picture struct {
	At     image.Point // the cell of its top left corner
	Raster Raster      // nil if there are Images instead
	// Images lie over one another, the lowest first; nil leaves the layer to
	// another picture. An image in the lowest layer hides whatever was there
	// before.
	Images []*Image
	// Virtual is set if placeholders in the text show the images, so that the
	// terminal only has to store them.
	Virtual bool
	Holes   []image.Rectangle // screen cells that it does not paint
	// Focus is the part of the raster, in screen cells, that a slow line shows
	// first.
	Focus image.Rectangle
}

// area returns the screen cells of the picture's raster, empty if it has none.
func (p Picture) area() image.Rectangle {
	if p.Raster == nil {
		return image.Rectangle{}
	}
	return image.Rectangle{Max: p.Raster.Cells()}.Add(p.At)
}

// samePlace reports whether two pictures show the same content at the same
// place.
func samePlace(a, b Picture) bool {
	return a.At == b.At && a.Raster == b.Raster && slices.Equal(a.Images, b.Images)
}

// Image is a picture that the terminal stores under a number after receiving
// it, and then shows on demand (kitty's graphics protocol). It is immutable.
type Image struct {
	PNG   []byte
	Size  image.Point // pixels
	Cells image.Point // columns and rows that it covers
}

// bytes returns the memory that the terminal needs to store the decoded image.
func (i *Image) bytes() int { return 4 * i.Size.X * i.Size.Y }

// tile is a part of a picture to be painted.
type tile struct {
	picture Picture
	raster  Raster          // the picture's, or its draft
	cells   image.Rectangle // of the screen
}

// tiles returns a tile of a raster of the picture for each of some parts of the screen.
func (p Picture) tiles(raster Raster, cells []image.Rectangle) []tile {
	return loaders.Map(cells, func(r image.Rectangle) tile { return tile{p, raster, r} })
}

// draft reports whether t shows a draft.
func (t tile) draft() bool { return t.raster != t.picture.Raster }

// painter paints the missing parts of a scene. Callers must hold a lock.
type painter struct {
	tracker  *tracker
	flow     flow
	scene    []Picture
	shown    []shown     // by cell: what was painted last
	largest  image.Point // cells of a tile, (0, 0) for no limit
	perCell  float64     // bytes of a picture, for strips not yet encoded
	perDraft float64     // the same of drafts
	buf      bytes.Buffer
}

// draftFrom is how long painting the missing parts must take for drafts to come
// first.
const draftFrom = 500 * time.Millisecond

// todo returns the missing tiles. On a slow line, if there are many, it returns
// their drafts until all of these are on the screen.
func (w *painter) todo() []tile {
	var tiles, drafts []tile
	for _, p := range w.scene {
		tiles = append(tiles, p.tiles(p.Raster, w.missing(p, p.Raster, p.area()))...)
	}
	if !w.flow.slow() || w.need(tiles) < w.flow.rate*draftFrom.Seconds() {
		return tiles
	}
	for _, t := range tiles {
		if d, ok := t.raster.(Drafted); ok {
			draft := d.Draft()
			drafts = append(drafts, t.picture.tiles(draft, w.missing(t.picture, draft, t.cells))...)
		}
	}
	if len(drafts) > 0 {
		return drafts
	}
	return tiles
}

// price points to the estimated number of bytes per cell of t.
func (w *painter) price(t tile) *float64 {
	if t.draft() {
		return &w.perDraft
	}
	return &w.perCell
}

// need returns the estimated number of bytes of tiles.
func (w *painter) need(tiles []tile) (bytes float64) {
	for _, t := range tiles {
		bytes += *w.price(t) * float64(t.cells.Dx()*t.cells.Dy())
	}
	return bytes
}

// paint fills buf with as many of the tiles as the link has room for, or all of
// them if not fenced. It saves the cursor before and restores it afterwards.
func (w *painter) paint(tiles []tile, now time.Time, fenced bool) {
	w.buf.Reset()
	for len(tiles) > 0 {
		need := w.need(tiles)
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
			tiles = sortOutward(tiles)
			first := tiles[0]
			cut, left := slice(first.cells, first.picture.Focus, int(float64(room) / *w.price(first)))
			w.tile(tile{first.picture, first.raster, cut})
			tiles = append(first.picture.tiles(first.raster, left), tiles[1:]...)
		}
		if fenced {
			w.buf.Write(w.flow.ask(w.buf.AvailableBuffer(), now))
		}
	}
	if w.buf.Len() > 0 {
		w.buf.WriteString(ansi.RestoreCursor)
	}
}

// sortOutward cuts tiles at the borders of their picture's focus, and sorts them by
// distance from it.
func sortOutward(tiles []tile) (all []tile) {
	for _, t := range tiles {
		all = append(all, t.picture.tiles(t.raster, around(t.cells, t.picture.Focus))...)
	}
	slices.SortStableFunc(all, func(a, b tile) int {
		return cmp.Compare(from(a.cells, a.picture.Focus), from(b.cells, b.picture.Focus))
	})
	return all
}

// around divides r into the parts inside focus, left and right of it, and above
// and below its rows. It returns all of r if focus is empty.
func around(r, focus image.Rectangle) (parts []image.Rectangle) {
	if focus.Empty() {
		return []image.Rectangle{r}
	}
	for _, part := range []image.Rectangle{
		focus,
		image.Rect(r.Min.X, focus.Min.Y, focus.Min.X, focus.Max.Y),
		image.Rect(focus.Max.X, focus.Min.Y, r.Max.X, focus.Max.Y),
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, focus.Min.Y),
		image.Rect(r.Min.X, focus.Max.Y, r.Max.X, r.Max.Y),
	} {
		if part = part.Intersect(r); !part.Empty() {
			parts = append(parts, part)
		}
	}
	return parts
}

// from returns the rank of r, one of the parts around focus, in painting order:
// focus itself comes first, then the parts beside it, then the rows by
// distance.
func from(r, focus image.Rectangle) int {
	switch {
	case r.In(focus) || focus.Empty():
		return 0
	case r.Min.Y < focus.Max.Y && focus.Min.Y < r.Max.Y:
		return 1
	}
	return 2 + max(focus.Min.Y-r.Max.Y, r.Min.Y-focus.Max.Y)
}

// tile appends a tile to buf, and saves the cursor before the first.
func (w *painter) tile(t tile) {
	if w.buf.Len() == 0 {
		w.buf.WriteString(ansi.SaveCursor)
	}
	before := w.buf.Len()
	w.buf.WriteString(ansi.CursorPosition(t.cells.Min.X+1, t.cells.Min.Y+1))
	w.buf.Write(t.raster.Encode(w.buf.AvailableBuffer(), t.cells.Sub(t.picture.At)))
	n := w.buf.Len() - before
	w.flow.pending += n
	// A few cells say little about a picture, because most of their bytes are the
	// palette.
	if cells := t.cells.Dx() * t.cells.Dy(); cells >= 16 {
		*w.price(t) = float64(n) / float64(cells)
	}
	w.mark(t)
}

// missing returns, as rectangles, the cells of part of p that do not show
// raster yet.
func (w *painter) missing(p Picture, raster Raster, part image.Rectangle) []image.Rectangle {
	cols, rows := w.tracker.Size()
	area := part.Intersect(image.Rect(0, 0, cols, rows-1))
	return split(cover(area, func(x, y int) bool {
		if !w.tracker.Filler(x, y) || slices.ContainsFunc(p.Holes, image.Pt(x, y).In) {
			return false
		}
		if w.tracker.Dirty(x, y) {
			return true
		}
		was, is := w.shown[y*cols+x], shown{raster, image.Pt(x, y).Sub(p.At)}
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

// mark records that the cells of t now show its raster.
func (w *painter) mark(t tile) {
	cols, _ := w.tracker.Size()
	for y := t.cells.Min.Y; y < t.cells.Max.Y; y++ {
		for x := t.cells.Min.X; x < t.cells.Max.X; x++ {
			w.tracker.Clean(x, y)
			w.shown[y*cols+x] = shown{t.raster, image.Pt(x, y).Sub(t.picture.At)}
		}
	}
}

// shown is a cell of a raster, or no cell if raster is nil.
type shown struct {
	raster Raster
	at     image.Point
}

// cover returns disjoint rectangles that cover exactly the cells of area for
// which want is true, top to bottom. It joins runs of the same columns in
// consecutive rows into one rectangle.
func cover(area image.Rectangle, want func(x, y int) bool) []image.Rectangle {
	var done, open []image.Rectangle // open: those that end at the row above
	for y := area.Min.Y; y < area.Max.Y; y++ {
		var next []image.Rectangle
		for x := area.Min.X; x < area.Max.X; x++ {
			if !want(x, y) {
				continue
			}
			start := x
			for x < area.Max.X && want(x, y) {
				x++
			}
			next = append(next, grow(&open, image.Rect(start, y, x, y+1)))
		}
		done = append(done, open...)
		open = next
	}
	return append(done, open...)
}

// grow removes the rectangle with the same columns as run from open and returns
// it extended by run. If there is none, it returns run.
func grow(open *[]image.Rectangle, run image.Rectangle) image.Rectangle {
	for i, r := range *open {
		if r.Min.X == run.Min.X && r.Max.X == run.Max.X {
			*open = append((*open)[:i], (*open)[i+1:]...)
			return r.Union(run)
		}
	}
	return run
}

// split cuts rectangles into ones of at most largest columns and rows; a
// largest of (0, 0) means no limit.
func split(rects []image.Rectangle, largest image.Point) []image.Rectangle {
	if largest.X <= 0 || largest.Y <= 0 {
		return rects
	}
	var out []image.Rectangle
	for _, r := range rects {
		for y := r.Min.Y; y < r.Max.Y; y += largest.Y {
			for x := r.Min.X; x < r.Max.X; x += largest.X {
				out = append(out, image.Rect(x, y, x+largest.X, y+largest.Y).Intersect(r))
			}
		}
	}
	return out
}
