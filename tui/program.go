package tui

import (
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
)

// Init starts the first view, the scoring of every run, and asks for the
// terminal's background.
func (p *program) Init() tea.Cmd {
	var ahead []tea.Cmd
	cmds := []tea.Cmd{p.top().Init(), p.tick(), tea.RequestBackgroundColor}
	for i := range p.session.Runs {
		cmds = append(cmds, p.score(i))
	}
	for _, key := range p.typed {
		ahead = append(ahead, views.Send(key))
	}
	return guarded(tea.Batch(append(cmds, tea.Sequence(ahead...))...))
}

// View returns what the last Update composed.
func (p *program) View() tea.View {
	v := tea.NewView(p.content)
	v.AltScreen, v.ReportFocus, v.WindowTitle = true, true, "faithscope"
	if p.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if c := p.frame.Cursor; c != nil {
		v.Cursor = tea.NewCursor(c.X, c.Y)
		v.Cursor.Shape = tea.CursorBar
	}
	return v
}

// Update handles one message and composes the screen.
func (p *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if crash, ok := msg.(*Crash); ok {
		p.crash = crash
		return p, tea.Quit
	}
	cmd := tea.Batch(p.graphics.Update(msg), p.handle(msg), p.settle())
	record(p, msg)
	return p, guarded(tea.Batch(cmd, p.compose()))
}

// settle handles what views posted, until they post no more.
func (p *program) settle() tea.Cmd {
	var cmds []tea.Cmd
	for posted := p.session.Posted(); len(posted) > 0; posted = p.session.Posted() {
		for _, msg := range posted {
			cmds = append(cmds, p.graphics.Update(msg), p.handle(msg))
		}
	}
	return tea.Batch(cmds...)
}

// handle is what the program does itself with a message; what it does not
// know goes to every view, for views know their own replies.
func (p *program) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.size = image.Pt(msg.Width, msg.Height)
		return p.resize(p.stack)
	case tea.ColorProfileMsg:
		return p.profile(msg.Profile)
	case tea.BackgroundColorMsg:
		p.dark = msg.IsDark()
		return p.dress()
	case dressed:
		return p.dressed(msg)
	case tea.KeyPressMsg:
		return p.key(msg)
	case tea.MouseMsg:
		return p.hit(msg)
	case tea.PasteMsg:
		return p.top().Update(msg)
	case tick:
		return p.ticked(msg)
	case scored:
		return p.scored(msg)
	case views.Rescore:
		return rescore(p, msg)
	case views.Reload:
		return p.reopen(msg.Run, msg.Follow, msg.Say)
	case reopened:
		return p.reopened(msg)
	case views.PictureProblem:
		return p.pictureProblem(msg)
	default:
		return p.navigate(msg)
	}
}

// navigate answers the messages by which views move about the stack.
func (p *program) navigate(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Push:
		p.stack = append(p.stack, msg.View)
		return tea.Batch(p.resize([]views.View{msg.View}), msg.View.Init())
	case views.Pop:
		return p.pop()
	case views.Back:
		if len(p.stack) == 1 {
			return tea.Quit
		}
		return p.pop()
	case views.Pick:
		return tea.Batch(p.pop(), p.act(msg.Action))
	case views.Refresh:
		return tea.Batch(p.refresh(), p.catchUp())
	case views.Dress:
		return func() tea.Msg {
			set, err := p.openTheme(msg.Theme)
			return dressed{set, err}
		}
	case views.Quit:
		return tea.Quit
	case views.Suspend:
		return suspend(p)
	case views.Redraw:
		return tea.ClearScreen
	case views.ToggleMouse:
		p.mouse = !p.mouse
		p.flash = views.Flash{Text: map[bool]string{true: "mouse on", false: "mouse off: the terminal selects text"}[p.mouse]}
	case views.Flash:
		p.flash = msg
	case views.Copy:
		return p.copy(msg)
	default:
		return p.travel(msg)
	}
	return nil
}

// suspend returns to the shell, where there is one.
func suspend(p *program) tea.Cmd {
	if p.guest {
		p.flash = views.Flash{Text: "there is no shell here to return to", Bad: true}
		return nil
	}
	return tea.Suspend
}

// maxCopied bounds what goes to the clipboard, in bytes: terminals drop more
// than they like, some all of it.
const maxCopied = 100_000

// copy puts clean text into the clipboard, whole or not at all. Only what was
// made to have lines keeps their ends: a shell would run a line of a file that
// is pasted.
func (p *program) copy(c views.Copy) tea.Cmd {
	lines := []string{c.Text}
	if c.Lines {
		lines = strings.Split(strings.TrimRight(c.Text, "\n"), "\n")
	}
	for i, line := range lines {
		lines[i] = loaders.Clean(line)
	}
	text := strings.Join(lines, "\n")
	if len(text) > maxCopied {
		p.flash = views.Flash{Text: fmt.Sprintf("not copied: %s has %d KB, more than the %d that terminals take", c.What, len(text)/1000, maxCopied/1000), Bad: true}
		return nil
	}
	p.flash = views.Flash{Text: "copied: " + c.What}
	return tea.SetClipboard(text)
}

// resize tells views their area.
func (p *program) resize(to []views.View) tea.Cmd {
	var cmds []tea.Cmd
	for _, v := range to {
		cmds = append(cmds, v.Update(views.Resize{Area: p.area(v)}))
	}
	return tea.Batch(cmds...)
}

// ticked takes note of the time, and what has happened since.
func (p *program) ticked(msg tick) tea.Cmd {
	p.now, p.ticking = msg.at, false
	return p.progressed()
}
