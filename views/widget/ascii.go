package widget

import (
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/text/unicode/norm"
)

var lookalikes = strings.Fields(
	"-─┈┉–—−‒ |│┃┊┋▏▎▍▌▋▊▉ =━╸═║≡ ~╌╍╎╏≈ " +
		"o┄┅┆┇○ #█▐▇▆▅▄▓▀▟▙▛▜ _▁▂▃▔ :▒ .…·•░ +┼╋╬±✚▹ x×✗✘ v✓▾▼↓∨ ^▲↑▴ >▸▶›→≥ <◂◀‹←◃≤ " +
		"*●◆ E∃ A∀ &∧ !¬ DΔ V∇ '’‘ \"“”",
)

// Spell makes letters ASCII, without a lookalike a question mark. "≥ 1" becomes ">=1", because ">1" is another rule.
func (f *Frame) Spell() {
	for _, line := range f.cells.Lines {
		for x := range line {
			if c := &line[x]; c.Width > 0 && strings.ContainsFunc(c.Content, func(r rune) bool { return r >= utf8.RuneSelf }) {
				orEqual := strings.ContainsAny(c.Content, "≤≥") && x+1 < len(line) && line[x+1].Content == " "
				*c = uv.Cell{Content: strings.Repeat(string(asciiLetter(c.Content)), c.Width), Width: c.Width, Style: c.Style}
				if orEqual {
					line[x+1].Content = "="
				}
			}
		}
	}
}

// EraseRules replaces rules, corners and branches with blanks.
func (f *Frame) EraseRules() {
	for _, line := range f.cells.Lines {
		for x := range line {
			if r, _ := utf8.DecodeRuneInString(line[x].Content); '─' <= r && r <= '╿' {
				line[x].Content = " "
			}
		}
	}
}

func asciiLetter(cellText string) byte {
	r, _ := utf8.DecodeRuneInString(cellText)
	for _, s := range lookalikes {
		if strings.ContainsRune(s[1:], r) {
			return s[0]
		}
	}
	switch {
	case '─' <= r && r <= '╿': // a corner
		return '+'
	case '⠀' < r && r <= '⣿': // of a curve
		return '*'
	}
	if plain := norm.NFKD.String(cellText)[0]; ' ' < plain && plain < utf8.RuneSelf {
		return plain
	}
	return '?'
}
