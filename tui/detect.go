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

func (w Wish) environ() []string {
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

// Detect asks the terminal for its capabilities before the program starts.
// Meanwhile it puts in into raw mode, and it waits until all answers have come,
// wish.Wait has passed or ctx ends. A terminal that gives no answers gets half
// blocks. Without a terminal the Err of the findings says why nothing was
// asked.
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

// Ask is like [Detect], but asks all questions even if the wish makes the
// answers irrelevant.
func Ask(ctx context.Context, in, out *os.File, wish Wish) Findings {
	auto := wish
	auto.Graphics = ""
	f := Detect(ctx, in, out, auto)
	f.Want = wish.Graphics
	f.settle(wish)
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

// settle decides on the size of a cell.
func (f *Findings) settle(wish Wish) {
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

// ask sends the questions and reads the answers.
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
	defer term.Restore(in.Fd(), state) //nolint:errcheck // there is no remedy
	start := time.Now()
	defer func() { f.Took = time.Since(start) }()
	var text string
	for _, q := range questions(f.Passthrough) {
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
	var within bounds
	for !f.Complete() {
		more, err := readReply(ctx, in)
		if err != nil {
			break
		}
		got = append(got, within.admit(more)...)
		got = got[f.acceptAll(got):]
	}
	if string(got) == "\x1b" { // the esc key; anything longer is the beginning of an answer
		f.Typed = append(f.Typed, got...)
	}
}

// Complete reports whether no more answers can come, that is, whether the one that every
// terminal gives last has come. With passthrough, the terminal around tmux gives a second
// one.
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

// The image numbers used only in queries of kitty's protocol. Pictures have
// numbers up to 255.
const kittyQuery, outerQuery = 4211, 4212

// questions returns the questions, to be sent in one write. Device attributes
// come last: every terminal answers that question, and answers come in order,
// so its answer shows that no others will follow. The size in cells (CSI 18 t)
// is left out because tmux 3.3 swaps rows and columns in its answer.
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

// kittyQuestion returns the question whether a picture of one pixel could be
// shown.
func kittyQuestion(number int) string {
	return "\x1b_Gi=" + strconv.Itoa(number) + ",s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
}

// acceptAll takes the complete sequences in got, as answers or as keys, and
// returns their length.
func (f *Findings) acceptAll(got []byte) (taken int) {
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

// sort assigns a sequence to the question that it answers, or to the keys.
func (f *Findings) sort(seq []byte, p *ansi.Parser) {
	var decoder uv.EventDecoder
	_, event := decoder.Decode(slices.Concat(seq, []byte(stringEnd))) // a string that was cut off lacks its end
	name := f.accept(event, p)
	for i := range f.Replies {
		if r := &f.Replies[i]; r.Name == name && r.Got == "" {
			r.Got = string(seq)
		}
	}
	if _, key := event.(uv.KeyPressEvent); key && string(seq) != stringEnd && len(f.Typed) < maxTyped {
		f.Typed = append(f.Typed, seq...)
	}
}

// maxTyped bounds the bytes of the keys that are kept while the terminal is asked.
const maxTyped = 4 << 10

// stringEnd ends a string. On its own it is the rest of a string that was cut
// off.
const stringEnd = "\x1b\\"

// accept takes one answer, whose parameters are in p, and returns the name of
// its question, or "" if it is not an answer.
func (f *Findings) accept(event uv.Event, p *ansi.Parser) string {
	switch e := event.(type) {
	case uv.PrimaryDeviceAttributesEvent:
		// In tmux the second answer is from the terminal around it, and says
		// nothing about tmux.
		if f.Answered {
			return outerAttributes
		}
		f.Answered, f.Sixel = true, hasSixel(e)
		return attributes
	case uv.CellSizeEvent:
		f.acceptCell(image.Pt(e.Width, e.Height))
		return cellSize
	case uv.PixelSizeEvent:
		if f.Cell.X == 0 {
			f.acceptCell(Window{f.Window.Cells, image.Pt(e.Width, e.Height)}.Cell())
		}
		return windowSize
	case uv.TerminalVersionEvent:
		return f.acceptVersion(e.Name)
	case uv.CapabilityEvent:
		return terminfoName
	case uv.KittyGraphicsEvent:
		return f.acceptKitty(e.Options.ID, string(e.Payload))
	case uv.UnknownCsiEvent, uv.UnknownDcsEvent:
		switch p.Command() {
		case ansi.Command('?', 0, 'S'):
			return f.acceptGraphics(p)
		case ansi.Command(0, '+', 'r'): // the terminal does not know
			return terminfoName
		}
	}
	return ""
}

// hasSixel reports whether a terminal's attributes include sixel. The first
// attribute is the kind of terminal.
func hasSixel(attributes []int) bool {
	return len(attributes) > 0 && slices.Contains(attributes[1:], 4)
}

// acceptGraphics takes an answer about sixel: item 1 is the number of colours,
// and item 2 the size of the largest picture.
func (c *Capabilities) acceptGraphics(p *ansi.Parser) string {
	var of [4]int // the item, 0 for success, and its values
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

// largestCell bounds the sides of a cell in pixels, since pictures are made as
// large as the terminal's answer demands.
const largestCell = 200

// acceptCell takes the size of a cell in pixels unless the user gave one. It
// ignores impossible sizes.
func (c *Capabilities) acceptCell(size image.Point) {
	if !c.CellGiven && size.X > 0 && size.Y > 0 && size.X <= largestCell && size.Y <= largestCell {
		c.Cell = size
	}
}

// acceptVersion takes the name and version of a terminal. In tmux the second
// answer is from the terminal around it.
func (c *Capabilities) acceptVersion(text string) string {
	text = loaders.Clean(strings.TrimSpace(text))
	if c.inTmux() {
		c.Outer = text
		return outerVersion
	}
	c.Version = text
	return nameVersion
}

// acceptKitty records whether a command of kitty's protocol succeeded.
func (c *Capabilities) acceptKitty(number int, answer string) string {
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

// keys decodes typed input in the same way as the running program.
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
