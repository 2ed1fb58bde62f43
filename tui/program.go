package tui

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// Init implements [tea.Model].
func (p *terminalProgram) Init() tea.Cmd {
	ahead := tea.Sequence(loaders.Map(p.typed, views.Send)...)
	cmds := append(loaders.Fill(len(p.session.Runs), p.reader.scoreRun), ahead)
	return guardCommand(tea.Batch(append(cmds, p.topView().Init(), p.reader.tickCommand(), p.wardrobe.askBackground())...))
}

// View implements [tea.Model]: it returns the screen that the last Update composed.
func (p *terminalProgram) View() tea.View {
	v := tea.NewView(p.content)
	v.AltScreen, v.ReportFocus, v.WindowTitle = true, true, "faithscope"
	v.ProgressBar = p.comforts.progressBar(&p.reader.progressWatch)
	if p.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if c := cmp.Or(p.frame.Cursor, p.frame.Row); c != nil {
		v.Cursor = tea.NewCursor(c.X, c.Y)
		v.Cursor.Blink = c == p.frame.Cursor
		v.Cursor.Shape = loaders.IfElse(v.Cursor.Blink, tea.CursorBar, tea.CursorUnderline) // a bar would cross the row's sign
	}
	return v
}

// Update implements [tea.Model]: it handles one message and all that views post because of it, then
// composes the screen. A [Crash] ends the program; a turn of the queue and a move of the mouse draw
// nothing.
func (p *terminalProgram) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if crash, ok := msg.(*Crash); ok {
		p.crash = crash
		return p, tea.Quit
	}
	if _, moved := msg.(tea.MouseMotionMsg); moved || msg == (queueTick{}) {
		return p, p.queue.releaseNext()
	}
	if tick, ok := msg.(spinner.TickMsg); ok {
		p.reader.now = tick.Time
		p.reader.recordPaces(p.listWorks())
	}
	p.recordVisit(msg)
	cmd := tea.Batch(p.graphics.Update(msg), p.comforts.Update(msg, &p.reader.progressWatch), p.handleMessage(msg), p.settleMessages())
	for len(p.queue.held) > 0 && !isLoading(p.topView()) {
		key := p.queue.held[0]
		p.queue.held = p.queue.held[1:]
		cmd = tea.Batch(cmd, p.handleKey(key), p.settleMessages())
	}
	p.cancelClosed()
	cmd = tea.Batch(cmd, p.spinner.Turn(msg, p.isWaiting()))
	return p, guardCommand(tea.Batch(cmd, p.composeScreen(), p.queue.releaseNext()))
}

func (p *terminalProgram) settleMessages() tea.Cmd {
	var cmds []tea.Cmd
	for posted := p.session.Posted(); len(posted) > 0; posted = p.session.Posted() {
		for _, msg := range posted {
			cmds = append(cmds, p.graphics.Update(msg), p.handleMessage(msg))
		}
	}
	return tea.Batch(cmds...)
}

// handleMessage passes messages that no part knows to every view, because views recognise their own
// replies.
func (p *terminalProgram) handleMessage(msg tea.Msg) tea.Cmd {
	for _, part := range []func(tea.Msg) (cmd tea.Cmd, known bool){
		p.handleInput, p.viewStack.handleMessage, p.reader.handleMessage, p.wardrobe.handleMessage, p.handleWalk, p.handleOutside,
	} {
		if cmd, known := part(msg); known {
			return cmd
		}
	}
	return p.sendTo(p.allViews(), msg)
}

func (p *terminalProgram) handleInput(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+j" { // enter, typed before the terminal was raw
			msg = tea.KeyPressMsg{Code: tea.KeyEnter}
		}
		atomic.AddInt64(&p.session.Presses, 1)
		return p.handleKey(msg), true
	case tea.MouseMsg:
		return p.handleMouse(msg), true
	case tea.PasteMsg:
		return p.topView().Update(msg), true
	case views.PickAction:
		return tea.Batch(p.popView(), p.runAction(msg.Action)), true
	case views.RefreshViews:
		return tea.Batch(p.refreshHidden(), p.reader.catchUp()), true
	case views.ToggleMouse:
		p.mouse = !p.mouse
		p.session.ShowText(loaders.IfElse(p.mouse, "mouse on", "mouse off: you can select text"))
	case views.StartedModel:
		p.session.Model, p.session.Given = msg.Model, true
		p.session.ShowText(msg.Say)
		return p.session.Refresh(), true
	case views.FlashMessage:
		p.flash = msg
	default:
		return nil, false
	}
	return nil, true
}

