package screen

import (
	"bytes"
	"image"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// patience is how long a change of pictures waits for a frame, which the renderer writes every 16
// ms while the text changes.
const patience = 40 * time.Millisecond

// Writer is a [term.File] whose Write passes frames through and paints the scene after them. It is
// safe for concurrent use.
type Writer struct {
	term.File
	size func() (w, h int, err error) // of the terminal at this moment

	// turn is held while writing to the terminal, which may block for ever. It is acquired before
	// mu, which is released meanwhile, so that other methods never wait for the terminal.
	turn chan struct{}

	mu     sync.Mutex
	missed bool // alone could not get the turn
	painter
	album   *storedImages
	timer   *time.Timer
	closed  bool
	changed time.Time // when the scene's pictures last changed
	hold    time.Time // nothing is painted before this time
}

func lockWriter(w *Writer) (unlock func()) {
	w.mu.Lock()
	return w.mu.Unlock
}

// NewWriter returns a writer to f. Call [Writer.Resize] to set the size of the screen.
func NewWriter(f term.File) *Writer {
	w := &Writer{
		File:    f,
		turn:    make(chan struct{}, 1),
		size:    func() (int, int, error) { return term.GetSize(f.Fd()) },
		painter: painter{tracker: newTracker(0, 0), perCell: 200, perDraft: 10}, // of a photo in 128 colours
		album:   newAlbum(),
	}
	w.timer = time.AfterFunc(time.Hour, w.paintAlone)
	w.timer.Stop()
	return w
}

// Close ends the painting; writes still pass. The terminal stays open because the writer does not
// own it.
func (w *Writer) Close() error {
	defer lockWriter(w)()
	w.closed, w.scene = true, nil
	w.timer.Stop()
	return nil
}

// ConnectionKind describes the connection to the terminal.
type ConnectionKind struct {
	// Fenced turns flow control on: the writer asks for the terminal's attributes (DA1), and the
	// caller reports replies with [Writer.Answered].
	Fenced bool
	// Largest is the largest tile in columns and rows, for terminals that cut off larger pictures;
	// (0, 0) means no limit.
	Largest image.Point
	// Passthrough asks tmux to pass images to its own terminal.
	Passthrough bool
}

// Configure sets the properties of the connection, and forgets the queries under way.
func (w *Writer) Configure(connectionKind ConnectionKind) {
	defer lockWriter(w)()
	w.flow.on, w.flow.flights = connectionKind.Fenced, nil
	w.largest, w.album.passthrough = connectionKind.Largest, connectionKind.Passthrough
}

// Rate returns the speed of the connection in bytes a second, as measured with the last pictures; 0
// while unknown.
func (w *Writer) Rate() float64 {
	defer lockWriter(w)()
	return w.flow.rate
}

// Answered records that the terminal has replied to DA1, and paints on.
func (w *Writer) Answered() {
	defer lockWriter(w)()
	w.flow.handleAnswer(time.Now())
	if len(w.scene) > 0 {
		w.timer.Reset(0)
	}
}

// Resize sets the size of the screen. Pictures wait for the next [Writer.Show] because the terminal
// has moved the cells.
func (w *Writer) Resize(columnCount, rowCount int) {
	defer lockWriter(w)()
	w.tracker.Resize(columnCount, rowCount)
	w.scene = nil
	w.shown = make([]shownRaster, max(columnCount, 0)*max(rowCount, 0))
}

// Invalidate makes the writer paint every picture again, for example after another program has used
// the terminal.
func (w *Writer) Invalidate() {
	defer lockWriter(w)()
	w.tracker.Invalidate()
	w.timer.Reset(patience)
}

// Show sets the scene, painted with the next frame, or alone if none comes. Slow links skip
// pictures that change fast. The last row shows none because terminals would scroll. After Close it
// does nothing.
func (w *Writer) Show(pictures []Picture) {
	defer lockWriter(w)()
	if w.closed {
		return
	}
	if now := time.Now(); !slices.EqualFunc(w.scene, pictures, samePlace) {
		w.hold = time.Time{}
		if still := w.flow.stillTime(); now.Sub(w.changed) < still {
			w.hold = now.Add(still)
		}
		w.changed = now
	}
	w.scene = pictures
	if len(pictures) > 0 {
		w.timer.Reset(patience)
	}
}

// paintAlone leaves the painting to a write under way, and drops the scene if writing fails.
func (w *Writer) paintAlone() {
	select {
	case w.turn <- struct{}{}:
	default:
		defer lockWriter(w)()
		w.missed = true
		return
	}
	w.mu.Lock()
	out := w.composeFrame(nil, w.tracker.Between())
	w.mu.Unlock()
	_, err := w.sendOut(out)
	defer lockWriter(w)()
	<-w.turn
	if err != nil {
		w.scene = nil // the terminal is gone
	}
	w.setTimer(time.Now())
}

func (w *Writer) setTimer(now time.Time) {
	if at, waiting := w.flow.nextRoom(now); waiting {
		w.timer.Reset(max(at.Sub(now), 0))
	}
	if w.changesTooFast(now) {
		w.timer.Reset(w.hold.Sub(now))
	}
}

// WriteString is Write; without it [io.WriteString] would copy.
func (w *Writer) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

// Write implements [io.Writer]. It leaves out rows repainted as they were, adds the missing parts
// of the scene, and deletes stored images when the alternate screen is left.
func (w *Writer) Write(p []byte) (int, error) {
	w.turn <- struct{}{}
	w.mu.Lock()
	between, alt := w.tracker.Between(), w.tracker.alt
	whole := len(p)
	p = w.tracker.Filter(p)
	if residue := w.tracker.residueCells(); between && len(residue) > 0 {
		p = append(overwriteCells(residue), p...)
	}
	gone := alt && !w.tracker.alt
	out := w.composeFrame(p, between)
	if gone {
		// While the alternate screen is still on: from the main screen its images cannot be
		// reached.
		w.album.clearAll()
		out = append(w.album.forgetDropped(nil), out...)
	}
	w.mu.Unlock()

	n, err := w.sendOut(out)
	if n = min(n, len(p)); err == nil {
		n = whole
	}
	defer lockWriter(w)()
	<-w.turn
	if w.missed {
		w.missed = false
		w.timer.Reset(0)
	}
	return n, err
}

func overwriteCells(cellAreas []image.Rectangle) []byte {
	out := []byte(ansi.SaveCursor + ansi.ResetStyle)
	for _, r := range cellAreas {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			out = append(out, ansi.CursorPosition(r.Min.X+1, y+1)...)
			out = append(out, bytes.Repeat([]byte{' '}, r.Dx())...)
		}
	}
	return append(out, ansi.RestoreCursor...)
}

