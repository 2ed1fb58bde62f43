package tui

import (
	"image"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"faithscope/views"
)

// Graphics paints the pictures of a frame as well as the terminal can.
// Update and Compose are called from the program's Update only.
type Graphics struct {
	caps Capabilities
	out  *os.File
}

// NewGraphics returns graphics for a terminal that can c. All output of the
// program has to go through [Graphics.Output].
func NewGraphics(c Capabilities, out *os.File) *Graphics {
	return &Graphics{caps: c, out: out}
}

// Output is the terminal for [tea.WithOutput].
func (g *Graphics) Output() term.File { return g.out }

// Update takes up pictures that were loaded, replies of the terminal, the
// window's size, focus and resume. The program passes it every message
// before its views see them.
func (g *Graphics) Update(msg tea.Msg) tea.Cmd { return nil }

// Compose paints the pictures of f, after every view and popup has drawn,
// and returns the command that loads what is missing, nil for nothing.
func (g *Graphics) Compose(f *views.Frame) tea.Cmd {
	for _, p := range f.Pictures {
		words(f, p)
	}
	return nil
}

// Close ends what runs in the background. Nothing is drawn afterwards.
func (g *Graphics) Close() error { return nil }

// words writes what a picture says into its area, around the holes.
func words(f *views.Frame, p views.Placement) {
	for i, line := range p.Picture.Words {
		y := p.Area.Min.Y + i
		if y >= p.Area.Max.Y {
			return
		}
		row := image.Rect(p.Area.Min.X, y, p.Area.Max.X, y+1)
		if !covered(row, p.Holes) {
			f.Text(row.Min.X, y, row.Dx(), views.Style{}, line)
		}
	}
}

func covered(area image.Rectangle, holes []image.Rectangle) bool {
	for _, h := range holes {
		if area.Overlaps(h) {
			return true
		}
	}
	return false
}
