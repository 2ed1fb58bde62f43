package still

import (
	"fmt"
	"image"
	"io"
	"path"
	"slices"

	"faithscope/tui/picture"
	"faithscope/views/widget"
)

// ANSI writes the screen as lines of text with colours as a terminal has them;
// pictures are of half blocks. The frame that the still is of changes.
func (s *Still) ANSI(w io.Writer) error {
	for i := range s.frame.Pictures {
		p := &s.frame.Pictures[i]
		blocks := picture.NewBlocks(s.photo(&p.Picture), p.Picture.Crop, p.Area.Size(), image.Pt(cellWidth, cellHeight), s.options())
		for y, row := range blocks.Mark(p.Picture.Marks) {
			for x, b := range row {
				at := p.Area.Min.Add(image.Pt(x, y))
				if slices.ContainsFunc(p.Holes, at.In) {
					continue
				}
				text := "▀"
				if b.Letter > 0 {
					text = string(b.Letter)
				}
				s.frame.Cell(at.X, at.Y, widget.Style{Fg: b.Top, Bg: b.Bottom}, text)
			}
		}
	}
	return s.Text(w)
}

// Text writes the screen as lines of text with colours, without pictures: what
// stands in their place is blank.
func (s *Still) Text(w io.Writer) error {
	_, err := io.WriteString(w, s.frame.Content()+"\n")
	return err
}

// kinds are the kinds of files that a screen is written to, by the ends of their
// names, and what writes them.
var kinds = map[string]func(s *Still, w io.Writer) error{".png": (*Still).PNG, ".svg": (*Still).SVG, ".ansi": (*Still).ANSI, ".txt": (*Still).ANSI}

// WriterOf is what writes a screen to a file of that name.
func WriterOf(name string) (func(s *Still, w io.Writer) error, error) {
	if write := kinds[path.Ext(name)]; write != nil {
		return write, nil
	}
	return nil, fmt.Errorf("%s: a screen is written to .png, .svg or .ansi", name)
}
