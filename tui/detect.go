package tui

import (
	"context"
	"errors"
	"image"
	"os"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// Wish is what the person asks for, by flags and configuration. The zero
// value leaves all to the terminal.
type Wish struct {
	// Graphics is a protocol of the ladder, "" or "auto" for the best one
	// that the terminal can.
	Graphics string
	// Cell is a cell's size in pixels, (0, 0) for what the terminal says.
	Cell image.Point
	// Blocks is the cells' fineness: "half", "quadrant", "sextant" or "octant";
	// "" or "auto" for what the terminal is known to draw.
	Blocks string
	// Passthrough: tmux hands pictures on to its own terminal, which its
	// option allow-passthrough has to permit.
	Passthrough bool
	// Wait is how long the terminal may take to answer in all, 0 for
	// [DefaultWait].
	Wait time.Duration
	// Environ is the environment of the terminal's side as [os.Environ] returns
	// it; nil for the program's own.
	Environ []string
}

func (w Wish) environ() []string {
	if w.Environ != nil {
		return w.Environ
	}
	return os.Environ()
}

// ErrNoTerminal means that input or output is not a terminal.
var ErrNoTerminal = errors.New("the program needs a terminal; `faithscope score` works without one")

// DefaultWait is how long a terminal may take to answer. One that takes
// longer is not lost: its answers are accepted when the program runs.
const DefaultWait = 300 * time.Millisecond

// vt340Cell is the cell of DEC's own sixel terminal: a guess for a terminal
// that somebody knows to show pictures and that says nothing.
var vt340Cell = image.Point{X: 10, Y: 20}

// Detect asks the terminal what it can do, before the program starts. It puts
// in into raw mode for that time and waits until all is answered, wish.Wait
// has passed or ctx ends. A terminal that answers nothing gets half blocks.
// It also works without a terminal.
func Detect(ctx context.Context, in, out *os.File, wish Wish) Findings {
	f := Findings{Limit: wish.Wait, Window: windowOf(out)}
	if f.Limit <= 0 {
		f.Limit = DefaultWait
	}
	f.Want, f.Blocks, f.Passthrough = wish.Graphics, wish.Blocks, wish.Passthrough
	f.Colors, f.ASCII = colorsOf(out, wish.environ()), asciiOf(wish.environ())
	if !f.textOnly() {
		f.ask(ctx, in, out)
	}
	f.settle(wish)
	return f
}

// Ask is [Detect], but asks all questions even where the wish makes the
// answers needless.
func Ask(ctx context.Context, in, out *os.File, wish Wish) Findings {
	auto := wish
	auto.Graphics = ""
	f := Detect(ctx, in, out, auto)
	f.Want = wish.Graphics
	f.settle(wish)
	return f
}

// textOnly reports whether the person asked for pictures made of text, so that
// no answer would matter. Blocks are as fine as a terminal is known to draw.
func (c Capabilities) textOnly() bool {
	if c.ASCII {
		return true
	}
	finest := c.Want == blocksName && (c.Blocks == "" || c.Blocks == auto)
	r, ok := rungOf(c.Want)
	return ok && !r.pixels && !finest
}

// settle decides on a cell's size.
func (f *Findings) settle(wish Wish) {
	switch {
	case wish.Cell != image.Point{}:
		f.Cell, f.CellGiven = wish.Cell, true
	case f.Cell.X == 0:
		f.takeCell(f.Window.Cell())
	}
	if r, ok := rungOf(f.Want); ok && r.pixels && f.Cell.X == 0 {
		f.Cell = vt340Cell
	}
}

// ask puts the questions and reads what comes back.
func (f *Findings) ask(ctx context.Context, in, out *os.File) {
	if !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		f.Err = ErrNoTerminal
		return
	}
	state, err := term.MakeRaw(in.Fd())
	if err != nil {
		f.Err = err
		return
	}
	defer term.Restore(in.Fd(), state) //nolint:errcheck // nothing can be done about it
	start := time.Now()
	defer func() { f.Took = time.Since(start) }()
	var text string
	for _, q := range questions(f.Passthrough) {
		f.Replies = append(f.Replies, Reply{Question: q})
		text += q.Text
	}
	// Terminals that do not know a question may show its letters.
	if _, err := out.WriteString(text + "\r" + ansi.EraseLineRight); err != nil {
		f.Err = err
		return
	}
	ctx, cancel := context.WithTimeout(ctx, f.Limit)
	defer cancel()
	var got []byte
	var within bounds
	for !f.Complete() {
		more, err := readReply(ctx, in)
		if err != nil {
			break
		}
		got = append(got, within.keep(more)...)
		got = got[f.takeAll(got):]
	}
	if string(got) == "\x1b" { // a key; else the beginning of an answer
		f.Typed = append(f.Typed, got...)
	}
}

// Complete reports whether no answer is missing: the one that every terminal
// gives comes last. Through tmux a second one comes from the terminal around.
func (f Findings) Complete() bool {
	if f.Passthrough && f.inTmux() {
		return slices.ContainsFunc(f.Replies, func(r Reply) bool { return r.Name == outerAttributes && r.Got != "" })
	}
	return f.Answered
}
