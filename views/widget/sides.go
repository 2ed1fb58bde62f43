package widget

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
)

// Sides shows a list beside the selection's details, usually a sheet. If only one fits, the side
// with the keys is shown.
type Sides struct {
	List   Table
	Sheet  Sheet
	Inside bool // keys move the selection's details
	Whole  bool // hide the list while keys are inside
	// Along moves another cursor than the sheet's; may be nil.
	Along func(by int)

	area image.Rectangle
}

const beside = 110

// Resize sets both widths. If the list doesn't fit, the details come first.
func (s *Sides) Resize(area image.Rectangle) {
	if s.area.Empty() && area.Dx() < beside {
		s.Inside = true
	}
	s.area = area
	list, _ := s.Layout(area)
	s.List.Resize(list.Dy())
}

// Body returns the area of the details.
func (s *Sides) Body() image.Rectangle {
	_, body := s.Layout(s.area)
	return body
}

// Layout returns both areas, the list at most a third wide; an empty one isn't drawn. A narrow
// area, or Whole with keys inside, shows only the side with the keys.
func (s *Sides) Layout(area image.Rectangle) (list, body image.Rectangle) {
	list, body = area, area
	switch {
	case s.Inside && (s.Whole || area.Dx() < beside):
		return image.Rectangle{}, body
	case area.Dx() < beside:
		return list, image.Rectangle{}
	}
	list.Max.X = area.Min.X + min(s.List.Need(), area.Dx()/3)
	body.Min.X = list.Max.X + 1
	return list, body
}

// Draw draws the list, if it fits, and a rule beside it.
func (s *Sides) Draw(f *Frame, area image.Rectangle, l Look) {
	list, body := s.Layout(area)
	s.List.Draw(f, list, l, !s.Inside)
	if !list.Empty() {
		f.DrawUpright(body.Sub(image.Pt(1, 0)), l.Theme.Border)
	}
}

// DrawSheet draws the sheet; a click on it goes inside.
func (s *Sides) DrawSheet(f *Frame, area image.Rectangle, l Look) {
	f.Clicking(func() { s.Inside = true }, func() { s.Sheet.Draw(f, area, l, s.Inside) })
}

// Steer moves the sheet's cursor, or Along, from the first number back to the list if by is
// negative. From the list a positive by goes inside.
func (s *Sides) Steer(by int) {
	staysInside := by > 0 || s.Sheet.Column > 1
	switch {
	case s.Along != nil:
		s.Inside = true
		s.Along(by)
	case s.Inside && s.Sheet.Cursor && staysInside:
		s.Sheet.Steer(by)
	default:
		s.Inside = by > 0
	}
}

// Actions returns the keys that move the current side, followed by turn in the list, and change
// sides, followed by moved.
func (s *Sides) Actions(turn func() tea.Cmd, moved func()) []Action {
	target := func() Scroller {
		if s.Inside {
			return &s.Sheet
		}
		return &s.List
	}
	along := SteerActions(func(by int) {
		s.Steer(by)
		moved()
	})
	return slices.Concat(along, After(MoveActions(target), func() tea.Cmd {
		if s.Inside {
			return nil
		}
		return turn()
	}), PaneActions("go to the list, or to what is selected in it", loaders.IfElse(s.Inside, "list", "contents"), nil, func(int) {
		s.Inside = !s.Inside
		s.Whole = s.Whole && s.Inside
		moved()
	}), []Action{
		{Name: "zoom", Help: "give what is selected the whole screen, or leave room for the list", Run: Do(func() {
			s.Whole, s.Inside = !s.Whole, true
			moved()
		})},
	})
}
