// Package screens is the one list of the screens: which is first, which keys open one from
// anywhere, and the keys of them all.
package screens

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/example"
	"faithscope/views/examples"
	"faithscope/views/groups"
	"faithscope/views/help"
	"faithscope/views/problems"
	"faithscope/views/results"
	"faithscope/views/rows"
	"faithscope/views/runs"
	"faithscope/views/widget"
)

// Root returns the first view of a place, on the run and the filter of s.Scope; Compare has the
// filter only if the scope's run is the one shown. Any other place is the runs.
func Root(s *views.Session, viewPlace views.Place) views.View {
	scope, run := s.Scope, s.ScopeRun()
	switch viewPlace {
	case views.PlaceExamples:
		return examples.New(s, run, examples.Filter{Where: scope.Where}, examples.AsRoot)
	case views.PlaceGroups:
		return groups.New(s, run, scope.Where, "")
	case views.PlaceCompare:
		a, b := compare.PairOf(&s.Data, run, scope.Against), run
		isFirst := scope.Against == 0 && s.Base == nil && a > b || scope.Against == 1+b
		if isFirst && scope.Where == "" { // a filter is on B
			a, b = b, a
		}
		return compare.New(s, a, b, widget.If(b == scope.Run, scope.Where))
	case views.PlaceResults:
		return results.New(s, run, "")
	}
	return runs.New(s)
}

func placeActions(d *views.Data, c *views.Console) (all []widget.Action) {
	for place := range views.Places {
		all = append(all, widget.Action{
			Name: strings.ToLower(place.String()), Run: func() tea.Cmd { return c.Post(views.GoToPlace{Place: place}) },
			Disabled: widget.When(func() bool { return place != views.PlaceRuns && len(d.Runs) == 0 }, "no run is open"),
		})
	}
	return all
}

// Global returns the actions of every screen. viewActions returns those of the view on top, for help
// and the command line, baseActions those of the screen below popups, which have the settings.
// usedCommands are the names of actions run, the latest first.
func Global(s *views.Session, viewActions, baseActions func() []widget.Action, usedCommands []string) []widget.Action {
	post := func(msg tea.Msg) func() tea.Cmd {
		return func() tea.Cmd { return s.Post(msg) }
	}
	unwritable := widget.When(func() bool { return s.Host.Write == nil }, "nothing can be saved here")
	reporting := func(do func() (string, tea.Cmd)) func() tea.Cmd {
		return func() tea.Cmd {
			text, cmd := do()
			s.ShowText(text)
			return cmd
		}
	}
	saved := func() []string { return loaders.SortedKeys(s.Views()) }
	dials := func() []widget.Action { return widget.DialsOf(baseActions()) }
	now := dials()
	all := placeActions(&s.Data, &s.Console)
	all[views.PlaceGroups].With = func(dimension string) tea.Cmd {
		return s.Post(views.GoToPlace{Place: views.PlaceGroups, Root: groups.New(s, s.ScopeRun(), s.Scope.Where, dimension)})
	}
	all[views.PlaceCompare] = compare.Action(&s.Data, &s.Console, func(a, b int) views.View { return compare.New(s, a, b, "") })
	all = append(all, []widget.Action{
		{Name: "undo", Effect: widget.Says, Run: reporting(s.Timeline.Undo)},
		{Name: "redo", Effect: widget.Says, Run: reporting(s.Timeline.Redo)},
		{Name: "settings", Run: func() tea.Cmd { return openDials(&s.Console, &s.Timeline, dials) },
			Disabled: widget.When(func() bool { return len(now) == 0 }, "no settings to change here")},
		widget.TurnAction(widget.Action{Name: "setting-down"}, now, &s.Dial, -1),
		widget.TurnAction(widget.Action{Name: "setting-up"}, now, &s.Dial, 1),
		{Name: "problems", Run: func() tea.Cmd { return s.Push(problems.New(&s.Data, &s.Console, nil)) }},
		{Name: "help", Footer: true, Run: func() tea.Cmd { return s.Push(help.New(&s.Console, viewActions(), widget.Bind(all, s.Keys))) }},
		{Name: "command", Footer: true,
			Run: func() tea.Cmd {
				return s.Push(help.NewCommand(&s.Console, viewActions(), widget.Bind(all, s.Keys), usedCommands))
			}},
		{Name: "back", Effect: widget.Leaves, Footer: true, Run: post(views.GoBack{})},
		{Name: "previous-view", Walks: true, Run: post(views.Revisit{By: -1})},
		{Name: "next-view", Walks: true, Run: post(views.Revisit{By: 1})},
		{Name: "theme", Help: "change the colours: `:theme NAME`",
			Values: func() []string { return s.Themes }, With: func(name string) tea.Cmd { return s.Post(views.ChangeTheme{Theme: name}) }},
		{Name: "mouse", Help: "turn the mouse on or off; off lets you select text", Run: post(views.ToggleMouse{})},
		{Name: "plain", Help: "use words instead of bars and rules, for screen readers (toggle)",
			Run: widget.Do(func() { s.Plain = !s.Plain })},
		{Name: "save-screen", Help: "`:save-screen FILE` saves the screen: .png and .svg with pictures, .ansi as text",
			Effect: widget.Writes, Disabled: unwritable, With: func(path string) tea.Cmd { return s.Post(views.SaveScreen{Path: path}) }},
		{Name: "save-view", Help: "`:save-view NAME` saves this view; `:save-view -NAME` deletes it",
			Effect: widget.Says, Disabled: s.WhyUnkept, With: s.SaveView},
		{Name: "view", Walks: true, Values: saved, With: s.OpenView,
			Disabled: widget.When(func() bool { return len(saved()) == 0 }, "no saved views: `:save-view NAME` saves one")},
		modelAction(&s.Data, &s.Console, &s.ModelAccess, s.ScopeRun),
		s.LineAction("copy-link", "open", s.Start.Opened), s.LineAction("copy-command", "render", s.Start.Drawn),
		{Name: "quit", Effect: widget.Leaves, Run: post(views.Quit{})},
		{Name: "redraw", Run: post(views.Redraw{})},
		{Name: "suspend", Effect: widget.Leaves, Run: post(views.Suspend{})},
	}...)
	return append(all, rows.Actions(func(listing *rows.RowScreen) tea.Cmd { return s.Push(rows.New(s, s.ScopeRun(), listing)) },
		widget.When(func() bool { return len(s.Runs) == 0 }, "no run is open"))...)
}

