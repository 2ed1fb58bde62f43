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

// Finenesses returns the names that [Wish] accepts as Blocks.
func Finenesses() []string { return []string{auto, "half", "quadrant", "sextant", "octant"} }

// The names of the protocols, as used in flags.
const (
	auto       = "auto"
	kittyName  = "kitty"
	sixelName  = "sixel"
	itermName  = "iterm"
	blocksName = "blocks"
	noneName   = "none"
)

// known holds what is known about a terminal but cannot be queried.
type known struct {
	name    string   // the name that it reports, in lower case
	version release  // nil where it reports none
	wrong   []string // protocols that it offers but shows wrongly
	inline  bool     // it shows iTerm2's inline images
	blocks  string   // the finest blocks that it draws itself, "" if unknown
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

// knownOf returns what is known about the terminal that reports a version, as "kitty(0.26.5)", "tmux 3.3a",
// "WezTerm 20240203-110809", "mlterm": of one that is not listed, its name in lower case and its version.
// 3.3a gives 3 and 3.
func knownOf(reported string) known {
	said := named.FindStringSubmatch(reported)
	name := strings.ToLower(said[1])
	k, _ := widget.First(terminals, func(k known) bool { return k.name == name })
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

// lacksProtocol reports whether the terminal is known to show pictures of a protocol wrongly,
// although it may offer it.
func (k known) lacksProtocol(protocol string) bool { return slices.Contains(k.wrong, protocol) }

// release is a version number, the most significant part first.
type release []int

func (r release) atLeast(want ...int) bool {
	for len(r) < len(want) {
		r = append(slices.Clone(r), 0)
	}
	return slices.Compare(r[:len(want)], want) >= 0
}

var named = regexp.MustCompile(`^([^( ]*)[( ]*v?([0-9.]*)`)

// fineness returns the name of how blocks divide a cell: as the user chose, or else as finely as
// the terminal is known to draw blocks itself, independent of the font, or else "half".
func (c Capabilities) fineness() string {
	if c.Blocks != "" && c.Blocks != auto {
		return c.Blocks
	}
	return cmp.Or(knownOf(c.Version).blocks, "half")
}

// Placeholders reports whether the terminal, or the one around tmux, can show pictures of kitty's
// protocol through placeholder characters: Ghostty and kitty from 0.28 on can, with 256 colours,
// since the text colour encodes the number of the picture. Such pictures scroll and disappear with
// the text, even through tmux. There is no query for it: through tmux an unknown terminal is
// believed to have them if the user asks for kitty.
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
	k := knownOf(v)
	return k.name == "ghostty" || k.name == "kitty" && k.version.atLeast(0, 28)
}

func (c Capabilities) hasNoColors() bool {
	return c.Colors != colorprofile.Unknown && c.Colors < colorprofile.ANSI
}

// orUnknown returns version, or words for a terminal without a name if it is "".
func orUnknown(version string) string { return cmp.Or(version, "a terminal without a name") }

// inTmux reports whether the terminal says that it is tmux.
func (c Capabilities) inTmux() bool { return knownOf(c.Version).name == "tmux" }
