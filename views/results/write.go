package results

import (
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/scoring/figure"
	"faithscope/themes"
	"faithscope/views/drawing"
	"faithscope/views/widget"
)

// writeChart writes a figure as an SVG if fileEnding is ".svg", otherwise as a PNG. Title, note and
// legend are left out without a title, because the screen has them.
func writeChart(w io.Writer, f *figure.Figure, fileEnding string, styleOfChart chartStyle) error {
	size, letter, ink := styleOfChart.size, styleOfChart.letter, styleOfChart.ink
	p, area := &plotter{drawing.New(size, fileEnding == ".svg"), f, styleOfChart}, image.Rectangle{Max: size}
	if ink.Back.A > 0 {
		p.Rect(ink.Back, area)
	}
	if f.Title != "" {
		p.drawText(f.Title, image.Pt(int(letter), int(1.7*letter)), 0, 1.2, ink.Text)
		area = image.Rect(0, int(2.2*letter), size.X, size.Y-p.drawLegend(area))
		if f.Note != "" {
			p.drawText(f.Note, image.Pt(int(letter), int(3.1*letter)), 0, small, ink.Text)
			area.Min.Y = int(3.5 * letter)
		}
	}
	panels := f.PanelsBeside(styleOfChart.chosen)
	parts := divideArea(area, len(panels), 1)
	for i := range panels {
		p.drawPanel(&panels[i], parts[i].Inset(int(letter/2)))
	}
	return p.Write(w)
}

// Writes reports whether a figure can be written with a file extension.
func Writes(fileEnding string) bool {
	return slices.Contains([]string{".svg", ".png", ".txt", ".csv"}, strings.ToLower(fileEnding))
}

// pixels is the size of a cell in a file.
var pixels = image.Pt(9, 18)

// Write writes a figure in the format of the file extension, on figureSize cells.
func Write(w io.Writer, f *figure.Figure, fileEnding string, figureSize image.Point, t *themes.Theme) error {
	large := image.Pt(figureSize.X*pixels.X, figureSize.Y*pixels.Y)
	switch ext := strings.ToLower(fileEnding); ext {
	case ".svg", ".png":
		return writeChart(w, f, ext, chartStyle{large, 13, paperInk(t), -1, math.NaN()})
	case ".txt":
		return writeText(w, f, figureSize, t)
	case ".csv":
		return f.WriteCSV(w)
	}
	return fmt.Errorf("%q is not a figure format: use .svg, .png, .txt or .csv", fileEnding)
}

func writeText(w io.Writer, f *figure.Figure, figureSize image.Point, t *themes.Theme) error {
	look := widget.Look{Theme: t}
	series := legendNames(f)
	frame := widget.NewFrame(figureSize.X, figureSize.Y)
	frame.Text(0, 0, figureSize.X, widget.Style{}, f.Title)
	foot := max(8, figureSize.Y-len(series)-1)
	drawFigure(frame, image.Rect(0, 2, figureSize.X, foot), f, look, figureCursor{X: math.NaN(), Series: -1})
	wide := keyWidths[figure.Lines]
	for i, s := range series {
		y := foot + 1 + i
		frame.Text(wide+1, y, figureSize.X-wide-1, widget.Style{}, s.Name+" ("+countedWords(s)+")")
		textCanvas{frame, widget.LineAt(0, y, min(figureSize.X, wide)), &f.Panels[0], look, hasLetters(f)}.drawKey(&s, i, false, widget.Style{})
	}
	frame.Text(0, 1, figureSize.X, widget.Style{}, f.Note)
	for line := range strings.SplitSeq(ansi.Strip(frame.Content()), "\n") {
		if _, err := io.WriteString(w, strings.TrimRight(line, "\r ")+"\n"); err != nil {
			return err
		}
	}
	return nil
}
