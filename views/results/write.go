package results

import (
	"fmt"
	"image"
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/themes"
	"faithscope/views/widget"
)

// Writes reports whether a figure becomes a file of an extension.
func Writes(ext string) bool {
	return slices.Contains([]string{".svg", ".png", ".txt", ".csv"}, strings.ToLower(ext))
}

// pixels are those of a cell in a file.
var pixels = image.Pt(9, 18)

// Write writes a figure as the file extension says, on size cells.
func Write(w io.Writer, f *figure.Figure, ext string, size image.Point, t *themes.Theme) error {
	large := image.Pt(size.X*pixels.X, size.Y*pixels.Y)
	switch strings.ToLower(ext) {
	case ".svg":
		return WriteSVG(w, f, large, 13, Paper(t))
	case ".png":
		return WritePNG(w, f, large, 13, Paper(t))
	case ".txt":
		return writeText(w, f, size, t)
	case ".csv":
		return f.WriteCSV(w)
	}
	return fmt.Errorf("%q is not a figure's file: .svg, .png, .txt or .csv", ext)
}

// writeText writes the figure in characters, with a legend below it.
func writeText(w io.Writer, f *figure.Figure, size image.Point, t *themes.Theme) error {
	look := widget.Look{Theme: t}
	series := names(f)
	frame := widget.NewFrame(size.X, size.Y)
	frame.Text(0, 0, size.X, widget.Style{}, f.Title)
	foot := max(8, size.Y-len(series)-1)
	Cells(frame, image.Rect(0, 2, size.X, foot), f, look, nowhere)
	for i := range series {
		key(frame, image.Rect(0, foot+1+i, 5, foot+2+i), &f.Panels[0], &series[i], i, look)
		frame.Text(6, foot+1+i, size.X-6, widget.Style{}, series[i].Name+" ("+counted(series[i])+")")
	}
	for y := range size.Y {
		var line strings.Builder
		for x := range size.X {
			text, _ := frame.At(x, y)
			line.WriteString(text)
		}
		if _, err := io.WriteString(w, strings.TrimRight(loaders.Clean(line.String()), " ")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// key draws what series i of a panel looks like.
func key(f *widget.Frame, area image.Rectangle, p *figure.Panel, s *figure.Series, i int, look widget.Look) {
	c := style(look, s.Look, false, false)
	if p.Form == figure.Points {
		f.Text(area.Min.X, area.Min.Y, area.Dx(), widget.Bold(c.Style), sign(i))
		return
	}
	c.At = func(float64) (float64, bool) { return .5, true } // a line in the middle
	widget.Chart(f, area, c)
}
