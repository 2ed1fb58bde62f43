package evidence

import (
	"fmt"
	"image"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// scrolled is a text of many lines in an area of fewer. The area is empty
// where only words are wanted.
type scrolled struct {
	area       image.Rectangle
	top, count int // first line shown, and how many there are
}

// Move implements [widget.Scroller].
func (s *scrolled) Move(rows int) { s.top = max(0, min(s.top+rows, s.count-s.Page())) }

// First implements [widget.Scroller].
func (s *scrolled) First() { s.top = 0 }

// Last implements [widget.Scroller].
func (s *scrolled) Last() { s.Move(s.count) }

// Page implements [widget.Scroller].
func (s *scrolled) Page() int { return max(1, s.area.Dy()) }

// lay takes h lines from the top of room and returns the rest.
func (s *scrolled) lay(room image.Rectangle, h int) (rest image.Rectangle) {
	s.area, rest = widget.SplitTop(room, max(0, h))
	s.Move(0)
	return rest
}

// more reports whether there are lines that do not show.
func (s *scrolled) more() bool { return !s.area.Empty() && s.count > s.area.Dy() }

// scroller returns s where there is anything to scroll, else nil.
func (s *scrolled) scroller() widget.Scroller {
	if s.more() {
		return s
	}
	return nil
}

// where says which part shows, behind other facts: " · line 3 of 40", "" for all.
func (s *scrolled) where() string {
	if !s.more() {
		return ""
	}
	return fmt.Sprintf("%sline %d of %d", separator, s.top+1, s.count)
}

// draw draws the lines that show, each by its number into a line of cells.
func (s *scrolled) draw(f *widget.Frame, draw func(i int, line image.Rectangle)) {
	for y := s.area.Min.Y; y < s.area.Max.Y && s.top+y-s.area.Min.Y < s.count; y++ {
		draw(s.top+y-s.area.Min.Y, image.Rect(s.area.Min.X, y, s.area.Max.X, y+1))
	}
	if !s.area.Empty() {
		f.Wheel(s.area, s.Move)
	}
}

// heated is a text that scrolls, its tokens under the heat of their numbers and
// gold spans in brackets.
type heated struct {
	scrolled
	tokens  []string
	numbers []float64
	gold    []loaders.Span
	scale   Scale

	flow   *Flow // nil before it is set
	setFor setting
}

// setting is what a flow was set for: its lines stay while that is the same.
type setting struct {
	width  int
	suffix string // of the hottest token: bars take room that colours do not
}

// set sets the tokens in lines of w cells.
func (t *heated) set(w int, look widget.Look) {
	if now := (setting{w, look.Heat().Suffix(1)}); t.flow == nil || t.setFor != now {
		t.flow, t.setFor = NewFlow(t.tokens, t.scale.All(t.numbers), t.gold, w, look.Heat()), now
		t.count = t.flow.Lines()
	}
}

func (t *heated) draw(f *widget.Frame, look widget.Look) {
	t.scrolled.draw(f, func(i int, line image.Rectangle) { t.flow.Draw(f, i, line, look.Heat()) })
}
