// Package screentest runs a program on a terminal for tests: a pseudo-terminal with an emulator
// that decodes sixel, inline and kitty's pictures to pixels. Like on real terminals, a cell loses
// its pixels when written to, erased or scrolled. Kitty's images lie over the text until they are
// deleted or the screen is cleared.
package screentest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Patience is how long a test waits for an event: enough for a busy machine under the race
// detector. A longer limit only makes failures slower.
const Patience = 2 * time.Minute

// Start runs cmd on a new terminal, with TERM set, until the test ends.
func Start(t testing.TB, c TerminalConfig, cmd *exec.Cmd) *Terminal {
	t.Helper()
	term := open(t, c)
	tty := term.tty()
	defer tty.Close()
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, "TERM=xterm-256color", "COLORTERM=truecolor")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = ownTerminal()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return term
}

// Run runs the program in the test's process with the terminal tty. It must return when ctx ends, at
// the end of the test. It learns sizes from [Resized] because the kernel sends a signal only to
// processes that the terminal controls.
func Run(t testing.TB, c TerminalConfig, runProgram func(ctx context.Context, tty *os.File)) *Terminal {
	t.Helper()
	term := open(t, c)
	term.resized = make(chan struct{}, 1)
	tty := term.tty()
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), resizeKey{}, term.resized))
	done := make(chan struct{})
	go func() {
		defer close(done)
		runProgram(ctx, tty)
	}()
	t.Cleanup(func() {
		cancel()
		select {
		case <-done: // tty stays open, since a program may leave a reader behind
		case <-time.After(Patience):
			t.Error("the program outlived its context")
		}
	})
	return term
}

type resizeKey struct{}

// Resized returns a channel that receives a value when the terminal of [Run] has another size.
func Resized(ctx context.Context) <-chan struct{} {
	return ctx.Value(resizeKey{}).(chan struct{})
}

// open fills in defaults. Faults are reported at the end of the test.
func open(t testing.TB, c TerminalConfig) *Terminal {
	t.Helper()
	if c.Cols == 0 {
		c.Cols, c.Rows = 80, 24
	}
	if c.Cell.X == 0 {
		c.Cell = image.Pt(10, 20)
	}
	term := &Terminal{t: t, config: c, answers: make(chan string, 64), ended: make(chan struct{})}
	term.screen = vt.NewEmulator(c.Cols, c.Rows)
	term.canvas = image.NewRGBA(image.Rect(0, 0, c.Cols*c.Cell.X, c.Rows*c.Cell.Y))
	term.handle()
	t.Cleanup(term.report)
	return term
}

func (t *Terminal) tty() *os.File {
	ptmx, tty, err := pty.Open()
	if errors.Is(err, pty.ErrUnsupported) {
		t.t.Skip(err)
	}
	if err != nil {
		t.t.Fatal(err)
	}
	t.pty = ptmx
	t.setSize()
	t.t.Cleanup(func() { ptmx.Close() })
	t.up = newUplink(t.config.Link.Delay, ptmx)
	t.t.Cleanup(t.up.close)
	go t.read(t.config.Link.down(ptmx))
	go t.reply()
	go func() { _, _ = io.Copy(io.Discard, t.screen) }()
	return tty
}

func (t *Terminal) setSize() {
	size := &pty.Winsize{
		Cols: uint16(t.config.Cols), Rows: uint16(t.config.Rows),
		X: uint16(t.config.Cols * t.config.Cell.X), Y: uint16(t.config.Rows * t.config.Cell.Y),
	}
	if err := pty.Setsize(t.pty, size); err != nil {
		t.t.Fatal(err)
	}
}

// read shows output until it ends, and closes t.ended. After a panic of the emulator it only reads
// on.
func (t *Terminal) read(outputReader io.Reader) {
	defer close(t.ended)
	buf := make([]byte, 1<<16)
	var partial []byte // an incomplete placeholder
	shown := true
	for {
		n, err := outputReader.Read(buf)
		t.mu.Lock()
		t.written += n
		t.tail = append(t.tail, buf[:n]...)
		if !t.config.Record {
			t.tail = t.tail[max(0, len(t.tail)-4096):]
		}
		all := slices.Concat(partial, buf[:n])
		cut := len(all) - unspelled(all)
		shown = shown && t.show(all[:cut]) // after a panic reading goes on, so that the program does not block
		partial = bytes.Clone(all[cut:])
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (t *Terminal) show(outputBytes []byte) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			t.fault("the emulator panicked with %v at %.400q", r, outputBytes)
		}
	}()
	_, _ = t.screen.Write(outputBytes)
	return true
}

func (t *Terminal) reply() {
	for s := range t.answers {
		if err := t.up.send(s); err != nil {
			return
		}
	}
}

// Type sends keys to the program: text, or sequences such as "\x1b[B".
func (t *Terminal) Type(keyBytes string) {
	t.t.Helper()
	if err := t.up.send(keyBytes); err != nil {
		t.t.Fatal(err)
	}
}

