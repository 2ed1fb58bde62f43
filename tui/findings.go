package tui

import (
	"image"
	"time"

	"github.com/charmbracelet/colorprofile"
)

// Findings are the results of asking a terminal.
type Findings struct {
	Capabilities
	// Replies holds the questions and their answers in the order asked. It is
	// empty if nothing was asked; Err says why.
	Replies []Reply
	Err     error
	// Typed holds the other input: keys pressed in the meantime.
	Typed []byte
	// Took is how long the answers took; it is at most about Limit.
	Took, Limit time.Duration
	// Window is the size that the terminal driver reports.
	Window Window
}

// Window is the size of a terminal as its driver reports it, zero if unknown.
// Pixels may include a border.
type Window struct {
	Cells, Pixels image.Point
}

// Cell returns the size of a cell in pixels, (0, 0) if unknown. A border has
// fewer pixels than there are columns, so the division drops it.
func (w Window) Cell() image.Point {
	if w.Cells.X <= 0 || w.Cells.Y <= 0 {
		return image.Point{}
	}
	return image.Pt(w.Pixels.X/w.Cells.X, w.Pixels.Y/w.Cells.Y)
}

// Reply is a question and its answer; Got is "" if none came.
type Reply struct {
	Question
	Got string
}

// Question is a question to a terminal.
type Question struct {
	Name string // "name and version"
	Text string // the sequence
}

// Capabilities describes how a terminal can show pictures.
type Capabilities struct {
	// Want is the protocol that the user asked for, "" or "auto" for none.
	Want string
	// Blocks is the fineness that the user asked for, as in [Wish].
	Blocks string
	// Answered reports whether the terminal answered in time. [Graphics.Update]
	// accepts later answers.
	Answered bool
	// Kitty reports whether it understood a command of kitty's protocol. In tmux
	// the answer is from the terminal around it, see Passthrough.
	Kitty bool
	// Sixel reports whether it claims to show sixel pictures.
	Sixel bool
	// Cell is the size of a cell in pixels, (0, 0) if unknown; CellGiven is set
	// if the user gave it.
	Cell      image.Point
	CellGiven bool
	// Largest is the size of the largest sixel picture in pixels, (0, 0) if
	// unknown.
	Largest image.Point
	// Registers is the number of colours that a sixel picture can have, 0 if
	// unknown.
	Registers int
	// Version is the name and version that the terminal reports, "" if it reports
	// none; Outer is the same for the terminal around tmux.
	Version, Outer string
	// Passthrough is set if tmux passes pictures through.
	Passthrough bool
	// Colors is the range of colours in text; an unknown range counts as all
	// colours. ASCII is set if it shows no other letters.
	Colors colorprofile.Profile
	ASCII  bool
}
