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

// MarkKeys is a screen's part of the keys for marks, tags and notes.
type MarkKeys struct {
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
func (m MarkKeys) Actions() []widget.Action {
	act := func(name, help string, a widget.Action) widget.Action {
		if a.Name, a.Effect, a.Disabled = name+m.Suffix, widget.Says, m.whyNot; m.Suffix != "" || name == "note" {
			a.Help = strings.ReplaceAll(help, "SUFFIX", m.Suffix)
		}
		return a
	}
	return []widget.Action{
		act("mark", "mark the "+m.What+", or remove the mark", widget.Action{Run: m.markExample}),
		act("tag", "`:tagSUFFIX NAME` adds a tag to the "+m.What+" or removes it",
			widget.Action{AnyText: true, Values: m.recentTags, With: m.tagExample}),
		act("note", "`:noteSUFFIX TEXT` adds a note to the "+m.What+"; `:noteSUFFIX -` removes the note",
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

func (m MarkKeys) recentTags() []string {
	all := m.Data.Book(m.Run()).Tags()
	if i := slices.Index(all, m.Data.tagged); i > 0 {
		all = slices.Insert(slices.Delete(slices.Clone(all), i, i+1), 0, m.Data.tagged)
	}
	return all
}

// SyncMarks reads other programs' new marks; nil without a book.
func SyncMarks(marksBook *marks.MarksBook) tea.Cmd {
	if marksBook == nil {
		return nil
	}
	return func() tea.Msg {
		switch news, err := marksBook.Sync(); {
		case err != nil:
			return ErrorFlash("can't read the marks: " + err.Error())
		case news:
			return RefreshViews{}
		}
		return nil
	}
}

// Spot names an example or one of its modules.
func Spot(exampleID string, moduleIndex int) string {
	if moduleIndex == marks.Whole {
		return exampleID
	}
	return fmt.Sprintf("%s, module %d", exampleID, moduleIndex)
}

// ListNotes lists the notes on an example and its modules, with their spots.
func ListNotes(marksBook *marks.MarksBook, exampleID string) (notes []string) {
	for _, module := range append([]int{marks.Whole}, marksBook.Modules(exampleID)...) {
		if note := marksBook.Module(exampleID, module).Note; note != "" {
			notes = append(notes, loaders.Clean(Spot(exampleID, module)+": "+note))
		}
	}
	return notes
}

func whyUnkept(marksBook *marks.MarksBook) string {
	return widget.If(marksBook == nil, "there is no file to save marks in")
}

func (m MarkKeys) whyNot() string {
	return cmp.Or(m.None(), whyUnkept(m.Data.Book(m.Run())))
}

func reportMarked(marksBook *marks.MarksBook, markedText string, err error, moreMessages ...tea.Msg) tea.Msg {
	if err != nil {
		return ErrorFlash("not saved: " + err.Error())
	}
	return append(tea.BatchMsg{Send(FlashMessage{Text: markedText + marksBook.Elsewhere()}), Send(RefreshViews{})}, loaders.Map(moreMessages,
		Send)...)
}

// stepCommand gives all selected examples the first one's change, because toggling each would undo
// some. changeMark completes and describes it.
func (m MarkKeys) stepCommand(kind marks.ChangeKind, changeMark func(now marks.MarksEntry, c *marks.Change) (said string)) tea.Cmd {
	book := m.Data.Book(m.Run())
	ids, module := m.At()
	return m.Data.SaveNow(func() tea.Msg {
		var said string
		var changes []marks.Change
		c := marks.Change{ID: ids[0], Module: module, Kind: kind}
		err := book.Step(context.Background(), func() []marks.Change {
			said = changeMark(book.Module(c.ID, module), &c)
			changes = loaders.Map(ids, func(id string) marks.Change {
				c.ID = id
				return c
			})
			return changes
		})
		said = Spot(ids[0], module) + widget.If(len(ids) > 1, " and "+loaders.Count(len(ids)-1, "other")) + ": " + said
		deed := UndoableStep{Said: said, Undo: m.Data.undoStep(book), Redo: func() tea.Cmd {
			return m.Data.SaveNow(func() tea.Msg {
				return reportMarked(book, "redone: "+said, book.Apply(context.Background(), changes...))
			})
		}}
		return reportMarked(book, said, err, deed)
	})
}

func (d *Data) undoStep(marksBook *marks.MarksBook) func() tea.Cmd {
	return func() tea.Cmd {
		return d.SaveNow(func() tea.Msg {
			step, err := marksBook.Undo(context.Background())
			switch {
			case err != nil:
				return reportMarked(marksBook, "", err)
			case step == nil:
				return FlashMessage{Text: "nothing to undo"}
			}
			more := widget.If(len(step) > 1, fmt.Sprintf(" and %d more", len(step)-1))
			return reportMarked(marksBook, "undid the last change to "+Spot(step[0].ID, step[0].Module)+more, nil)
		})
	}
}

// Annotate changes the annotation of a module; description says how.
func (m MarkKeys) Annotate(description string, changeAnnotation func(a marks.Annotation) marks.Annotation) tea.Cmd {
	book := m.Data.Book(m.Run())
	return m.stepCommand(marks.Gold, func(_ marks.MarksEntry, c *marks.Change) string {
		a := changeAnnotation(book.Annotation(c.ID, c.Module))
		c.Text, c.Off = a.Text(), !a.IsSaid()
		return description
	})
}

func (m MarkKeys) markExample() tea.Cmd {
	cmd := m.stepCommand(marks.Mark, func(now marks.MarksEntry, c *marks.Change) string {
		c.Off = now.Marked
		return loaders.IfElse(c.Off, "unmarked", "marked")
	})
	if m.Then != nil {
		return tea.Batch(cmd, m.Then())
	}
	return cmd
}

func (m MarkKeys) tagExample(tagName string) tea.Cmd {
	tagName = strings.TrimSpace(loaders.Clean(tagName))
	m.Data.tagged = tagName
	return m.stepCommand(marks.Tag, func(now marks.MarksEntry, c *marks.Change) string {
		c.Text, c.Off = tagName, slices.Contains(now.Tags, tagName)
		return loaders.IfElse(c.Off, "no longer tagged ", "tagged ") + tagName
	})
}

func (m MarkKeys) annotateExample(noteText string) tea.Cmd {
	return m.stepCommand(marks.Note, func(_ marks.MarksEntry, c *marks.Change) string {
		c.Text, c.Off = noteText, noteText == "-"
		return loaders.IfElse(c.Off, "note removed", "noted")
	})
}

// MarkText returns a diamond for a mark, tags, and signs for a note and an annotation; "" for
// nothing.
func MarkText(isMarked bool, tagNames []string, hasNote, isAnnotated bool) string {
	hashed := strings.Join(loaders.Map(tagNames, func(tag string) string { return "#" + tag }), " ")
	return strings.Join(loaders.NonEmpty([]string{
		widget.If(isMarked, "◆"), hashed, widget.If(hasNote, "¶"), widget.If(isAnnotated, "✎"),
	}), " ")
}
