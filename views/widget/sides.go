package widget

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
)

// ListAndDetail shows a list beside the selection's details, usually a sheet. If only one fits, the side
// with the keys is shown.
type ListAndDetail struct {
	List   Table
	Sheet  Sheet
	Inside bool // keys move the selection's details
	Whole  bool // hide the list while keys are inside
	// Along moves another cursor than the sheet's; may be nil.
	Along func(by int)

	area image.Rectangle
}

const beside = 108

// Resize sets both widths. If the list doesn't fit, the details come first.
func (s *ListAndDetail) Resize(area image.Rectangle) {
	if s.area.Empty() && area.Dx() < beside {
		s.Inside = true
	}
	s.area = area
	list, _ := s.Layout(area)
	s.List.Resize(list.Dy())
}

// Body returns the area of the details.
func (s *ListAndDetail) Body() image.Rectangle {
	_, body := s.Layout(s.area)
	return body
}

// Layout returns both areas, the list at most a third wide; an empty one isn't drawn. A narrow
// area, or Whole with keys inside, shows only the side with the keys.
func (s *ListAndDetail) Layout(area image.Rectangle) (list, body image.Rectangle) {
	list, body = area, area
	switch {
	case s.Inside && (s.Whole || area.Dx() < beside):
		return image.Rectangle{}, body
	case area.Dx() < beside:
		return list, image.Rectangle{}
	}
	list.Max.X = area.Min.X + min(s.List.Need()+1, area.Dx()/3)
	body.Min.X = list.Max.X + 1 + PaneGap(area)
	return list, body
}

// Draw draws the list, if it fits, the details, and panels around the list and the area that drawDetails returns.
func (s *ListAndDetail) Draw(f *Frame, area image.Rectangle, l Look, drawDetails func(body image.Rectangle) image.Rectangle) {
	list, body := s.Layout(area)
	s.List.Draw(f, list, l, !s.Inside)
	if !body.Empty() {
		body = drawDetails(body)
	}
	f.DrawPanel(list, l, !s.Inside)
	f.DrawPanel(body, l, s.Inside)
}

// DrawSheet draws the sheet; a click on it goes inside.
func (s *ListAndDetail) DrawSheet(f *Frame, area image.Rectangle, l Look) {
	f.Clicking(func() { s.Inside = true }, func() { s.Sheet.Draw(f, area, l, s.Inside) })
}

// Steer moves the sheet's cursor, or Along, from the first number back to the list if offset is
// negative. From the list a positive offset goes inside.
func (s *ListAndDetail) Steer(offset int) {
	staysInside := offset > 0 || s.Sheet.Column > 1
	switch {
	case s.Along != nil:
		s.Inside = true
		s.Along(offset)
	case s.Inside && s.Sheet.Cursor && staysInside:
		s.Sheet.Steer(offset)
	default:
		s.Inside = offset > 0
	}
}

// Actions returns the keys that move the current side, followed by onTurn in the list, and change
// sides, followed by onMoved.
func (s *ListAndDetail) Actions(onTurn func() tea.Cmd, onMoved func()) []Action {
	target := func() Scroller {
		if s.Inside {
			return &s.Sheet
		}
		return &s.List
	}
	return slices.Concat(SteerActions(func(by int) {
		s.Steer(by)
		onMoved()
	}), After(MoveActions(target), func() tea.Cmd {
		if s.Inside {
			return nil
		}
		return onTurn()
	}), PaneActions("switch between the list and the selected item", loaders.IfElse(s.Inside, "list", "contents"), nil, func(int) {
		s.Inside = !s.Inside
		s.Whole = s.Whole && s.Inside
		onMoved()
	}), []Action{
		{Name: "zoom", Help: "show the selected item full screen (toggle)", Run: Do(func() {
			s.Whole, s.Inside = !s.Whole, true
			onMoved()
		})},
	})
}
