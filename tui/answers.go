package tui

import (
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/tui/screen"
)

// Complete reports whether the last answer, which every terminal sends, has come. With passthrough
// it comes from the terminal around tmux.
func (f Findings) Complete() bool {
	if f.Passthrough && f.inTmux() {
		return slices.ContainsFunc(f.Replies, func(r Reply) bool { return r.Name == outerAttributes && r.Got != "" })
	}
	return f.Answered
}

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

// Image numbers for queries of kitty's protocol. Pictures have numbers up to 255.
const kittyQuery, outerQuery = 4211, 4212

// listQuestions returns the questions, to be sent in one write. Answers come in order and every
// terminal answers device attributes, so that question is last. The size in cells (CSI 18 t) is
// left out because tmux 3.3 swaps rows and columns.
func listQuestions(passthrough bool) []Question {
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

func kittyQuestion(number int) string {
	return "\x1b_Gi=" + strconv.Itoa(number) + ",s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
}

// acceptAll takes the complete sequences in got and returns their length in bytes. It leaves an
// incomplete one, and a lone ESC.
func (f *Findings) acceptAll(got []byte) (taken int) {
	p := ansi.NewParser()
	for taken < len(got) {
		seq, _, n, state := screen.Decode(got[taken:], p)
		if state != ansi.NormalState || string(got[taken:]) == "\x1b" {
			break
		}
		if seq != nil {
			f.sortSequence(seq, p)
		}
		taken += n
	}
	return taken
}

// sortSequence keeps the first reply to each question and adds key presses to Typed, up to
// mostTyped.
func (f *Findings) sortSequence(seq []byte, p *ansi.Parser) {
	var decoder uv.EventDecoder
	_, event := decoder.Decode(slices.Concat(seq, []byte(stringEnd))) // a string that was cut off lacks its end
	name := f.acceptAnswer(event, p)
	for i := range f.Replies {
		if r := &f.Replies[i]; r.Name == name && r.Got == "" {
			r.Got = string(seq)
		}
	}
	if key, ok := event.(uv.KeyPressEvent); ok && string(seq) != stringEnd && len(f.Typed) < mostTyped {
		f.Typed = append(f.Typed, tea.KeyPressMsg(key))
	}
}

// stringEnd, on its own, is the rest of a string that was cut off.
const stringEnd = "\x1b\\"

const mostTyped = 4 << 10

// acceptAnswer sets the capabilities that an answer reveals and returns its question's name, "" if
// it isn't an answer. Later device attributes are ignored because they come from the terminal
// around tmux. An answer with the size of a cell precedes the size of the window.
func (f *Findings) acceptAnswer(event uv.Event, p *ansi.Parser) string {
	switch e := event.(type) {
	case uv.PrimaryDeviceAttributesEvent:
		// In tmux the second answer comes from the terminal around it.
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

// hasSixel skips the first attribute, which is the kind of terminal.
func hasSixel(attributes []int) bool {
	return len(attributes) > 0 && slices.Contains(attributes[1:], 4)
}

// acceptGraphics takes an answer about sixel: item 1 is the number of colours, item 2 the size of
// the largest picture. It ignores reported failures. For other items it returns "".
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

// largestCell bounds the sides of a cell in pixels because the terminal's answer sets the size of
// pictures.
const largestCell = 200

func (c *Capabilities) acceptCell(size image.Point) {
	isUsable := !c.CellGiven && size.X > 0 && size.Y > 0 && size.X <= largestCell && size.Y <= largestCell
	if isUsable {
		c.Cell = size
	}
}

// acceptVersion sets Outer if Version is already tmux, because the answer comes from the terminal
// around it.
func (c *Capabilities) acceptVersion(text string) string {
	text = loaders.Clean(strings.TrimSpace(text))
	if c.inTmux() {
		c.Outer = text
		return outerVersion
	}
	c.Version = text
	return nameVersion
}

// acceptKitty sets Kitty and returns the query's name, "" if number belongs to no query. The outer
// query counts only with passthrough.
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
