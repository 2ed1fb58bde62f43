package whatif

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/executor/ask"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Actions implements [views.View]. The screen settles after each.
func (v *screen) Actions() []widget.Action {
	actions := widget.MoveActions(v.scroller)
	actions = append(actions, v.paneActions()...)
	actions = append(actions, v.changeActions()...)
	actions = append(actions, v.stepActions()...)
	actions = append(actions, v.readingActions()...)
	var about *loaders.Example
	if v.trial != nil {
		about = v.trial.logged
	}
	actions = append(actions, asking(v.s, v.scored, about))
	actions = append(actions, views.SettingsActions(v.s)...)
	return widget.After(actions, widget.Do(v.settle))
}

func (v *screen) scroller() widget.Scroller {
	if v.focus == boxesPane {
		return &v.boxes.table
	}
	return v.program
}

func (v *screen) noBoxes() string {
	return cmp.Or(v.unread(), widget.If(v.boxes.table.Count() == 0, "the selected module returns neither boxes nor tokens"))
}

func (v *screen) paneActions() []widget.Action {
	return []widget.Action{
		{Name: "pane", Keys: []string{"tab", "shift+tab"}, Help: "switch between the program and the module's boxes or tokens", Group: "Move", Footer: true, Disabled: v.noBoxes,
			Run: widget.Do(func() { v.focus = boxesPane - v.focus })},
		{Name: "boxes", Keys: []string{"enter", "l", "right"}, Help: "into the module's boxes or tokens", Group: "Move", Disabled: v.noBoxes,
			Run: widget.Do(func() { v.focus = boxesPane })},
		{Name: "leave", Keys: []string{"h", "left", "backspace"}, Help: "return to the program, then to the example", Group: "Move", Run: v.leave},
		{Name: "side", Keys: []string{"f"}, Help: "show the evidence before or after, where one has room", Group: "Move", Disabled: v.unread,
			Run: widget.Do(func() { v.early = !v.early })},
	}
}

func (v *screen) leave() tea.Cmd {
	if v.focus == boxesPane {
		v.focus = programPane
		return nil
	}
	return v.s.Pop()
}

// change returns the handler of an edit of the selected module.
func (v *screen) change(with func(node int) error) func() tea.Cmd {
	return func() tea.Cmd {
		node := v.program.Node()
		if err := with(node); err != nil {
			return v.s.Post(views.Flash{Text: loaders.Clean(err.Error()), Bad: true})
		}
		v.weigh()
		v.program.SelectNode(node)
		return nil
	}
}

// edit returns the handler of a change to what the selected module returns.
func (v *screen) edit(with func(e *edit)) func() tea.Cmd {
	return v.change(func(node int) error {
		e := v.trial.edit(node)
		with(&e)
		return v.trial.set(node, e)
	})
}

func (v *screen) changeActions() []widget.Action {
	act := func(name, help string, run func() tea.Cmd, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "Change", Disabled: v.unread, Run: run}
	}
	actions := []widget.Action{
		act("gold", "set the module's output to its gold, or back", v.change(v.toggle(true)), "s"),
		act("switch", "switch the selected box or token on or off, or back", v.flip, "space", "t"),
		act("none", "let the module choose no box or token, or back", v.change(v.toggle(false)), "d"),
		act("scale-up", "multiply the module's probabilities by 1.25", v.edit(func(e *edit) { e.scale(1.25) }), ">", "M"),
		act("scale-down", "divide them by 1.25", v.edit(func(e *edit) { e.scale(1 / 1.25) }), "<", "L"),
		act("sharpen", "calibrate towards 0 and 1 (eq. 16 of ∇-FOL)", v.edit(func(e *edit) { e.sharp++ }), "x"),
		act("soften", "calibrate towards one half", v.edit(func(e *edit) { e.sharp-- }), "X"),
		act("cut", "round to 0 and 1 at the threshold, or no longer", v.edit(func(e *edit) { e.cut(v.s.Settings.Threshold) }), "c"),
		act("operator", "put the next operator or quantifier of its kind in the module's place", v.change(func(node int) error { return v.trial.operator(node) }), "o"),
		act("more", "add 1 to a number of the program", v.change(func(node int) error { return v.trial.add(node, 1) }), "n", "+"),
		act("fewer", "take 1 from a number of the program", v.change(func(node int) error { return v.trial.add(node, -1) }), "N", "-"),
	}
	actions[0].Footer, actions[1].Footer, actions[8].Footer = true, true, true
	actions[1].Disabled = v.noBoxes
	argument := act("argument", "give the module another argument: `:argument blue`", func() tea.Cmd {
		return v.s.Post(views.Flash{Text: "type it behind the name, as in :argument blue"})
	}, "e")
	argument.With = func(text string) tea.Cmd { return v.edit(func(e *edit) { e.Text = text })() }
	return append(actions, argument, v.changing())
}

