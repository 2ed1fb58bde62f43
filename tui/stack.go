package tui

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// composer is what the program needs of [Graphics].
type composer interface {
	Update(msg tea.Msg) tea.Cmd
	Compose(f *widget.Frame) tea.Cmd
	// Pixels is a cell's size where pictures are shown in pixels, else zero.
	Pixels() image.Point
}

// program is the root model.
type program struct {
	session  *views.Session
	graphics composer
	stack    stack
	reader   reader
	wardrobe wardrobe

	mouse bool
	guest bool      // there is no shell to return to
	typed []tea.Msg // keys pressed before the program started, and the way to its first view
	flash views.Flash
	walks int // how many were begun; a key ends the last
	// allowed is what steps may do beside looking; Looks for nothing.
	allowed widget.Effect
	crash   *Crash // why the program ends, nil for a good reason

	onScreen
}

// onScreen is what the person sees.
type onScreen struct {
	frame   *widget.Frame // what the mouse hits
	content string        // of frame
	ascii   bool          // in no other letters
	spinner widget.Spinner
}

// stack is the views, the last one on top; it is never empty.
type stack struct {
	views []views.View
	size  image.Point // of the screen in cells; zero until the terminal told
}

// handle answers the messages by which views come, go and are drawn again.
func (s *stack) handle(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.size = image.Pt(msg.Width, msg.Height)
		return s.resize(s.views), true
	case views.Push:
		s.views = append(s.views, msg.View)
		return tea.Batch(s.resize([]views.View{msg.View}), msg.View.Init()), true
	case views.Pop:
		return s.pop(), true
	case views.Back:
		if len(s.views) == 1 {
			return tea.Quit, true
		}
		return s.pop(), true
	}
	return nil, false
}

func (s *stack) top() views.View { return s.views[len(s.views)-1] }

// pop goes back one view, if there is one. What was hidden missed the news.
func (s *stack) pop() tea.Cmd {
	if len(s.views) == 1 {
		return nil
	}
	s.views = s.views[:len(s.views)-1]
	return s.refresh()
}

// home leaves all views but the first.
func (s *stack) home() tea.Cmd {
	s.views = s.views[:1]
	return s.refresh()
}

// visible returns the views on screen: the highest that is not an overlay, and
// the overlays on it.
func (s *stack) visible() []views.View {
	i := len(s.views) - 1
	for ; i > 0; i-- {
		if _, over := s.views[i].(*views.Modal); !over {
			break
		}
	}
	return s.views[i:]
}

// waiting reports whether the screen waits for something of which nobody knows
// how long it takes.
func (s *stack) waiting() bool {
	v, ok := s.visible()[0].(views.Waiting)
	return ok && v.Waiting()
}

// tell gives a message to views.
func (s *stack) tell(to []views.View, msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, v := range slices.Clone(to) {
		cmds = append(cmds, v.Update(msg))
	}
	return tea.Batch(cmds...)
}

func (s *stack) refresh() tea.Cmd { return s.tell(s.visible(), views.Refresh{}) }

// area returns where a view is drawn: below the title and above the status
// line, which an overlay may cover.
func (s *stack) area(v views.View) image.Rectangle {
	below := 2
	if _, over := v.(*views.Modal); over {
		below = 1
	}
	return image.Rect(0, min(1, s.size.Y), s.size.X, max(min(1, s.size.Y), s.size.Y-below))
}

// resize tells views their area.
func (s *stack) resize(to []views.View) tea.Cmd {
	var cmds []tea.Cmd
	for _, v := range to {
		cmds = append(cmds, v.Update(views.Resize{Area: s.area(v)}))
	}
	return tea.Batch(cmds...)
}
