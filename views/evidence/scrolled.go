package evidence

import (
	"fmt"
	"image"

	"faithscope/views/widget"
)

// scrolled is a text of many lines in an area of fewer. The area is empty
// where only words are wanted.
type scrolled struct {
	area       image.Rectangle
	top, count int // first line shown, and how many there are
}

func (s *scrolled) Move(rows int) { s.top = max(0, min(s.top+rows, s.count-s.Page())) }

func (s *scrolled) Page() int { return max(1, s.area.Dy()) }

func (s *scrolled) revealLines(first, last int) {
	s.Move(max(0, last+1-s.top-s.Page()))
	s.Move(min(0, first-s.top))
}

func (s *scrolled) layLines(room image.Rectangle, h int) (rest image.Rectangle) {
	s.area, rest = widget.SplitTop(room, max(0, h))
	s.Move(0)
	return rest
}

func (s *scrolled) hasMore() bool { return !s.area.Empty() && s.count > s.area.Dy() }

// scroller returns s where there is anything to scroll, otherwise nil.
func (s *scrolled) scroller() widget.Scroller {
	if s.hasMore() {
		return s
	}
	return nil
}

func (s *scrolled) describeWhere() string {
	if !s.hasMore() {
		return ""
	}
	return fmt.Sprintf("%sline %d of %d", separator, s.top+1, s.count)
}

func (s *scrolled) drawLines(f *widget.Frame, draw func(i int, line image.Rectangle)) {
	for y := s.area.Min.Y; y < s.area.Max.Y && s.top+y-s.area.Min.Y < s.count; y++ {
		draw(s.top+y-s.area.Min.Y, image.Rect(s.area.Min.X, y, s.area.Max.X, y+1))
	}
	f.Wheel(s.area, s.Move)
}
