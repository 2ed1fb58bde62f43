package themes

import (
	"image/color"

	"github.com/charmbracelet/x/ansi"
)

// Basic returns the built-in theme for a terminal of sixteen colours, whose
// values are the terminal's own affair. The nearest of the sixteen to the
// colours of [Default] are one red for all that is orange, yellow or pink.
func Basic(dark bool) Theme {
	t := Default(dark)
	t.Selected, t.SelectedText = ansi.Blue, ansi.BrightWhite
	t.Border = ansi.BrightBlack
	// Marks are drawn in pixels too, and have values: those that stand for
	// themselves among the sixteen.
	t.Hit, t.Miss = rgb(0x5f5fff), rgb(0xff0000)
	t.Gold, t.Missed, t.Plain = rgb(0xffff00), rgb(0xff00ff), rgb(0x00ffff)
	if dark {
		return t.inked(ansi.White, ansi.BrightCyan, ansi.BrightBlue, ansi.BrightRed, ansi.BrightYellow)
	}
	return t.inked(nil, ansi.Blue, ansi.Blue, ansi.Red, ansi.Magenta)
}

func (t Theme) inked(faint, accent, right, wrong, warn color.Color) Theme {
	t.Faint, t.Accent, t.Right, t.Wrong, t.Warn = faint, accent, right, wrong, warn
	return t
}

// HeatAt16 is [Theme.HeatAt] among sixteen colours: three steps of growing
// distance from the terminal's background.
func (t Theme) HeatAt16(x float64) (background, text color.Color) {
	steps := [3]color.Color{ansi.Blue, ansi.BrightCyan, ansi.BrightYellow}
	i := 0
	if x > 0 { // a NaN is 0
		i = min(2, int(3*min(x, 1)))
	}
	if !t.Dark {
		i = 2 - i
	}
	return steps[i], textOn16(steps[i])
}

// SignedAt16 is [Theme.SignedAt] among sixteen colours: blue and cyan above 0,
// red and yellow below, the second of each from one half on.
func (t Theme) SignedAt16(x float64) (background, text color.Color) {
	switch {
	case x >= 0.5:
		background = ansi.BrightCyan
	case x > 0:
		background = ansi.Blue
	case x > -0.5:
		background = ansi.Red
	default:
		background = ansi.BrightYellow
	}
	return background, textOn16(background)
}

// textOn16 is white on the dark ones and black on the bright ones, which reads
// in the palettes that terminals come with.
func textOn16(background color.Color) color.Color {
	if background == ansi.Blue || background == ansi.Red {
		return ansi.BrightWhite
	}
	return ansi.Black
}
