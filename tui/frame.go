package tui

import (
	"fmt"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// The smallest screen that views are designed for: 80x24 less the row that tmux takes.
const leastWidth, leastHeight = 80, 23

// composeScreen draws the whole screen and returns the command that loads missing pictures. Guests
// get no file links. Without a size it does nothing.
func (p *program) composeScreen() tea.Cmd {
	if p.size.X < 1 || p.size.Y < 1 {
		return nil
	}
	f := p.frame.Renew(p.size.X, p.size.Y)
	p.session.Pictured.Cell = p.graphics.Pixels()
	if p.comforts.isKnown(withLinks) && !p.guest { // whose files these are not
		f.Links = p.comforts.fileLink
	}
	p.drawOn(f)
	cmd := p.graphics.Compose(f)
	if p.ascii {
		f.Spell()
	}
	p.frame, p.content = f, f.Content()
	return cmd
}

// drawOn draws everything except pixels. Meanwhile each view's actions stay the same.
func (p *program) drawOn(f *widget.Frame) {
	p.drawn = map[views.View][]widget.Action{}
	defer func() { p.drawn = nil }()
	visible := p.visibleViews()
	base := visible[0]
	f.Plain = p.session.Plain
	p.drawTitle(f)
	base.Draw(f, p.areaOf(base))
	if y := p.size.Y - 2; y >= 1 {
		p.drawStatus(f, y)
	}
	if y := p.size.Y - 1; y >= 1 {
		p.drawFooter(f, y)
	}
	for _, over := range visible[1:] {
		over.Draw(f, p.areaOf(over))
	}
	if f.Plain {
		f.EraseRules()
	}
}

func (p *program) style() (text, faint, accent widget.Style) {
	t := p.session.Theme
	return t.Text, t.Faint, widget.Bold(t.Accent)
}

// drawTitle draws the trail of the current place in a second row if there is one, else in the first
// if the screen is wide enough (beside), else nowhere.
func (p *program) drawTitle(f *widget.Frame) {
	text, faint, accent := p.style()
	room := p.size.X
	if p.size.X < leastWidth || p.size.Y < leastHeight {
		const small = "too small: 80x24 needed"
		room = max(0, room-len(small)-1)
		f.Text(p.size.X-len(small), 0, len(small), accent, small)
	}
	x := p.drawPlaces(f, room)
	if p.isWaiting() {
		f.Text(x, 0, room-x, accent, p.spinner.View())
	}
	scope := loaders.Clean(p.describeScope())
	w := min(ansi.StringWidth(scope), max(0, room-x-2))
	f.Text(room-w, 0, w, text, scope)
	at, room := image.Pt(x+2, 0), room-w-x-4
	if p.hasTrailRow() {
		at, room = image.Pt(0, 1), p.size.X
	} else if p.size.X < beside {
		return
	}
	crumbs := p.trailTitles()
	most := shortenCrumbs(crumbs, room)
	for i, crumb := range crumbs {
		st, w := text, min(most, room)
		if i > 0 {
			n := f.Text(at.X, at.Y, room, faint, " › ")
			at.X, room = at.X+n, room-n
		}
		if i == len(crumbs)-1 {
			st.Attrs |= uv.AttrBold
			w = room
		}
		n := f.Text(at.X, at.Y, w, st, crumb)
		at.X, room = at.X+n, room-n
	}
}

// drawPlaces draws the clickable places in at most room cells and returns the column after them.
func (p *program) drawPlaces(f *widget.Frame, room int) (x int) {
	_, faint, accent := p.style()
	for place := range views.Places {
		name, st := fmt.Sprintf("%d %s", place+1, place), faint
		if place == p.placeOnScreen() {
			name, st = "["+name+"]", accent
		}
		n := f.Text(x, 0, room-x, st, name)
		f.Click(widget.LineAt(x, 0, n), func() tea.Cmd { return p.session.Post(views.Go{Place: place}) })
		x += n + 1
	}
	return x
}

func (p *program) placeOnScreen() views.Place {
	if of, ok := p.visibleViews()[0].(views.OfPlace); ok {
		return of.Place()
	}
	return p.at
}

func (p *program) describeScope() string {
	if of, ok := p.visibleViews()[0].(views.Scoped); ok {
		return of.Scope()
	}
	if run := p.session.Scope.Run; run < len(p.session.Runs) && p.placeOnScreen() != views.PlaceRuns &&
		p.placeOnScreen() != views.PlaceResults {
		return p.session.Run(run).Name
	}
	return loaders.Count(len(p.session.Runs), "run")
}

// shortenCrumbs cleans the crumbs in place and returns how many cells each but the last may take: w
// if they fit or an equal share would be below 6, else that share.
func shortenCrumbs(crumbs []string, w int) (most int) {
	const between, least = 3, 6
	last, own, all := len(crumbs)-1, 0, 0
	for i, crumb := range crumbs {
		crumbs[i] = loaders.Clean(crumb)
		own = ansi.StringWidth(crumbs[i])
		all += between + own
	}
	if share := (w-own)/max(1, last) - between; all > w && share >= least {
		return share
	}
	return w
}

// drawStatus draws line y: at the left the message or else the view's status and dials, at the
// right the first background work, with a bar from 100 columns on.
func (p *program) drawStatus(f *widget.Frame, y int) {
	text, faint, accent := p.style()
	room := p.size.X
	if scoring := describeWorks(p.listWorks()); scoring != "" {
		w := min(ansi.StringWidth(scoring), p.size.X/2)
		f.Text(p.size.X-w, y, w, accent, scoring)
		room -= w + 2
		const bar = 12
		if share, ok := p.reader.completedShare(); ok && p.size.X >= 100 {
			room -= bar + 1
			widget.Progress(f, widget.LineAt(room+2, y, bar), p.session.Look, share)
		}
	}
	switch said := p.visibleViews()[0].Status(); {
	case p.flash.Bad:
		f.Text(0, y, room, widget.Bold(p.session.Theme.Warn), "! "+p.flash.Text)
	case p.flash.Text != "":
		n := f.Text(0, y, room, text, p.flash.Text)
		f.Link(widget.LineAt(0, y, n), p.flash.Path)
	default:
		n := f.Text(0, y, room, faint, said)
		if n > 0 {
			n += 2
		}
		p.drawDials(f, image.Pt(n, y), room-n)
	}
}

// drawDials draws nothing in fewer than 24 cells.
func (p *program) drawDials(f *widget.Frame, corner image.Point, w int) {
	dials := widget.DialsOf(p.baseActions())
	if len(dials) == 0 || w < 24 {
		return
	}
	const keys = "< down  > up"
	_, faint, _ := p.style()
	f.Text(corner.X+w-len(keys), corner.Y, len(keys), faint, keys)
	widget.DrawDials(f, widget.LineAt(corner.X, corner.Y, w-len(keys)-2), p.session.Look, dials, &p.session.Dial)
}

var typing = []widget.Action{{Name: "accepts", Keys: []string{"enter"}, Footer: true},
	{Name: "cancels", Keys: []string{"esc"}, Footer: true}}

// drawFooter draws the actions that fit: the top view's, the menus' unless a popup is open, the
// global ones. While text is typed it only shows how to accept or cancel.
func (p *program) drawFooter(f *widget.Frame, y int) {
	line := widget.LineAt(0, y, p.size.X)
	if p.topView().Typing() {
		widget.Footer{Own: typing, Run: func(widget.Action) tea.Cmd { return nil }}.Draw(f, line, p.session.Look)
		return
	}
	own, globals := p.topActions(), p.globalActions()
	for key, what := range widget.Menus {
		if !isModal(p.topView()) && slices.ContainsFunc(own, isLetterOf(key)) {
			own = append(own, widget.Action{Name: what, Keys: []string{key}, Run: func() tea.Cmd {
				return p.openLetters(key, what)
			}})
		}
	}
	widget.Footer{Own: own, Global: globals, Run: p.runAction}.Draw(f, line, p.session.Look)
}

const wheelLines = 3

// handleMouse runs only the topmost area hit. A left click also clears the message on the status
// line; a release ends a drag where it was pressed; other buttons do nothing.
func (p *program) handleMouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return nil
		}
		p.flash, p.pressed = views.Flash{}, at
		for _, c := range slices.Backward(p.frame.Clicks) {
			if at.In(c.Area) {
				if c.Run != nil {
					return c.Run()
				}
				return nil
			}
		}
	case tea.MouseReleaseMsg:
		return p.frame.Dragged(p.pressed, at)
	case tea.MouseWheelMsg:
		lines := map[tea.MouseButton]int{tea.MouseWheelUp: -wheelLines, tea.MouseWheelDown: wheelLines}[m.Button]
		for _, w := range slices.Backward(p.frame.Wheels) {
			if at.In(w.Area) {
				if w.Scroll != nil && lines != 0 {
					w.Scroll(lines)
				}
				return nil
			}
		}
	}
	return nil
}
