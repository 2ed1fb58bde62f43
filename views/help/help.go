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
	groups     [][]widget.Action // for an empty line, after their headings; nil for all
	typed      string            // with hyphens for blanks
}

// New returns the help on a screen with the given actions, after what the screen is for: its special ones first, moves last among
// them, then the verbs that mean the same everywhere, then global ones.
func New(c *views.Console, viewActions, globalActions []widget.Action) views.View {
	l := &actionList{c: c, all: slices.Clone(viewActions)}
	for i := range l.all {
		if rankOf(l.all[i]) <= 1 {
			l.all[i].Group = "Here"
		}
	}
	loaders.SortBy(l.all, rankOf)
	l.addNew(globalActions)
	l.groups = groupRows(foldActions(loaders.Filter(l.all, func(a widget.Action) bool { // menus list what's disabled
		return len(a.Keys) > 0 || a.Letters == "" || a.Why() == ""
	})))
	l.addAbsent()
	p := &widget.Picker{Name: "Help", Hint: cmp.Or(purposeOf(viewActions), "enter runs · / searches · esc closes"), Width: 132,
		Match: l.matchName, Pick: l.runAction, Effect: widget.Leaves, Close: c.Pop}
	p.Rows = widget.Table{Empty: "no action matches", Uncut: true, Heading: func(i int) string {
		return widget.If(l.shown[i].Name == "", l.shown[i].Group+" ")
	}}
	p.Laid = func(screen image.Point) {
		what, style := helpOf, c.Theme.Text
		p.Rows.Beside, p.Detail = 0, nil
		switch {
		case l.typed != "":
			style = c.Theme.Faint
		case screen.X < leastWide:
			l.shown = foldMenus(slices.Concat(l.groups...))
		default:
			what = widget.VerbOf
			p.Rows.Beside = min(mostBeside, screen.X/leastBeside)
			p.Detail = func(i int) string { return ":" + l.shown[i].Name + "  " + helpOf(l.shown[i]) }
			l.shown = layBeside(l.groups, p.Rows.Beside, screen.Y-linesAround)
		}
		p.Rows.SetCount(len(l.shown))
		column := func(style widget.Style, most int, textOf func(a widget.Action) string) widget.Column {
			return widget.ActionColumn(l.shown, most, style, c.Theme.Faint, textOf)
		}
		text := column(style, 20, what)
		text.Grow, text.Wraps, text.Lines = 1, p.Rows.Beside == 0, 12
		p.Rows.Columns = []widget.Column{column(c.Theme.Accent, mostKeys, func(a widget.Action) string {
			return cmp.Or(widget.KeysText(a), widget.If(l.typed == "", nameOf(a)))
		}), text}
		if l.typed != "" {
			p.Rows.Columns = slices.Insert(p.Rows.Columns, 1, column(c.Theme.Text, 22, nameOf))
		}
	}
	return c.NewModal(p.Open())
}

