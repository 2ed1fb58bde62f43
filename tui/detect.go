package tui

import (
	"context"
	"errors"
	"image"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// Wish holds the user's preferences from flags and configuration. With the zero
// value the terminal decides everything.
type Wish struct {
	// Graphics is a protocol of the ladder, or "" or "auto" for the best one that
	// the terminal supports.
	Graphics string
	// Cell is the size of a cell in pixels, (0, 0) to ask the terminal.
	Cell image.Point
	// Blocks is the fineness of block characters: "half", "quadrant", "sextant"
	// or "octant", or "" or "auto" for the finest that the terminal is known to
	// draw.
	Blocks string
	// Passthrough makes tmux pass pictures on to its own terminal, which tmux's
	// option allow-passthrough must permit.
	Passthrough bool
	// Without lists the [Comforts] that the user does without.
	Without []string
	// Wait is how long the terminal may take for all its answers, 0 for
	// [DefaultWait].
	Wait time.Duration
	// Environ is the environment on the terminal's side, in the form of
	// [os.Environ]; nil for the program's own.
	Environ []string
}

// environVars returns the environment of the terminal: Environ or, if that is nil, the program's
// own.
func (w Wish) environVars() []string {
	if w.Environ != nil {
		return w.Environ
	}
	return os.Environ()
}

// ErrNoTerminal reports that input or output is not a terminal.
var ErrNoTerminal = errors.New("the program needs a terminal; `faithscope score` works without one")

// DefaultWait is how long a terminal may take to answer by default. Later
// answers are still accepted while the program runs.
const DefaultWait = 300 * time.Millisecond

// vt340Cell is the cell of DEC's own sixel terminal. It is the guess for a
// terminal that does not report its cell size but that the user asks to show
// pictures in pixels.
var vt340Cell = image.Point{X: 10, Y: 20}

// detectTerminal returns the wishes with what the environment says of colours and letters, the size
// of a cell, and the terminal's answers about its capabilities. It asks unless pictures will be
// text anyway; meanwhile in is in raw mode, and it waits until all answers have come, wish.Wait (or
// DefaultWait) has passed or ctx ends. Without a terminal the Err of the findings says why nothing
// was asked.
func detectTerminal(ctx context.Context, in, out *os.File, wish Wish) Findings {
	f := Findings{Limit: wish.Wait, Window: windowOf(out)}
	if f.Limit <= 0 {
		f.Limit = DefaultWait
	}
	f.Want, f.Blocks, f.Passthrough = wish.Graphics, wish.Blocks, wish.Passthrough
	f.Colors, f.ASCII = colorsOf(out, wish.environVars()), asciiOf(wish.environVars())
	if !f.textOnly() {
		f.askTerminal(ctx, in, out)
	}
	f.settleCellSize(wish)
	return f
}

// Ask is like [detectTerminal], but asks all questions unless the locale is ASCII, even if
// wish.Graphics makes the answers irrelevant.
func Ask(ctx context.Context, in, out *os.File, wish Wish) Findings {
	auto := wish
	auto.Graphics = ""
	f := detectTerminal(ctx, in, out, auto)
	f.Want = wish.Graphics
	f.settleCellSize(wish)
	return f
}

// textOnly reports whether pictures will be text whatever the answers are. For
// blocks of automatic fineness it returns false, since that depends on the
// terminal's name.
func (c Capabilities) textOnly() bool {
	if c.ASCII {
		return true
	}
	finest := c.Want == blocksName && (c.Blocks == "" || c.Blocks == auto)
	r, ok := rungOf(c.Want)
	return ok && !r.pixels && !finest
}

// settleCellSize sets the size of a cell to the user's, and CellGiven, or else, if no answer gave
// one, to the size that follows from the window as its driver reports it. Where that is unknown too
// and the user asked for pixels, it guesses the cell of a VT340.
func (f *Findings) settleCellSize(wish Wish) {
	switch {
	case wish.Cell != image.Point{}:
		f.Cell, f.CellGiven = wish.Cell, true
	case f.Cell.X == 0:
		f.acceptCell(f.Window.Cell())
	}
	if r, ok := rungOf(f.Want); ok && r.pixels && f.Cell.X == 0 {
		f.Cell = vt340Cell
	}
}

// askTerminal puts in into raw mode until it returns, sends the questions in one write and takes
// the answers until all have come, Limit has passed or ctx ends. It sets Replies, Typed, Took and
// the capabilities, or Err if there is no terminal or it cannot be written to. A lone ESC left at
// the end is taken as the esc key; any other rest is dropped.
func (f *Findings) askTerminal(ctx context.Context, in, out *os.File) {
	if !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		f.Err = ErrNoTerminal
		return
	}
	state, err := term.MakeRaw(in.Fd())
	if err != nil {
		f.Err = err
		return
	}
	defer term.Restore(in.Fd(), state) //nolint:errcheck // there is no remedy
	start := time.Now()
	defer func() { f.Took = time.Since(start) }()
	var text string
	for _, q := range listQuestions(f.Passthrough) {
		f.Replies = append(f.Replies, Reply{Question: q})
		text += q.Text
	}
	// Terminals that do not understand a question may print it.
	if _, err := out.WriteString(text + "\r" + ansi.EraseLineRight); err != nil {
		f.Err = err
		return
	}
	ctx, cancel := context.WithTimeout(ctx, f.Limit)
	defer cancel()
	var got []byte
	for !f.Complete() {
		more, err := readReply(ctx, in)
		if err != nil {
			break
		}
		got = append(got, f.bounds.admitBytes(more)...)
		got = got[f.acceptAll(got):]
	}
	if string(got) == "\x1b" { // the esc key; anything longer is the beginning of an answer
		f.Typed = append(f.Typed, tea.KeyPressMsg{Code: tea.KeyEscape})
	}
}
