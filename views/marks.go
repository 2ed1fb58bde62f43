package views

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views/widget"
)

// Marking is what the keys for marks, tags and notes need of a screen.
type Marking struct {
	Session *Session
	Run     func() int // in the session
	// At returns what is marked: the selected example, or a module of it.
	At func() (id string, module int)
	// None says why nothing is selected.
	None func() string
	// Suffix is behind the names of actions for modules, "" for examples.
	Suffix, What string
	// Keys that mark and tag.
	Mark, Tag string
	// Then is what follows a mark, nil for nothing: the next row.
	Then func() tea.Cmd
}

// Actions returns the keys that mark, tag and note what is selected.
func (m Marking) Actions() []widget.Action {
	note := "`:note" + m.Suffix + " TEXT` notes something about the " + m.What + "; `:note" + m.Suffix + " -` takes the note away"
	return []widget.Action{
		{Name: "mark" + m.Suffix, Keys: []string{m.Mark}, Help: "mark the " + m.What + ", or take the mark away", Group: "Marks", Effect: widget.Says, Disabled: m.why, Run: m.mark},
		{Name: "tag" + m.Suffix, Keys: []string{m.Tag}, Help: "tag the " + m.What + ": a line that offers the run's tags; `:tag" + m.Suffix + " NAME` sets one or takes it away", Group: "Marks", Effect: widget.Says,
			Disabled: m.why, Run: m.openTags, Values: func() []string { return m.Session.Book(m.Run()).Tags() }, With: m.tag},
		{Name: "note" + m.Suffix, Help: note, Group: "Marks", Effect: widget.Says, Disabled: m.why, With: m.note, Run: func() tea.Cmd {
			id, module := m.At()
			if text := m.Session.Book(m.Run()).Module(id, module).Note; text != "" {
				return m.Session.Push(NewNote(m.Session, "note on "+Spot(id, module), [][2]string{{"note", text}}))
			}
			return m.Session.Post(Flash{Text: note})
		}},
	}
}

// UndoAction takes the last mark, tag or note back.
func UndoAction(s *Session, run func() int) widget.Action {
	return widget.Action{Name: "undo-mark", Keys: []string{"X"}, Help: "take back the last mark, tag or note of this session", Group: "Marks", Effect: widget.Says, Disabled: func() string { return unkept(s, run()) }, Run: func() tea.Cmd {
		book := s.Book(run())
		return func() tea.Msg {
			step, err := book.Undo(context.Background())
			switch {
			case err != nil:
				return marked(book, "", err)
			case step == nil:
				return Flash{Text: "there is nothing to take back"}
			case len(step) == 1:
				return marked(book, "taken back on "+Spot(step[0].ID, step[0].Module), nil)
			}
			return marked(book, "taken back: "+loaders.Count(len(step), "change"), nil)
		}
	}}
}

