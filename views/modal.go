package views

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// ModalContent is a modal's content, such as a [widget.Picker] or a [widget.NotePopup].
type ModalContent interface {
	Title() string
	// Resize sets the area over which the part is drawn.
	Resize(area image.Rectangle)
	// Update receives keys and pastes that no action handles.
	Update(msg tea.Msg) tea.Cmd
	Typing() bool
	Actions() []widget.Action
	Draw(f *widget.Frame, area image.Rectangle, l widget.Look)
}

// Modal shows one part over the visible view below. Its area includes the status line.
type Modal struct {
	ModalContent
	c *Console
}

// NewModal returns a modal of a part.
func (c *Console) NewModal(p ModalContent) View { return &Modal{ModalContent: p, c: c} }

// Init implements [View].
func (m *Modal) Init() tea.Cmd { return nil }

// Status implements [View]; the view below keeps the line.
func (m *Modal) Status() string { return "" }

// Update implements [View].
func (m *Modal) Update(msg tea.Msg) tea.Cmd {
	if size, ok := msg.(ResizeView); ok {
		m.Resize(size.Area)
		return nil
	}
	return m.ModalContent.Update(msg)
}

// Draw implements [View].
func (m *Modal) Draw(f *widget.Frame, area image.Rectangle) { m.ModalContent.Draw(f, area, m.c.Look) }

// NewNote returns a modal of labelled paragraphs, without empty ones.
func (c *Console) NewNote(noteTitle string, noteRows [][2]string) View {
	noteRows = loaders.Filter(noteRows, func(row [2]string) bool { return row[1] != "" })
	return c.NewModal(&widget.NotePopup{Name: noteTitle, Text: noteRows, Close: c.Pop, Copy: func(text string) tea.Cmd {
		return c.Post(CopyToClipboard{Text: text, What: "text"})
	}})
}

// ShowNote opens [NewNote].
func (c *Console) ShowNote(noteTitle string, noteRows [][2]string) tea.Cmd {
	return c.Push(c.NewNote(noteTitle, noteRows))
}

// NewLine returns a line for an action's value; enter on an empty line picks the first. Only files are
// picked by letters, and searched after a slash, because other values change with the run.
func (c *Console) NewLine(a widget.Action) View {
	var all, shown []string
	if a.Values != nil {
		all = a.Values()
	}
	p := &widget.Picker{Prompt: widget.VerbOf(a) + ": ", Most: 14, Effect: a.Effect}
	if a.Typed == nil {
		a.Typed = func(string) {}
	}
	p.Close = func() tea.Cmd {
		a.Typed("")
		return c.Pop()
	}
	p.Match = func(typed string) int {
		typed = strings.TrimSpace(loaders.Clean(typed))
		a.Typed(typed)
		shown = loaders.Filter(all, func(v string) bool { return strings.Contains(strings.ToLower(v), strings.ToLower(typed)) })
		isNew := typed != "" && !slices.Contains(all, typed)
		if isNew && (a.AnyText || a.Values == nil) {
			// The typed text comes first, or enter would take a suggestion that only contains it.
			shown = slices.Insert(shown, 0, typed)
			if len(p.Letters) > 0 && strings.Contains(typed, "/") && typed[0] != '/' { // which began with a slash, too
				shown = slices.Insert(shown, 0, "/"+typed)
			}
		}
		return len(shown)
	}
	p.Rows.Columns = []widget.Column{{Grow: 1, Show: func(i int) widget.TableCell {
		return widget.TableCell{Text: shown[i], Style: loaders.IfElse(slices.Contains(all, shown[i]), widget.Style{}, c.Theme.Accent)}
	}}}
	if a.Effect == widget.Writes && len(all) > 0 {
		p.Letters = widget.AssignLetters(all)
		p.Rows.Columns = slices.Insert(p.Rows.Columns, 0, widget.Column{Width: 1, Show: func(i int) widget.TableCell {
			return widget.TableCell{Text: widget.If(!p.Typing(), loaders.ElementAt(p.Letters, slices.Index(all, shown[i]))),
				Style: c.Theme.Accent}
		}})
	}
	p.Pick = func(i int) tea.Cmd {
		value := shown[i]
		run := widget.Action{Name: a.Name + " " + value, Effect: a.Effect, Run: func() tea.Cmd { return a.With(value) }}
		return c.Post(PickAction{run})
	}
	p.Complete = func(i int) string { // a typed text to the first suggestion
		known := loaders.Filter(append(shown[i:i+1:i+1], shown...), func(v string) bool { return slices.Contains(all, v) })
		return append(known, shown[i])[0]
	}
	if len(all) == 0 {
		p.Rows.Empty = "type, then press enter"
		p.Missing = func(string) tea.Cmd { return c.Pop() }
	}
	return c.NewModal(p.Open())
}
