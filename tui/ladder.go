package tui

import (
	"fmt"

	"faithscope/loaders"
	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// rung is one way of showing pictures.
type rung struct {
	name   string
	pixels bool // shows pixels, not text
	// can reports whether the terminal supports it, and why or why not.
	can func(Capabilities) (ok bool, why string)
	// paint makes the painter, or nil to show words.
	paint func(Capabilities, picture.Options, *screen.Writer) painter
}

// listRungs lists the ways of showing pictures, the best first. The program uses
// the first that the terminal supports; every terminal supports the last.
func listRungs() []rung {
	return []rung{
		{kittyName, true, Capabilities.canKitty, kittyPainter},
		{sixelName, true, Capabilities.canSixel, sixelPainter},
		{itermName, true, Capabilities.canInline, inlinePainter},
		{blocksName, false, Capabilities.canBlocks, blockPainter},
		{noneName, false, func(Capabilities) (bool, string) { return true, "words describe what a picture shows" }, wordPainter},
	}
}

// Protocols returns the names that [Wish] accepts as Graphics.
func Protocols() []string {
	return append([]string{auto}, loaders.Map(listRungs(), func(r rung) string { return r.name })...)
}

func rungOf(name string) (rung, bool) {
	return widget.First(listRungs(), func(r rung) bool { return r.name == name })
}

// chooseRung returns how pictures are shown, and why: in words if the locale has only ASCII or
// blocks, which are wanted, cannot be shown; else as Want says, even if the terminal does not
// support it; without such a wish the best way that the terminal supports.
func (c Capabilities) chooseRung() (rung, string) {
	words, _ := rungOf(noneName)
	if c.ASCII {
		return words, "the locale has only ASCII"
	}
	if r, ok := rungOf(c.Want); ok {
		if ok, why := r.can(c); !ok && !r.pixels {
			return words, why
		}
		return r, "you asked for it"
	}
	for _, r := range listRungs() {
		if ok, why := r.can(c); ok {
			return r, why
		}
	}
	panic("the last rung is for every terminal")
}

// Protocol returns the name of how pictures are shown: one of [Protocols] except "auto".
func (c Capabilities) Protocol() string {
	r, _ := c.chooseRung()
	return r.name
}

// Verdict is the result for one protocol on a terminal.
type Verdict struct {
	Protocol string
	Can      bool
	Chosen   bool
	Why      string
}

// Verdicts returns, for every protocol, whether the terminal supports it and why, and whether it is
// chosen, the best first.
func (c Capabilities) Verdicts() []Verdict {
	chosen, because := c.chooseRung()
	return loaders.Map(listRungs(), func(r rung) Verdict {
		ok, why := r.can(c)
		v := Verdict{Protocol: r.name, Can: ok, Chosen: r.name == chosen.name, Why: why}
		if v.Chosen && because != why {
			v.Why = because + "; " + why
		}
		return v
	})
}

func wordPainter(Capabilities, picture.Options, *screen.Writer) painter { return nil }

// reason is a reason why a terminal cannot do something, and whether it holds.
type reason struct {
	holds bool
	why   string
}

// unlessAny returns false and the first reason against something that holds, or
// else true and why.
func unlessAny(against []reason, why string) (bool, string) {
	for _, r := range against {
		if r.holds {
			return false, r.why
		}
	}
	return true, why
}

// canKitty reports whether pictures can be shown by kitty's protocol, and why or why not: the
// terminal must have confirmed it, show it rightly and have cells of a known size; through tmux it
// needs placeholders.
func (c Capabilities) canKitty() (bool, string) {
	why := "answered OK; placed directly"
	if c.Placeholders() {
		why = "answered OK; by placeholders, which are text"
	}
	return unlessAny([]reason{
		{!c.Kitty && c.inTmux() && !c.Passthrough, "tmux does not pass pictures on unless asked to"},
		{!c.Kitty, "no answer to the question"},
		{c.inTmux() && !c.Placeholders(), "through tmux it needs placeholders, which " + orUnknown(c.Outer) + " does not have"},
		{knownOf(c.Version).lacksProtocol(kittyName), "answered, but " + c.Version + " is known to show pictures wrongly"},
		{c.Cell.X == 0, noCell},
	}, why)
}

// noCell explains why a terminal that could show pixels does not.
const noCell = "the size of a cell in pixels is not known"

// canSixel reports whether pictures can be shown as sixel, and why or why not: the terminal's
// attributes must say so, it must show it rightly and have cells of a known size.
func (c Capabilities) canSixel() (bool, string) {
	return unlessAny([]reason{
		{!c.Answered, "no attributes came"},
		{!c.Sixel, "the attributes have no 4"},
		{knownOf(c.Version).lacksProtocol(sixelName), "the attributes have a 4, but " + c.Version + " is known to show pictures wrongly"},
		{c.Cell.X == 0, noCell},
	}, "the attributes have a 4")
}

// canInline reports whether pictures can be shown as iTerm2's inline images, and why or why not:
// the terminal must be known to show them and have cells of a known size.
func (c Capabilities) canInline() (bool, string) {
	return unlessAny([]reason{
		{!knownOf(c.Version).inline, orUnknown(c.Version) + " is not known to show it, and there is no way to ask"},
		{c.Cell.X == 0, noCell},
	}, c.Version+" is known to show it")
}

// canBlocks reports whether pictures can be shown as blocks, and why or why not: text must have
// colours, which is assumed where it is unknown.
func (c Capabilities) canBlocks() (bool, string) {
	return unlessAny([]reason{{c.hasNoColors(), "text has no colours here"}},
		fmt.Sprintf("text has colours; a cell is a %s block", c.fineness()))
}
