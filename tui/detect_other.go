//go:build !unix

package tui

import (
	"context"
	"errors"
	"image"
	"os"
)

// readReply would block where a terminal cannot be polled: its answers are
// taken up when the program runs.
func readReply(context.Context, *os.File) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

// windowCell is not known here.
func windowCell(*os.File) image.Point { return image.Point{} }