// readingActions change how numbers are read; what was changed stays.
func (v *screen) readingActions() []widget.Action {
	act := func(name, help, key string, words []string, at func() int, set func(at int)) widget.Action {
		read := func(at int) tea.Cmd {
			set(at)
			return v.load(v.s.Reading)
		}
		return widget.Action{
			Name: name, Keys: []string{key}, Help: help, Group: "Scores", Disabled: v.countless, Values: func() []string { return words },
			Run: func() tea.Cmd { return read((max(0, at()) + 1) % len(words)) },
			With: func(word string) tea.Cmd {
				at := slices.Index(words, word)
				if at < 0 {
					return v.s.Post(views.Flash{Text: name + " is one of " + strings.Join(words, ", "), Bad: true})
				}
				return read(at)
			},
		}
	}
	r := &v.s.Reading
	return []widget.Action{
		act("counting", "count sets in the next way: as the run, by its network as logged, as a sum, by the graph", "#", nmn.Countings,
			func() int { return slices.Index(nmn.Countings, r.Counting) }, func(at int) { r.Counting = nmn.Countings[at] }),
		act("spread", "read the spread of a number as the paper does, or as the code", "V", nmn.Spreads,
			func() int { return int(r.Spread) }, func(at int) { r.Spread = nmn.Spread(at) }),
	}
}

// toggle sets the output of a module to its gold, else to nothing, or back.
func (v *screen) toggle(gold bool) func(node int) error {
	return func(node int) error {
		e := v.trial.edit(node)
		if e.Output != nil && e.gold == gold {
			e.Output, e.gold = nil, false
		} else if err := v.output(node, &e, gold); err != nil {
			return err
		}
		return v.trial.set(node, e)
	}
}

// flip switches the selected box.
func (v *screen) flip() tea.Cmd {
	row, what, half := v.boxes.rows[v.boxes.table.Selected()], "box", 0.5
	if v.boxes.text {
		what, half = "token", slices.Max(v.trial.after.Program[v.boxes.node].Output.Tokens)/2
	}
	return v.edit(func(e *edit) { e.flip(row.image, row.box, row.after > half, what) })()
}

func (v *screen) stepActions() []widget.Action {
	unchanged := func() string {
		if why := v.unread(); why != "" {
			return why
		}
		return widget.If(len(v.trial.steps) == 1, "nothing is changed")
	}
	return []widget.Action{
		{Name: "undo", Keys: []string{"u"}, Help: "undo the last step", Group: "Change", Footer: true, Disabled: unchanged,
			Run: v.change(func(int) error { return v.trial.undo() })},
		{Name: "original", Keys: []string{"D"}, Help: "take all changes back; undo brings them again", Group: "Change", Disabled: unchanged,
			Run: v.change(func(int) error { return v.trial.step(edits{}) })},
		{Name: "save", Keys: []string{"w"}, Help: "save what came of it as a run of its own", Group: "Change", Effect: widget.Writes, Footer: true, Disabled: func() string {
			return cmp.Or(widget.If(v.s.Save == nil, "nothing can be written here"), unchanged())
		}, Run: v.save},
	}
}

func (v *screen) save() tea.Cmd {
	run, ex := v.scored.Run, v.trial.after
	return func() tea.Msg {
		path, err := v.s.Save(run, ex)
		if err != nil {
			return views.Flash{Text: loaders.Clean(err.Error()), Bad: true}
		}
		return views.Flash{Text: "saved as " + loaders.Clean(path)}
	}
}

