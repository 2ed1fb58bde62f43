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

// handleOutside handles messages that leave a view or reach beyond the screen. Guests cannot
// suspend.
func (p *program) handleOutside(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case views.Quit:
		return tea.Quit, true
	case views.Back:
		return p.goBack(), true
	case views.Go:
		return p.visitPlace(msg), true
	case views.Suspend:
		if p.guest {
			return p.session.ShowError("there is no shell to return to here"), true
		}
		return tea.Suspend, true
	case views.Redraw:
		return tea.ClearScreen, true
	case views.Copy:
		return p.copyText(msg), true
	case views.SaveScreen:
		return p.saveScreen(msg.Path, msg.Frame), true
	}
	return nil, false
}

func (p *program) resetPlaces() tea.Cmd {
	p.session.Scope.Where = ""
	return p.stack.resetPlaces()
}

func (p *program) visitPlace(to views.Go) tea.Cmd {
	return p.stack.visitPlace(to.Place, p.session.Scope, func() views.View {
		if to.Root != nil {
			return to.Root
		}
		return screens.Root(p.session, to.Place)
	}, to.Root != nil)
}

func (p *program) goBack() tea.Cmd {
	cmd, ok := p.stack.goBack()
	if !ok && p.leaving {
		return tea.Quit
	}
	if p.leaving = !ok; p.leaving {
		p.session.ShowText("press q again to leave the program")
	}
	return cmd
}

// maxCopied bounds copied bytes because terminals cut off or drop longer text.
const maxCopied = 100_000

// copyText prefers the host's clipboard to the terminal's. Only text meant to have several lines
// keeps its line breaks: a shell would run a pasted line from a file.
func (p *program) copyText(c views.Copy) tea.Cmd {
	lines := []string{c.Text}
	if c.Lines {
		lines = strings.Split(strings.TrimRight(c.Text, "\n"), "\n")
	}
	text := strings.Join(loaders.Map(lines, loaders.Clean), "\n")
	if len(text) > maxCopied {
		return p.session.ShowError(fmt.Sprintf("not copied: %s has %d KB, more than the %d that terminals take",
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

// saveScreen writes f, or the current screen without hover if f is nil, in the format of path's
// ending.
func (p *program) saveScreen(path string, f *widget.Frame) tea.Cmd {
	write, err := still.WriterOf(path)
	if err != nil {
		return p.session.ShowError(err.Error())
	}
	if f == nil {
		f = widget.NewFrame(p.size.X, p.size.Y)
		p.drawOn(f)
	}
	screen := still.Of(f, still.GroundOf(p.wardrobe.dark))
	return writeFileCommand(p.session.Host.Write, path, func(w io.Writer) error { return write(screen, w) })
}

func writeFileCommand(create func(path string, write func(w io.Writer) error) error, path string, write func(w io.Writer) error) tea.Cmd {
	return func() tea.Msg {
		return views.Wrote("written:", path, create(path, write))
	}
}
