package examples

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/widget"
)

// typing is the line on which a query is typed, with what it may become.
type typing struct {
	list    *List
	line    *widget.Input
	before  Filter // when the line opened
	choices query.Completion
	at      int // the choice that tab took, -1 for none
	history []string
	past    int // where in history the line is, len(history) for what was typed
	typed   string
}

// offered bounds how many values of a field are offered.
const offered = 30

// openTyping opens the line with the filter's query on it.
func (v *List) openTyping() tea.Cmd {
	v.typing = &typing{list: v, line: widget.NewInput("filter: "), before: v.filter.Filter, at: -1, history: v.s.Book(v.run).Lines(typedFor)}
	v.typing.past = len(v.typing.history)
	text := v.filter.Where
	if text != "" {
		text += " "
	}
	v.typing.line.SetValue(text)
	v.typing.complete()
	return v.probe()
}

// typedFor is what the history calls the lines of filters.
const typedFor = "filter"

// probed says that the first records of a run were read, so that its metadata
// is known.
type probed struct{ list *List }

// probe returns a command that reads them.
func (v *List) probe() tea.Cmd {
	known := v.s.Facts(v.run)
	return func() tea.Msg {
		known.Probe()
		return probed{v}
	}
}

// take takes a key or a paste; where nothing is typed there is none to take.
func (t *typing) take(msg tea.Msg) tea.Cmd {
	if t == nil {
		return nil
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		return t.key(press)
	}
	return t.change(msg)
}

// key is what a key does to the line.
func (t *typing) key(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter":
		return t.close()
	case "esc":
		t.list.typing = nil
		return t.list.setFilter(t.before)
	case "tab":
		return t.choose(1)
	case "shift+tab":
		return t.choose(-1)
	case "up", "ctrl+p":
		return t.recall(-1)
	case "down", "ctrl+n":
		return t.recall(1)
	}
	return t.change(msg)
}

// change gives a key or a paste to the line.
func (t *typing) change(msg tea.Msg) tea.Cmd {
	if !t.line.Update(msg) {
		return nil
	}
	t.past = len(t.history)
	t.complete()
	return t.follow()
}

// follow filters by what is on the line now.
func (t *typing) follow() tea.Cmd {
	return t.list.setFilter(t.list.filter.and(strings.TrimSpace(t.line.Value())))
}

// complete works out what the word that is being typed may become.
func (t *typing) complete() {
	t.typed, t.at = t.line.Value(), -1
	t.choices = query.Complete(t.typed, len(t.typed), t.list.facts.Fields(), func(field string) []string { return t.list.facts.Values(field, offered) })
	if strings.HasSuffix(t.typed, " ") || t.typed == "" {
		t.choices.Choices = nil // every field there is says nothing
	}
}

// choose puts the next choice on the line, or the one before.
func (t *typing) choose(d int) tea.Cmd {
	n := len(t.choices.Choices)
	if n == 0 {
		return nil
	}
	if t.at < 0 && d < 0 {
		t.at = 0
	}
	t.at = (t.at + d + n) % n
	t.line.SetValue(t.typed[:t.choices.From] + t.choices.Choices[t.at])
	return t.follow()
}

// recall puts a line of the history in place of what was typed.
func (t *typing) recall(d int) tea.Cmd {
	to := t.past + d
	if to < 0 || to > len(t.history) {
		return nil
	}
	if t.past == len(t.history) {
		t.typed = t.line.Value()
	}
	t.past = to
	text := t.typed
	if to < len(t.history) {
		text = t.history[to]
	}
	t.line.SetValue(text)
	return t.follow()
}

// close keeps what was typed, unless it cannot be read.
func (t *typing) close() tea.Cmd {
	if t.list.filter.wrong != nil {
		return nil
	}
	t.list.typing = nil
	book, where := t.list.s.Book(t.list.run), t.list.filter.Where
	if book == nil || where == "" {
		return nil
	}
	return func() tea.Msg {
		if err := book.Apply(context.Background(), marks.Change{ID: typedFor, Module: marks.Whole, Kind: marks.Line, Text: where}); err != nil {
			return views.Flash{Text: "the filter is not kept for later: " + err.Error(), Bad: true}
		}
		return nil
	}
}

