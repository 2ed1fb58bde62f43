package widget

import "image"

// ScrollArea scrolls a text. Its area is empty for only words.
type ScrollArea struct {
	Area       image.Rectangle
	Top, Count int // first visible line, and all lines
}

// Move implements [Scroller].
func (s *ScrollArea) Move(rowOffset int) { s.Top = max(0, min(s.Top+rowOffset, s.Count-s.Page())) }

// Page implements [Scroller].
func (s *ScrollArea) Page() int { return max(1, s.Area.Dy()) }

// RevealLines scrolls to firstLine..lastLine, to firstLine if not all fit.
func (s *ScrollArea) RevealLines(firstLine, lastLine int) {
	s.Move(max(0, lastLine+1-s.Top-s.Page()))
	s.Move(min(0, firstLine-s.Top))
}

// LayLines takes h lines from the top of roomArea and returns the rest.
func (s *ScrollArea) LayLines(roomArea image.Rectangle, h int) (rest image.Rectangle) {
	s.Area, rest = SplitTop(roomArea, max(0, h))
	s.Move(0)
	return rest
}

// HasMore reports whether the text is longer than its area.
func (s *ScrollArea) HasMore() bool { return !s.Area.Empty() && s.Count > s.Area.Dy() }

// AsScroller returns s if it can scroll, otherwise nil.
func (s *ScrollArea) AsScroller() Scroller {
	if s.HasMore() {
		return s
	}
	return nil
}

// DrawLines calls drawLine for each visible line, and lets the wheel scroll.
func (s *ScrollArea) DrawLines(f *Frame, drawLine func(i int, line image.Rectangle)) {
	for i := s.Top; i < min(s.Top+s.Area.Dy(), s.Count); i++ {
		drawLine(i, LineAt(s.Area.Min.X, s.Area.Min.Y+i-s.Top, s.Area.Dx()))
	}
	f.Scroll(s.Area, s.Top, s.Area.Dy(), s.Count)
	f.Wheel(s.Area, s.Move)
}
