package tui

import (
	"context"
	"image"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"faithscope/loaders"
)

// Capabilities is what a terminal can do for pictures.
type Capabilities struct {
	// Want is what the person asked for: "auto", "sixel", "blocks" or "none".
	Want string
	// Answered reports whether the terminal answered in time. Answers that
	// come later are taken up by [Graphics.Update].
	Answered bool
	// Sixel reports whether it said that it shows sixel pictures.
	Sixel bool
	// Cell is the size of a cell in pixels, (0, 0) where unknown.
	Cell image.Point
	// Largest is the largest picture in pixels, (0, 0) where it does not tell.
	Largest image.Point
	// Registers is how many colours a picture may have, 0 where it does not
	// tell.
	Registers int
	// Version is the terminal's name and version by its own account, "" where
	// it does not tell.
	Version string
}

// vt340Cell is the cell of DEC's own sixel terminal: a guess for a terminal
// that somebody knows to show sixel and that says nothing.
var vt340Cell = image.Point{X: 10, Y: 20}

// Protocol is how pictures are shown: "sixel", "blocks" or "none".
func (c Capabilities) Protocol() string {
	switch {
	case c.Want == "sixel" || c.Want == "blocks" || c.Want == "none":
		return c.Want
	case c.Sixel && c.Cell.X > 0 && c.Cell.Y > 0:
		return "sixel"
	}
	return "blocks"
}

// The questions, in one write. Primary device attributes come last: every
// terminal answers them, and answers come in order, so that theirs says that
// no other will come.
const questions = "\x1b[16t" + // size of a cell
	"\x1b[?1;1;0S" + "\x1b[?2;1;0S" + // colour registers, largest picture
	ansi.RequestNameVersion +
	ansi.RequestPrimaryDeviceAttributes

// Detect asks the terminal what it can do, before the program starts. It
// puts in into raw mode for that time and waits at most limit, or until ctx
// ends; keys pressed meanwhile are lost. A terminal that answers nothing gets
// half blocks. want is "auto", "sixel", "blocks" or "none".
func Detect(ctx context.Context, in, out *os.File, want string, limit time.Duration) Capabilities {
	c := Capabilities{Want: want}
	if want == "blocks" || want == "none" || !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		c.Cell = windowCell(out)
		return c
	}
	state, err := term.MakeRaw(in.Fd())
	if err != nil {
		return c
	}
	defer term.Restore(in.Fd(), state) //nolint:errcheck // nothing can be done about it
	if _, err := out.WriteString(questions); err != nil {
		return c
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var got []byte
	for !c.Answered {
		more, err := readReply(ctx, in)
		if err != nil {
			break
		}
		got = append(got, more...)
		got = got[c.takeAll(got):]
	}
	if c.Cell.X == 0 {
		c.Cell = windowCell(out)
	}
	if c.Cell.X == 0 && want == "sixel" {
		c.Cell = vt340Cell
	}
	return c
}

// takeAll takes up the whole answers in got and returns their length.
func (c *Capabilities) takeAll(got []byte) (taken int) {
	p := ansi.NewParser()
	for taken < len(got) {
		seq, _, n, state := ansi.DecodeSequence(got[taken:], ansi.NormalState, p)
		if state != ansi.NormalState {
			break
		}
		c.take(seq, p)
		taken += n
	}
	return taken
}

// take takes up one answer; what is none is dropped.
func (c *Capabilities) take(seq []byte, p *ansi.Parser) {
	if !ansi.HasCsiPrefix(seq) && !ansi.HasDcsPrefix(seq) {
		return
	}
	cmd, params := ansi.Cmd(p.Command()), p.Params()
	param := func(i int) int {
		v, _, _ := params.Param(i, 0)
		return v
	}
	switch {
	case cmd.Final() == 'c' && cmd.Prefix() == '?':
		c.Answered = true
		c.Sixel = c.Sixel || len(params) > 0 && slices.ContainsFunc(params[1:], isSixel)
	case cmd.Final() == 't' && param(0) == 6:
		c.takeCell(param(2), param(1))
	case cmd.Final() == 'S' && cmd.Prefix() == '?' && param(1) == 0:
		c.takeGraphics(param(0), param(2), param(3))
	case cmd.Final() == '|' && cmd.Prefix() == '>':
		c.Version = loaders.Clean(strings.TrimSpace(string(p.Data())))
	}
}

// isSixel reports whether an attribute of a terminal is that it shows sixel.
func isSixel(attribute ansi.Param) bool { return attribute.Param(0) == 4 }

// largestCell bounds a cell's sides in pixels: pictures are made for as many
// as a terminal says.
const largestCell = 200

// takeCell takes up a cell's size in pixels; what is no size is dropped.
func (c *Capabilities) takeCell(w, h int) {
	if w > 0 && h > 0 && w <= largestCell && h <= largestCell {
		c.Cell = image.Pt(w, h)
	}
}

// takeGraphics takes up an answer about sixel: item 1 is the number of
// colours, item 2 the size of the largest picture.
func (c *Capabilities) takeGraphics(item, x, y int) {
	switch item {
	case 1:
		c.Registers = x
	case 2:
		c.Largest = image.Pt(x, y)
	}
}
