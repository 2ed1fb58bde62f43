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

type watched struct{}

func canErase(f interface{ Fd() uintptr }) bool {
	return term.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}

// On returns a context with which [During] writes to stderr, or ctx if that is not a capable
// terminal.
func On(ctx context.Context, stderr *os.File) context.Context {
	if !canErase(stderr) {
		return ctx
	}
	return context.WithValue(ctx, watched{}, stderr)
}

// During calls work and returns its error. After a second it shows a line, what doing returns, five
// times a second, from another goroutine, until it returns. Nothing is shown unless ctx comes from
// [On].
func During(ctx context.Context, doing func() string, work func() error) error {
	w, ok := ctx.Value(watched{}).(io.Writer)
	if !ok {
		return work()
	}
	ended := make(chan struct{})
	var line sync.WaitGroup
	line.Go(func() { showProgress(w, doing, ended) })
	defer line.Wait()
	defer close(ended)
	return work()
}

// ShowWhile is [During] with a fixed text.
func ShowWhile(ctx context.Context, doing string, work func() error) error {
	return During(ctx, func() string { return doing }, work)
}

// width fits the narrowest supported terminal: a longer line would wrap, and its beginning could
// not be cleared.
const width = 79

// showProgress redraws the line of doing, cut to width, after a second and five times a second
// until ended is closed, and then clears it.
func showProgress(w io.Writer, doing func() string, ended <-chan struct{}) {
	for wait := time.Second; ; wait = 200 * time.Millisecond {
		select {
		case <-ended:
			if wait < time.Second { // there is a line
				fmt.Fprint(w, "\r\x1b[K")
			}
			return
		case <-time.After(wait):
			fmt.Fprint(w, "\r\x1b[K"+ansi.Truncate(loaders.Clean(doing()), width, "…"))
		}
	}
}
