package results

import (
	"fmt"
	"image"
	"math"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/views/widget"
)

// dashesOf returns the pixels drawn and skipped by turns; none for a solid line.
func (s *chartStyle) dashesOf(mark int) (lengths []float64) {
	dot := math.Round(s.letter / 3) // about half a cell, as in a key
	pattern := widget.Patterns[mark%len(widget.Patterns)]
	for i := range pattern {
		if i == 0 || pattern[i] != pattern[i-1] {
			lengths = append(lengths, 0)
		}
		lengths[len(lengths)-1] += dot
	}
	return lengths[:len(lengths)/2*2]
}

func seriesSign(i int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return string(letters[i%len(letters)])
}

func seriesStyle(look widget.Look, styleIndices figure.SeriesStyle) widget.Curve {
	colors := glassInk(look.Theme).Series
	return widget.Curve{Style: widget.Style{Fg: colors[styleIndices.Color%len(colors)]}, Pattern: styleIndices.Mark % len(widget.Patterns)}
}

func legendNames(f *figure.Figure) []figure.Series {
	p := &f.Panels[0]
	isAlone := p.Form == figure.Bars && len(p.Series) == 1
	if isAlone && (p.Names == nil || p.Series[0].Name == "") {
		return nil
	}
	return p.Series
}

func countedWords(s figure.Series) string {
	low, high := math.MaxInt, 0
	for _, at := range s.Points {
		low, high = min(low, at.N), max(high, at.N)
	}
	if low >= high {
		return "n " + strconv.Itoa(high)
	}
	return fmt.Sprintf("n %d–%d", low, high)
}

// hasLetters: names would take a quarter of each of several panels.
func hasLetters(f *figure.Figure) bool {
	return len(f.Panels) > 1 && f.Panels[0].Form == figure.Lines && len(f.Panels[0].Series) > 1
}

// namePlaces are in cells from a line's end.
var namePlaces = []image.Point{{}, {0, -1}, {0, 1}, {0, -2}, {0, 2}, {0, -3}, {0, 3}}

// placeLetters returns for each line where its letter is farthest from other lines and letters, in shares of a plot
// of width and height in letters; none for lines that are nowhere more than a letter from the others.
func placeLetters(p *figure.Panel, width, height float64) map[int]complex128 {
	const samples = 60
	spots := loaders.Map(p.Series, func(s figure.Series) (line []complex128) {
		for n := range samples {
			x := float64(n) / samples
			if y, ok := s.At(p.X.Min() + x*(p.X.Max()-p.X.Min())); ok {
				line = append(line, complex(x*width, p.Y.At(y)*height))
			}
		}
		return line
	})
	places := map[int]complex128{}
	for i, own := range spots[:len(p.Series)] {
		most, best := 1., complex128(0)
		for _, at := range own {
			for _, letter := range []complex128{at + 5i/6, at - 5i/6} {
				x, y := real(letter), imag(letter)
				gap := min(x, width-x, y, height-y)
				for k, line := range spots {
					for _, other := range line {
						if away := math.Hypot(real(other)-x, imag(other)-y); k != i || away < .5 { // where its own is steep
							gap = min(gap, away)
						}
					}
				}
				if gap > most {
					most, best, places[i] = gap, letter, complex(x/width, y/height)
				}
			}
		}
		spots = append(spots, []complex128{best})
	}
	return places
}

var keyWidths = [...]int{figure.Lines: 6, figure.Points: 1, figure.Bars: 4}

// drawKey draws a sample of series s: the i-th letter for points, letter and block for bars over
// names, otherwise the line's dashes in half cells, heavy if it is the chosen one.
func (c textCanvas) drawKey(s *figure.Series, i int, isChosen bool, base widget.Style) {
	st := widget.Over(seriesStyle(c.look, s.Look).Style, base)
	switch {
	case c.panel.Form == figure.Points:
		c.f.TextOver(c.area, widget.Bold(st), seriesSign(i))
		return
	case c.panel.Names != nil:
		c.f.TextOver(c.area, st, seriesSign(i)+" ██")
		return
	}
	if c.isLettered {
		c.f.TextOver(c.area, st, seriesSign(i))
		c.area.Min.X += 2
	}
	pattern := widget.Patterns[s.Look.Mark%len(widget.Patterns)]
	for x := range c.area.Dx() {
		half := func(k int) int { return loaders.IfElse(pattern[(2*x+k)%len(pattern)] == '#', 1+k, 0) }
		glyphs := loaders.IfElse(isChosen, []string{" ", "╸", "╺", "━"}, []string{" ", "╴", "╶", "─"})
		c.f.Cell(c.area.Min.X+x, c.area.Min.Y, st, glyphs[half(0)+half(1)])
	}
}
