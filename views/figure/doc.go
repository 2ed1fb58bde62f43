// Package figure draws the figures of package scoring/figure: on a screen of
// their own, as pictures where the terminal shows pixels and else in cells, and
// into files.
//
// The pictures are drawn by github.com/wcharczuk/go-chart, which makes an SVG and
// a PNG by the same calls and adds 1 MB to the program; gonum/plot, the other one
// that is published today, adds 6.4 MB, most of it fonts, and the charts for
// terminals (ntcharts) are made for an earlier Bubble Tea.
package figure

import (
	"image"
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

// Paper is black on white, with the theme's colours for series.
func Paper(t *themes.Theme) Ink {
	return Ink{color.RGBA{255, 255, 255, 255}, color.RGBA{0x1a, 0x1b, 0x26, 255}, color.RGBA{0xd8, 0xd8, 0xde, 255}, colorsOf(t)}
}

// Glass is a transparent ground in the screen's colours.
func Glass(t *themes.Theme) Ink {
	ink := Ink{color.RGBA{255, 255, 255, 0}, color.RGBA{0xe6, 0xe6, 0xea, 255}, color.RGBA{0x4b, 0x4d, 0x58, 255}, colorsOf(t)}
	if !t.Dark {
		ink.Text, ink.Faint = color.RGBA{0x1a, 0x1b, 0x26, 255}, color.RGBA{0xd8, 0xd8, 0xde, 255}
	}
	return ink
}

// colorsOf are the colours of series, told apart by colour-blind eyes too.
func colorsOf(t *themes.Theme) []color.RGBA {
	return []color.RGBA{t.Plain, t.Gold, t.Miss, t.Missed}
}

// dashes are the broken lines of series, in pixels drawn and left out.
var dashes = [][]float64{nil, {8, 4}, {2, 3}, {10, 3, 2, 3}, {5, 5}}

// pattern is how the line of series i is broken, an index into dashes. There is
// one pattern more than colours, so that twenty series differ in one or the other.
func pattern(i int) int { return i % len(dashes) }

// sign is the letter that stands for a series where points are drawn.
func sign(i int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return letters[i%len(letters) : i%len(letters)+1]
}

// style is how series i looks in cells beside the chosen one, -1 for none.
func style(look widget.Look, i, chosen int) widget.Curve {
	colors := colorsOf(look.Theme)
	c := widget.Curve{Style: widget.Style{Fg: colors[i%len(colors)]}, Pattern: pattern(i)}
	switch {
	case i == chosen:
		c.Style, c.Pattern = widget.Bold(c.Style), 0
	case chosen >= 0:
		c.Pattern = 1 + i
	}
	return c
}

// Key is a column of what the series of the rows look like, the chosen one bold; of
// a row that series has none, -1, nothing.
func Key(look func() widget.Look, w int, series func(row int) int, chosen func() int) widget.Column {
	return widget.Column{Width: w, Show: func(row int) widget.Entry {
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			if i := series(row); i >= 0 {
				c := style(look(), i, chosen())
				c.Values = half
				widget.Chart(f, area, c)
			}
		}}
	}}
}

// names are the series that a legend tells apart: none where each panel has its
// own title instead.
func names(f *figure.Figure) []figure.Series {
	if len(f.Panels) == 0 || f.Panels[0].Form == figure.Bars {
		return nil
	}
	return f.Panels[0].Series
}
