// Package help lists what can be done on a screen: the help is for reading and searching, the
// command line for running an action by its name.
package help

import (
	"cmp"
	"errors"
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/sahilm/fuzzy"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
	"faithscope/loaders/retired"
	"faithscope/views"
	"faithscope/views/widget"
)

// actionList is all actions, and those found.
type actionList struct {
	c          *views.Console
	all, shown []widget.Action
	rows       []widget.Action // for an empty line, with headings; nil for all
	typed      string          // with hyphens for blanks
}

// New returns the help on a screen with the given actions, after what the screen is for: its special ones first, moves last among
// them, then the verbs that mean the same everywhere, then global ones.
func New(c *views.Console, viewActions, globalActions []widget.Action) views.View {
	l := &actionList{c: c, all: slices.Clone(viewActions)}
	rank := func(a widget.Action) int {
		v, known := widget.VerbNamed(a.Name)
		isSpecial := !known || a.Help != v.Help
		switch {
		case len(a.Keys) == 0 && a.Letters != "":
			return 2
		case isSpecial && v.Group == "Move" && a.Name != "open":
			return 1
		case isSpecial:
			return 0
		case v.Group == "Move":
			return 3
		}
		return 2
	}
	for i := range l.all {
		if rank(l.all[i]) <= 1 {
			l.all[i].Group = "Here"
		}
	}
	loaders.SortBy(l.all, rank)
	l.all = append(l.all, globalActions...)
	l.rows = groupRows(foldActions(l.all))
	l.addAbsent()
	hint := strings.TrimPrefix(purposeOf(viewActions)+"\nenter runs · / searches · esc closes", "\n")
	p := &widget.Picker{Name: "Help", Hint: hint, Width: 132, Match: l.matchName,
		Pick:   l.runAction,
		Effect: widget.Leaves, Close: c.Pop}
	p.Rows = widget.Table{Entries: l.entriesOf, Empty: "no action matches", Uncut: true,
		Skips: func(i int) bool { return l.shown[i].Name == "" }}
	p.Laid = func(w int) {
		if l.typed == "" {
			l.shown = loaders.IfElse(w < leastWide, foldMenus(l.rows), l.rows)
			p.Rows.SetCount(len(l.shown))
		}
		keys := widget.Widest(0, len(l.shown), func(i int) string { return keysOf(l.shown[i]) })
		p.Rows.Columns = []widget.Column{{Width: min(keys, mostKeys)}, {Width: 20, Grow: 1}}
		p.Detail = l.describeRow
		if p.Rows.Beside = min(mostBeside, w/leastBeside); w < leastWide || l.typed != "" {
			p.Rows.Beside, p.Detail = 0, nil
			verbs := widget.Widest(0, min(len(l.shown), 200), func(i int) string { return l.verbOf(i) })
			p.Rows.Columns = []widget.Column{{Width: min(keys, mostKeys)}, {Width: min(verbs, 22)}, {Width: 20, Grow: 1, Wraps: true, Lines: 12}}
		}
	}
	return views.NewModal(c, p.Open())
}

// groupRows adds headings, the last for actions without a key.
func groupRows(rows []widget.Action) (grouped []widget.Action) {
	for i := range rows {
		if widget.KeysText(rows[i]) == "" {
			rows[i].Group = "By name"
		}
	}
	groups := loaders.Distinct(loaders.Map(rows, func(a widget.Action) string { return a.Group }))
	loaders.SortBy(groups, func(group string) int { return loaders.IfElse(group == "By name", 1, 0) })
	for _, group := range groups {
		grouped = append(grouped, widget.Action{Group: group})
		grouped = append(grouped, loaders.Filter(rows, func(a widget.Action) bool { return a.Group == group })...)
	}
	return grouped
}

const (
	mostKeys = 14
	// Columns of keys and verbs, each of leastBeside cells of the screen.
	mostBeside, leastBeside, leastWide = 3, 40, 100
)

// keysOf returns the name of an action without a key, because the command line runs it.
func keysOf(a widget.Action) string {
	return cmp.Or(widget.KeysText(a), widget.If(a.Name != "", ":"+a.Name))
}

