// Package progress shows on a terminal how far a command is with a run.
package progress

import (
	"fmt"
	"io"
	"time"

	"github.com/charmbracelet/x/term"

	"faithscope/loaders"
)

// Shown shows on a terminal how far a command is with a run.
type Shown struct {
	w     io.Writer // nil if nobody is watching
	doing string    // "checking"
	run   *loaders.Run
	Done  int
	shown time.Time
}

// New shows how many examples of a run are done, where stderr is a terminal. doing is
// "checking".
func New(stderr io.Writer, doing string, run *loaders.Run) *Shown {
	f, ok := stderr.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(f.Fd()) {
		return &Shown{}
	}
	return &Shown{w: stderr, doing: doing, run: run, shown: time.Now()}
}

// Step counts an example, and updates the line five times a second.
func (p *Shown) Step() {
	p.Done++
	if p.w == nil || time.Since(p.shown) < 200*time.Millisecond {
		return
	}
	p.shown = time.Now()
	of := fmt.Sprint(p.run.Len())
	if !p.run.Complete() {
		of = "at least " + of
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s %s: %d of %s examples", p.doing, loaders.Clean(p.run.Name), p.Done, of)
}

// End clears the line.
func (p *Shown) End() {
	if p.w != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
