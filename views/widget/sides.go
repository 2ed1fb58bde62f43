package widget

import "image"

// Sides is a list, and beside it what is selected in the list. Where there is no room
// for both, the side that keys move has all of it.
type Sides struct {
	List   Table
	Inside bool // keys move what is selected, not the list
	Whole  bool // the list makes room wherever keys are inside

	width int
}

// beside is the width from which on there is room for both.
const beside = 110

// Resize tells how wide both are together. What is selected comes first where there is
// no room for the list.
func (s *Sides) Resize(area image.Rectangle) {
	if s.width == 0 && area.Dx() < beside {
		s.Inside = true
	}
	s.width = area.Dx()
	list, _ := s.Layout(area)
	s.List.Resize(list.Dy())
}

// Layout is where the list and what is selected are; one that is empty is not drawn.
func (s *Sides) Layout(area image.Rectangle) (list, body image.Rectangle) {
	list, body = area, area
	switch {
	case s.Inside && (s.Whole || area.Dx() < beside):
		return image.Rectangle{}, body
	case area.Dx() < beside:
		return list, image.Rectangle{}
	}
	w := Gutter - ColumnGap
	for _, c := range s.List.Columns {
		w += c.Width + ColumnGap
	}
	list.Max.X = area.Min.X + min(w, area.Dx()/3)
	body.Min.X = list.Max.X + 1
	return list, body
}

// Draw draws the list, and a line beside it.
func (s *Sides) Draw(f *Frame, area image.Rectangle, l Look) {
	list, body := s.Layout(area)
	s.List.Draw(f, list, l, !s.Inside)
	if !list.Empty() && !body.Empty() {
		for y := body.Min.Y; y < body.Max.Y; y++ {
			f.Cell(list.Max.X, y, Ink(l.Theme.Border), "│")
		}
	}
}

// Actions are the keys that go from one side to the other; moved follows each.
func (s *Sides) Actions(moved func()) []Action {
	other := Do(func() {
		s.Inside = !s.Inside
		s.Whole = s.Whole && s.Inside
		moved()
	})
	return []Action{
		{Name: "next-pane", Help: "go to the list, or to what is selected in it", Footer: true, Short: "list", Run: other},
		{Name: "previous-pane", Run: other},
		{Name: "zoom", Help: "give what is selected the whole screen, or leave room for the list", Run: Do(func() {
			s.Whole = !s.Whole
			s.Inside = true
			moved()
		})},
	}
}
