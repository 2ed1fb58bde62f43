package example

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor/ask"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

// changing is the mode in which modules are changed and the answer follows.
type changing struct {
	trial    *whatif.Trial // nil before anybody asked what if
	on       bool          // what came of it is shown
	starting bool          // what runs the program is sought
	after    *scoring.ExampleScore
	before   evidence.Reference // the selected module as it was
}

// Waiting implements [views.Waiting].
func (v *screen) Waiting() bool { return v.read.ex == nil || v.starting }

// begin shows what came of changes, and then goes on; the program has to be run as it
// is at first.
func (v *screen) begin(then func() tea.Cmd) tea.Cmd {
	if v.trial != nil {
		v.on = true
		return then()
	}
	return v.start(then)
}

// start runs the program as it is, beside the screen, and puts the changes that there
// are in force again.
func (v *screen) start(then func() tea.Cmd) tea.Cmd {
	v.starting = true
	run, ex, reading := v.read.of, v.read.ex, v.s.Reading
	return v.fetch(func() func() tea.Cmd {
		x, err := v.read.executor, error(nil)
		if x == nil && v.s.Executor == nil {
			err = errors.New("nothing runs programs here")
		} else if x == nil {
			x = v.s.Executor(context.Background(), run, reading)
		}
		var trial *whatif.Trial
		if err == nil {
			trial, err = whatif.New(x, ex)
		}
		return func() tea.Cmd {
			v.starting = false
			if err == nil && v.trial != nil {
				err = trial.Put(v.trial.Now)
			}
			if err != nil {
				return v.s.Post(views.Flash{Text: "what if cannot be asked here: " + loaders.Clean(err.Error()), Bad: true})
			}
			v.trial, v.on = trial, true
			v.weigh()
			return then()
		}
	})
}

// weigh scores what the changes made, and shows the program, which may have other
// operators now.
func (v *screen) weigh() {
	if v.after = nil; v.trial == nil {
		return
	}
	if score, ok := v.s.Runs[v.run].Weigh(v.trial.After).Score(v.s.Settings); ok {
		v.after = &score
	}
}

// change returns the handler of a change of the selected module, which begins what
// if. It can be taken back.
func (v *screen) change(with func(node int) error) func() tea.Cmd {
	return func() tea.Cmd {
		return v.begin(func() tea.Cmd {
			trial, was := v.trial, v.trial.Now
			if err := with(v.program.Node()); err != nil {
				return v.s.Post(views.Flash{Text: loaders.Clean(err.Error()), Bad: true})
			}
			v.weigh()
			is := trial.Now
			put := func(e whatif.Edits) func() tea.Cmd {
				return widget.Do(func() {
					if err := trial.Put(e); err == nil && v.trial == trial {
						v.weigh()
						v.settle()
					}
				})
			}
			v.s.Did(views.Deed{Said: cmp.Or(strings.Join(trial.Said(), "; "), "no change is left"), Undo: put(was), Redo: put(is)})
			return nil
		})
	}
}

// edit is change of what the selected module returns.
func (v *screen) edit(with func(e *whatif.Edit)) func() tea.Cmd {
	return v.change(func(node int) error {
		return v.trial.Edit(node, func(e *whatif.Edit) error {
			with(e)
			return nil
		})
	})
}

// unchangeable says why no module can be changed.
func (v *screen) unchangeable() string {
	return cmp.Or(v.unread(), widget.If(v.program.Node() < 0, "there is no program to change"))
}

// unchanged says why there is no change to do anything with.
func (v *screen) unchanged() string {
	return cmp.Or(v.unchangeable(), widget.If(v.trial == nil || len(v.trial.Now) == 0, "nothing is changed"))
}

// whatIfActions are the keys that change modules.
func (v *screen) whatIfActions() []widget.Action {
	act := func(name string, run func() tea.Cmd) widget.Action {
		return widget.Action{Name: name, Disabled: v.unchangeable, Run: run}
	}
	none := func() tea.Cmd { return nil }
	actions := []widget.Action{
		act("what-if", func() tea.Cmd { return v.begin(none) }),
		act("set-gold", v.change(func(node int) error { return v.trial.Toggle(node, true, v.s.Settings.IoU) })),
		act("set-none", v.change(func(node int) error { return v.trial.Toggle(node, false, v.s.Settings.IoU) })),
		act("cut", v.edit(func(e *whatif.Edit) { e.Cut(v.s.Settings.Threshold) })),
		act("operator", v.change(func(node int) error { return v.trial.Operator(node) })),
		act("add", v.put(true)), act("remove", v.put(false)),
		act("original", v.change(func(int) error { return v.trial.Put(whatif.Edits{}) })),
		act("save-run", v.save), act("edit", nil), act(views.StepEdit, nil),
	}
	actions[7].Disabled = v.unchanged
	actions[8].Effect, actions[8].Disabled = widget.Writes, func() string {
		return cmp.Or(widget.If(v.s.Save == nil, "nothing can be written here"), v.unchanged())
	}
	for i := range actions[5:7] {
		actions[5+i].Footer, actions[5+i].Help = v.on, "put in or take away the box or token of the selected row, or 1 of a number of the program"
	}
	actions[9].Help = "give the module another argument: `:edit blue`"
	actions[9].Values = func() []string { return []string{v.shownExample().Program[v.program.Node()].Text} }
	actions[9].With = func(text string) tea.Cmd { return v.edit(func(e *whatif.Edit) { e.Text = text })() }
	actions[10].Help = "`:set-module 2 scale 1.5` changes a module by its number: gold, none, op NAME, scale X, sharp N, cut X, set IMAGE/BOX=P, text WORDS"
	actions[10].With = func(text string) tea.Cmd {
		return v.change(func(int) error { return v.trial.Read(strings.Fields(text), v.s.Settings.IoU) })()
	}
	return append(append(actions, v.askAction()), append(v.readingActions(), v.dials()...)...)
}