// NewCommand returns the command line, which runs actions by name, never a shell. The screen's
// action hides a global one. Runnable actions come first, the latest in usedCommands on top, then
// disabled ones, then other screens'.
func NewCommand(c *views.Console, viewActions, globalActions []widget.Action, usedCommands []string) views.View {
	l := &actionList{c: c}
	l.addNew(slices.Concat(viewActions, globalActions))
	l.addAbsent()
	last := func(a widget.Action) int {
		if i := slices.Index(usedCommands, a.Name); i >= 0 {
			return i
		}
		return len(usedCommands)
	}
	loaders.SortBy(l.all, last)
	loaders.SortBy(l.all, placeInList)
	for _, a := range l.all {
		if a.Values != nil && a.Why() == "" {
			for _, value := range a.Values() {
				l.all = append(l.all, withValue(a, value))
			}
		}
	}
	p := &widget.Picker{Most: 8, Match: l.matchName, Pick: l.runAction, Close: c.Pop, Complete: func(i int) string { return l.shown[i].Name }}
	p.Missing = func(typed string) tea.Cmd {
		known := widget.Names(l.all)
		c.Pop() // the status line is below
		name, _, _ := strings.Cut(strings.TrimSpace(typed), " ")
		err := cmp.Or(
			retired.Error(":"+name),
			errors.New("no action is called "+typed+nearest.Hint(withHyphens(strings.TrimSpace(typed)), known)),
		)
		return c.ShowError(err.Error())
	}
	p.Rows.Columns = []widget.Column{{Width: 20}, {Width: 9}, {Grow: 1}}
	p.Rows.Entries = func(i int) []widget.TableCell {
		a, name := l.shown[i], c.Theme.Text
		if a.Why() != "" {
			name = c.Theme.Faint
		}
		lit := widget.Bold(c.Theme.Accent)
		lit.Underline = uv.UnderlineSingle
		return []widget.TableCell{litName(a.Name, l.typed, name, lit), {Text: widget.KeysText(a), Style: c.Theme.Accent},
			{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
				text := l.helpOf(i)
				if isCut := ansi.StringWidth(text) > area.Dx(); isCut && a.Why() != "" {
					text = "not now: " + a.Why()
				}
				widget.NewPen(f, area).PutWords(widget.Over(c.Theme.Faint, base), text)
			}}}
	}
	return views.NewModal(c, p.Open())
}

func (l *actionList) addNew(newActions []widget.Action) {
	for _, a := range newActions {
		if !slices.ContainsFunc(l.all, func(b widget.Action) bool { return b.Name == a.Name }) {
			l.all = append(l.all, a)
		}
	}
}

func (l *actionList) addAbsent() { l.addNew(widget.Bind(absentActions(), l.c.Keys)) }

func withValue(a widget.Action, actionValue string) widget.Action {
	return widget.Action{Name: a.Name + " " + actionValue, Keys: a.Keys, Help: a.Help, Effect: a.Effect, Disabled: a.Disabled,
		Run: func() tea.Cmd { return a.With(actionValue) }}
}

func (l *actionList) matchName(typedName string) int {
	line := strings.TrimSpace(typedName)
	l.typed = withHyphens(line)
	if l.shown = l.all; l.rows != nil {
		l.shown = l.rows
	}
	if line == "" {
		return len(l.shown)
	}
	l.shown = findActions(l.all, l.typed)
	a, takesAny, ok := l.valuedAction(line)
	switch {
	case !ok || slices.ContainsFunc(l.shown, func(b widget.Action) bool { return withHyphens(b.Name) == l.typed }):
	case takesAny:
		l.shown = slices.Insert(l.shown, 0, a)
	default:
		l.shown = append(l.shown, a)
	}
	return len(l.shown)
}

// valuedAction returns the action and value that a line like "threshold .3" names; a whole number is
// for goto. takesAny reports that any value is accepted.
func (l *actionList) valuedAction(commandLine string) (_ widget.Action, takesAny, ok bool) {
	name, value, _ := strings.Cut(commandLine, " ")
	if _, err := strconv.Atoi(commandLine); err == nil {
		name, value = "goto", commandLine
	}
	value = strings.TrimSpace(value)
	a, ok := widget.First(l.all, func(a widget.Action) bool { return a.Name == name && a.With != nil })
	return withValue(a, value), a.Values == nil || a.AnyText && a.Effect != widget.Writes, ok && value != ""
}

func (l *actionList) runAction(i int) tea.Cmd { return l.c.Post(views.PickAction{Action: l.shown[i]}) }

func (l *actionList) helpOf(i int) string {
	a := l.shown[i]
	return a.Help + widget.If(a.Why() != "", " (not now: "+a.Why()+")")
}

func (l *actionList) verbOf(i int) string {
	return loaders.IfElse(l.typed == "", l.shown[i].Short, ":"+l.shown[i].Name)
}

func (l *actionList) describeRow(i int) string { return ":" + l.shown[i].Name + "  " + l.helpOf(i) }

func (l *actionList) entriesOf(i int) []widget.TableCell {
	a, t := l.shown[i], l.c.Theme
	if a.Name == "" {
		return []widget.TableCell{{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			f.Text(area.Min.X, area.Min.Y, leastBeside-6, widget.Bold(t.Text), a.Group) // also over the verbs
		}}, {}, {}}
	}
	key, text := t.Accent, t.Text
	if a.Why() != "" {
		key, text = t.Faint, t.Faint
	}
	return []widget.TableCell{{Text: keysOf(a), Style: key},
		{Text: l.verbOf(i), Style: text}, {Text: l.helpOf(i), Style: t.Faint}}
}

// litName draws a name with the letters that match what was typed.
func litName(name, typed string, st, lit widget.Style) widget.TableCell {
	return widget.TableCell{Text: name, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.TextOver(area, widget.Over(st, base), name)
		for _, m := range fuzzy.Find(typed, []string{name}) {
			for _, at := range m.MatchedIndexes {
				if at < area.Dx() && ansi.StringWidth(name) == len(name) {
					f.Cell(area.Min.X+at, area.Min.Y, widget.Over(lit, base), name[at:at+1])
				}
			}
		}
	}}
}
