// Package themes holds palettes by role and ramps for heat. A theme is a
// value; the package keeps no state and imports nothing of ours.
package themes

import "image/color"

// Theme is a palette by role. A nil colour is the terminal's own.
type Theme struct {
	Name string
	Dark bool // made for a dark background

	Text, Faint, Accent     color.Color // running text, secondary text, keys and titles
	Selected, SelectedText  color.Color // background and text of the selected row
	Border                  color.Color
	Right, Wrong, Warn      color.Color // answers and problems
	Hit, Miss, Gold, Missed color.RGBA  // boxes: predicted and aligned, predicted and not, gold found, gold missed
	// Plain is a predicted box that has no gold to compare with.
	Plain color.RGBA
	// HeatText and HeatInvertText are the text on the low and on the high end
	// of a ramp; [Theme.HeatAt] picks the one with the greater contrast.
	HeatText, HeatInvertText color.RGBA
	// Heat is a perceptually even ramp from "none" to "all"; Signed runs from
	// -1 over neutral in the middle to +1.
	Heat, Signed []color.RGBA
	// Heat256 and Signed256 are ramps among the colours that all terminals
	// with 256 have in common (16 to 255). They are chosen by hand for even
	// lightness and growing chroma: the nearest colours to a smooth ramp jump
	// between grey and full blue.
	Heat256, Signed256 []uint8
}
