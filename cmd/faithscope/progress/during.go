package progress

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"faithscope/loaders"
)

type outputContextKey struct{}

func canErase(f interface{ Fd() uintptr }) bool {
	return term.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}

// On returns a context with which [During] writes to stderr, or ctx if that is not a capable
// terminal.
func On(ctx context.Context, stderr *os.File) context.Context {
	if !canErase(stderr) {
		return ctx
	}
	return context.WithValue(ctx, outputContextKey{}, stderr)
}

// During calls workFunc and returns its error. After a second it shows a line, what describeActivity
// returns, five times a second, from another goroutine, until it returns. Nothing is shown unless ctx
// comes from [On].
func During(ctx context.Context, describeActivity func() string, workFunc func() error) error {
	w, ok := ctx.Value(outputContextKey{}).(io.Writer)
	if !ok {
		return workFunc()
	}
	ended := make(chan struct{})
	var line sync.WaitGroup
	line.Go(func() { showProgress(w, describeActivity, ended) })
	defer line.Wait()
	defer close(ended)
	return workFunc()
}

// ShowWhile is [During] with a fixed text.
func ShowWhile(ctx context.Context, activity string, workFunc func() error) error {
	return During(ctx, func() string { return activity }, workFunc)
}

// width fits the narrowest supported terminal: a longer line would wrap, and its beginning could
// not be cleared.
const width = 79

// showProgress waits a second, because quick work needs no line, redraws it five times a second until
// ended is closed, and then clears it.
func showProgress(w io.Writer, describeActivity func() string, ended <-chan struct{}) {
	for wait := time.Second; ; wait = 200 * time.Millisecond {
		select {
		case <-ended:
			if wait < time.Second { // there is a line
				fmt.Fprint(w, "\r\x1b[K")
			}
			return
		case <-time.After(wait):
			fmt.Fprint(w, "\r\x1b[K"+ansi.Truncate(loaders.Clean(describeActivity()), width, "…"))
		}
	}
}
