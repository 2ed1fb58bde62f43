package screen

import (
	"bytes"
	"image"
	"io"
	"os"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// Raster is a picture made ready for the terminal: pixels for a whole number
// of cells. It does not change.
type Raster interface {
	// Cells is the number of columns and rows.
	Cells() image.Point
	// Same reports whether cell at shows the same pixels as cell there of
	// other.
	Same(at image.Point, other Raster, there image.Point) bool
	// Encode appends the sequence that paints the cells of r, opaquely, with
	// the cursor in the top left one.
	Encode(dst []byte, r image.Rectangle) []byte
}

// Picture is a raster's place on the screen.
type Picture struct {
	At     image.Point // the cell of its top left corner
	Raster Raster
	Holes  []image.Rectangle // screen cells that it does not paint
}

func (p Picture) area() image.Rectangle {
	return image.Rectangle{Max: p.Raster.Cells()}.Add(p.At)
}

// patience is how long a change of pictures waits for a frame to travel
// with, before it is painted on its own. The renderer writes a frame every
// 16 ms while the text changes.
const patience = 40 * time.Millisecond

// answerLimit is how long a terminal may take to digest a picture before the
// next one is sent all the same.
const answerLimit = 5 * time.Second

// Writer is the terminal as the renderer sees it: a [term.File] whose Write
// lets frames through and paints the scene after them. It is safe for
// concurrent use.
type Writer struct {
	file *os.File
	size func() (w, h int, err error) // of the terminal at this moment

	mu      sync.Mutex
	tracker *Tracker
	scene   []Picture
	shown   []shown // by cell: what was painted last
	timer   *time.Timer
	closed  bool

	largest image.Point // cells of a tile, (0, 0) for no limit

	fence   bool // ask the terminal to answer after each picture
	waiting bool // it has not answered yet
	sent    time.Time

	buf bytes.Buffer
}

// shown is a cell of a raster; a nil raster is none.
type shown struct {
	raster Raster
	at     image.Point
}

// NewWriter returns a writer to f. The size of the screen has to be told by
// [Writer.Resize].
func NewWriter(f *os.File) *Writer {
	w := &Writer{
		file:    f,
		size:    func() (int, int, error) { return term.GetSize(f.Fd()) },
		tracker: NewTracker(0, 0),
	}
	w.timer = time.AfterFunc(time.Hour, w.alone)
	w.timer.Stop()
	return w
}

// Read reads from the terminal.
func (w *Writer) Read(p []byte) (int, error) { return w.file.Read(p) }

// Fd is the terminal's file descriptor.
func (w *Writer) Fd() uintptr { return w.file.Fd() }

// Close ends the painting. The terminal stays open: it is not the writer's.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed, w.scene = true, nil
	w.timer.Stop()
	return nil
}

// Fence turns flow control on or off: after each painting the terminal is
// asked for its attributes (DA1), and nothing more is painted before
// [Writer.Answered] says that the reply came, or five seconds passed. A slow
// link then never holds more than one picture in front of the text.
func (w *Writer) Fence(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fence, w.waiting = on, false
}

// Limit sets how many cells a tile may have, for terminals that cut off
// larger pictures; (0, 0) is no limit.
func (w *Writer) Limit(cells image.Point) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.largest = cells
}

// Answered says that the terminal has replied to DA1.
func (w *Writer) Answered() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting {
		w.waiting = false
		w.timer.Reset(0)
	}
}

// Resize says how large the screen is now. Pictures are gone until the next
// [Writer.Show]: what they stood on was moved about by the terminal.
func (w *Writer) Resize(cols, rows int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tracker.Resize(cols, rows)
	w.scene = nil
	w.shown = make([]shown, max(cols, 0)*max(rows, 0))
}

// Invalidate has every picture painted anew: the terminal may have lost
// them, as when another program had it.
func (w *Writer) Invalidate() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tracker.Invalidate()
	w.timer.Reset(patience)
}

// Show makes scene what is to be seen. It is painted with the next frame, or
// by itself when none comes. The last row of the screen is never painted on:
// there terminals would scroll.
func (w *Writer) Show(scene []Picture) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.scene = scene
	if len(scene) > 0 {
		w.timer.Reset(patience)
	}
}

// alone paints when no frame came along.
func (w *Writer) alone() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.flush(nil); err != nil {
		w.scene = nil // the terminal is gone
	}
	if left := time.Until(w.sent.Add(answerLimit)); w.waiting && left > 0 {
		w.timer.Reset(left)
	}
}

// WriteString is Write; without it [io.WriteString] would copy.
func (w *Writer) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

// Write writes a frame, or whatever else, and what is missing of the scene.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tracker.Write(p)
	return w.flush(p)
}

// flush writes p, with the missing tiles inside the synchronised update that
// p ends with, if it does.
func (w *Writer) flush(p []byte) (int, error) {
	w.buf.Reset()
	w.paint()
	if w.buf.Len() == 0 {
		if len(p) == 0 {
			return 0, nil
		}
		return w.file.Write(p)
	}
	tiles := w.buf.Bytes()
	const end = ansi.ResetModeSynchronizedOutput
	head, ended := bytes.CutSuffix(p, []byte(end))
	out := make([]byte, 0, len(p)+len(tiles)+2*len(end))
	out = append(out, head...)
	if !ended && w.tracker.syncing {
		out = append(out, ansi.SetModeSynchronizedOutput...)
	}
	out = append(out, tiles...)
	if w.tracker.syncing {
		out = append(out, end...)
	}
	out = w.ask(out, len(tiles))
	n, err := w.file.Write(out)
	if err != nil {
		w.tracker.Invalidate()
		return min(n, len(p)), err
	}
	return len(p), nil
}

// fenceFrom is the size of tiles from which on an answer is waited for.
const fenceFrom = 16 << 10

func (w *Writer) ask(out []byte, painted int) []byte {
	if !w.fence || painted < fenceFrom {
		return out
	}
	w.waiting, w.sent = true, time.Now()
	return append(out, ansi.RequestPrimaryDeviceAttributes...)
}

// ready reports whether painting is possible at this moment.
func (w *Writer) ready() bool {
	if w.closed || len(w.scene) == 0 || !w.tracker.Alt() || !w.tracker.Between() {
		return false
	}
	if w.waiting && time.Since(w.sent) < answerLimit {
		return false
	}
	// The terminal may have another size than the frame was made for: a
	// picture in the wrong place could scroll the screen.
	cols, rows, err := w.size()
	tw, th := w.tracker.Size()
	return err == nil && cols == tw && rows == th
}

// paint appends to buf the tiles that are missing, between saving and
// restoring the cursor.
func (w *Writer) paint() {
	if !w.ready() {
		return
	}
	for _, p := range w.scene {
		for _, tile := range w.missing(p) {
			if w.buf.Len() == 0 {
				w.buf.WriteString(ansi.SaveCursor)
			}
			w.buf.WriteString(ansi.CursorPosition(tile.Min.X+1, tile.Min.Y+1))
			w.buf.Write(p.Raster.Encode(w.buf.AvailableBuffer(), tile.Sub(p.At)))
			w.mark(p, tile)
		}
	}
	if w.buf.Len() > 0 {
		w.buf.WriteString(ansi.RestoreCursor)
	}
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

var (
	_ term.File       = (*Writer)(nil)
	_ io.StringWriter = (*Writer)(nil)
)
