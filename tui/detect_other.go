//go:build !unix

package tui

import (
	"context"
	"errors"
	"os"
)

// readReply fails, since without polling it would block. Answers are accepted
// while the program runs.
func readReply(context.Context, *os.File) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

// windowOf returns zero, since the size is unknown here.
func windowOf(*os.File) Window { return Window{} }
