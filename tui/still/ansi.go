package still

import (
	"image"
	"io"

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
				if covered(p.Holes, at) {
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