func rankOf(a widget.Action) int {
	v, known := widget.Verbs[a.Name]
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

// groupRows adds headings, the last for actions without a key.
func groupRows(rows []widget.Action) (grouped [][]widget.Action) {
	groups := loaders.Distinct(loaders.Map(rows, func(a widget.Action) string { return a.Group }))
	loaders.SortBy(groups, func(group string) int { return loaders.IfElse(group == "By name", 1, 0) })
	for _, group := range groups {
		of := loaders.Filter(rows, func(a widget.Action) bool { return a.Group == group })
		grouped = append(grouped, slices.Insert(of, 0, widget.Action{Group: group}))
	}
	return grouped
}

// layBeside lays whole groups into columns of equal height, with blank lines between groups if they fit in mostLines.
func layBeside(groups [][]widget.Action, columnCount, mostLines int) (rows []widget.Action) {
	order := loaders.Indices(len(groups))
	loaders.SortBy(order, func(i int) int { return -len(groups[i]) })
	columns, tall, gap := [][]int(nil), mostLines+1, 2
	for gap > 0 && tall > mostLines {
		gap--
		columns = make([][]int, columnCount)
		heights := make([]int, columnCount)
		for _, i := range order {
			c := slices.Index(heights, slices.Min(heights))
			columns[c], heights[c] = append(columns[c], i), heights[c]+len(groups[i])+gap
		}
		tall = slices.Max(heights) - gap
	}
	for c := range columns {
		slices.Sort(columns[c])
	}
	slices.SortFunc(columns, slices.Compare)
	for c, column := range columns {
		for _, i := range column {
			rows = append(append(rows, groups[i]...), make([]widget.Action, gap)...)
		}
		rows = append(rows, make([]widget.Action, tall)...)[:(c+1)*tall]
	}
	return rows
}

const (
	mostKeys = 14
	// Columns of keys and verbs, each of leastBeside cells of the screen.
	mostBeside, leastBeside, leastWide = 3, 40, 100
	linesAround                        = 10 // of the box
)

func nameOf(a widget.Action) string { return ":" + a.Name }

// NewCommand returns the command line, which runs actions by name, never a shell. The screen's
// action hides a global one. Runnable actions come first, the latest in usedCommands on top, then
// disabled ones, then other screens'.
func NewCommand(c *views.Console, viewActions, globalActions []widget.Action, usedCommands []string) views.View {
	l := &actionList{c: c}
	l.addNew(slices.Concat(viewActions, globalActions))
	l.addAbsent()
	loaders.SortBy(l.all, func(a widget.Action) int { return slices.Index(append(slices.Clip(usedCommands), a.Name), a.Name) })
	loaders.SortBy(l.all, placeInList)
	for _, a := range l.all {
		if a.Values != nil && a.Why() == "" {
			for _, value := range a.Values() {
				l.all = append(l.all, withValue(a, value))
			}
		}
	}
	p := &widget.Picker{Most: 8, Pick: l.runAction, Close: c.Pop, Complete: func(i int) string { return l.shown[i].Name }}
	p.Match = func(typed string) int { // values differ at their ends
		n := l.matchName(typed)
		p.Rows.Columns[0].Width = min(widestName, widget.Widest(leastName, n, func(i int) string { return l.shown[i].Name }))
		return n
	}
	p.Missing = func(typed string) tea.Cmd {
		c.Pop() // the status line is below
		name, _, _ := strings.Cut(strings.TrimSpace(typed), " ")
		named, isNamed := widget.First(l.all, func(a widget.Action) bool { return a.Name == name })
		switch {
		case isNamed && named.Why() != "":
			return c.ShowError(":" + name + " isn't available now: " + named.Why())
		case isNamed && named.With == nil:
			return c.ShowError(":" + name + " takes no value")
		}
		err := cmp.Or(
			retired.Error(":"+name),
			errors.New("no action is called "+typed+nearest.Hint(withHyphens(strings.TrimSpace(typed)), widget.Names(l.all))),
		)
		return c.ShowError(err.Error())
	}
	p.Rows.Columns = []widget.Column{{Width: leastName}, {Width: 9}, {Grow: 1}}
	p.Rows.Entries = func(i int) []widget.TableCell {
		a, name := l.shown[i], c.Theme.Text
		why := a.Why()
		if why != "" {
			name = c.Theme.Faint
		}
		lit := widget.Bold(c.Theme.Accent)
		lit.Underline = uv.UnderlineSingle
		return []widget.TableCell{litName(a.Name, l.typed, name, lit), {Text: widget.KeysText(a), Style: c.Theme.Accent},
			{Text: cmp.Or(widget.If(why != "", "not now: "+why), a.Help), Style: c.Theme.Faint}}
	}
	return c.NewModal(p.Open())
}

const leastName, widestName = 20, 46 // in cells

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
	if l.shown = l.all; line == "" {
		if l.groups != nil {
			l.shown = slices.Concat(l.groups...)
		}
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

func helpOf(a widget.Action) string {
	return a.Help + widget.If(a.Why() != "", " (not now: "+a.Why()+")")
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
