package example

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

// Actions returns the example's keys. The screen settles after each.
func (v *screen) Actions() []widget.Action {
	actions := widget.MoveActions(v.scroller)
	actions = append(actions, v.paneActions()...)
	actions = append(actions, v.listActions()...)
	actions = append(actions, v.runActions()...)
	actions = append(actions, v.evidence.Actions()...)
	actions = append(actions, v.aboutActions()...)
	actions = append(actions, explainAction(v))
	actions = append(actions, v.copyActions()...)
	actions = append(actions, v.markActions()...)
	actions = append(actions, whatif.Actions(v.s, v.run, v.read.at, v.read.ex)...)
	actions = append(actions, views.SettingsActions(v.s)...)
	return widget.After(actions, widget.Do(v.settle))
}

func (v *screen) paneActions() []widget.Action {
	return []widget.Action{
		{Name: "pane", Keys: []string{"tab", "shift+tab"}, Help: "switch between the program, the evidence and what leads on under about", Group: "Move", Footer: true, Run: widget.Do(func() { v.focus = v.next() }),
			Disabled: widget.When(func() bool { return v.read.ex == nil || v.next() == v.focus }, "there is nothing else to look at")},
		{Name: "evidence", Keys: []string{"enter"}, Help: "into the evidence, where j and k move; under about, to the examples that the number rests on", Group: "Move", Run: func() tea.Cmd {
			if v.focus == aboutPane {
				return lead(v)
			}
			return v.toEvidence()
		}},
		{Name: "right", Keys: []string{"l", "right"}, Help: "into the evidence; pan an enlarged picture; the next number", Group: "Move", Run: func() tea.Cmd {
			switch v.focus {
			case aboutPane:
				v.about.Move(1)
				return nil
			case evidencePane:
				v.evidence.Pan(1)
			}
			return v.toEvidence()
		}},
		{Name: "left", Keys: []string{"h", "left"}, Help: "to the program, then to the list; pan an enlarged picture; the number before", Group: "Move", Run: func() tea.Cmd {
			switch {
			case v.focus == aboutPane && v.about.at > 0:
				v.about.Move(-1)
			case v.focus != evidencePane || !v.evidence.Pan(-1):
				return v.leave()
			}
			return nil
		}},
		{Name: "leave", Keys: []string{"backspace"}, Help: "return to the program, then to the list", Group: "Move", Run: v.leave},
		{Name: "culprit", Keys: []string{"c"}, Help: "go to the first wrong module", Group: "Move", Run: func() tea.Cmd {
			at := v.program.Culprit()
			if v.program.Node() == at { // nothing else would show that the key was read
				return v.s.Post(views.Flash{Text: "this is the culprit: " + evidence.Label(&v.read.ex.Program[at])})
			}
			v.program.SelectNode(at)
			v.focus = programPane
			return nil
		}, Disabled: widget.When(func() bool { return v.program.Culprit() < 0 }, "no module is below the bar with right inputs")},
		{Name: "module", Help: "`:module 2` selects a module by its number, from 0 for the root", Group: "Move", With: v.selectModule,
			Disabled: widget.When(func() bool { return v.program.Node() < 0 }, "the example has no program")},
		{Name: "unwind", Keys: []string{"esc"}, Help: "leave the zoom, large image, words or evidence", Group: "Move", Run: widget.Do(v.unwind),
			Disabled: widget.When(func() bool { return v.evidence.Layer() == nil && v.focus == v.first() }, "nothing is open here")},
	}
}

func (v *screen) leave() tea.Cmd {
	if v.focus != v.first() {
		v.focus = v.first()
		return nil
	}
	return v.s.Post(views.Pop{})
}

func (v *screen) listActions() []widget.Action {
	along := func(name, help, none string, d int, failure bool, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "List", Footer: d > 0, Run: func() tea.Cmd {
			next, found := v.list.Next(v.wanted, d, failure)
			if !found {
				return v.s.Post(views.Flash{Text: none})
			}
			return v.open(next)
		}}
	}
	return []widget.Action{
		GotoAction(v.s, v.list, v.open),
		along("next-failure", "go to the next wrong, unfaithful or broken example", "no further failure in the list", 1, true, "]", "e"),
		along("previous-failure", "go to the previous one", "no earlier failure in the list", -1, true, "[", "E"),
		along("next-example", "go to the next example of the list", "this is the list's last example", 1, false, "n", ">"),
		along("previous-example", "go to the previous example of the list", "this is the list's first example", -1, false, "N", "<"),
	}
}

func (v *screen) copyActions() []widget.Action {
	return append(views.CopyActions(v.s, func() int { return v.run }, func() *loaders.Example { return v.read.ex }, v.unread),
		widget.Action{Name: "copy-words", Effect: widget.Leaves, Disabled: v.unread, Run: v.copyWords})
}

// markActions are the keys that mark, tag and note the example, and the
// selected module.
func (v *screen) markActions() []widget.Action {
	run := func() int { return v.run }
	whole := views.Marking{
		Session: v.s, Run: run, None: v.unread, What: "example",
		At: func() (string, int) { return v.read.ex.ID, marks.Whole },
	}
	module := views.Marking{
		Session: v.s, Run: run, What: "module", Suffix: "-module",
		None: widget.When(func() bool { return v.read.ex == nil || v.program.Node() < 0 }, "no module is selected"),
		At:   func() (string, int) { return v.read.ex.ID, v.program.Node() },
	}
	return append(whole.Actions(), module.Actions()...)
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

func (v *screen) copyWords() tea.Cmd {
	ex := v.read.ex
	text, err := json.MarshalIndent(copied{
		ID: ex.ID, Question: ex.Question, Answer: ex.Answer.Predicted, Gold: ex.Answer.Gold,
		Node: v.evidence.Node(), Module: v.evidence.Title(), Settings: v.s.SettingsText(v.run), Words: v.evidence.Words(),
	}, "", "  ")
	if err != nil {
		return v.s.Post(views.Flash{Text: err.Error(), Bad: true})
	}
	return v.s.Post(views.Copy{Text: string(loaders.EscapeJSON(text)), What: "the module's words", Lines: true})
}

// aboutActions are the keys of the block.
func (v *screen) aboutActions() []widget.Action {
	none := widget.When(func() bool { return len(v.about.facts) == 0 }, "neither the record nor a protocol says more of this example")
	return []widget.Action{
		{Name: "about", Keys: []string{"f"}, Help: "fold or unfold what is said about the example", Group: "Example", Disabled: none, Run: widget.Do(func() {
			if v.about.folded = !v.about.folded; v.focus == aboutPane {
				v.focus = v.first()
			}
		})},
		relatedAction(v),
		{Name: "about-all", Keys: []string{"M"}, Help: "read the question, the answers, what modules said and all about the example", Group: "Example", Disabled: v.unread,
			Run: func() tea.Cmd {
				return v.s.Push(views.NewNote(v.s, "about "+v.read.ex.ID, append(whole(v.read.ex), v.about.text()...)))
			}},
	}
}
