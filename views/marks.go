package views

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views/widget"
)

// Marking is a screen's part of the keys for marks, tags and notes.
type Marking struct {
	Data *Data
	Run  func() int // in the session
	// At returns the selected example, its module, or a range, which becomes like its first.
	At   func() (ids []string, module int)
	None func() string
	// Suffix ends action names for modules, "" for examples.
	Suffix, What string
	// Then runs after a mark, to go to the next row; may be nil.
	Then func() tea.Cmd
}

// Actions returns mark, tag and note, disabled without a selection or a book.
func (m Marking) Actions() []widget.Action {
	act := func(name, help string, a widget.Action) widget.Action {
		if a.Name, a.Effect, a.Disabled = name+m.Suffix, widget.Says, m.whyNot; m.Suffix != "" || name == "note" {
			a.Help = strings.ReplaceAll(help, "SUFFIX", m.Suffix)
		}
		return a
	}
	return []widget.Action{
		act("mark", "mark the "+m.What+", or remove the mark", widget.Action{Run: m.markExample}),
		act("tag", "`:tagSUFFIX NAME` sets a tag of the "+m.What+" or removes it",
			widget.Action{AnyText: true, Values: m.recentTags, With: m.tagExample}),
		act("note", "`:noteSUFFIX TEXT` notes something about the "+m.What+"; `:noteSUFFIX -` removes the note",
			widget.Action{With: m.annotateExample,
				AnyText: true, Values: func() []string {
					ids, module := m.At()
					if text := m.Data.Book(m.Run()).Module(ids[0], module).Note; text != "" {
						return []string{text, "-"}
					}
					return nil
				}}),
	}
}

func (m Marking) recentTags() []string {
	all := m.Data.Book(m.Run()).Tags()
	if i := slices.Index(all, m.Data.tagged); i > 0 {
		all = slices.Insert(slices.Delete(slices.Clone(all), i, i+1), 0, m.Data.tagged)
	}
	return all
}

// SyncMarks reads other programs' new marks; nil without a book.
func SyncMarks(book *marks.Book) tea.Cmd {
	if book == nil {
		return nil
	}
	return func() tea.Msg {
		switch news, err := book.Sync(); {
		case err != nil:
			return ErrorFlash("the marks cannot be read: " + err.Error())
		case news:
			return Refresh{}
		}
		return nil
	}
}

// Spot names an example or one of its modules.
func Spot(id string, module int) string {
	if module == marks.Whole {
		return id
	}
	return fmt.Sprintf("%s, module %d", id, module)
}

// ListNotes lists the notes on an example and its modules, with their spots.
func ListNotes(book *marks.Book, id string) (notes []string) {
	for _, module := range append([]int{marks.Whole}, book.Modules(id)...) {
		if note := book.Module(id, module).Note; note != "" {
			notes = append(notes, loaders.Clean(Spot(id, module)+": "+note))
		}
	}
	return notes
}

func whyUnkept(book *marks.Book) string {
	return widget.If(book == nil, "there is no file to keep marks in")
}

func (m Marking) whyNot() string {
	return cmp.Or(m.None(), whyUnkept(m.Data.Book(m.Run())))
}

func reportMarked(book *marks.Book, text string, err error, more ...tea.Msg) tea.Msg {
	if err != nil {
		return ErrorFlash("not saved: " + err.Error())
	}
	return append(tea.BatchMsg{Send(Flash{Text: text + book.Elsewhere()}), Send(Refresh{})}, loaders.Map(more, Send)...)
}

// The selected examples all get the first one's change, which change completes and describes.
func (m Marking) stepCommand(kind marks.Kind, change func(now marks.Entry, c *marks.Change) (said string)) tea.Cmd {
	book := m.Data.Book(m.Run())
	ids, module := m.At()
	return func() tea.Msg {
		var said string
		var changes []marks.Change
		c := marks.Change{ID: ids[0], Module: module, Kind: kind}
		err := book.Step(context.Background(), func() []marks.Change {
			said = change(book.Module(c.ID, module), &c)
			changes = loaders.Map(ids, func(id string) marks.Change {
				c.ID = id
				return c
			})
			return changes
		})
		said = Spot(ids[0], module) + widget.If(len(ids) > 1, fmt.Sprintf(" and %d others", len(ids)-1)) + ": " + said
		deed := Deed{Said: said, Undo: undoStep(book), Redo: func() tea.Cmd {
			return func() tea.Msg {
				return reportMarked(book, "done again: "+said, book.Apply(context.Background(), changes...))
			}
		}}
		return reportMarked(book, said, err, deed)
	}
}

func undoStep(book *marks.Book) func() tea.Cmd {
	return func() tea.Cmd {
		return func() tea.Msg {
			step, err := book.Undo(context.Background())
			switch {
			case err != nil:
				return reportMarked(book, "", err)
			case step == nil:
				return Flash{Text: "there is nothing to take back"}
			}
			return reportMarked(book, "taken back on "+Spot(step[0].ID, step[0].Module)+widget.If(len(step) > 1, " and others"), nil)
		}
	}
}

// Annotate changes the annotation of a module; description says how.
func (m Marking) Annotate(description string, change func(a marks.Annotation) marks.Annotation) tea.Cmd {
	book := m.Data.Book(m.Run())
	return m.stepCommand(marks.Gold, func(_ marks.Entry, c *marks.Change) string {
		a := change(book.Annotation(c.ID, c.Module))
		c.Text, c.Off = a.Text(), !a.IsSaid()
		return description
	})
}

func (m Marking) markExample() tea.Cmd {
	cmd := m.stepCommand(marks.Mark, func(now marks.Entry, c *marks.Change) string {
		c.Off = now.Marked
		return loaders.IfElse(c.Off, "no longer marked", "marked")
	})
	if m.Then != nil {
		return tea.Batch(cmd, m.Then())
	}
	return cmd
}

func (m Marking) tagExample(name string) tea.Cmd {
	name = strings.TrimSpace(loaders.Clean(name))
	m.Data.tagged = name
	return m.stepCommand(marks.Tag, func(now marks.Entry, c *marks.Change) string {
		c.Text, c.Off = name, slices.Contains(now.Tags, name)
		return loaders.IfElse(c.Off, "no longer tagged ", "tagged ") + name
	})
}

func (m Marking) annotateExample(text string) tea.Cmd {
	return m.stepCommand(marks.Note, func(_ marks.Entry, c *marks.Change) string {
		c.Text, c.Off = text, text == "-"
		return loaders.IfElse(c.Off, "the note is removed", "noted")
	})
}

// MarkText returns a diamond for a mark, tags, and signs for a note and an annotation; "" for
// nothing.
func MarkText(marked bool, tags []string, note, annotated bool) string {
	hashed := strings.Join(loaders.Map(tags, func(tag string) string { return "#" + tag }), " ")
	parts := []string{widget.If(marked, "◆"), hashed, widget.If(note, "¶"), widget.If(annotated, "✎")}
	return strings.Join(slices.DeleteFunc(parts, func(text string) bool { return text == "" }), " ")
}
