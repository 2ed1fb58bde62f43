package screen

import (
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Passthrough has tmux hand the images of the scene to its own terminal.
func (w *Writer) Passthrough(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.album.passthrough = on
}

// Number is the number under which the terminal keeps an image of the scene
// to be shown next, from 16 to 255: placeholders spell it as a colour.
func (w *Writer) Number(i *Image) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.album.use(i).number
}

// Refused says that the terminal does not have the image of that number: it
// is sent again.
func (w *Writer) Refused(number int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.album.refused(number)
	w.timer.Reset(patience)
}

// keep appends to buf what makes the terminal show the images of the scene,
// as many as the link has room for.
func (w *Writer) keep(now time.Time) {
	if w.closed || !w.tracker.Alt() || !w.tracker.Between() {
		return
	}
	scene := w.scene
	if len(scene) > 0 && !w.fits() {
		scene = nil
	}
	link := link{&w.flow, now, w.flow.slow() && now.Before(w.hold)}
	out := w.album.paint(nil, scene, w.tracker, link)
	if len(out) > 0 {
		w.buf.WriteString(ansi.SaveCursor)
		w.buf.Write(out)
		w.buf.WriteString(ansi.RestoreCursor)
	}
}

// link is the way to the terminal at one moment.
type link struct {
	*flow
	now  time.Time
	held bool // pictures follow one another too fast to send them
}

// admits reports whether n bytes of an image may be written. Few always may,
// counted with what was written since the last question.
func (l link) admits(n int) bool {
	return !l.many(n) || !l.held && l.room(l.now, n) > 0
}

// many reports whether n more bytes are worth a question.
func (l link) many(n int) bool { return l.pending+n >= fenceFrom }

// fenced calls write, which appends n bytes of an image to dst, and asks for
// an answer where there are many.
func (l link) fenced(dst []byte, n int, write func([]byte) []byte) []byte {
	ask := l.on && l.many(n)
	if ask {
		dst = l.probe(dst, l.now)
	}
	before := len(dst)
	dst = write(dst)
	l.pending += len(dst) - before
	if ask {
		dst = l.ask(dst, l.now)
	}
	return dst
}