// Actions are the keys that open this screen from the one that shows example at
// of the session's run; ex is nil while it is being read.
func Actions(s *views.Session, run, at int, ex *loaders.Example) []widget.Action {
	return []widget.Action{
		{Name: "what-if", Keys: []string{"W"}, Help: "change what modules return, and see what becomes of the answer", Group: "Change", Footer: true,
			Disabled: func() string {
				return cmp.Or(widget.If(ex == nil, "the example is still being read"),
					widget.If(ex != nil && len(ex.Program) == 0, "there is no program to change"))
			},
			Run: func() tea.Cmd { return s.Push(New(s, run, at)) }},
		asking(s, s.Runs[run], ex),
	}
}

// asking is the action that asks a typed program of an example's picture.
func asking(s *views.Session, scored *session.Scored, ex *loaders.Example) widget.Action {
	return widget.Action{
		Name: "ask", Keys: []string{"F"}, Help: "ask your own question: `:ask exist(find[square])`", Group: "Change",
		Disabled: func() string {
			return cmp.Or(widget.If(s.Oracle == nil, "nobody knows the objects of the pictures: start with --oracle"),
				widget.If(ex == nil || len(ex.Images) == 0, "the example has no picture"))
		},
		Run: func() tea.Cmd {
			return s.Post(views.Flash{Text: "type a program behind the name, as in :ask exist(filter[yellow](find[square])) or :ask exists x: square(x) & yellow(x)"})
		},
		With: func(text string) tea.Cmd { return s.Push(newAsked(s, scored, ex, text)) },
	}
}

// New returns the screen of example at of the session's run.
func New(s *views.Session, run, at int) views.View {
	v, scored := newScreen(s, s.Runs[run], "what if"), s.Runs[run]
	v.way = []views.Step{views.Do("what-if")}
	v.load = func(reading nmn.Reading) tea.Cmd {
		return func() tea.Msg {
			ex := scored.Run.Example(at)
			if s.Executor == nil {
				return loaded{of: v, example: ex, err: errors.New("nothing runs programs here")}
			}
			return loaded{v, ex, s.Executor(context.Background(), scored.Run, reading), evidence.Photos(scored.Run, ex), nil}
		}
	}
	return v
}

// newAsked returns the screen of a question that somebody types about the
// first picture of an example.
func newAsked(s *views.Session, scored *session.Scored, about *loaders.Example, text string) views.View {
	v := newScreen(s, scored, "ask")
	v.way = []views.Step{views.Do("ask", text)}
	v.load = func(nmn.Reading) tea.Cmd {
		return func() tea.Msg {
			scene, err := s.Oracle.Scene(dfol.PictureOf(about))
			if err != nil {
				return loaded{of: v, example: about, err: err}
			}
			ex, x, err := ask.Ask(text, scene, s.Oracle.Concepts, s.Oracle.Settings)
			if err != nil {
				return loaded{of: v, example: about, err: err}
			}
			ex.Images[0].Path = about.Images[0].Path
			return loaded{v, ex, x, evidence.Photos(scored.Run, ex), nil}
		}
	}
	return v
}

func newScreen(s *views.Session, scored *session.Scored, name string) *screen {
	v := &screen{s: s, scored: scored, name: name, program: evidence.NewProgram(), boxes: newBoxes(s)}
	say := func(text string) tea.Cmd { return s.Post(views.Flash{Text: text}) }
	for i := range v.sides {
		v.sides[i].panel = evidence.NewPanel(say)
	}
	v.program.Open = func() tea.Cmd {
		v.focus = boxesPane
		v.settle()
		return nil
	}
	v.program.Moved = v.settle
	module := v.program.Entries
	v.program.Entries = func(i int) []widget.Entry { return append(module(i)[:1], v.entries(v.program.NodeAt(i))...) }
	v.boxes.table.Moved = v.settle
	v.boxes.table.Open = func() tea.Cmd {
		cmd := v.flip()
		v.settle()
		return cmd
	}
	return v
}