// Resize sets columns and rows and tells the program, by a signal or [Resized].
func (t *Terminal) Resize(columnCount, rowCount int) {
	t.t.Helper()
	t.mu.Lock()
	t.config.Cols, t.config.Rows = columnCount, rowCount
	t.sweep()
	old := t.canvas
	t.canvas = image.NewRGBA(image.Rect(0, 0, columnCount*t.config.Cell.X, rowCount*t.config.Cell.Y))
	draw.Draw(t.canvas, t.canvas.Rect, old, image.Point{}, draw.Src)
	t.screen.Resize(columnCount, rowCount)
	t.mu.Unlock()
	t.setSize()
	select {
	case t.resized <- struct{}{}:
	default: // a program of Start hears of it by a signal, one of Run has the last one still to handle
	}
}

const look = 5 * time.Millisecond

// rest is how many looks [Terminal.Wait] waits if nothing is written: ok may depend on a file, or
// the time.
const rest = 20

// Wait waits until isReached returns true, and fails the test after [Patience]. awaitedThing names the
// event: "the popup". isReached is only asked after writes and every tenth of a second, because reading
// the screen is work.
func (t *Terminal) Wait(awaitedThing string, isReached func() bool) {
	t.t.Helper()
	seen, looks := -1, 0
	for end := time.Now().Add(Patience); ; time.Sleep(look) {
		written := t.Written()
		if looks++; written != seen || looks%rest == 0 {
			if seen = written; isReached() {
				return
			}
		}
		if time.Now().After(end) {
			text := t.Text()
			t.mu.Lock()
			tail := bytes.Clone(t.tail[max(0, len(t.tail)-4096):])
			t.mu.Unlock()
			t.t.Fatalf("timed out waiting for %s; the screen is:\n%s\nlast written: %q", awaitedThing, text, tail)
		}
	}
}

// WaitFor waits until the text is on the screen.
func (t *Terminal) WaitFor(screenTexts ...string) {
	t.t.Helper()
	for _, text := range screenTexts {
		t.Wait(fmt.Sprintf("%q", text), func() bool { return strings.Contains(t.Text(), text) })
	}
}

// Walk types keys, and waits for the text that they bring on screen, in turn.
func (t *Terminal) Walk(keysAndTexts ...string) {
	t.t.Helper()
	for i := 0; i < len(keysAndTexts); i += 2 {
		t.Type(keysAndTexts[i])
		t.WaitFor(keysAndTexts[i+1])
	}
}

// Quiet waits until the program has written nothing for a while, counted in looks: a busy machine
// delays these like the program.
func (t *Terminal) Quiet() {
	t.t.Helper()
	last, times := -1, 0
	t.Wait("silence", func() bool {
		times++
		if n := t.Written(); n != last {
			last, times = n, 0
		}
		return times*rest > int(still/look)
	})
}

// WaitForEnd waits until [Start]'s program and its children have closed the terminal and their
// output is read.
func (t *Terminal) WaitForEnd() {
	t.t.Helper()
	t.Wait("the program to exit", func() bool {
		select {
		case <-t.ended:
			return true
		default:
			return false
		}
	})
}

// Text returns the rows without trailing spaces, each with a newline. Cells under pictures are
// spaces.
func (t *Terminal) Text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	for y := range t.config.Rows {
		var row strings.Builder
		for x := range t.config.Cols {
			row.WriteString(visible(t.screen.CellAt(x, y)))
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return b.String()
}

// visible returns a space for nothing, filler and pictures, "" for the second half of a wide
// letter.
func visible(c *uv.Cell) string {
	switch {
	case c == nil:
		return " "
	case c.Width == 0:
		return ""
	case isPlaceholder(c.Content):
		return " "
	case c.Content == "" || strings.TrimSpace(c.Content) == "" || isSentinel(c.Content):
		return " "
	}
	return c.Content
}

// Cell returns a cell's text and colours; nil is the terminal's own.
func (t *Terminal) Cell(x, y int) (text string, fg, bg color.Color) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.screen.CellAt(x, y)
	if c == nil {
		return " ", nil, nil
	}
	return visible(c), c.Style.Fg, c.Style.Bg
}

// Pixels returns the visible pixels of pictures, transparent if there are none.
func (t *Terminal) Pixels() *image.RGBA {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sweep()
	out := image.NewRGBA(t.canvas.Rect)
	copy(out.Pix, t.canvas.Pix)
	t.compose(out)
	return out
}

// Pictured reports whether a picture is visible in cell (x, y).
func (t *Terminal) Pictured(x, y int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.screen.CellAt(x, y)
	return c != nil && (c.Content == sentinel(x, y) || t.placed(x, y))
}

// Bare returns the cells of cellArea without a picture, row by row; nil for none.
func (t *Terminal) Bare(cellArea image.Rectangle) []image.Point {
	var out []image.Point
	for y := cellArea.Min.Y; y < cellArea.Max.Y; y++ {
		for x := cellArea.Min.X; x < cellArea.Max.X; x++ {
			if !t.Pictured(x, y) {
				out = append(out, image.Pt(x, y))
			}
		}
	}
	return out
}

// Written returns the number of bytes that the program has written.
func (t *Terminal) Written() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.written
}

// Recorded returns all that the program has written, or without Record at least its last 4,096
// bytes.
func (t *Terminal) Recorded() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Clone(t.tail)
}

// Tiles returns the pictures painted since the last call.
func (t *Terminal) Tiles() []PaintedTile {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := t.tiles
	t.tiles = nil
	return out
}
