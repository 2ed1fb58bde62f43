package results

import (
	"fmt"
	"math"
	"strconv"

	"faithscope/scoring/figure"
	"faithscope/views/widget"
)

// dashesOf returns the pixels drawn and skipped by turns; none for a solid line.
func dashesOf(mark int) (lengths []float64) {
	const dot = 2
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
	return letters[i%len(letters) : i%len(letters)+1]
}

func seriesStyle(look widget.Look, styleIndices figure.SeriesStyle) widget.Curve {
	colors := glassInk(look.Theme).Series
	return widget.Curve{Style: widget.Style{Fg: colors[styleIndices.Color%len(colors)]}, Pattern: styleIndices.Mark % len(widget.Patterns)}
}

func legendNames(f *figure.Figure) []figure.Series {
	if len(f.Panels) == 0 {
		return nil
	}
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

// drawKey draws a sample of series s: the i-th letter for points, letter and block for bars over
// names, otherwise a line.
func (c textCanvas) drawKey(s *figure.Series, i int, base widget.Style) {
	curve := seriesStyle(c.look, s.Look)
	curve.Style = widget.Over(curve.Style, base)
	switch {
	case c.panel.Form == figure.Points:
		c.f.TextOver(c.area, widget.Bold(curve.Style), seriesSign(i))
		return
	case c.panel.Names != nil:
		c.f.TextOver(c.area, curve.Style, seriesSign(i)+" ██")
		return
	}
	curve.At = func(float64) (float64, bool) { return .5, true } // a line in the middle
	widget.Chart(c.f, c.area, curve)
}
