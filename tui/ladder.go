package tui

import (
	"fmt"
	"slices"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
)

// rung is one way to show pictures.
type rung struct {
	name   string
	pixels bool // not text
	// can reports whether the terminal can, and why or why not.
	can func(Capabilities) (ok bool, why string)
	// paint makes the painter; a nil one stands for words.
	paint func(Capabilities, picture.Options, *screen.Writer) painter
}

// ladder lists the ways to show pictures, the best first. The first that the
// terminal can is taken; the last one every terminal can.
func ladder() []rung {
	return []rung{
		{kittyName, true, Capabilities.canKitty, kittyPainter},
		{sixelName, true, Capabilities.canSixel, sixelPainter},
		{itermName, true, Capabilities.canInline, inlinePainter},
		{blocksName, false, Capabilities.canBlocks, blockPainter},
		{asciiName, false, canAlways("every terminal shows letters"), asciiPainter},
		{noneName, false, canAlways("what a picture shows is also said in words"), wordPainter},
	}
}

// Protocols are the names that [Wish] takes for Graphics.
func Protocols() []string {
	names := []string{auto}
	for _, r := range ladder() {
		names = append(names, r.name)
	}
	return names
}

func rungOf(name string) (rung, bool) {
	all := ladder()
	i := slices.IndexFunc(all, func(r rung) bool { return r.name == name })
	if i < 0 {
		return rung{}, false
	}
	return all[i], true
}

// rung is how pictures are shown, and why.
func (c Capabilities) rung() (rung, string) {
	if c.ASCII {
		if c.Want != noneName {
			c.Want = asciiName
		}
		r, _ := rungOf(c.Want)
		return r, "the locale has no other letters"
	}
	if r, ok := rungOf(c.Want); ok {
		if ok, why := r.can(c); !ok && !r.pixels {
			r, _ = rungOf(asciiName)
			return r, why
		}
		return r, "you asked for it"
	}
	for _, r := range ladder() {
		if ok, why := r.can(c); ok {
			return r, why
		}
	}
	panic("the last rung is for every terminal")
}

// Protocol is how pictures are shown, one of [Protocols] but "auto".
func (c Capabilities) Protocol() string {
	r, _ := c.rung()
	return r.name
}

// Verdict is what is to be said of one protocol on a terminal.
type Verdict struct {
	Protocol string
	Can      bool
	Chosen   bool
	Why      string
}

// Verdicts says of every protocol whether the terminal can it, the best first.
func (c Capabilities) Verdicts() []Verdict {
	chosen, because := c.rung()
	var all []Verdict
	for _, r := range ladder() {
		ok, why := r.can(c)
		v := Verdict{Protocol: r.name, Can: ok, Chosen: r.name == chosen.name, Why: why}
		if v.Chosen && because != why {
			v.Why = because + "; " + why
		}
		all = append(all, v)
	}
	return all
}

// wordPainter stands for no picture.
func wordPainter(Capabilities, picture.Options, *screen.Writer) painter { return nil }

func canAlways(why string) func(Capabilities) (bool, string) {
	return func(Capabilities) (bool, string) { return true, why }
}

func (c Capabilities) canKitty() (bool, string) {
	switch {
	case !c.Kitty && c.inTmux() && !c.Passthrough:
		return false, "tmux hands no pictures on, unless asked to"
	case !c.Kitty:
		return false, "no answer to the question"
	case c.inTmux() && !c.Placeholders():
		return false, "through tmux it takes placeholders, which " + orUnknown(c.Outer) + " does not have"
	case knownOf(c.Version).lacks(kittyName):
		return false, "answered, but " + c.Version + " is known to show it wrongly"
	case c.Cell.X == 0:
		return false, noCell
	case c.Placeholders():
		return true, "answered OK; by placeholders, which are text"
	}
	return true, "answered OK; placed directly"
}

// noCell is why there are no pixels on a terminal that shows them.
const noCell = "the size of a cell in pixels is not known"

func (c Capabilities) canSixel() (bool, string) {
	switch {
	case !c.Answered:
		return false, "no attributes came"
	case !c.Sixel:
		return false, "the attributes have no 4"
	case knownOf(c.Version).lacks(sixelName):
		return false, "the attributes have a 4, but " + c.Version + " is known to show it wrongly"
	case c.Cell.X == 0:
		return false, noCell
	}
	return true, "the attributes have a 4"
}

func (c Capabilities) canInline() (bool, string) {
	switch {
	case !knownOf(c.Version).inline:
		return false, orUnknown(c.Version) + " is not known to show it, and there is no way to ask"
	case c.Cell.X == 0:
		return false, noCell
	}
	return true, c.Version + " is known to show it"
}

func (c Capabilities) canBlocks() (bool, string) {
	if c.plain() {
		return false, "text has no colours here"
	}
	return true, fmt.Sprintf("text has colours; a cell is a %s block", c.fineness())
}

// Finenesses are the names that [Wish] takes for Blocks.
func Finenesses() []string { return []string{auto, "half", "quadrant", "sextant", "octant"} }
