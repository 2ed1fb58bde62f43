// Package progress shows on a terminal how far a command is with a run.
package progress

import (
	"fmt"
	"io"
	"time"

	"faithscope/loaders"
)

// ProgressLine shows how many examples are done.
type ProgressLine struct {
	w     io.Writer // nil if nobody watches
	doing string    // "checking"
	run   *loaders.Run
	Done  int
	began int // of Done, when the first step was counted
	since time.Time
	shown time.Time
}

// New returns a ProgressLine that writes to stderr if that is a terminal. activity is "checking".
func New(stderr io.Writer, activity string, run *loaders.Run) *ProgressLine {
	f, ok := stderr.(interface{ Fd() uintptr })
	if !ok || !canErase(f) {
		return &ProgressLine{}
	}
	return &ProgressLine{w: stderr, doing: activity, run: run, since: time.Now(), shown: time.Now()}
}

// Step counts an example, and updates the line at most five times a second, with the time left once
// the run's length is known.
func (p *ProgressLine) Step() {
	if p.Done++; p.began == 0 {
		p.began = p.Done
	}
	if p.w == nil || time.Since(p.shown) < 200*time.Millisecond {
		return
	}
	p.shown = time.Now()
	of, left := fmt.Sprint(p.run.Len()), ""
	if !p.run.Complete() {
		of = "at least " + of
	} else if each := time.Since(p.since) / time.Duration(p.Done-p.began+1); each > 0 {
		left = fmt.Sprintf(", %s left", (each * time.Duration(p.run.Len()-p.Done)).Round(time.Second))
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s %s: %d of %s examples%s", p.doing, loaders.Clean(p.run.Name), p.Done, of, left)
}

// End clears the line.
func (p *ProgressLine) End() {
	if p.w != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
