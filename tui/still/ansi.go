package still

import (
	"image"
	"io"
	"slices"

	"faithscope/tui/picture"
	"faithscope/views/widget"
)

// ANSI writes the screen as lines of text with escape sequences for colours. It draws pictures with
// half blocks into the frame, which it changes.
func (s *SavedScreen) ANSI(w io.Writer) error {
	for i := range s.frame.Pictures {
		p := &s.frame.Pictures[i]
		blocks := picture.NewBlocks(s.openPhoto(&p.Picture), p.Picture.Crop, p.Area.Size(), Cell(), s.pictureOptions())
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
	_, err := io.WriteString(w, s.frame.Content()+"\n")
	return err
}
