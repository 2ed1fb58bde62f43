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

// handleOutside handles messages that leave a view or reach beyond the screen: to quit, go back or
// to a place, suspend, redraw, copy text, and write the screen to a file. known is false for any
// other. A guest cannot suspend, which is shown as an error.
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

// visitPlace shows a place with the root that the message brings; otherwise the place that is
// shown already with its first view, another as it was left if it is still about the session's
// scope, else with its usual first view. Menus and popups are closed.
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

// maxCopied is the most bytes copied to the clipboard: terminals cut longer
// text off, or drop all of it.
const maxCopied = 100_000

// copyText returns the command that puts cleaned text into the clipboard, by the host's own way if
// that works or else by the terminal, and says so. Over 100,000 bytes are an error instead. Only
// text meant to have several lines keeps its line breaks: a shell would run a pasted line from a
// file.
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

// saveScreen returns the command that writes a frame to a file through the host, in the format of
// its ending, which draws the pictures in its own way; an unknown ending is shown as an error. If f
// is nil it draws the current screen now, without the box under the mouse.
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

// writeFileCommand returns a command that makes the file at path by create, which gets path and
// write, and sends the message that says that it is written or why not.
func writeFileCommand(create func(path string, write func(w io.Writer) error) error, path string, write func(w io.Writer) error) tea.Cmd {
	return func() tea.Msg {
		return views.Wrote("written:", path, create(path, write))
	}
}
