//go:build !unix

package tui

import (
	"context"
	"errors"
	"os"
)

// readReply fails because it would block without polling.
func readReply(context.Context, *os.File) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

func windowOf(*os.File) WindowSize { return WindowSize{} }
