package results

import (
	"image"
	"image/color"

	"faithscope/themes"
)

// figureColours is the colours of a figure.
type figureColours struct {
	Back, Text, Faint color.RGBA
	Series            []color.RGBA
}

// chartStyle is the size and the colours of a figure.
type chartStyle struct {
	size   image.Point // in pixels, like letter
	letter float64     // text height
	ink    figureColours
	chosen int     // the series that stands out, -1 for none
	cursor float64 // where a line is drawn, NaN for none
}

// dark and pale are nearly black and nearly white, each with a faint shade.
var (
	dark, faintOnPaper = color.RGBA{0x1a, 0x1b, 0x26, 255}, color.RGBA{0xd8, 0xd8, 0xde, 255}
	pale, faintOnDark  = color.RGBA{0xe6, 0xe6, 0xea, 255}, color.RGBA{0x4b, 0x4d, 0x58, 255}
)

func paperInk(t *themes.Theme) figureColours {
	return figureColours{color.RGBA{255, 255, 255, 255}, dark, faintOnPaper, []color.RGBA{t.Plain, t.Gold, t.Miss, t.Missed, dark}}
}

func glassInk(t *themes.Theme) figureColours {
	ink := paperInk(t)
	if ink.Back.A = 0; t.Dark {
		ink.Text, ink.Faint, ink.Series[4] = pale, faintOnDark, pale
	}
	return ink
}
