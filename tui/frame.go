package tui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// The smallest screen that views are designed for: 80x24 less the row that tmux takes.
const leastWidth, leastHeight = 80, 23

// composeScreen gives guests no file links, because the files are on another machine. Without a size
// it does nothing.
func (p *terminalProgram) composeScreen() tea.Cmd {
	if p.size.X < 1 || p.size.Y < 1 {
		return nil
	}
	f := p.frame.Renew(p.size.X, p.size.Y)
	var relay tea.Cmd
	if cell := p.graphics.Pixels(); cell != p.session.Pictured.Cell { // by which pictures are laid out
		p.session.Pictured.Cell, relay = cell, p.session.Refresh()
	}
	// A name is enough, because terminals without links ignore the sequence.
	if p.comforts.name != "" && p.comforts.isOn(withLinks) && !p.guest {
		f.Links = p.comforts.fileLink
	}
	p.drawOn(f)
	cmd := tea.Batch(relay, p.graphics.Compose(f))
	if p.ascii {
		f.Spell()
	}
	p.frame, p.content = f, f.Content()
	return cmd
}

// drawOn lists each view's actions once: a key on the list of examples built them five times, two
// thirds of a frame's memory.
func (p *terminalProgram) drawOn(f *widget.Frame) {
	p.drawn = map[views.View][]widget.Action{}
	defer func() { p.drawn = nil }()
	visible := p.visibleViews()
	base := visible[0]
	f.Plain = p.session.Plain
	p.drawTitle(f)
	base.Draw(f, p.areaOf(base))
	f.DrawScrollBars(p.session.Look)
	if y := p.size.Y - 2; y >= 1 {
		p.drawStatus(f, y)
		if corner, _ := f.At(0, y); corner != " " && p.margin() > 0 {
			f.DrawHeading(image.Rect(1, y, p.size.X-1, y+1), p.session.Look)
		}
	}
	if y := p.size.Y - 1; y >= 1 {
		p.drawFooter(f, y)
	}
	for _, over := range visible[1:] {
		over.Draw(f, p.areaOf(over))
		f.DrawScrollBars(p.session.Look)
	}
	if y := p.size.Y - 2; y >= 1 && p.flash.Bad && len(visible) > 1 { // which covers the status
		f.Cover(widget.LineAt(0, y, p.size.X))
		p.drawStatus(f, y)
	}
	if f.Plain {
		f.EraseRules()
	}
}

// margin keeps the first and last line off the corners of the box below them.
func (p *terminalProgram) margin() int { return loaders.IfElse(widget.Boxed(p.size), 2, 0) }

func (p *terminalProgram) style() (text, faint, accent widget.Style) {
	t := p.session.Theme
	return t.Text, t.Faint, widget.Bold(t.Accent)
}

func (p *terminalProgram) drawTitle(f *widget.Frame) {
	plain, faint, accent := p.style()
	room := p.size.X - p.margin()
	if p.size.X < leastWidth || p.size.Y < leastHeight {
		const small = "too small: 80x24 needed"
		room = max(0, room-len(small)-1)
		defer f.Text(p.size.X-len(small), 0, len(small), accent, small)
	}
	scope, isNarrow := loaders.Clean(p.describeScope()), p.size.X < beside
	crumbs := loaders.Filter(p.trailTitles(), func(title string) bool { return !isNarrow || !strings.HasPrefix(scope, title) })
	const places, leastCrumb = len("1 Runs [2 Examples] 3 Groups 4 Compare 5 Results  "), 7
	trail := strings.Join(crumbs, " › ")
	needed := places + ansi.StringWidth(scope) + ansi.StringWidth(trail)
	if !strings.Contains(trail, " ") { // an id alone, which may be cut
		needed -= max(0, ansi.StringWidth(trail)-leastCrumb)
	}
	x := p.drawPlaces(f, room, len(crumbs) > 0 && needed > room)
	if p.isWaiting() {
		f.Text(x, 0, room-x, accent, p.spinner.View())
	}
	w := min(ansi.StringWidth(scope), max(0, room-x-2))
	f.Text(room-w, 0, w, plain, scope)
	before, after := 2, 2 // cells around the trail, of which drawPlaces leaves another before it
	if isNarrow {
		before, after = 0, 1
	}
	room -= before + after + w + x
	most := shortenCrumbs(crumbs, room)
	for i := range len(crumbs) - 1 {
		crumbs[i] = ansi.Truncate(crumbs[i], most, "…")
	}
	text := strings.Join(crumbs, " › ")
	if led := "› " + text; text != "" && ansi.StringWidth(led) <= room {
		text = led
	}
	f.Text(x+before, 0, room, faint, text)
}

func (p *terminalProgram) drawPlaces(f *widget.Frame, availableWidth int, isShort bool) (x int) {
	_, faint, accent := p.style()
	x = p.margin()
	for place := range views.Places {
		name, isHere := fmt.Sprintf("%d %s", place+1, place), place == p.placeOnScreen()
		if isHere {
			name = "[" + name + "]"
		} else if isShort {
			name, _, _ = strings.Cut(name, " ")
		}
		n := f.Text(x, 0, availableWidth-x, faint, name)
		if isHere && n == len(name) {
			drawTab(f, widget.LineAt(x, 0, n), p.session.Look, name)
		} else {
			f.Text(x, 0, min(n, 1), accent, name[:1]) // its key
		}
		f.Click(widget.LineAt(x, 0, n), func() tea.Cmd { return p.session.Post(views.GoToPlace{Place: place}) })
		x += n + 1
	}
	return x
}