// sendOut makes every cell dirty on an error. The caller holds the turn, but not mu.
func (w *Writer) sendOut(outputBytes []byte) (n int, err error) {
	if len(outputBytes) == 0 {
		return 0, nil
	}
	if n, err = w.File.Write(outputBytes); err != nil {
		defer lockWriter(w)()
		w.tracker.Invalidate()
	}
	return n, err
}

// composeFrame adds missing tiles to p. mayProbe permits a query before p. The result is valid until
// the turn is released. The caller holds mu.
func (w *Writer) composeFrame(p []byte, mayProbe bool) []byte {
	now := time.Now()
	var todo []pictureTile
	if w.canPaint(now) {
		todo = w.tilesToDo()
	}
	need := int(w.bytesNeeded(todo))
	isDraft := len(todo) > 0 && todo[0].isDraft() // the answer calls for the picture itself
	fenced := w.flow.on && (need >= fenceFrom || isDraft)
	var out []byte
	if fenced && mayProbe && w.flow.roomFor(now, need) > 0 {
		out = w.flow.startProbe(out, now)
	}
	w.flow.pending += len(p)
	w.paintTiles(todo, now, fenced)
	w.uploadImages(now)
	if w.buf.Len() == 0 {
		return p
	}
	return w.joinTiles(out, p, w.buf.Bytes())
}

// joinTiles puts tiles inside the frame's synchronised update, or one of their own; on a slow link
// after the frame, so that text shows first.
func (w *Writer) joinTiles(outputBytes, frameBytes, tileBytes []byte) []byte {
	const begin, end = ansi.SetModeSynchronizedOutput, ansi.ResetModeSynchronizedOutput
	outputBytes = slices.Grow(outputBytes, len(frameBytes)+len(tileBytes)+2*len(end))
	head, ended := bytes.CutSuffix(frameBytes, []byte(end))
	if w.flow.isSlow() {
		head, ended = frameBytes, false
	}
	outputBytes = append(outputBytes, head...)
	if !ended && w.tracker.syncing {
		outputBytes = append(outputBytes, begin...)
	}
	outputBytes = append(outputBytes, tileBytes...)
	if w.tracker.syncing {
		outputBytes = append(outputBytes, end...)
	}
	return outputBytes
}

func (w *Writer) canPaint(now time.Time) bool {
	return !w.closed && len(w.scene) > 0 && w.tracker.alt && w.tracker.Between() && !w.changesTooFast(now) && w.fitsTerminal()
}

func (w *Writer) changesTooFast(now time.Time) bool { return w.flow.isSlow() && now.Before(w.hold) }

// fitsTerminal reports whether the terminal still has the frame's size: otherwise a misplaced
// picture could scroll the screen.
func (w *Writer) fitsTerminal() bool {
	cols, rows, err := w.size()
	return err == nil && image.Pt(cols, rows) == w.tracker.allCells().Max
}

var (
	_ term.File       = (*Writer)(nil)
	_ io.StringWriter = (*Writer)(nil)
)

// Number returns the number, 16 to 255, of an image of the next scene; older images may lose
// theirs.
func (w *Writer) Number(i *Image) int {
	defer lockWriter(w)()
	return w.album.useImage(i).number
}

// Refused records that the terminal does not have this image, which is then sent again soon.
func (w *Writer) Refused(imageNumber int) {
	defer lockWriter(w)()
	w.album.markRefused(imageNumber)
	w.timer.Reset(patience)
}

// uploadImages makes the terminal show the scene's images, as far as the link has room, or none if
// the scene is for another size.
func (w *Writer) uploadImages(now time.Time) {
	if w.closed || !w.tracker.alt || !w.tracker.Between() {
		return
	}
	scene := w.scene
	if len(scene) > 0 && !w.fitsTerminal() {
		scene = nil
	}
	link := terminalLink{&w.flow, now, w.changesTooFast(now)}
	out := w.album.paintScene(scene, w.tracker, link)
	if len(out) > 0 {
		begin, end := w.tracker.cursorAside()
		w.buf.WriteString(begin)
		w.buf.Write(out)
		w.buf.WriteString(end)
	}
}
