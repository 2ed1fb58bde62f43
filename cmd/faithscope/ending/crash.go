package ending

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"faithscope/loaders"
	"faithscope/tui"
)

// WriteCrash writes a file about a crash, and where it is to w.
func WriteCrash(w io.Writer, version string, crash *tui.Crash) {
	file, err := os.CreateTemp("", "faithscope-crash-*.txt")
	if err == nil {
		_, err = fmt.Fprintf(file, "faithscope %s on %s/%s, %s\nTERM=%q\n\n%s\n\n%s",
			version, runtime.GOOS, runtime.GOARCH, runtime.Version(), os.Getenv("TERM"), crash.What, crash.Stack)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		fmt.Fprintf(w, "%s\nNo report could be written: %v\n", crash.Stack, err)
		return
	}
	fmt.Fprintf(w, "A report of it is in %s: please send it to the authors.\n", file.Name())
}

// PrintError writes err on lines of its own, cleaned: it may quote a file.
func PrintError(w io.Writer, err error) {
	if err.Error() == "" {
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintln(w, "faithscope: "+loaders.Clean(line))
	}
}

// Exit is an error with an exit code of its own. Without an error in it there is
// nothing to print.
type Exit struct {
	Code int
	Err  error
}

// Error is that of the error, "" for none.
func (e Exit) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Unwrap returns the error.
func (e Exit) Unwrap() error { return e.Err }
