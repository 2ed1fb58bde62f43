package tui

import (
	"fmt"

	"faithscope/loaders"
	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

type rung struct {
	name   string
	pixels bool // shows pixels, not text
	can    func(Capabilities) (ok bool, why string)
	// paint is nil to show words.
	paint func(Capabilities, picture.Options, *screen.Writer) painter
}

// listRungs lists the best first. Every terminal supports the last.
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

// chooseRung returns words if the locale is ASCII or wanted blocks can't be shown; else Want, even
// if unsupported; else the best supported.
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

// Protocol returns how pictures are shown: one of [Protocols] except "auto".
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

// Verdicts returns, best protocol first, whether the terminal supports each and why, and which is
// chosen.
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

type reason struct {
	holds bool
	why   string
}

func unlessAny(against []reason, otherwise string) (bool, string) {
	for _, r := range against {
		if r.holds {
			return false, r.why
		}
	}
	return true, otherwise
}

// canKitty requires a confirmation, a known cell size and, through tmux, placeholders.
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

const noCell = "the size of a cell in pixels is not known"

func (c Capabilities) canSixel() (bool, string) {
	return unlessAny([]reason{
		{!c.Answered, "no attributes came"},
		{!c.Sixel, "the attributes have no 4"},
		{knownOf(c.Version).lacksProtocol(sixelName), "the attributes have a 4, but " + c.Version + " is known to show pictures wrongly"},
		{c.Cell.X == 0, noCell},
	}, "the attributes have a 4")
}

func (c Capabilities) canInline() (bool, string) {
	return unlessAny([]reason{
		{!knownOf(c.Version).inline, orUnknown(c.Version) + " is not known to show it, and there is no way to ask"},
		{c.Cell.X == 0, noCell},
	}, c.Version+" is known to show it")
}

// canBlocks assumes colours if they are unknown.
func (c Capabilities) canBlocks() (bool, string) {
	return unlessAny([]reason{{c.hasNoColors(), "text has no colours here"}},
		fmt.Sprintf("text has colours; a cell is a %s block", c.fineness()))
}
