package tui

import (
	"encoding/hex"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/tui/screen"
)

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
	switch name := f.take(seq, p); {
	case name != "":
		for i := range f.Replies {
			if f.Replies[i].Name == name && f.Replies[i].Got == "" {
				f.Replies[i].Got = string(seq)
			}
		}
	case isKey(seq, p):
		f.Typed = append(f.Typed, seq...)
	}
}

// isKey reports whether seq may come from a key.
func isKey(seq []byte, p *ansi.Parser) bool {
	switch {
	case ansi.HasCsiPrefix(seq):
		cmd := ansi.Cmd(p.Command())
		return cmd.Prefix() == 0 && cmd.Intermediate() == 0 && strings.IndexByte("ABCDEFHPQRSZu~", cmd.Final()) >= 0
	case ansi.HasDcsPrefix(seq) || ansi.HasOscPrefix(seq) || ansi.HasApcPrefix(seq) || ansi.HasPmPrefix(seq) || ansi.HasSosPrefix(seq):
		return false
	}
	return string(seq) != "\x1b\\" // the end of a string that was cut off
}

// take accepts one answer and returns the name of its question, "" if it is
// none.
func (f *Findings) take(seq []byte, p *ansi.Parser) string {
	switch {
	case ansi.HasCsiPrefix(seq):
		return f.takeCSI(ansi.Cmd(p.Command()), p.Params())
	case ansi.HasDcsPrefix(seq):
		return f.takeDCS(ansi.Cmd(p.Command()), p.Params(), string(p.Data()))
	case ansi.HasApcPrefix(seq):
		return f.takeAPC(string(p.Data()))
	}
	return ""
}

func (f *Findings) takeCSI(cmd ansi.Cmd, params ansi.Params) string {
	param := func(i int) int {
		v, _, _ := params.Param(i, 0)
		return v
	}
	switch {
	case cmd.Final() == 'c' && cmd.Prefix() == '?':
		return f.takeAttributes(len(params) > 0 && slices.ContainsFunc(params[1:], isSixel))
	case cmd.Final() == 't' && cmd.Prefix() == 0 && param(0) == 6:
		f.takeCell(image.Pt(param(2), param(1)))
		return cellSize
	case cmd.Final() == 't' && cmd.Prefix() == 0 && param(0) == 4:
		if f.Cell.X == 0 {
			f.takeCell(Window{f.Window.Cells, image.Pt(param(2), param(1))}.Cell())
		}
		return windowSize
	case cmd.Final() == 'S' && cmd.Prefix() == '?':
		return f.takeGraphics(param(0), param(1), param(2), param(3))
	}
	return ""
}

// isSixel reports whether an attribute of a terminal is that it shows sixel.
func isSixel(attribute ansi.Param) bool { return attribute.Param(0) == 4 }

// takeAttributes accepts primary device attributes. In tmux the second ones
// are those of the terminal around it, which say nothing of tmux.
func (f *Findings) takeAttributes(sixel bool) string {
	if f.Answered {
		return outerAttributes
	}
	f.Answered, f.Sixel = true, sixel
	return attributes
}

// takeGraphics accepts an answer about sixel: item 1 is the number of
// colours, item 2 the size of the largest picture.
func (c *Capabilities) takeGraphics(item, status, x, y int) string {
	ok := status == 0
	switch item {
	case 1:
		if ok {
			c.Registers = x
		}
		return sixelColors
	case 2:
		if ok {
			c.Largest = image.Pt(x, y)
		}
		return sixelLargest
	}
	return ""
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

func (f *Findings) takeDCS(cmd ansi.Cmd, params ansi.Params, data string) string {
	switch {
	case cmd.Final() == '|' && cmd.Prefix() == '>':
		return f.takeVersion(data)
	case cmd.Final() == 'r' && cmd.Intermediate() == '+':
		f.takeTermcap(data)
		return terminfoName
	}
	return ""
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

// takeTermcap accepts capabilities in hexadecimal digits, "name=value".
func (c *Capabilities) takeTermcap(data string) {
	for pair := range strings.SplitSeq(data, ";") {
		name, value, _ := strings.Cut(pair, "=")
		text, err := hex.DecodeString(value)
		if strings.EqualFold(name, "544e") && err == nil { // TN
			c.Terminfo = loaders.Clean(string(text))
		}
	}
}

func (c *Capabilities) takeAPC(data string) string {
	control, answer, _ := strings.Cut(data, ";")
	if !strings.HasPrefix(control, "G") {
		return ""
	}
	for pair := range strings.SplitSeq(control[1:], ",") {
		if number, ok := strings.CutPrefix(pair, "i="); ok {
			n, _ := strconv.Atoi(number)
			return c.takeKitty(n, answer)
		}
	}
	return ""
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
