//go:build !unix

package tui

import (
	"context"
	"errors"
	"os"
)

// readReply would block where a terminal cannot be polled: its answers are
// accepted when the program runs.
func readReply(context.Context, *os.File) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

// windowOf is not known here.
func windowOf(*os.File) Window { return Window{} }
