package tui

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/colorprofile"
)

// The protocols by which pictures are shown, as flags name them.
const (
	auto       = "auto"
	kittyName  = "kitty"
	sixelName  = "sixel"
	itermName  = "iterm"
	blocksName = "blocks"
	asciiName  = "ascii"
	noneName   = "none"
)

// known is what is known of a terminal and cannot be asked for.
type known struct {
	name   string   // as it calls itself, in lower case
	wrong  []string // protocols that it offers and does not show well
	inline bool     // it shows iTerm2's inline images
	blocks string   // the finest blocks that it draws itself, "" for unknown
}

// terminals are those of which more is known than what they answer. WezTerm
// and Konsole place kitty's pictures without their parts, and leave pieces of
// sixel pictures behind; other programs came to the same order.
func terminals() []known {
	return []known{
		{name: "iterm2", inline: true},
		{name: "wezterm", inline: true, wrong: []string{kittyName, sixelName}, blocks: "sextant"},
		{name: "konsole", inline: true, wrong: []string{kittyName, sixelName}},
		{name: "mintty", inline: true},
		{name: "kitty", blocks: "sextant"},
		{name: "ghostty", blocks: "sextant"},
		{name: "foot", blocks: "sextant"},
	}
}

func knownOf(version string) known {
	name, _ := nameAndVersion(version)
	all := terminals()
	if i := slices.IndexFunc(all, func(k known) bool { return k.name == name }); i >= 0 {
		return all[i]
	}
	return known{name: name}
}

func (k known) lacks(protocol string) bool { return slices.Contains(k.wrong, protocol) }

// release is a version, from the most significant number on.
type release []int

// atLeast compares with a version; missing numbers are zero.
func (r release) atLeast(want ...int) bool {
	for len(r) < len(want) {
		r = append(slices.Clone(r), 0)
	}
	return slices.Compare(r[:len(want)], want) >= 0
}

// nameAndVersion reads what a terminal says of itself: "kitty(0.26.5)", "tmux
// 3.3a", "WezTerm 20240203-110809", "mlterm". The name is in lower case.
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

// fineness is how blocks cut a cell: as the person says, else in halves but
// where the terminal draws finer blocks itself, whatever its font has.
func (c Capabilities) fineness() string {
	if c.Blocks != "" && c.Blocks != auto {
		return c.Blocks
	}
	if b := knownOf(c.Version).blocks; b != "" {
		return b
	}
	return "half"
}

// Placeholders reports whether the terminal shows pictures of kitty's protocol
// where text spells them: such pictures scroll, hide and go with the text,
// also through tmux. Terminals cannot be asked for it. The colour of the text
// is the picture's number, so it takes 256.
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