// drawTab draws the place on screen as a badge; its brackets are visible only without tints.
func drawTab(f *widget.Frame, area image.Rectangle, look widget.Look, tabName string) {
	n := f.DrawStyled(area, look.Chip(look.Theme.Accent).Reverse(true), tabName)
	if len(look.Theme.Heat) > 2 {
		tint := widget.Style{Fg: look.Theme.Accent.Fg, Bg: look.Theme.Accent.Fg}
		f.Text(area.Min.X, area.Min.Y, 1, tint, "[")
		f.Text(area.Min.X+n-1, area.Min.Y, 1, tint, "]")
	}
}

func (p *terminalProgram) placeOnScreen() views.Place {
	if of, ok := p.visibleViews()[0].(views.PlaceView); ok {
		return of.Place()
	}
	return p.at
}

func (p *terminalProgram) describeScope() string {
	if of, ok := p.visibleViews()[0].(views.SubjectView); ok {
		return of.Scope()
	}
	if run := p.session.Scope.Run; run < len(p.session.Runs) && p.placeOnScreen() != views.PlaceRuns &&
		p.placeOnScreen() != views.PlaceResults {
		return p.session.RunName(run)
	}
	return loaders.Count(len(p.session.Runs), "run")
}

// shortenCrumbs shortens all crumbs but the last, which says where one is, to an equal share of w. A
// share below 6 cells would say nothing, so then nothing is shortened.
func shortenCrumbs(breadcrumbs []string, w int) (most int) {
	const between, least = 3, 6
	last, own, all := len(breadcrumbs)-1, 0, 0
	for i, crumb := range breadcrumbs {
		breadcrumbs[i] = loaders.Clean(crumb)
		own = ansi.StringWidth(breadcrumbs[i])
		all += between + own
	}
	if share := (w-own)/max(1, last) - between; all > w && share >= least {
		return share
	}
	return w
}

func (p *terminalProgram) drawStatus(f *widget.Frame, y int) {
	text, faint, accent := p.style()
	left := p.margin()
	room := p.size.X - 2*left
	if scoring := describeWorks(p.listWorks()); scoring != "" {
		w := min(ansi.StringWidth(scoring), p.size.X/2)
		f.Text(left+room-w, y, w, accent, scoring)
		room -= w + 2
		const bar = 12
		if share, ok := p.reader.completedShare(); ok && p.size.X >= 100 {
			room -= bar + 1
			widget.TrackedBar(f, widget.LineAt(left+room+2, y, bar), p.session.Look, p.session.Theme.Accent, share)
		}
	}
	switch said := p.visibleViews()[0].Status(); {
	case p.flash.Bad:
		f.Text(left, y, room, widget.Bold(p.session.Theme.Warn), "! "+p.flash.Text)
	case p.flash.Text != "":
		n := f.Text(left, y, room, text, p.flash.Text)
		f.Link(widget.LineAt(left, y, n), p.flash.Path)
	default:
		n := f.Text(left, y, room, faint, said)
		if n > 0 {
			n += 2
		}
		p.drawDials(f, image.Pt(left+n, y), room-n)
	}
}

// drawDials draws nothing in fewer than 24 cells, where a dial's name would be cut.
func (p *terminalProgram) drawDials(f *widget.Frame, topCorner image.Point, w int) {
	dials := widget.DialsOf(p.baseActions())
	if len(dials) == 0 || w < 24 {
		return
	}
	const keys = len("< lower  > higher")
	_, faint, accent := p.style()
	end := widget.DrawDials(f, widget.LineAt(topCorner.X, topCorner.Y, w-keys-2), p.session.Look,
		widget.UsualDials(dials, p.session.Dial), &p.session.Dial)
	pen := widget.NewPen(f, widget.LineAt(end+2, topCorner.Y, keys))
	for _, part := range [...]string{"<", " lower  ", ">", " higher"} {
		pen.Put(loaders.IfElse(len(part) == 1, accent, faint), part)
	}
}

var typing = []widget.Action{{Name: "accepts", Keys: []string{"enter"}, Footer: true},
	{Name: "cancels", Keys: []string{"esc"}, Footer: true}}

// drawFooter only shows how to accept or cancel while text is typed, because letters are text then.
func (p *terminalProgram) drawFooter(f *widget.Frame, y int) {
	line := widget.LineAt(p.margin(), y, p.size.X-p.margin())
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

// handleMouse runs only the topmost area hit, because popups cover others. A left click also clears
// the message, as a key does.
func (p *terminalProgram) handleMouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return nil
		}
		p.flash, p.pressed = views.FlashMessage{}, at
		for _, c := range slices.Backward(p.frame.Clicks) {
			if at.In(c.Area) {
				if c.Run != nil {
					return tea.Batch(c.Run(), p.topView().Update(msg))
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
				return p.topView().Update(msg)
			}
		}
	}
	return nil
}
