package tui

import (
	"context"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/themes"
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
	ctx      context.Context // ends the background work
	session  *views.Session
	stack    []views.View // the last one is on top; never empty
	graphics composer

	size  image.Point // cells; zero until the terminal told
	mouse bool
	guest bool      // there is no shell to return to
	typed []tea.Msg // keys pressed before the program started, and the way to its first view
	flash views.Flash
	// theme is what the person chose; it is adapted to the terminal's
	// background and to how many colours it shows.
	theme  themes.Set
	open   func(name string) (themes.Set, error)
	dark   bool
	colors int // as themes.Set.On takes them
	watch
	ticking bool
	walks   int                   // how many were begun; a key ends the last
	leaving map[*loaders.Run]bool // runs that are being reopened

	crash *Crash // why the program ends, nil for a good reason

	onScreen
}

// onScreen is what the person sees.
type onScreen struct {
	frame   *widget.Frame // what the mouse hits
	content string        // of frame
	spinner widget.Spinner
}

func (p *program) top() views.View { return p.stack[len(p.stack)-1] }

// pop goes back one view, if there is one. What was hidden missed the news.
func (p *program) pop() tea.Cmd {
	if len(p.stack) == 1 {
		return nil
	}
	p.stack = p.stack[:len(p.stack)-1]
	return p.refresh()
}

// visible returns the views on screen: the highest that is not an overlay, and
// the overlays on it.
func (p *program) visible() []views.View {
	i := len(p.stack) - 1
	for ; i > 0; i-- {
		if _, over := p.stack[i].(*views.Modal); !over {
			break
		}
	}
	return p.stack[i:]
}

// waiting reports whether the screen waits for something of which nobody knows
// how long it takes.
func (p *program) waiting() bool {
	v, ok := p.visible()[0].(views.Waiting)
	return ok && v.Waiting()
}

func (p *program) tell(to []views.View, msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, v := range slices.Clone(to) {
		cmds = append(cmds, v.Update(msg))
	}
	return tea.Batch(cmds...)
}

func (p *program) refresh() tea.Cmd { return p.tell(p.visible(), views.Refresh{}) }
