// Package results is the place of figures and tables: the papers' ([papers]) and this
// program's own, in one list, with a cursor that reads their numbers and leads to the
// examples that these rest on. It also draws figures into files. They are pictures
// where the terminal shows pixels, else characters.
//
// The pictures are drawn with the sheets of github.com/wcharczuk/go-chart, which make
// an SVG and a PNG by the same calls and add 1 MB to the program; setting up its
// charts takes more lines than drawing axes. gonum/plot adds 6.4 MB, most of it
// fonts, and the charts for terminals (ntcharts) are made for an earlier Bubble Tea.
package results

import (
	"image/color"

	"faithscope/scoring/figure"
	"faithscope/themes"
	"faithscope/views/widget"
)

// Ink is the colours of a figure.
type Ink struct {
	Back, Text, Faint color.RGBA
	Series            []color.RGBA
}

// dark and pale are nearly black and nearly white, each with a faint shade of
// it.
var (
	dark, faintOnPaper = color.RGBA{0x1a, 0x1b, 0x26, 255}, color.RGBA{0xd8, 0xd8, 0xde, 255}
	pale, faintOnDark  = color.RGBA{0xe6, 0xe6, 0xea, 255}, color.RGBA{0x4b, 0x4d, 0x58, 255}
)

// Paper is black on white, with the theme's colours for series.
func Paper(t *themes.Theme) Ink {
	return Ink{color.RGBA{255, 255, 255, 255}, dark, faintOnPaper, colorsOf(t, dark)}
}

// Glass is a transparent ground in the screen's colours.
func Glass(t *themes.Theme) Ink {
	ink := Ink{color.RGBA{255, 255, 255, 0}, pale, faintOnDark, nil}
	if !t.Dark {
		ink.Text, ink.Faint = dark, faintOnPaper
	}
	ink.Series = colorsOf(t, ink.Text)
	return ink
}

// colorsOf are the colours of series, told apart by colour-blind eyes too; the last is
// that of text.
func colorsOf(t *themes.Theme, text color.RGBA) []color.RGBA {
	return []color.RGBA{t.Plain, t.Gold, t.Miss, t.Missed, text}
}

// dashes are the broken lines of series, by their mark, in pixels drawn and
// skipped.
var dashes = [][]float64{nil, {8, 4}, {2, 3}, {10, 3, 2, 3}, {5, 5}}

// sign is the letter that stands for a series where points are drawn.
func sign(i int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return letters[i%len(letters) : i%len(letters)+1]
}

// style is how a series looks in cells, alone or beside a chosen one.
func style(look widget.Look, own figure.Look, chosen, beside bool) widget.Curve {
	colors := Glass(look.Theme).Series
	c := widget.Curve{Style: widget.Style{Fg: colors[own.Color%len(colors)]}, Pattern: own.Mark % len(dashes)}
	switch {
	case chosen:
		c.Style, c.Pattern = widget.Bold(c.Style), 0
	case beside:
		c.Pattern = 1 + own.Mark
	}
	return c
}

// names are the series of the legend: none where each panel has its own title
// instead.
func names(f *figure.Figure) []figure.Series {
	if len(f.Panels) == 0 || f.Panels[0].Form == figure.Bars {
		return nil
	}
	return f.Panels[0].Series
}
