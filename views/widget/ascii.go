package widget

import (
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/text/unicode/norm"
)

var lookalikes = strings.Fields(
	"-─━┈┉–—−‒ |│┃┊┋▏▎▍▌▋▊▉▐ =═║≡ ~╌╍╎╏≈ o┄┅┆┇○ #█▇▆▅▄▓▀▟▙▛▜ _▁▂▃▔ " +
		":▒ .…·•░ +┼╋╬±✚ x×✗✘ v✓▾▼↓∨ ^▲↑▴ >▸▶›→▹≥ <◂◀‹←◃≤ " +
		"*●◆ E∃ A∀ &∧ !¬ DΔ '’‘ \"“”",
)

// Spell makes letters ASCII, without a lookalike a question mark.
func (f *Frame) Spell() {
	for _, line := range f.cells.Lines {
		for x := range line {
			if c := &line[x]; c.Width > 0 && strings.ContainsFunc(c.Content, func(r rune) bool { return r >= utf8.RuneSelf }) {
				*c = uv.Cell{Content: strings.Repeat(string(asciiLetter(c.Content)), c.Width), Width: c.Width, Style: c.Style}
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
	if '─' <= r && r <= '╿' { // a corner
		return '+'
	}
	if plain := norm.NFKD.String(cellText)[0]; ' ' < plain && plain < utf8.RuneSelf {
		return plain
	}
	return '?'
}
