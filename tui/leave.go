package tui

import (
	"fmt"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/tui/still"
	"faithscope/views"
	"faithscope/views/screens"
	"faithscope/views/widget"
)

// handleOutside refuses guests who suspend, because they have no shell to return to.
func (p *terminalProgram) handleOutside(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case views.Quit:
		return tea.Quit, true
	case views.GoBack:
		return p.goBack(), true
	case views.GoToPlace:
		return p.visitPlace(msg), true
	case views.Suspend:
		if p.guest {
			return p.session.ShowError("there is no shell to return to"), true
		}
		return tea.Suspend, true
	case views.Redraw:
		return tea.ClearScreen, true
	case views.CopyToClipboard:
		return p.copyText(msg), true
	case views.SaveScreen:
		return p.saveScreen(msg.Path, msg.Frame), true
	}
	return nil, false
}

func (p *terminalProgram) resetPlaces() tea.Cmd {
	p.session.Scope.Where = ""
	return p.viewStack.resetPlaces()
}

func (p *terminalProgram) visitPlace(targetPlace views.GoToPlace) tea.Cmd {
	return p.viewStack.visitPlace(targetPlace.Place, p.session.Scope, func() views.View {
		if targetPlace.Root != nil {
			return targetPlace.Root
		}
		return screens.Root(p.session, targetPlace.Place)
	}, targetPlace.Root != nil)
}

func (p *terminalProgram) goBack() tea.Cmd {
	cmd, ok := p.viewStack.goBack()
	if !ok && p.leaving {
		return tea.Quit
	}
	if p.leaving = !ok; p.leaving {
		p.session.ShowText("press q again to quit")
	}
	return cmd
}

// maxCopied bounds copied bytes because terminals cut off or drop longer text.
const maxCopied = 100_000

// copyText prefers the host's clipboard, because tmux drops what programs send to the terminal's. Only
// text meant to have several lines keeps its line breaks: a shell would run a pasted line from a file.
func (p *terminalProgram) copyText(c views.CopyToClipboard) tea.Cmd {
	lines := []string{c.Text}
	if c.Lines {
		lines = strings.Split(strings.TrimRight(c.Text, "\n"), "\n")
	}
	text := strings.Join(loaders.Map(lines, loaders.Clean), "\n")
	if len(text) > maxCopied {
		return p.session.ShowError(fmt.Sprintf("not copied: %s (%d KB, more than the %d KB that terminals accept)",
			c.What, len(text)/1000, maxCopied/1000))
	}
	p.session.ShowText("copied: " + c.What)
	return func() tea.Msg {
		if give := p.session.Host.Give; give == nil || give(text) != nil {
			return tea.SetClipboard(text)()
		}
		return nil
	}
}

func (p *terminalProgram) saveScreen(filePath string, f *widget.Frame) tea.Cmd {
	write, err := still.WriterOf(filePath)
	if err != nil {
		return p.session.ShowError(err.Error())
	}
	if f == nil {
		f = widget.NewFrame(p.size.X, p.size.Y)
		p.drawOn(f)
	}
	screen := still.Of(f, still.GroundOf(p.wardrobe.dark))
	return func() tea.Msg {
		return views.Wrote("written:", filePath, p.session.Host.Write(filePath, func(w io.Writer) error { return write(screen, w) }))
	}
}
