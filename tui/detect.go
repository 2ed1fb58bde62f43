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

// Preferences holds the user's preferences. With the zero value the terminal decides everything.
type Preferences struct {
	// Graphics is one of [Protocols]; "" means "auto".
	Graphics string
	// Cell is the size of a cell in pixels, (0, 0) to ask the terminal.
	Cell image.Point
	// Blocks is one of [Finenesses]; "" means "auto", the finest that the terminal is known to
	// draw.
	Blocks string
	// Passthrough makes tmux pass pictures through, which its option allow-passthrough must permit.
	Passthrough bool
	// Without lists [Comforts] to leave out.
	Without []string
	// Wait limits the time for all answers; 0 means [DefaultWait].
	Wait time.Duration
	// Environ is the environment on the terminal's side, like [os.Environ]; nil means the program's
	// own.
	Environ []string
}

func (w Preferences) environVars() []string {
	if w.Environ != nil {
		return w.Environ
	}
	return os.Environ()
}

// ErrNoTerminal reports that input or output is not a terminal.
var ErrNoTerminal = errors.New("faithscope needs a terminal; `faithscope score` works without one")

// DefaultWait is how long a terminal may take to answer. Later answers still count.
const DefaultWait = 300 * time.Millisecond

// vt340Cell is the guess for terminals that don't report their cell size if the user asks for
// pixels: the cell of DEC's own sixel terminal.
var vt340Cell = image.Point{X: 10, Y: 20}

// detectTerminal doesn't ask if pictures will be text anyway, because waiting for answers delays the
// start. While it waits, terminalIn is in raw mode.
func detectTerminal(ctx context.Context, terminalIn, terminalOut *os.File, preferences Preferences) TerminalFindings {
	f := TerminalFindings{Limit: preferences.Wait, Window: windowOf(terminalOut)}
	if f.Limit <= 0 {
		f.Limit = DefaultWait
	}
	f.Want, f.Blocks, f.Passthrough = preferences.Graphics, preferences.Blocks, preferences.Passthrough
	f.Colors, f.ASCII = colorsOf(terminalOut, preferences.environVars()), asciiOf(preferences.environVars())
	if !f.textOnly() {
		f.askTerminal(ctx, terminalIn, terminalOut)
	}
	f.settleCellSize(preferences.Cell)
	return f
}

// Ask is like [detectTerminal], but asks unless the locale is ASCII, even if preferences.Graphics makes
// the answers irrelevant.
func Ask(ctx context.Context, terminalIn, terminalOut *os.File, preferences Preferences) TerminalFindings {
	want := preferences.Graphics
	preferences.Graphics = ""
	f := detectTerminal(ctx, terminalIn, terminalOut, preferences)
	f.Want = want
	f.settleCellSize(preferences.Cell)
	return f
}

// textOnly is false for blocks of automatic fineness because that depends on the terminal's name.
func (c Capabilities) textOnly() bool {
	if c.ASCII {
		return true
	}
	finest := c.Want == blocksName && (c.Blocks == "" || c.Blocks == auto)
	r, ok := rungOf(c.Want)
	return ok && !r.pixels && !finest
}

// settleCellSize guesses vt340Cell if the size is unknown and the user asked for pixels, which need
// one. The user's size wins over an answer, and that over the driver's window.
func (f *TerminalFindings) settleCellSize(givenSize image.Point) {
	switch {
	case givenSize != image.Point{}:
		f.Cell, f.CellGiven = givenSize, true
	case f.Cell.X == 0:
		f.acceptCell(f.Window.Cell())
	}
	if r, ok := rungOf(f.Want); ok && r.pixels && f.Cell.X == 0 {
		f.Cell = vt340Cell
	}
}

// askTerminal takes a lone ESC at the end for the esc key; any other rest is dropped, because it would
// be read as keys.
func (f *TerminalFindings) askTerminal(ctx context.Context, terminalIn, terminalOut *os.File) {
	if !term.IsTerminal(terminalIn.Fd()) || !term.IsTerminal(terminalOut.Fd()) {
		f.Err = ErrNoTerminal
		return
	}
	state, err := term.MakeRaw(terminalIn.Fd())
	if err != nil {
		f.Err = err
		return
	}
	defer term.Restore(terminalIn.Fd(), state) //nolint:errcheck // there is no remedy
	start := time.Now()
	defer func() { f.Took = time.Since(start) }()
	var text string
	for _, q := range listQuestions(f.Passthrough) {
		f.Replies = append(f.Replies, QuestionReply{Question: q})
		text += q.Text
	}
	// Terminals that do not understand a question may print it.
	if _, f.Err = terminalOut.WriteString(text + "\r" + ansi.EraseLineRight); f.Err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, f.Limit)
	defer cancel()
	var got []byte
	for !f.Complete() {
		more, err := readReply(ctx, terminalIn)
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
