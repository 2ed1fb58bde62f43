package example

import (
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Actions returns the example's keys. The screen settles after each.
func (v *screen) Actions() []widget.Action {
	single := []widget.Action{explainAction(v), v.exportAction(v.evidence), HeatAction(v.s),
		{Name: "copy-words", Effect: widget.Leaves, Disabled: v.whyUnread, Run: func() tea.Cmd { return v.copyWords(v.evidence) }}}
	run, shown := func() int { return v.run }, func() *loaders.Example { return v.read.ex }
	return widget.After(slices.Concat(widget.MoveActions(v.scroller), v.paneActions(), v.listActions(), v.runActions(),
		v.evidence.Actions(), v.aboutActions(), single, views.CopyActions(v.s, run, shown, v.whyUnread), v.markActions(v.program),
		v.paper.over(v.model.over(append(v.whatIfActions(), v.askAction()))), v.readingActions(),
		v.dials(), v.model.dials(), v.paper.dials(),
		views.SettingsActions(v.s, v.run)), widget.Do(v.settle))
}

func (v *screen) paneActions() []widget.Action {
	pane := func(name string) widget.Action {
		return widget.Action{Name: name, Help: "go to the evidence, to the links under about, to the program",
			Run:      widget.Do(func() { v.focus = v.next() }),
			Disabled: widget.When(func() bool { return v.read.ex == nil || v.next() == v.focus }, "there is nothing else to look at")}
	}
	next := pane("next-pane")
	next.Footer, next.Short = true, "pane"
	return []widget.Action{
		next, pane("previous-pane"),
		{Name: "open", Help: "into the evidence, where j and k move; under about, to the examples that the number rests on", Run: func() tea.Cmd {
			if v.focus == aboutPane {
				return lead(v)
			}
			return v.toEvidence()
		}},
		{Name: "move-left", Help: "to the module's parent; over an enlarged picture, to another one, to the number before",
			Run: widget.Do(func() { v.across(-1) })},
		{Name: "move-right", Help: "to the module's first input; over an enlarged picture, to another one, to the next number",
			Run: widget.Do(func() { v.across(1) })},
		{Name: "culprit", Run: func() tea.Cmd {
			at := v.program.Culprit()
			if v.program.Node() == at { // else nothing would show that the key was read
				return v.s.Post(views.Flash{Text: "this is the culprit: " + evidence.Label(&v.read.ex.Program[at])})
			}
			v.program.SelectNode(at)
			v.focus = programPane
			return nil
		}, Disabled: widget.When(func() bool { return v.program.Culprit() < 0 }, "no module with right inputs is below the bar")},
		{Name: "module", Help: "`:module 2` selects a module by its number, from 0 for the root", With: v.selectModule,
			Disabled: widget.When(func() bool { return v.program.Node() < 0 }, "the example has no program")},
		{Name: "zoom", Footer: true, Help: "give the picture the screen; again: 2:1, 4:1, then texts that are cut; without a picture, all texts",
			Run: func() tea.Cmd {
				if v.focus != aboutPane && v.evidence.Zoom() {
					if v.evidence.Wide() {
						v.focus = evidencePane
						return nil
					}
					if !v.cuts() {
						return nil
					}
				}
				return v.s.Push(views.NewNote(v.s, "about "+v.read.ex.ID, append(whole(v.read.ex), v.about.text()...)))
			}, Disabled: v.whyUnread},
		{Name: "unwind", Run: widget.Do(v.unwind),
			Disabled: widget.When(func() bool {
				return v.evidence.Layer() == nil && v.focus == v.first() && !v.on && !v.model.on && !v.paper.on
			}, "nothing is open here")},
	}
}

// unwind closes one layer; leaving what if leaves its changes in force.
func (v *screen) unwind() {
	switch leave := v.evidence.Layer(); {
	case v.model.busy != "":
		v.model.halt()
	case leave != nil:
		leave()
	case v.paper.on:
		v.paper.on = false
	case v.model.on:
		v.model.on = false
	case v.focus != v.first():
		v.focus = v.first()
	case v.asked == "":
		v.on = false
	}
}

func (v *screen) listActions() []widget.Action {
	along := func(name, none string, d int, failure bool) widget.Action {
		ahead := d > 0 && failure
		return widget.Action{Name: name, Footer: ahead, Short: widget.If(ahead, "failure"), Run: func() tea.Cmd {
			next, found := v.follower(d, failure)
			if !found {
				return v.s.Post(views.Flash{Text: none})
			}
			v.asked = ""
			return v.open(next)
		}}
	}
	return []widget.Action{
		GotoAction(v.s, v.list, func(at int) tea.Cmd {
			if at = v.twin(at, v.home, v.run); at < 0 {
				return v.s.Post(views.Flash{Text: "the run does not have this example", Bad: true})
			}
			return v.open(at)
		}),
		along("next-failure", "no further failure in the list", 1, true),
		along("previous-failure", "no earlier failure in the list", -1, true),
		along("next-example", "this is the list's last example", 1, false),
		along("previous-example", "this is the list's first example", -1, false),
	}
}

// markActions are the keys that mark, tag and note the example, and the
// selected module.
func (r *record) markActions(p *evidence.Program) []widget.Action {
	run := func() int { return r.run }
	whole := views.Marking{
		Session: r.s, Run: run, None: r.whyUnread, What: "example",
		At: func() (string, int) { return r.read.ex.ID, marks.Whole },
	}
	module := views.Marking{
		Session: r.s, Run: run, What: "module", Suffix: "-module",
		None: widget.When(func() bool { return r.read.ex == nil || p.Node() < 0 }, "no module is selected"),
		At:   func() (string, int) { return r.read.ex.ID, p.Node() },
	}
	return append(whole.Actions(), module.Actions()...)
}

// HeatAction shows heat, or only the text below it, on every screen.
func HeatAction(s *views.Session) widget.Action {
	return widget.Action{Name: "heat", Run: widget.Do(func() { s.NoHeat = !s.NoHeat })}
}

// copied is what a module's words are copied as.
type copied struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Answer   string   `json:"answer"`
	Gold     string   `json:"gold"`
	Node     int      `json:"node"`
	Module   string   `json:"module"`
	Settings string   `json:"settings"`
	Words    []string `json:"words"`
}

func (r *record) copyWords(p *evidence.Panel) tea.Cmd {
	ex := r.read.ex
	text, err := json.MarshalIndent(copied{
		ID: ex.ID, Question: ex.Question, Answer: ex.Answer.Predicted, Gold: ex.Answer.Gold,
		Node: p.Node(), Module: p.Title(), Settings: r.s.SettingsText(r.run), Words: p.Words(),
	}, "", "  ")
	if err != nil {
		return r.s.Post(views.Flash{Text: err.Error(), Bad: true})
	}
	return r.s.Post(views.Copy{Text: string(loaders.EscapeJSON(text)), What: "the module's words", Lines: true})
}

// aboutActions are the keys of the block.
func (v *screen) aboutActions() []widget.Action {
	none := widget.When(func() bool { return len(v.about.rows) == 0 }, "neither the record nor a protocol says more about this example")
	return append(relatedActions(v), widget.Action{Name: "about", Disabled: none, Run: widget.Do(func() {
		if v.about.folded = !v.about.folded; v.focus == aboutPane {
			v.focus = v.first()
		}
	})})
}
