package themes

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Theme is how everything looks on one terminal.
type Theme struct {
	Name string // of its [Set]
	Dark bool   // made for a dark background

	Text, Faint, Accent lipgloss.Style // running text, secondary text, keys and titles
	Selected            lipgloss.Style // text and background of the selected row
	Border              lipgloss.Style
	Right, Wrong, Warn  lipgloss.Style // answers and problems

	// Boxes: predicted and aligned with gold, predicted and not, gold found,
	// gold missed, predicted where there is no gold to compare with. They are
	// drawn in pixels too, so they always have values.
	Hit, Miss, Gold, Missed, Plain color.RGBA

	// Heat runs from "none" at 0 to "all" at 1; Signed from -1 at 0 over
	// neutral in the middle to +1 at 1. Both are empty where the theme has no
	// colours for heat: bars have to show it.
	Heat, Signed Ramp
}
