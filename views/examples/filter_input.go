package examples

import (
	"cmp"
	"errors"
	"image"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/widget"
)

// filterInput is the line on which a query is typed.
type filterInput struct {
	of      *selection
	set     func(Filter) tea.Cmd // sets another filter
	did     func(was, is Filter) // records what was typed
	end     func()               // ends the typing
	line    *widget.Input
	before  Filter // when the line opened
	choices query.Completion
	at      int // the choice made with tab, -1 for none
	history []string
	past    int // the line's place in history, len(history) for typed text
	typed   string
}

// offered bounds the values offered for a field.
const offered = 30

// newFilterInput calls setFilter at each change, so that the list follows, recordChange for a kept
// change, and endInput when it closes.
func newFilterInput(listSelection *selection, setFilter func(Filter) tea.Cmd, recordChange func(was, is Filter),
	endInput func()) *filterInput {
	t := &filterInput{of: listSelection, set: setFilter, did: recordChange, end: endInput, line: widget.NewInput("filter: "),
		before: listSelection.filter.Filter}
	t.history, t.past = listSelection.s.Start.Typed, len(listSelection.s.Start.Typed)
	t.line.SetValue(strings.TrimLeft(listSelection.filter.Where+" ", " "))
	t.findCompletions()
	return t
}

func (t *filterInput) handleMessage(msg tea.Msg) tea.Cmd {
	if t == nil {
		return nil
	}
	press, _ := msg.(tea.KeyPressMsg)
	switch press.String() {
	case "enter":
		return t.closeLine()
	case "esc":
		t.end()
		return t.set(t.before)
	case "tab":
		return t.chooseNext(1)
	case "shift+tab":
		return t.chooseNext(-1)
	case "up", "ctrl+p":
		return t.recallLine(-1)
	case "down", "ctrl+n":
		return t.recallLine(1)
	}
	if !t.line.Update(msg) {
		return nil
	}
	t.past = len(t.history)
	t.findCompletions()
	return t.filterNow()
}

func (t *filterInput) filterNow() tea.Cmd {
	return t.set(t.of.filter.andQuery(strings.TrimSpace(t.line.Value())))
}

func (t *filterInput) findCompletions() {
	t.typed, t.at = t.line.Value(), -1
	values := func(field string) []string { return t.of.facts.Values(field, offered) }
	t.choices = query.Complete(t.typed, t.of.facts.Fields(), values)
	if strings.HasSuffix(t.typed, " ") || t.typed == "" {
		t.choices.Choices = nil // offering every field is noise
	}
}

func (t *filterInput) chooseNext(d int) tea.Cmd {
	n := len(t.choices.Choices)
	if n == 0 {
		return nil
	}
	t.at = (max(t.at, min(0, -d-1)) + d + n) % n
	t.line.SetValue(t.typed[:t.choices.From] + t.choices.Choices[t.at])
	return t.filterNow()
}

func (t *filterInput) recallLine(d int) tea.Cmd {
	to := t.past + d
	if to < 0 || to > len(t.history) {
		return nil
	}
	if t.past == len(t.history) {
		t.typed = t.line.Value()
	}
	t.past = to
	t.line.SetValue(append(slices.Clip(t.history), t.typed)[to])
	return t.filterNow()
}

func (t *filterInput) closeLine() tea.Cmd {
	if t.of.filter.wrong != nil {
		return nil
	}
	t.end()
	if is := t.of.filter.Filter; is.Where != t.before.Where {
		t.did(t.before, is)
	}
	where, start := t.of.filter.Where, &t.of.s.Start
	if where == "" {
		return nil
	}
	start.Typed = append(loaders.Filter(start.Typed, func(line string) bool { return line != where }), where)
	if start.SaveTyped == nil {
		return nil
	}
	return t.of.s.SaveNow(views.SaveLater("filter", func() error { return start.SaveTyped(where) }))
}

// drawLine draws the line and, below it, an error, the choices or a hint. An error at the end of
// the text gives way to choices, because the word isn't finished.
func (t *filterInput) drawLine(f *widget.Frame, lineArea, areaBelow image.Rectangle) {
	theme, count := t.of.s.Theme, t.of.describeCount()
	typed := lineArea
	typed.Max.X -= ansi.StringWidth(count) + 2
	t.line.Draw(f, typed, widget.Bold(theme.Accent), widget.Style{})
	f.Text(typed.Max.X+1, lineArea.Min.Y, lineArea.Max.X-typed.Max.X-2, theme.Faint, count)
	start := areaBelow.Min.X + len(t.line.Prompt)
	var at *query.Error
	wrong := errors.As(t.of.filter.wrong, &at)
	unfinished := wrong && at.At+1 >= utf8.RuneCountInString(strings.TrimSpace(t.line.Value())) && len(t.choices.Choices) > 0
	switch {
	case wrong && !unfinished:
		t.drawWrong(f, areaBelow, start, at)
	case t.of.why != nil:
		t.drawWrong(f, areaBelow, start, &query.Error{What: t.of.why.Error()})
	case len(t.choices.Choices) > 0:
		t.drawChoices(f, areaBelow, start)
	default:
		f.Text(start, areaBelow.Min.Y, areaBelow.Max.X-start, theme.Faint, cmp.Or(t.of.filter.query.Hint(),
			"find<.3 wrong kind:logical -black · not right and f1.find < .5 · tab completes · ↑ history"))
	}
}

func (t *filterInput) drawWrong(f *widget.Frame, area image.Rectangle, startColumn int, queryError *query.Error) {
	theme := t.of.s.Theme
	text := t.line.Value()
	skipped := len(text) - len(strings.TrimLeft(text, " "))
	runes := []rune(strings.TrimSpace(text))
	x := min(startColumn+skipped+ansi.StringWidth(string(runes[:min(queryError.At, len(runes))])), area.Max.X-2)
	what := loaders.Clean(queryError.What)
	f.Text(x, area.Min.Y, 1, widget.Bold(theme.Warn), "^")
	if room := area.Max.X - x - 2; room >= ansi.StringWidth(what) || room >= x-area.Min.X-1 {
		f.Text(x+2, area.Min.Y, room, theme.Warn, what)
		return
	}
	w := min(ansi.StringWidth(what), x-area.Min.X-1)
	f.Text(x-1-w, area.Min.Y, w, theme.Warn, what)
}

func (t *filterInput) drawChoices(f *widget.Frame, area image.Rectangle, startColumn int) {
	area.Min.X = min(startColumn+utf8.RuneCountInString(t.typed[:t.choices.From]), area.Max.X-20)
	pen := widget.NewPen(f, area)
	for i := max(0, t.at-1); i < len(t.choices.Choices); i++ {
		pen.Put(loaders.IfElse(i == t.at, widget.Bold(t.of.s.Theme.Accent), t.of.s.Theme.Faint), t.choices.Choices[i]+"  ")
	}
}