// handleKey tries a view that accepts text first, because letters are text there. esc closes a popup
// and never quits; ctrl+c always quits. Any key but a second "back" cancels the question about
// leaving.
func (p *terminalProgram) handleKey(msg tea.KeyPressMsg) tea.Cmd {
	if after, ok := withoutAlt(msg, p.topView().Typing()); ok {
		return tea.Batch(p.handleKey(tea.KeyPressMsg{Code: tea.KeyEscape}), p.settleMessages(), p.handleKey(after))
	}
	p.flash = views.FlashMessage{}
	p.walks++
	top, key := p.topView(), msg.String()
	switch {
	case key == "ctrl+c":
		return tea.Quit
	case top.Typing():
		return top.Update(msg)
	}
	leaving := p.leaving
	p.leaving = false
	a, ok := widget.Find(p.topActions(), key)
	if p.queue.holdsKey(msg, top, ok || p.isShutMenu(key)) {
		return nil
	}
	if ok && (key != "esc" || a.Why() == "") {
		return p.runAction(a)
	}
	over := isModal(top)
	if key == "esc" {
		return p.escape(over)
	}
	if a, ok := widget.Find(p.globalActions(), key); ok {
		p.leaving = leaving && a.Name == "back"
		return p.runAction(a)
	}
	if what, ok := widget.Menus[key]; ok && !isMenu(top) {
		return p.openLetters(key, what)
	}
	if !over {
		p.flash.Text = describeElsewhere(key)
	}
	return top.Update(msg)
}

func (p *terminalProgram) escape(closesView bool) tea.Cmd {
	if closesView {
		return p.popView()
	}
	return p.session.ShowText("nothing to close; q goes back")
}

func describeElsewhere(pressedKey string) string {
	v, ok := widget.Find(widget.Grammar, pressedKey)
	if !ok {
		return ""
	}
	where := widget.If(v.Elsewhere() != "", "works "+v.Elsewhere())
	return v.Keys[0] + " (" + widget.VerbOf(v) + ") " + cmp.Or(where, "isn't available here")
}

// walkStep ends with another walk, or a key.
type walkStep struct {
	number int
	views.FollowSteps
}

// handleWalk closes all views except the runs before a walk, so that its steps mean the same wherever
// it starts.
func (p *terminalProgram) handleWalk(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case views.ViewStepsRequest:
		return msg.Then(p.stepsHere()), true
	case views.UndoableStep:
		p.session.Timeline.Did(msg)
		return nil, true
	case views.FollowSteps:
		p.walks++
		return tea.Batch(p.resetPlaces(), views.Send(walkStep{p.walks, msg})), true
	case views.Revisit:
		steps, ok := p.visits.Move(msg.By)
		if !ok {
			return p.session.ShowText("there is no view " + loaders.IfElse(msg.By < 0, "before", "after") + " this one"), true
		}
		return p.handleWalk(views.FollowSteps{Steps: steps})
	case walkStep:
		return p.followNext(msg), true
	}
	return nil, false
}

func (p *terminalProgram) stepsHere() []views.ViewStep {
	return views.StepsTo(p.session.Settings, p.pathToTop())
}

// recordVisit must run before the message is handled.
func (p *terminalProgram) recordVisit(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg:
		if !isModal(p.topView()) {
			p.visits.Come(fmt.Sprint(p.at, p.session.Scope.Run, p.trailTitles()), p.stepsHere())
		}
	}
}

const unread = 50 * time.Millisecond

// followNext waits until every run has been read, because steps may name examples that come last, and
// then for all that a step triggered. A step that fails ends the walk with a message.
func (p *terminalProgram) followNext(w walkStep) tea.Cmd {
	if w.number != p.walks || len(w.Steps) == 0 {
		return nil
	}
	if slices.ContainsFunc(p.reader.progress(), func(run runProgress) bool { return !run.complete }) {
		p.flash = views.FlashMessage{Text: "the view opens once every run has been read"}
		return tea.Tick(unread, func(time.Time) tea.Msg { return w })
	}
	p.flash = views.FlashMessage{}
	cmd, err := p.followStep(w.Steps[0])
	if err != nil {
		return p.session.ShowError("couldn't finish opening the view: " + err.Error())
	}
	return tea.Sequence(tea.Batch(cmd, p.settleMessages()), views.Send(walkStep{w.number, views.FollowSteps{Steps: w.Steps[1:]}}))
}