func modelAction(d *views.Data, c *views.Console, modelAccess *views.ModelAccess, currentRunIndex func() int) widget.Action {
	return widget.Action{
		Name: "model", Short: "choose the model", Effect: widget.Asks,
		Help:     "`:model python3 model.py` chooses the model to ask: a command (run without a shell), a URL, demo or executor",
		Disabled: widget.When(func() bool { return modelAccess.StartModel == nil || len(d.Runs) == 0 }, "no model is available here"),
		Values:   func() []string { return []string{"demo", views.Executor} },
		With: func(name string) tea.Cmd {
			start, ctx := modelAccess.Starter(name, d.Run(currentRunIndex())), d.Context()
			c.ShowText("starting the model " + name + " …")
			return func() tea.Msg {
				m, err := start(ctx)
				if err != nil {
					return views.ErrorFlash(loaders.Clean(err.Error()))
				}
				keys := " is ready: `a` asks it, `e` edits a text input, `-` removes words"
				if name == views.Executor {
					keys = " is ready: `a` asks, `-` removes objects"
				}
				return views.StartedModel{Model: name, Say: "the model " + loaders.Clean(m.Declaration().Model) + keys}
			}
		},
	}
}

// openDials gives the row an Undo that takes back everything since it was opened, so that trying
// settings is safe; Number opens a line for a value.
func openDials(c *views.Console, t *views.UndoHistory, listActions func() []widget.Action) tea.Cmd {
	before := t.Done()
	return c.Push(c.NewModal(&widget.FocusedSettingsBar{
		Of: listActions, Name: &c.Dial, Close: c.Pop,
		Undo: func() tea.Cmd {
			var cmds []tea.Cmd
			for t.Done() > before {
				_, cmd := t.Undo()
				cmds = append(cmds, cmd)
			}
			c.Pop()
			return tea.Batch(cmds...)
		},
		Number: func(a widget.Action) tea.Cmd {
			if a.With == nil {
				return c.ShowText("this setting isn't a number: use < and >")
			}
			return c.Push(c.NewLine(a))
		},
	}))
}

// KeySection is the key table of one screen.
type KeySection struct {
	Screen  string
	Actions []widget.Action
}

// KeyTable returns every screen's actions for the documentation, with the session's keys, the
// global ones first. The first run of s must have an example.
func KeyTable(s *views.Session) []KeySection {
	list := examples.New(s, 0, examples.Filter{})
	none := func() []widget.Action { return nil }
	sections := []KeySection{
		{"Everywhere", Global(s, none, none, nil)},
		{"Runs", runs.New(s).Actions()},
		{"Examples", list.Actions()},
		{"Groups", groups.New(s, 0, "", "").Actions()},
		{"Example", example.New(s, 0, 0, list).Actions()},
		{"Compare", compare.New(s, 0, min(1, len(s.Runs)-1), "").Actions()},
		{"Results", results.New(s, 0, "").Actions()},
		{"Tables", rows.New(s, 0, rows.Listings[0]).Actions()}, // all are alike
		{"Problems", problems.New(&s.Data, &s.Console, nil).Actions()},
		{"Help", help.New(&s.Console, nil, nil).Actions()},
	}
	for i := range sections {
		sections[i].Actions = widget.Bind(sections[i].Actions, s.Keys)
	}
	return sections
}
