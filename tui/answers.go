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
func (f TerminalFindings) Complete() bool {
	if f.Passthrough && f.inTmux() {
		return slices.ContainsFunc(f.Replies, func(r QuestionReply) bool { return r.Name == outerAttributes && r.Got != "" })
	}
	return f.Answered
}

const (
	cellSize        = "cell size"
	windowSize      = "window size"
	sixelColors     = "number of sixel colours"
	sixelLargest    = "maximum sixel picture size"
	nameVersion     = "name and version"
	terminfoName    = "terminfo name"
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
func listQuestions(viaTmux bool) []Question {
	list := []Question{
		{cellSize, "\x1b[16t"},
		{windowSize, "\x1b[14t"},
		{sixelColors, "\x1b[?1;1;0S"},
		{sixelLargest, "\x1b[?2;1;0S"},
		{nameVersion, ansi.RequestNameVersion},
		{terminfoName, ansi.RequestTermcap("TN")},
		{kittyGraphics, kittyQuestion(kittyQuery)},
	}
	if viaTmux {
		list = append(list,
			Question{outerVersion, ansi.TmuxPassthrough(ansi.RequestNameVersion)},
			Question{outerKitty, ansi.TmuxPassthrough(kittyQuestion(outerQuery))},
			Question{outerAttributes, ansi.TmuxPassthrough(ansi.RequestPrimaryDeviceAttributes)})
	}
	return append(list, Question{attributes, ansi.RequestPrimaryDeviceAttributes})
}

func kittyQuestion(imageNumber int) string {
	return "\x1b_Gi=" + strconv.Itoa(imageNumber) + ",s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
}

// acceptAll leaves an incomplete sequence, and a lone ESC, because their rest may come with the next
// read.
func (f *TerminalFindings) acceptAll(replyBytes []byte) (taken int) {
	p := ansi.NewParser()
	for taken < len(replyBytes) {
		seq, _, n, state := screen.Decode(replyBytes[taken:], p)
		if state != ansi.NormalState || string(replyBytes[taken:]) == "\x1b" {
			break
		}
		if seq != nil {
			f.sortSequence(seq, p)
		}
		taken += n
	}
	return taken
}

// sortSequence adds key presses to Typed, up to mostTyped, because people type before the terminal has
// answered.
func (f *TerminalFindings) sortSequence(seq []byte, p *ansi.Parser) {
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

// acceptAnswer ignores later device attributes because they come from the terminal around tmux. The
// size of a cell wins over the window's, from which it would have to be computed. Anything but an
// answer returns "".
func (f *TerminalFindings) acceptAnswer(event uv.Event, p *ansi.Parser) string {
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
			f.acceptCell(WindowSize{f.Window.Cells, image.Pt(e.Width, e.Height)}.Cell())
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
func hasSixel(attributeNumbers []int) bool {
	return len(attributeNumbers) > 0 && slices.Contains(attributeNumbers[1:], 4)
}

// acceptGraphics takes an answer about sixel: item 1 is the number of colours, item 2 the size of the
// largest picture. Terminals report failure for items they don't have.
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

func (c *Capabilities) acceptCell(sizeInPixels image.Point) {
	isUsable := !c.CellGiven && sizeInPixels.X > 0 && sizeInPixels.Y > 0 && sizeInPixels.X <= largestCell && sizeInPixels.Y <= largestCell
	if isUsable {
		c.Cell = sizeInPixels
	}
}

// acceptVersion sets Outer if Version is already tmux, because the answer comes from the terminal
// around it.
func (c *Capabilities) acceptVersion(versionText string) string {
	versionText = loaders.Clean(strings.TrimSpace(versionText))
	if c.inTmux() {
		c.Outer = versionText
		return outerVersion
	}
	c.Version = versionText
	return nameVersion
}

// acceptKitty counts the outer query only with passthrough. A number of no query returns "", because
// the answer is about a picture.
func (c *Capabilities) acceptKitty(imageNumber int, kittyAnswer string) string {
	switch imageNumber {
	case kittyQuery:
		c.Kitty = kittyAnswer == "OK"
		return kittyGraphics
	case outerQuery:
		c.Kitty = c.Passthrough && kittyAnswer == "OK"
		return outerKitty
	}
	return ""
}
