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

type composer interface {
	Update(msg tea.Msg) tea.Cmd
	Compose(f *widget.Frame) tea.Cmd
	Pixels() image.Point
}

type program struct {
	session  *views.Session
	graphics composer
	stack
	reader   reader
	wardrobe wardrobe
	comforts comforts

	mouse   bool
	guest   bool // there is no shell to return to
	leaving bool // the last key asked to leave the program
	queue   queue
	typed   []tea.Msg // keys pressed before the program started, and the walk to its first view
	flash   views.Flash
	used    []string // the names of actions that were run, the last one first
	walks   int      // number of walks begun; a key ends the last one
	visits  views.Visits
	crash   *Crash // the panic that ends the program, nil if none

	onScreen
}

type onScreen struct {
	frame   *widget.Frame                  // the mouse acts on it
	pressed image.Point                    // where its button was pressed last
	content string                         // of frame
	drawn   map[views.View][]widget.Action // nil, but while a frame is drawn
	ascii   bool                           // only ASCII letters are shown
	spinner widget.Spinner
}

// stack holds the views of the current place, the last one on top; it is never empty. The other
// places keep their own views.
type stack struct {
	views []views.View
	at    views.Place
	left  [views.Places][]views.View // the views of the other places
	made  [views.Places]views.Scope  // the scope that each place's first view is about
	came  []views.Place              // the places visited before, each once, the latest last
	size  image.Point                // of the screen in cells; zero until known
	open  []views.View               // those of all places when a message was last handled
}

// mostOpen bounds the views of all places because each keeps the rows that it lists.
const mostOpen = 50

// handleMessage refuses more than mostOpen views, popups excepted.
func (s *stack) handleMessage(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.size = image.Pt(msg.Width, msg.Height)
		return s.resizeViews(s.allViews()), true
	case views.Push:
		if !isModal(msg.View) && len(s.allViews()) >= mostOpen {
			return views.Send(views.ErrorFlash(fmt.Sprintf("%d screens are open: q goes back", mostOpen))), true
		}
		s.views = append(s.views, msg.View)
		return s.showView(msg.View), true
	case views.Pop:
		return s.popView(), true
	}
	return nil, false
}

func (s *stack) showView(v views.View) tea.Cmd {
	return tea.Batch(s.resizeViews([]views.View{v}), v.Init())
}

// visitPlace shows a place as it was left if it still matches the scope, and otherwise, or if
// fresh, with root's view. Runs and results match any scope, the examples their run, the others
// exactly that scope.
func (s *stack) visitPlace(to views.Place, scope views.Scope, root func() views.View, fresh bool) tea.Cmd {
	s.views = s.views[:len(s.views)-len(s.visibleViews())+1] // without menus and popups
	if to == s.at && !fresh {
		return s.goHome()
	}
	if to != s.at {
		s.left[s.at] = s.views
		s.came = append(slices.DeleteFunc(s.came, func(p views.Place) bool { return p == s.at || p == to }), s.at)
	}
	of := s.made[to]
	isAboutScope := to == views.PlaceRuns || to == views.PlaceResults || of == scope || to == views.PlaceExamples && of.Run == scope.Run
	if fresh || s.left[to] == nil || !isAboutScope {
		s.at, s.views, s.made[to] = to, []views.View{root()}, scope
		return s.showView(s.topView())
	}
	s.at, s.views = to, s.left[to]
	return s.reshowViews()
}

// goBack closes the top view or, if it is the first, returns to the last place; ok is false if
// there is neither.
func (s *stack) goBack() (_ tea.Cmd, ok bool) {
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

func (s *stack) allViews() []views.View {
	all := slices.Clone(s.views)
	for place, of := range s.left {
		if views.Place(place) != s.at {
			all = append(all, of...)
		}
	}
	return all
}

// cancelClosed cancels what views closed since its last call still compute.
func (s *stack) cancelClosed() {
	open := s.allViews()
	for _, v := range s.open {
		if v, ok := v.(views.Closing); ok && !slices.Contains(open, views.View(v)) {
			v.Close()
		}
	}
	s.open = open
}

func (s *stack) topView() views.View { return s.views[len(s.views)-1] }

func (s *stack) popView() tea.Cmd {
	if len(s.views) == 1 {
		return nil
	}
	s.views = s.views[:len(s.views)-1]
	return s.reshowViews()
}

func (s *stack) goHome() tea.Cmd {
	s.views = s.views[:1]
	return s.reshowViews()
}

func (s *stack) resetPlaces() tea.Cmd {
	if s.at != views.PlaceRuns {
		s.views = s.left[views.PlaceRuns]
	}
	s.at, s.came, s.left = views.PlaceRuns, nil, [views.Places][]views.View{}
	return s.goHome()
}

func (s *stack) pathToTop() []views.View {
	if s.at == views.PlaceRuns {
		return s.views
	}
	return append(slices.Clone(s.left[views.PlaceRuns][:1]), s.views...)
}

func (s *stack) visibleViews() []views.View {
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

func (s *stack) isWaiting() bool {
	v, ok := s.visibleViews()[0].(views.Waiting)
	return ok && v.Waiting()
}

func (s *stack) sendTo(to []views.View, msg tea.Msg) tea.Cmd {
	return tea.Batch(loaders.Map(slices.Clone(to), func(v views.View) tea.Cmd { return v.Update(msg) })...)
}

func (s *stack) refreshHidden() tea.Cmd { return s.sendTo(s.visibleViews(), views.Refresh{}) }

func (s *stack) reshowViews() tea.Cmd { return tea.Batch(s.resizeViews(s.views), s.refreshHidden()) }

func (s *stack) areaOf(v views.View) image.Rectangle {
	below, above := 2, 1
	if isModal(v) {
		below = 1
	}
	if s.hasTrailRow() {
		above = 2
	}
	return image.Rect(0, min(above, s.size.Y), s.size.X, max(min(above, s.size.Y), s.size.Y-below))
}

func (s *stack) hasTrailRow() bool { return s.size.X < beside && len(s.trailTitles()) > 0 }

func (s *stack) trailTitles() (titles []string) {
	for _, v := range s.views {
		if t := v.Title(); t != "" && !isModal(v) {
			titles = append(titles, t)
		}
	}
	return titles
}

func (s *stack) resizeViews(to []views.View) tea.Cmd {
	return tea.Batch(loaders.Map(to, func(v views.View) tea.Cmd { return v.Update(views.Resize{Area: s.areaOf(v)}) })...)
}

// beside is the width from which the trail fits into the first row.
const beside = 110
