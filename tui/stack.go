package tui

import (
	"fmt"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

type frameComposer interface {
	Update(msg tea.Msg) tea.Cmd
	Compose(f *widget.Frame) tea.Cmd
	Pixels() image.Point
}

type terminalProgram struct {
	session  *views.Session
	graphics frameComposer
	viewStack
	reader   runReader
	wardrobe themeChoice
	comforts terminalExtras

	mouse   bool
	guest   bool // there is no shell to return to
	leaving bool // the last key asked to leave the program
	queue   inputQueue
	typed   []tea.Msg // keys pressed before the program started, and the walk to its first view
	flash   views.FlashMessage
	used    []string // the names of actions that were run, the last one first
	walks   int      // number of walks begun; a key ends the last one
	visits  views.VisitHistory
	crash   *Crash // the panic that ends the program, nil if none

	shownFrame
}

type shownFrame struct {
	frame   *widget.Frame                  // the mouse acts on it
	pressed image.Point                    // where its button was pressed last
	content string                         // of frame
	drawn   map[views.View][]widget.Action // nil, but while a frame is drawn
	ascii   bool                           // only ASCII letters are shown
	spinner widget.Spinner
}

// viewStack holds the views of the current place, the last one on top; it is never empty. The other
// places keep their own views.
type viewStack struct {
	views []views.View
	at    views.Place
	left  [views.Places][]views.View     // the views of the other places
	made  [views.Places]views.PlaceScope // the scope that each place's first view is about
	came  []views.Place                  // the places visited before, each once, the latest last
	size  image.Point                    // of the screen in cells; zero until known
	open  []views.View                   // those of all places when a message was last handled
}

// mostOpen bounds the views of all places because each keeps the rows that it lists.
const mostOpen = 50

// handleMessage refuses more than mostOpen views, which memory would have to hold; popups excepted.
func (s *viewStack) handleMessage(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.size = image.Pt(msg.Width, msg.Height)
		return s.resizeViews(s.allViews()...), true
	case views.PushView:
		if !isModal(msg.View) && len(s.allViews()) >= mostOpen {
			return views.Send(views.ErrorFlash(fmt.Sprintf("at most %d screens can be open; q goes back", mostOpen))), true
		}
		s.views = append(s.views, msg.View)
		return s.showView(msg.View), true
	case views.PopView:
		return s.popView(), true
	}
	return nil, false
}

func (s *viewStack) showView(v views.View) tea.Cmd {
	return tea.Batch(s.resizeViews(v), v.Init())
}

// visitPlace shows a place as it was left only if it still matches the scope, because another run's
// view would mislead. Runs and results match any scope, the examples their run, the others exactly
// that scope.
func (s *viewStack) visitPlace(targetPlace views.Place, placeScope views.PlaceScope, openFirst func() views.View, fresh bool) tea.Cmd {
	s.views = s.views[:len(s.views)-len(s.visibleViews())+1] // without menus and popups
	if targetPlace == s.at && !fresh {
		return s.goHome()
	}
	if targetPlace != s.at {
		s.left[s.at] = s.views
		s.came = append(slices.DeleteFunc(s.came, func(p views.Place) bool { return p == s.at || p == targetPlace }), s.at)
	}
	of := s.made[targetPlace]
	isAboutScope := targetPlace == views.PlaceRuns || targetPlace == views.PlaceResults || of == placeScope ||
		targetPlace == views.PlaceExamples && of.Run == placeScope.Run
	if fresh || s.left[targetPlace] == nil || !isAboutScope {
		s.at, s.views, s.made[targetPlace] = targetPlace, []views.View{openFirst()}, placeScope
		return s.showView(s.topView())
	}
	s.at, s.views = targetPlace, s.left[targetPlace]
	return s.reshowViews()
}

func (s *viewStack) goBack() (_ tea.Cmd, ok bool) {
	if len(s.views) > 1 {
		return s.popView(), true
	}
	n := len(s.came) - 1
	if n < 0 {
		return nil, false
	}
	s.left[s.at] = s.views
	s.at, s.came = s.came[n], s.came[:n]
	s.views = s.left[s.at]
	return s.reshowViews(), true
}

func (s *viewStack) allViews() []views.View {
	all := slices.Clone(s.views)
	for place, of := range s.left {
		if views.Place(place) != s.at {
			all = append(all, of...)
		}
	}
	return all
}

// cancelClosed keeps closed views from computing on: leaving Compare over long runs some hundred times
// took all memory.
func (s *viewStack) cancelClosed() {
	open := s.allViews()
	for _, v := range s.open {
		if v, ok := v.(views.ClosingView); ok && !slices.Contains(open, views.View(v)) {
			v.Close()
		}
	}
	s.open = open
}

func (s *viewStack) topView() views.View { return s.views[len(s.views)-1] }

func (s *viewStack) popView() tea.Cmd {
	if len(s.views) == 1 {
		return nil
	}
	s.views = s.views[:len(s.views)-1]
	return s.reshowViews()
}

func (s *viewStack) goHome() tea.Cmd {
	s.views = s.views[:1]
	return s.reshowViews()
}

func (s *viewStack) resetPlaces() tea.Cmd {
	if s.at != views.PlaceRuns {
		s.views = s.left[views.PlaceRuns]
	}
	s.at, s.came, s.left = views.PlaceRuns, nil, [views.Places][]views.View{}
	return s.goHome()
}

func (s *viewStack) pathToTop() []views.View {
	if s.at == views.PlaceRuns {
		return s.views
	}
	return append(slices.Clone(s.left[views.PlaceRuns][:1]), s.views...)
}

func (s *viewStack) visibleViews() []views.View {
	i := len(s.views) - 1
	for i > 0 && isModal(s.views[i]) {
		i--
	}
	return s.views[i:]
}

func isModal(v views.View) bool {
	_, over := v.(*views.Modal)
	return over
}

func (s *viewStack) isWaiting() bool {
	v, ok := s.visibleViews()[0].(views.WaitingView)
	return ok && v.Waiting()
}

func (s *viewStack) sendTo(targetViews []views.View, msg tea.Msg) tea.Cmd {
	return tea.Batch(loaders.Map(slices.Clone(targetViews), func(v views.View) tea.Cmd { return v.Update(msg) })...)
}

func (s *viewStack) refreshHidden() tea.Cmd { return s.sendTo(s.visibleViews(), views.RefreshViews{}) }

func (s *viewStack) reshowViews() tea.Cmd {
	return tea.Batch(s.resizeViews(s.views...), s.refreshHidden())
}

func (s *viewStack) areaOf(v views.View) image.Rectangle {
	top, below, side := min(1, s.size.Y), 2+widget.RowsBelowBoxes(s.size), loaders.IfElse(widget.Boxed(s.size), 1, 0)
	if isModal(v) {
		below, side = 1, 0
	}
	return image.Rect(side, top, s.size.X-side, max(top, s.size.Y-below))
}

func (s *viewStack) trailTitles() (titles []string) {
	for _, v := range s.views {
		if t := v.Title(); t != "" && !isModal(v) {
			titles = append(titles, t)
		}
	}
	return titles
}

func (s *viewStack) resizeViews(targetViews ...views.View) tea.Cmd {
	return tea.Batch(loaders.Map(targetViews, func(v views.View) tea.Cmd { return v.Update(views.ResizeView{Area: s.areaOf(v)}) })...)
}

// beside is the width from which the trail fits into the first row beside the names of all places.
const beside = 110
