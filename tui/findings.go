package tui

import (
	"image"
	"time"

	"github.com/charmbracelet/colorprofile"
)

// Findings are what came of asking a terminal.
type Findings struct {
	Capabilities
	// Replies are the questions and what came back, in the order asked; none
	// where nothing was asked, Err says why.
	Replies []Reply
	Err     error
	// Typed is what came besides: keys that somebody pressed meanwhile.
	Typed []byte
	// Took is how long the answers took, at most Limit.
	Took, Limit time.Duration
	// Window is what the terminal driver knows.
	Window Window
}

// Window is a terminal's size as its driver knows it, zero for unknown. The
// pixels may hold a border.
type Window struct {
	Cells, Pixels image.Point
}

// Cell is the size of a cell in pixels, (0, 0) for unknown. A border has fewer
// pixels than there are columns, so the division drops it.
func (w Window) Cell() image.Point {
	if w.Cells.X <= 0 || w.Cells.Y <= 0 {
		return image.Point{}
	}
	return image.Pt(w.Pixels.X/w.Cells.X, w.Pixels.Y/w.Cells.Y)
}

// Reply is what came back to a question, "" for nothing.
type Reply struct {
	Question
	Got string
}

// Question is what a terminal is asked.
type Question struct {
	Name string // "name and version"
	Text string // the sequence
}

// Capabilities is what a terminal can do for pictures.
type Capabilities struct {
	// Want is the protocol that the person asked for, "" or "auto" for none.
	Want string
	// Blocks is the fineness that the person asked for, as in [Wish].
	Blocks string
	// Answered reports whether the terminal answered in time. Answers that
	// come later are accepted by [Graphics.Update].
	Answered bool
	// Kitty reports whether it understood a command of kitty's protocol. In
	// tmux it is the terminal around that answers, see Passthrough.
	Kitty bool
	// Sixel reports whether it said that it shows sixel pictures.
	Sixel bool
	// Cell is the size of a cell in pixels, (0, 0) where unknown; CellGiven
	// says that the person gave it.
	Cell      image.Point
	CellGiven bool
	// Largest is the largest sixel picture in pixels, (0, 0) where it does not
	// tell.
	Largest image.Point
	// Registers is how many colours a sixel picture may have, 0 where it does
	// not tell.
	Registers int
	// Version is the terminal's name and version by its own account, "" where
	// it does not tell; Outer is that of the terminal around tmux.
	Version, Outer string
	// Passthrough: pictures are handed through tmux.
	Passthrough bool
	// Colors is what it shows in text. Unknown counts as all colours. ASCII says
	// that it shows no other letters.
	Colors colorprofile.Profile
	ASCII  bool
}
