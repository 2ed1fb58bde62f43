// Package help lists what can be done on a screen: the help is for reading and searching, the
// command line for running an action by its name.
package help

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

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
	rows       []widget.Action // for an empty line; nil for all
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
	rows := foldActions(l.all)
	l.rows = slices.Clone(rows)
	loaders.SortBy(l.rows, func(a widget.Action) int {
		return slices.IndexFunc(rows, func(b widget.Action) bool { return b.Group == a.Group })
	})
	l.addAbsent()
	hint := strings.TrimPrefix(purposeOf(viewActions)+"\nenter runs · / searches · esc closes", "\n")
	p := &widget.Picker{Name: "Help", Hint: hint, Width: 132, Verb: "help", Match: l.matchName,
		Pick:   l.runAction,
		Effect: widget.Leaves, Close: c.Pop}
	keys := widget.Widest(0, len(l.rows), func(i int) string { return widget.KeysText(l.rows[i]) })
	p.Rows = widget.Table{
		Columns: []widget.Column{
			{Width: 10, Drop: 1, Wraps: true}, {Title: "key", Width: min(keys, 14), Grow: 1, Most: keys, Wraps: true},
			{Title: "what it does", Width: 46, Grow: 1, Wraps: true, Lines: 12}, {Title: "name", Width: 22, Drop: 2},
		},
		Entries: l.entriesOf,
		Empty:   "no action matches",
		Uncut:   true,
	}
	return views.NewModal(c, p.Open())
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
		a := l.shown[i]
		text, name := a.Help, c.Theme.Text
		if why := a.Why(); why != "" {
			text, name = "not now: "+why, c.Theme.Faint
		}
		return []widget.TableCell{
			{Text: a.Name, Style: name},
			{Text: widget.KeysText(a), Style: c.Theme.Accent}, {Text: text, Style: c.Theme.Faint},
		}
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
	if l.shown = l.all; l.rows != nil {
		l.shown = l.rows
	}
	if line == "" {
		return len(l.shown)
	}
	l.shown = findActions(l.all, withHyphens(line))
	a, takesAny, ok := l.valuedAction(line)
	switch {
	case !ok || slices.ContainsFunc(l.shown, func(b widget.Action) bool { return withHyphens(b.Name) == withHyphens(line) }):
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
	if why := a.Why(); why != "" {
		return a.Help + " (not now: " + why + ")"
	}
	return a.Help
}

func (l *actionList) entriesOf(i int) []widget.TableCell {
	a := l.shown[i]
	group := ""
	if i == 0 || l.shown[i-1].Group != a.Group {
		group = a.Group
	}
	text, faint := l.c.Theme.Text, l.c.Theme.Faint
	help := widget.TableCell{Text: l.helpOf(i), Style: text}
	if a.Why() != "" {
		help.Style = faint
	}
	return []widget.TableCell{
		{Text: group, Style: widget.Bold(faint)},
		{Text: widget.KeysText(a), Style: l.c.Theme.Accent}, help, {Text: widget.If(a.Name != "", ":"+a.Name), Style: faint},
	}
}