// put returns what puts in what the cursor is on, or takes it away.
func (v *screen) put(in bool) func() tea.Cmd {
	return v.change(func(node int) error {
		if v.trial.Number(node) {
			return v.trial.Add(node, map[bool]int{true: 1, false: -1}[in])
		}
		image, at, ok := v.evidence.Target()
		if !ok || v.focus != evidencePane {
			return errors.New("select a box or a token among the words of the evidence: tab goes there, `v b` lists more")
		}
		return v.trial.Switch(node, image, at, in)
	})
}

// dials are the settings of the selected module while what if is shown.
func (v *screen) dials() []widget.Action {
	if !v.on || v.program.Node() < 0 {
		return nil
	}
	now := v.trial.Now[v.program.Node()]
	scale, sharp := 1., "none"
	if now.Scale != nil {
		scale = *now.Scale
	}
	if now.Sharp != 0 {
		sharp = fmt.Sprintf("%+d", now.Sharp)
	}
	return []widget.Action{
		{Name: "scale", Help: "multiply the module's probabilities by 1.25, or divide them", Shown: func() string { return "scale ×" + widget.Small(scale) },
			Turn: func(by int) tea.Cmd {
				return v.edit(func(e *whatif.Edit) { e.Times(map[bool]float64{true: 1.25, false: 1 / 1.25}[by > 0]) })()
			}},
		{Name: "calibration", Help: "sharpen the module's probabilities towards 0 and 1, or soften them (eq. 16 of ∇-FOL)", Shown: func() string { return "calibration " + sharp },
			Turn: func(by int) tea.Cmd { return v.edit(func(e *whatif.Edit) { e.Sharp += by })() }},
	}
}

// readingActions change how numbers are read; what was changed stays.
func (v *screen) readingActions() []widget.Action {
	countless := func() string {
		return cmp.Or(v.unchangeable(), widget.If(v.read.ex != nil && !slices.ContainsFunc(v.read.ex.Program, func(m loaders.Module) bool {
			return m.Output.Number != nil || m.Op == "count"
		}), "the program counts nothing"))
	}
	act := func(name string, words []string, at func() int, set func(at int)) widget.Action {
		read := func(at int) tea.Cmd {
			set(at)
			return v.start(func() tea.Cmd { return v.s.Post(views.Flash{Text: v.s.Reading.String()}) })
		}
		return widget.Action{
			Name: name, Disabled: countless, Values: func() []string { return words },
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
		act("counting", nmn.Countings, func() int { return slices.Index(nmn.Countings, r.Counting) }, func(at int) { r.Counting = nmn.Countings[at] }),
		act("spread", nmn.Spreads, func() int { return int(r.Spread) }, func(at int) { r.Spread = nmn.Spread(at) }),
	}
}

func (v *screen) save() tea.Cmd {
	run, ex := v.read.of, v.trial.After
	return func() tea.Msg {
		path, err := v.s.Save(run, ex)
		if err != nil {
			return views.Flash{Text: loaders.Clean(err.Error()), Bad: true}
		}
		return views.Flash{Text: "saved as " + loaders.Clean(path)}
	}
}

// askAction asks a typed program of the example's picture.
func (v *screen) askAction() widget.Action {
	return widget.Action{
		Name: "ask", Help: "ask a question of your own about the picture: `:ask exist(find[square])`",
		Disabled: func() string {
			return cmp.Or(widget.If(v.s.Oracle == nil, "nobody knows the objects of the pictures: start with --oracle"), v.unread(),
				widget.If(v.read.ex != nil && len(v.read.ex.Images) == 0, "the example has no picture"))
		},
		Values: func() []string {
			return []string{cmp.Or(v.asked, "exist(filter[yellow](find[square]))"), "exists x: square(x) & yellow(x)"}
		},
		With: func(text string) tea.Cmd {
			asked := New(v.s, v.run, v.read.at, v.list).(*screen)
			asked.asked, asked.source = text, v.read.ex
			return v.s.Push(asked)
		},
	}
}

// readAsked reads what was asked in place of an example of the run: it is about the
// picture of one.
func (v *screen) readAsked() tea.Cmd {
	text, about, scored := v.asked, v.source, v.s.Runs[v.run]
	return v.fetch(func() func() tea.Cmd {
		scene, err := v.s.Oracle.Scene(dfol.PictureOf(about))
		fail := func() tea.Cmd {
			v.s.Pop()
			return v.s.Post(views.Flash{Text: "this cannot be asked: " + loaders.Clean(err.Error()), Bad: true})
		}
		if err != nil {
			return fail
		}
		ex, x, err2 := ask.Ask(text, scene, v.s.Oracle.Concepts, v.s.Oracle.Settings)
		if err = err2; err != nil {
			return fail
		}
		ex.Images[0].Path = about.Images[0].Path
		return func() tea.Cmd {
			v.show(read{at: -1, of: scored.Run, ex: ex, held: scored.Weigh(ex), photos: evidence.Photos(scored.Run, ex), executor: x})
			return v.begin(func() tea.Cmd { return nil })
		}
	})
}
