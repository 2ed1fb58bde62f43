package tui

import (
	"context"
	"errors"
	"image"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"faithscope/loaders"
	"faithscope/tui/screen"
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

// The names of the questions.
const (
	cellSize        = "size of a cell"
	windowSize      = "size of the window"
	sixelColors     = "colours of a sixel picture"
	sixelLargest    = "largest sixel picture"
	nameVersion     = "name and version"
	terminfoName    = "name of its description"
	kittyGraphics   = "kitty's protocol"
	attributes      = "attributes"
	outerVersion    = "name and version through tmux"
	outerKitty      = "kitty's protocol through tmux"
	outerAttributes = "attributes through tmux"
)

// The images of kitty's protocol that are only asked about. Pictures have
// numbers up to 255.
const kittyQuery, outerQuery = 4211, 4212

// questions are asked in one write. Device attributes come last: every
// terminal answers them, and answers come in order, so that theirs says that
// no other will come. The size in cells (CSI 18 t) is not among them: tmux 3.3
// answers it with rows and columns exchanged.
func questions(passthrough bool) []Question {
	list := []Question{
		{cellSize, "\x1b[16t"},
		{windowSize, "\x1b[14t"},
		{sixelColors, "\x1b[?1;1;0S"},
		{sixelLargest, "\x1b[?2;1;0S"},
		{nameVersion, ansi.RequestNameVersion},
		{terminfoName, ansi.RequestTermcap("TN")},
		{kittyGraphics, kittyQuestion(kittyQuery)},
	}
	if passthrough {
		list = append(list,
			Question{outerVersion, ansi.TmuxPassthrough(ansi.RequestNameVersion)},
			Question{outerKitty, ansi.TmuxPassthrough(kittyQuestion(outerQuery))},
			Question{outerAttributes, ansi.TmuxPassthrough(ansi.RequestPrimaryDeviceAttributes)})
	}
	return append(list, Question{attributes, ansi.RequestPrimaryDeviceAttributes})
}

// kittyQuestion asks whether a picture of one pixel could be shown.
func kittyQuestion(number int) string {
	return "\x1b_Gi=" + strconv.Itoa(number) + ",s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
}

// takeAll accepts the whole answers in got, keeps what is none for keys, and
// returns the length of both.
func (f *Findings) takeAll(got []byte) (taken int) {
	p := ansi.NewParser()
	for taken < len(got) {
		seq, _, n, state := screen.Decode(got[taken:], p)
		if state != ansi.NormalState || string(got[taken:]) == "\x1b" {
			break
		}
		if seq != nil {
			f.sort(seq, p)
		}
		taken += n
	}
	return taken
}

// sort gives what came to the question that it answers, or to the keys.
func (f *Findings) sort(seq []byte, p *ansi.Parser) {
	var decoder uv.EventDecoder
	_, event := decoder.Decode(slices.Concat(seq, []byte(stringEnd))) // which a string that was cut off lacks
	name := f.take(event, p)
	for i := range f.Replies {
		if r := &f.Replies[i]; r.Name == name && r.Got == "" {
			r.Got = string(seq)
		}
	}
	if _, key := event.(uv.KeyPressEvent); key && string(seq) != stringEnd {
		f.Typed = append(f.Typed, seq...)
	}
}

// stringEnd ends a string. By itself it is what is left of one that was cut off.
const stringEnd = "\x1b\\"

// take accepts one answer, of which p has the parameters, and returns the name of
// its question, "" if it is none.
func (f *Findings) take(event uv.Event, p *ansi.Parser) string {
	switch e := event.(type) {
	case uv.PrimaryDeviceAttributesEvent:
		// In tmux the second ones are those of the terminal around it, which say
		// nothing of tmux.
		if f.Answered {
			return outerAttributes
		}
		f.Answered, f.Sixel = true, hasSixel(e)
		return attributes
	case uv.CellSizeEvent:
		f.takeCell(image.Pt(e.Width, e.Height))
		return cellSize
	case uv.PixelSizeEvent:
		if f.Cell.X == 0 {
			f.takeCell(Window{f.Window.Cells, image.Pt(e.Width, e.Height)}.Cell())
		}
		return windowSize
	case uv.TerminalVersionEvent:
		return f.takeVersion(e.Name)
	case uv.CapabilityEvent:
		return terminfoName
	case uv.KittyGraphicsEvent:
		return f.takeKitty(e.Options.ID, string(e.Payload))
	case uv.UnknownCsiEvent, uv.UnknownDcsEvent:
		switch p.Command() {
		case ansi.Command('?', 0, 'S'):
			return f.takeGraphics(p)
		case ansi.Command(0, '+', 'r'): // it does not tell
			return terminfoName
		}
	}
	return ""
}

// hasSixel reports whether a terminal shows sixel by its attributes, of which the
// first is its kind.
func hasSixel(attributes []int) bool {
	return len(attributes) > 0 && slices.Contains(attributes[1:], 4)
}

// takeGraphics accepts an answer about sixel: item 1 is the number of
// colours, item 2 the size of the largest picture.
func (c *Capabilities) takeGraphics(p *ansi.Parser) string {
	var of [4]int // item, 0 for a good answer, and what it is
	for i := range of {
		of[i], _ = p.Param(i, 0)
	}
	switch {
	case of[0] == 1 && of[1] == 0:
		c.Registers = of[2]
	case of[0] == 2 && of[1] == 0:
		c.Largest = image.Pt(of[2], of[3])
	}
	return map[int]string{1: sixelColors, 2: sixelLargest}[of[0]]
}

// largestCell bounds a cell's sides in pixels: pictures are made for as many
// as a terminal says.
const largestCell = 200

// takeCell accepts a cell's size in pixels, unless the person gave one; what
// is not a size is dropped.
func (c *Capabilities) takeCell(size image.Point) {
	if !c.CellGiven && size.X > 0 && size.Y > 0 && size.X <= largestCell && size.Y <= largestCell {
		c.Cell = size
	}
}

// takeVersion accepts a terminal's name: the second one in tmux is that of
// the terminal around it.
func (c *Capabilities) takeVersion(text string) string {
	text = loaders.Clean(strings.TrimSpace(text))
	if c.inTmux() {
		c.Outer = text
		return outerVersion
	}
	c.Version = text
	return nameVersion
}

// takeKitty notes whether a command of kitty's protocol went well.
func (c *Capabilities) takeKitty(number int, answer string) string {
	switch number {
	case kittyQuery:
		c.Kitty = answer == "OK"
		return kittyGraphics
	case outerQuery:
		c.Kitty = c.Passthrough && answer == "OK"
		return outerKitty
	}
	return ""
}

// keys reads what was typed as the running program would.
func keys(typed []byte) []tea.Msg {
	var (
		decoder uv.EventDecoder
		out     []tea.Msg
	)
	for len(typed) > 0 {
		n, event := decoder.Decode(typed)
		if n <= 0 {
			break
		}
		if key, ok := event.(uv.KeyPressEvent); ok {
			out = append(out, tea.KeyPressMsg(key))
		}
		typed = typed[n:]
	}
	return out
}
