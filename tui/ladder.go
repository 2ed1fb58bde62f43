package tui

import (
	"fmt"
	"image"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/colorprofile"

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

// ladder lists the ways of showing pictures, the best first. The program uses
// the first that the terminal supports; every terminal supports the last.
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

// Protocols returns the names that [Wish] accepts as Graphics.
func Protocols() []string {
	return append([]string{auto}, loaders.Map(ladder(), func(r rung) string { return r.name })...)
}

func rungOf(name string) (rung, bool) {
	return widget.First(ladder(), func(r rung) bool { return r.name == name })
}

// rung returns how pictures are shown, and why.
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

// Protocol returns how pictures are shown: one of [Protocols] except "auto".
func (c Capabilities) Protocol() string {
	r, _ := c.rung()
	return r.name
}

// Verdict is the result for one protocol on a terminal.
type Verdict struct {
	Protocol string
	Can      bool
	Chosen   bool
	Why      string
}

// Verdicts returns, for every protocol, whether the terminal supports it, the
// best first.
func (c Capabilities) Verdicts() []Verdict {
	chosen, because := c.rung()
	return loaders.Map(ladder(), func(r rung) Verdict {
		ok, why := r.can(c)
		v := Verdict{Protocol: r.name, Can: ok, Chosen: r.name == chosen.name, Why: why}
		if v.Chosen && because != why {
			v.Why = because + "; " + why
		}
		return v
	})
}

// wordPainter returns nil: words take the place of pictures.
func wordPainter(Capabilities, picture.Options, *screen.Writer) painter { return nil }

func canAlways(why string) func(Capabilities) (bool, string) {
	return func(Capabilities) (bool, string) { return unless(nil, why) }
}

// reason is a reason why a terminal cannot do something, and whether it holds.
type reason struct {
	holds bool
	why   string
}

// unless returns false and the first reason against something that holds, or
// else true and why.
func unless(against []reason, why string) (bool, string) {
	for _, r := range against {
		if r.holds {
			return false, r.why
		}
	}
	return true, why
}

func (c Capabilities) canKitty() (bool, string) {
	why := "answered OK; placed directly"
	if c.Placeholders() {
		why = "answered OK; by placeholders, which are text"
	}
	return unless([]reason{
		{!c.Kitty && c.inTmux() && !c.Passthrough, "tmux does not pass pictures on unless asked to"},
		{!c.Kitty, "no answer to the question"},
		{c.inTmux() && !c.Placeholders(), "through tmux it needs placeholders, which " + orUnknown(c.Outer) + " does not have"},
		{knownOf(c.Version).lacks(kittyName), "answered, but " + c.Version + " is known to show pictures wrongly"},
		{c.Cell.X == 0, noCell},
	}, why)
}

// noCell explains why a terminal that could show pixels does not.
const noCell = "the size of a cell in pixels is not known"

func (c Capabilities) canSixel() (bool, string) {
	return unless([]reason{
		{!c.Answered, "no attributes came"},
		{!c.Sixel, "the attributes have no 4"},
		{knownOf(c.Version).lacks(sixelName), "the attributes have a 4, but " + c.Version + " is known to show pictures wrongly"},
		{c.Cell.X == 0, noCell},
	}, "the attributes have a 4")
}

func (c Capabilities) canInline() (bool, string) {
	return unless([]reason{
		{!knownOf(c.Version).inline, orUnknown(c.Version) + " is not known to show it, and there is no way to ask"},
		{c.Cell.X == 0, noCell},
	}, c.Version+" is known to show it")
}

func (c Capabilities) canBlocks() (bool, string) {
	return unless([]reason{{c.plain(), "text has no colours here"}}, fmt.Sprintf("text has colours; a cell is a %s block", c.fineness()))
}

// Finenesses returns the names that [Wish] accepts as Blocks.
func Finenesses() []string { return []string{auto, "half", "quadrant", "sextant", "octant"} }

// The names of the protocols, as used in flags.
const (
	auto       = "auto"
	kittyName  = "kitty"
	sixelName  = "sixel"
	itermName  = "iterm"
	blocksName = "blocks"
	asciiName  = "ascii"
	noneName   = "none"
)

// known holds what is known about a terminal but cannot be queried.
type known struct {
	name   string   // the name that it reports, in lower case
	wrong  []string // protocols that it offers but shows wrongly
	inline bool     // it shows iTerm2's inline images
	blocks string   // the finest blocks that it draws itself, "" if unknown
	// progress is the first version that shows OSC 9;4 as progress, nil for none: some
	// terminals show it as a notification instead. notify is the format of the sequence
	// that notifies, "" if it is not known.
	progress release
	notify   string
}

// The sequences that notify, of iTerm2, kitty and urxvt.
const notify9, notify99, notify777 = "\x1b]9;faithscope: %s\x1b\\", "\x1b]99;;faithscope: %s\x1b\\", "\x1b]777;notify;faithscope;%s\x1b\\"

// terminals lists the terminals about which more is known than their answers
// reveal. WezTerm and Konsole cannot place parts of kitty's pictures, and leave
// pieces of sixel pictures behind; other programs have come to the same order
// of preference.
var terminals = []known{
	{name: "iterm2", inline: true, progress: release{3, 6, 6}, notify: notify9},
	{name: "wezterm", inline: true, wrong: []string{kittyName, sixelName}, blocks: "sextant", progress: release{20250301}, notify: notify777},
	{name: "konsole", inline: true, wrong: []string{kittyName, sixelName}},
	{name: "mintty", inline: true},
	{name: "kitty", blocks: "sextant", notify: notify99},
	{name: "ghostty", blocks: "sextant", progress: release{1, 2}, notify: notify9},
	{name: "foot", blocks: "sextant", notify: notify777},
	{name: "vte", progress: release{8000}},
}

func knownOf(version string) known {
	k, _ := knownAt(version)
	return k
}

// knownAt returns what is known about a terminal, and its version.
func knownAt(version string) (known, release) {
	name, at := nameAndVersion(version)
	k, _ := widget.First(terminals, func(k known) bool { return k.name == name })
	return k, at
}

func (k known) lacks(protocol string) bool { return slices.Contains(k.wrong, protocol) }

// release is a version number, the most significant part first.
type release []int

// atLeast reports whether r is want or later; missing numbers count as zero.
func (r release) atLeast(want ...int) bool {
	for len(r) < len(want) {
		r = append(slices.Clone(r), 0)
	}
	return slices.Compare(r[:len(want)], want) >= 0
}

// nameAndVersion parses the version that a terminal reports: "kitty(0.26.5)",
// "tmux 3.3a", "WezTerm 20240203-110809", "mlterm". It returns the name in
// lower case.
func nameAndVersion(text string) (string, release) {
	said := named.FindStringSubmatch(text)
	var r release
	for part := range strings.SplitSeq(said[2], ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		r = append(r, n)
	}
	return strings.ToLower(said[1]), r
}

var named = regexp.MustCompile(`^([^( ]*)[( ]*v?([0-9.]*)`)

// fineness returns how blocks divide a cell: as the user chose, or else as
// finely as the terminal is known to draw blocks itself, independent of the
// font, or else in halves.
func (c Capabilities) fineness() string {
	if c.Blocks != "" && c.Blocks != auto {
		return c.Blocks
	}
	if b := knownOf(c.Version).blocks; b != "" {
		return b
	}
	return "half"
}

// Placeholders reports whether the terminal can show pictures of kitty's
// protocol through placeholder characters: such pictures scroll and disappear
// with the text, even through tmux. There is no query for it. The text colour
// encodes the number of the picture, so it needs 256 colours.
func (c Capabilities) Placeholders() bool {
	v := c.Version
	if c.inTmux() {
		v = c.Outer
		if c.Want == kittyName && v == "" {
			return true // there is no other way
		}
	}
	if c.Colors != colorprofile.Unknown && c.Colors < colorprofile.ANSI256 {
		return false
	}
	name, version := nameAndVersion(v)
	return name == "ghostty" || name == "kitty" && version.atLeast(0, 28)
}

// plain reports whether text has no colours.
func (c Capabilities) plain() bool {
	return c.Colors != colorprofile.Unknown && c.Colors < colorprofile.ANSI
}

func orUnknown(version string) string {
	if version == "" {
		return "a terminal without a name"
	}
	return version
}

// inTmux reports whether the terminal is tmux.
func (c Capabilities) inTmux() bool {
	name, _ := nameAndVersion(c.Version)
	return name == "tmux"
}

// Advice returns what the user can change to see better pictures here; it is
// empty if nothing would help.
func (f Findings) Advice() []string {
	var all []string
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if r, ok := rungOf(f.Want); ok {
		add("--graphics %s (or the configuration) keeps other protocols out; auto takes the best.", r.name)
	}
	if f.plain() {
		add("Text has no colours: unset NO_COLOR, or set TERM (and COLORTERM=truecolor where that is true).")
	}
	if f.Err != nil {
		add("Run it in a terminal, so that it can be asked.")
		return all
	}
	if !f.Answered && len(f.Replies) > 0 {
		add("No answer came within %v: if the line is slow, use --wait 1s; later answers still count.", f.Limit)
	}
	if f.Cell == (image.Point{}) {
		add("The size of a cell is unknown: set it with --cell WIDTHxHEIGHT, in pixels.")
	}
	unasked := f.Capabilities
	unasked.Want = auto
	if r, _ := unasked.rung(); !r.pixels {
		all = append(all, f.terminalAdvice()...)
	}
	return all
}

// terminalAdvice returns advice for the present terminal.
func (f Findings) terminalAdvice() []string {
	name, version := nameAndVersion(f.Version)
	switch name {
	case "tmux":
		return f.tmuxAdvice(version)
	case "xterm":
		return []string{"xterm shows sixel when it is started as: xterm -ti vt340 -xrm 'XTerm*decTerminalID: vt340' " +
			"-xrm 'XTerm*numColorRegisters: 256' -xrm 'XTerm*maxGraphicSize: 2000x2000'"}
	case "vte":
		return []string{"Terminals made with VTE (GNOME Terminal and others) show no pictures; foot, kitty, WezTerm, Konsole and xterm do."}
	case "kitty", "ghostty":
		return []string{"This terminal has kitty's protocol, but did not confirm it: " +
			"does something between it and this program swallow the answer?"}
	}
	return []string{"Terminals that show pixels: kitty, Ghostty, foot, WezTerm, Konsole, iTerm2, mlterm, " +
		"xterm -ti vt340, Windows Terminal from 1.22 on."}
}

func (f Findings) tmuxAdvice(version release) []string {
	if f.Sixel {
		return nil
	}
	var all []string
	if version.atLeast(3, 4) {
		all = append(all, "This tmux does not show sixel. One built with --enable-sixel does, in a terminal that does: "+
			"set -as terminal-features ',*:sixel' in tmux.conf if tmux does not detect that itself.")
	} else {
		all = append(all, "tmux 3.4 or later shows sixel if it was built with --enable-sixel, in a terminal that does.")
	}
	if !f.Passthrough {
		all = append(all, "In kitty 0.28 or later, or in Ghostty: set -g allow-passthrough on in tmux.conf, then start with --passthrough.")
	} else if !f.Kitty {
		all = append(all, "--passthrough found no kitty (0.28 or later) or Ghostty around this tmux; "+
			"tmux.conf needs: set -g allow-passthrough on.")
	}
	return all
}
