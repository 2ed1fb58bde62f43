// Package tui is the program that owns the terminal: a stack of views, the
// keys, the mouse, and the pictures that a terminal can show.
//
// Every message ends with one frame: the views draw into it from the lowest
// visible one up, the graphics paint its pictures, and [tea.View] gets the
// text. Nothing is drawn anywhere else.
package tui

import (
	"context"
	"errors"
	"image"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"faithscope/views"
)

// detectLimit bounds the wait for a terminal that answers no question. A far
// one over SSH takes a few tenths of a second.
const detectLimit = 500 * time.Millisecond

// ErrNoTerminal means that input or output is no terminal.
var ErrNoTerminal = errors.New("the program needs a terminal; `faithscope score` works without one")

// Options say how the program starts.
type Options struct {
	Session *views.Session
	// Graphics is how pictures are shown: "auto", "sixel", "blocks" or "none".
	Graphics string
	// CellSize is a cell's size in pixels where the terminal does not tell;
	// zero for unknown.
	CellSize image.Point
	// Mouse turns the mouse on at the start; a key turns it on and off.
	Mouse bool
	// Notice is shown on the status line at the start, "" for nothing.
	Notice string
	// In and Out are the terminal; nil for standard input and output.
	In, Out *os.File
}

// Run shows the session's runs until the person quits or ctx ends. It scores
// them in the background. The terminal is restored on every way out.
func Run(ctx context.Context, o Options) error {
	in, out := o.In, o.Out
	if in == nil {
		in = os.Stdin
	}
	if out == nil {
		out = os.Stdout
	}
	if !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		return ErrNoTerminal
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	caps := Detect(ctx, in, out, o.Graphics, detectLimit)
	if caps.Cell == (image.Point{}) {
		caps.Cell = o.CellSize
	}
	o.Session.NoPictures = o.Graphics == "none"
	graphics := NewGraphics(caps, out)
	p := newProgram(ctx, o, graphics)
	_, err := tea.NewProgram(p, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(graphics.Output())).Run()
	closing := graphics.Close()
	if errors.Is(err, tea.ErrInterrupted) {
		err = nil // a signal asked for it, as a key would
	}
	return errors.Join(err, closing)
}
