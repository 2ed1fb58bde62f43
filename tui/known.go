package tui

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"faithscope/views/widget"
)

// Finenesses returns the names that [Preferences] accepts as Blocks.
func Finenesses() []string { return []string{auto, "half", "quadrant", "sextant", "octant"} }

const (
	auto       = "auto"
	kittyName  = "kitty"
	sixelName  = "sixel"
	itermName  = "iterm"
	blocksName = "blocks"
	noneName   = "none"
)

type terminalFacts struct {
	name    string        // the name that it reports, in lower case
	version versionNumber // nil where it reports none
	wrong   []string      // protocols that it offers but shows wrongly
	inline  bool          // it shows iTerm2's inline images
	blocks  string        // the finest blocks that it draws itself, "" if unknown
	// progress is the first version that shows OSC 9;4 as progress, nil for none: some terminals
	// show a notification instead. notify is the format of the notifying sequence, "" if unknown.
	progress versionNumber
	notify   string
}

// Notifications of iTerm2, kitty and urxvt.
const notify9, notify99, notify777 = "\x1b]9;faithscope: %s\x1b\\", "\x1b]99;;faithscope: %s\x1b\\", "\x1b]777;notify;faithscope;%s\x1b\\"

// terminals lists terminals whose answers don't tell everything. WezTerm and Konsole cannot place
// parts of kitty's pictures, and leave pieces of sixel pictures behind.
var terminals = []terminalFacts{
	{name: "iterm2", inline: true, progress: versionNumber{3, 6, 6}, notify: notify9},
	{name: "wezterm", inline: true, wrong: []string{kittyName, sixelName}, blocks: "sextant", progress: versionNumber{20250301},
		notify: notify777},
	{name: "konsole", inline: true, wrong: []string{kittyName, sixelName}},
	{name: "mintty", inline: true},
	{name: "kitty", blocks: "sextant", notify: notify99},
	{name: "ghostty", blocks: "sextant", progress: versionNumber{1, 2}, notify: notify9},
	{name: "foot", blocks: "sextant", notify: notify777},
	{name: "vte", progress: versionNumber{8000}},
}

// knownOf parses a version such as "kitty(0.26.5)", "tmux 3.3a", "WezTerm 20240203-110809", "mlterm";
// 3.3a becomes 3 and 3.
func knownOf(reportedVersion string) terminalFacts {
	said := named.FindStringSubmatch(reportedVersion)
	name := strings.ToLower(said[1])
	k, _ := widget.First(terminals, func(k terminalFacts) bool { return k.name == name })
	k.name = name
	for part := range strings.SplitSeq(said[2], ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		k.version = append(k.version, n)
	}
	return k
}

// versionNumber is a version number, the most significant part first.
type versionNumber []int

func (r versionNumber) atLeast(minVersion ...int) bool {
	padded := slices.Concat(r, make(versionNumber, len(minVersion)))
	return slices.Compare(padded[:len(minVersion)], minVersion) >= 0
}

var named = regexp.MustCompile(`^([^( ]*)[( ]*v?([0-9.]*)`)

// fineness prefers the user's choice, then the finest that the terminal draws independent of its
// font.
func (c Capabilities) fineness() string {
	if c.Blocks != "" && c.Blocks != auto {
		return c.Blocks
	}
	return cmp.Or(knownOf(c.Version).blocks, "half")
}

// Placeholders reports whether the terminal, or the one around tmux, shows kitty's pictures through
// placeholder characters: Ghostty and kitty from 0.28 on do, with 256 colours because the text
// colour encodes the picture's number. There is no query for it, so that an unknown terminal behind
// tmux is believed to if the user asks for kitty.
func (c Capabilities) Placeholders() bool {
	v := c.Version
	if c.inTmux() {
		v = c.Outer
		if c.Want == kittyName && v == "" {
			return true // there is no other way
		}
	}
	if c.hasFewerColors(colorprofile.ANSI256) {
		return false
	}
	k := knownOf(v)
	return k.name == "ghostty" || k.name == "kitty" && k.version.atLeast(0, 28)
}

func (c Capabilities) hasFewerColors(least colorprofile.Profile) bool {
	return c.Colors != colorprofile.Unknown && c.Colors < least
}

func (c Capabilities) hasNoColors() bool { return c.hasFewerColors(colorprofile.ANSI) }

func orUnknown(version string) string { return cmp.Or(version, "an unidentified terminal") }

func (c Capabilities) inTmux() bool { return knownOf(c.Version).name == "tmux" }
