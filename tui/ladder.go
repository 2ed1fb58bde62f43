package tui

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

type pictureProtocol struct {
	name   string
	pixels bool // shows pixels, not text
	can    func(Capabilities) (ok bool, why string)
	// paint is nil to show words.
	paint func(Capabilities, picture.Options, *screen.Writer) photoPainter
}

// listRungs lists the best first. Every terminal supports the last, so a choice always ends.
func listRungs() []pictureProtocol {
	return []pictureProtocol{
		{kittyName, true, Capabilities.canKitty, kittyPainter},
		{sixelName, true, Capabilities.canSixel, sixelPainter},
		{itermName, true, Capabilities.canInline, inlinePainter},
		{blocksName, false, Capabilities.canBlocks, blockPainter},
		{noneName, false, func(Capabilities) (bool, string) { return true, "pictures are described in words" }, wordPainter},
	}
}

// Protocols returns the names that [Preferences] accepts as Graphics.
func Protocols() []string {
	return append([]string{auto}, loaders.Map(listRungs(), func(r pictureProtocol) string { return r.name })...)
}

func rungOf(name string) (pictureProtocol, bool) {
	return widget.First(listRungs(), func(r pictureProtocol) bool { return r.name == name })
}

// chooseRung returns Want even if the terminal did not confirm it, because some never answer; but
// words if the locale is ASCII or wanted blocks can't be shown.
func (c Capabilities) chooseRung() (pictureProtocol, string) {
	words, _ := rungOf(noneName)
	if c.ASCII {
		return words, "the locale only supports ASCII"
	}
	if r, ok := rungOf(c.Want); ok {
		if ok, why := r.can(c); !ok && !r.pixels {
			return words, why
		}
		return r, "requested by you"
	}
	for _, r := range listRungs() {
		if ok, why := r.can(c); ok {
			return r, why
		}
	}
	panic("the last rung works on every terminal")
}

func (c Capabilities) chosenRung() pictureProtocol {
	r, _ := c.chooseRung()
	return r
}

// Protocol returns how pictures are shown: one of [Protocols] except "auto".
func (c Capabilities) Protocol() string { return c.chosenRung().name }

// ProtocolFinding is the result for one protocol on a terminal.
type ProtocolFinding struct {
	Protocol string
	Can      bool
	Chosen   bool
	Why      string
}

// Verdicts returns, best protocol first, whether the terminal supports each and why, and which is
// chosen.
func (c Capabilities) Verdicts() []ProtocolFinding {
	chosen, because := c.chooseRung()
	return loaders.Map(listRungs(), func(r pictureProtocol) ProtocolFinding {
		ok, why := r.can(c)
		v := ProtocolFinding{Protocol: r.name, Can: ok, Chosen: r.name == chosen.name, Why: why}
		if v.Chosen && because != why {
			v.Why = because + "; " + why
		}
		return v
	})
}

func wordPainter(Capabilities, picture.Options, *screen.Writer) photoPainter { return nil }

type featureSupport struct {
	holds bool
	why   string
}

func unlessAny(obstacles []featureSupport, supportReason string) (bool, string) {
	for _, r := range obstacles {
		if r.holds {
			return false, r.why
		}
	}
	return true, supportReason
}

// canKitty requires placeholders through tmux, which moves text but not pictures.
func (c Capabilities) canKitty() (bool, string) {
	why := "answered OK; draws pictures directly"
	if c.Placeholders() {
		why = "answered OK; draws pictures with text placeholders"
	}
	return unlessAny([]featureSupport{
		{!c.Kitty && c.inTmux() && !c.Passthrough, "tmux doesn't pass pictures through without --passthrough"},
		{!c.Kitty, "no answer to the query"},
		{c.inTmux() && !c.Placeholders(), "pictures in tmux need placeholders; " + orUnknown(c.Outer) + " doesn't support them"},
		{slices.Contains(knownOf(c.Version).wrong, kittyName), "answered, but " + c.Version + " is known to get pictures wrong"},
		{c.Cell.X == 0, noCell},
	}, why)
}

const noCell = "the cell size in pixels is unknown"

func (c Capabilities) canSixel() (bool, string) {
	return unlessAny([]featureSupport{
		{!c.Answered, "no attributes received"},
		{!c.Sixel, "the attributes don't include 4 (sixel)"},
		{slices.Contains(knownOf(c.Version).wrong, sixelName),
			"the attributes include 4 (sixel), but " + c.Version + " is known to get pictures wrong"},
		{c.Cell.X == 0, noCell},
	}, "the attributes include 4 (sixel)")
}

func (c Capabilities) canInline() (bool, string) {
	return unlessAny([]featureSupport{
		{!knownOf(c.Version).inline, orUnknown(c.Version) + " isn't known to support it, and there is no way to ask"},
		{c.Cell.X == 0, noCell},
	}, c.Version+" is known to support it")
}

// canBlocks assumes colours if they are unknown.
func (c Capabilities) canBlocks() (bool, string) {
	return unlessAny([]featureSupport{{c.hasNoColors(), "text has no colours here"}},
		fmt.Sprintf("text has colours; each cell is drawn as a %s block", c.fineness()))
}