// SyncMarks returns a command that reads what other programs have marked in a
// run since.
func SyncMarks(s *Session, run int) tea.Cmd {
	book := s.Book(run)
	if book == nil {
		return nil
	}
	return func() tea.Msg {
		switch news, err := book.Sync(); {
		case err != nil:
			return Flash{Text: "the marks cannot be read: " + err.Error(), Bad: true}
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

// unkept says why nothing can be marked in a run.
func unkept(s *Session, run int) string {
	if s.Book(run) == nil {
		return "there is no file to keep marks in"
	}
	return ""
}

func (m Marking) why() string {
	if m.None != nil {
		if why := m.None(); why != "" {
			return why
		}
	}
	return unkept(m.Session, m.Run())
}

// marked says that something is on disk now, where it is not beside the run, or
// why it is nowhere.
func marked(book *marks.Book, text string, err error, said ...tea.Msg) tea.Msg {
	if err != nil {
		return Flash{Text: "not kept: " + err.Error(), Bad: true}
	}
	batch := tea.BatchMsg{Send(Flash{Text: text + book.Elsewhere()}), Send(Refresh{})}
	for _, msg := range said {
		batch = append(batch, Send(msg))
	}
	return batch
}

// step returns a command that makes changes that rest on what there is, and
// says what was done.
func (m Marking) step(change func(now marks.Entry, at marks.Change) (c marks.Change, said string)) tea.Cmd {
	book := m.Session.Book(m.Run())
	id, module := m.At()
	return func() tea.Msg {
		var said string
		var c marks.Change
		err := book.Step(context.Background(), func() []marks.Change {
			c, said = change(book.Module(id, module), marks.Change{ID: id, Module: module})
			return []marks.Change{c}
		})
		said = Spot(id, module) + ": " + said
		if c.Off {
			return marked(book, said, err)
		}
		return marked(book, said, err, Said{c})
	}
}

func (m Marking) mark() tea.Cmd {
	cmd := m.step(func(now marks.Entry, c marks.Change) (marks.Change, string) {
		c.Kind, c.Off = marks.Mark, now.Marked
		return c, map[bool]string{false: "marked", true: "no longer marked"}[c.Off]
	})
	if m.Then != nil {
		return tea.Batch(cmd, m.Then())
	}
	return cmd
}

func (m Marking) tag(name string) tea.Cmd {
	name = strings.TrimSpace(loaders.Clean(name))
	return m.step(func(now marks.Entry, c marks.Change) (marks.Change, string) {
		c.Kind, c.Text, c.Off = marks.Tag, name, slices.Contains(now.Tags, name)
		return c, map[bool]string{false: "tagged ", true: "no longer tagged "}[c.Off] + name
	})
}

func (m Marking) note(text string) tea.Cmd {
	return m.step(func(_ marks.Entry, c marks.Change) (marks.Change, string) {
		c.Kind, c.Text, c.Off = marks.Note, text, text == "-"
		return c, map[bool]string{false: "noted", true: "the note is gone"}[c.Off]
	})
}

// openTags opens a line on which a tag is picked or typed.
func (m Marking) openTags() tea.Cmd {
	s := m.Session
	id, module := m.At()
	all := s.Book(m.Run()).Tags()
	var shown []string
	create := ""
	p := &widget.Picker{Prompt: "tag " + Spot(id, module) + ": ", Most: 8, Close: s.Pop}
	p.Match = func(typed string) int {
		typed = strings.TrimSpace(loaders.Clean(typed))
		shown = slices.DeleteFunc(slices.Clone(all), func(tag string) bool { return !strings.Contains(strings.ToLower(tag), strings.ToLower(typed)) })
		if create = ""; typed != "" && !slices.Contains(all, typed) {
			create = typed
			return len(shown) + 1
		}
		return len(shown)
	}
	p.Rows.Columns = []widget.Column{{Grow: 1}}
	p.Rows.Entries = func(i int) []widget.Entry {
		if i >= len(shown) {
			return []widget.Entry{{Text: "  new tag: " + create, Style: widget.Ink(s.Theme.Accent)}}
		}
		sign := "  "
		if slices.Contains(s.Book(m.Run()).Module(id, module).Tags, shown[i]) {
			sign = "● "
		}
		return []widget.Entry{{Text: sign + shown[i]}}
	}
	p.Pick = func(i int) tea.Cmd {
		s.Pop()
		if i >= len(shown) {
			return m.tag(create)
		}
		return m.tag(shown[i])
	}
	p.Complete = func(i int) string { return append(slices.Clone(shown), create)[i] }
	p.Missing = func(string) tea.Cmd { return s.Pop() }
	return s.Push(NewModal(s, p.Open()))
}

// MarkText says an entry in a few cells: a diamond for a mark, its tags, and a
// sign for a note; "" for nothing.
func MarkText(marked bool, tags []string, note bool) string {
	var parts []string
	if marked {
		parts = append(parts, "◆")
	}
	for _, tag := range tags {
		parts = append(parts, "#"+tag)
	}
	if note {
		parts = append(parts, "¶")
	}
	return strings.Join(parts, " ")
}