// draw draws the line, and below it what it may become or what is wrong
// with it.
func (t *typing) draw(f *widget.Frame, line, below image.Rectangle) {
	theme, count := t.list.s.Theme, filterWords(t.list)
	typed := line
	typed.Max.X -= ansi.StringWidth(count) + 2
	t.line.Draw(f, typed, widget.Bold(widget.Ink(theme.Accent)), widget.Style{})
	f.Text(typed.Max.X+1, line.Min.Y, line.Max.X-typed.Max.X-2, widget.Ink(theme.Faint), count)
	start := below.Min.X + len(t.line.Prompt)
	var at *query.Error
	switch {
	case errors.As(t.list.filter.wrong, &at):
		t.drawWrong(f, below, start, at)
	case len(t.choices.Choices) > 0:
		t.drawChoices(f, below, start)
	default:
		f.Text(start, below.Min.Y, below.Max.X-start, widget.Ink(theme.Faint), "find<.3 wrong kind:logical -black · not right and f1.find < .5 · tab completes · ↑ history")
	}
}

// drawWrong draws a mark below the place of an error, and what is wrong: behind
// it, or before it where there is more room.
func (t *typing) drawWrong(f *widget.Frame, area image.Rectangle, start int, at *query.Error) {
	theme := t.list.s.Theme
	text := t.line.Value()
	skipped := len(text) - len(strings.TrimLeft(text, " "))
	runes := []rune(strings.TrimSpace(text))
	x := min(start+skipped+ansi.StringWidth(string(runes[:min(at.At, len(runes))])), area.Max.X-2)
	what := loaders.Clean(at.What)
	f.Text(x, area.Min.Y, 1, widget.Bold(widget.Ink(theme.Warn)), "^")
	if room := area.Max.X - x - 2; room >= ansi.StringWidth(what) || room >= x-area.Min.X-1 {
		f.Text(x+2, area.Min.Y, room, widget.Ink(theme.Warn), what)
		return
	}
	what = ansi.Truncate(what, x-area.Min.X-1, "…")
	f.Text(x-1-ansi.StringWidth(what), area.Min.Y, x-area.Min.X, widget.Ink(theme.Warn), what)
}

// drawChoices draws what the word may become, those that fit around the one
// that was taken.
func (t *typing) drawChoices(f *widget.Frame, area image.Rectangle, start int) {
	from := 0
	if t.at > 0 {
		from = t.at - 1
	}
	area.Min.X = min(start+utf8.RuneCountInString(t.typed[:t.choices.From]), area.Max.X-20)
	pen := widget.NewPen(f, area)
	for i := from; i < len(t.choices.Choices); i++ {
		style := widget.Ink(t.list.s.Theme.Faint)
		if i == t.at {
			style = widget.Bold(widget.Ink(t.list.s.Theme.Accent))
		}
		pen.Put(style, loaders.Clean(t.choices.Choices[i])+"  ")
	}
}

// openChips opens a menu of the parts of the filter, to take one away.
func openChips(v *List) tea.Cmd {
	chips := slices.Clone(v.filter.chips())
	menu(v, "Take away", "enter takes it away · esc closes", func() []widget.MenuItem {
		items := make([]widget.MenuItem, len(chips))
		for i, c := range chips {
			items[i] = widget.MenuItem{Text: c}
		}
		return items
	}, func(i int) tea.Cmd {
		v.s.Pop()
		return v.setFilter(v.filter.without(i))
	})
	return nil
}

// filterHelp is what `:filter-help` says.
func filterHelp(v *List) tea.Cmd {
	text := [][2]string{
		{"words", "tower \"on top\" -black: text in the id, the question, the kind or an answer; a minus says not"},
		{"fields", "wrong · right unfaithful · find<.3 · kind:logical · answer.gold=3 · tag=\"annotation error\" · size>6 · odd · hard"},
		{"sentences", "not correct and f1.find < .5 · right and faithfulness < .3 · question contains \"tower\" · any(modules, .op == \"relocate\" and .f1 == 0) · cause.find == \"low p\""},
		{"two runs", "delta.f1 > .2 · wrong other.right: beside the first run, the first beside the second"},
		{"undefined", "a number that is undefined is neither less nor greater nor equal; defined(f1.find) asks for it"},
	}
	group := ""
	for _, f := range v.facts.Fields() {
		if f.Group != group {
			group = f.Group
			text = append(text, [2]string{strings.ToLower(group), ""})
		}
		last := &text[len(text)-1][1]
		*last += map[bool]string{true: " · "}[*last != ""] + query.Reference(f.Name) + " (" + f.Help + ")"
	}
	return v.s.Push(views.NewNote(v.s, "Filter", text))
}
