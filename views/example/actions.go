package example

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// Actions returns the example's keys. The screen settles after each.
func (v *screen) Actions() []widget.Action {
	actions := widget.MoveActions(v.scroller)
	actions = append(actions, v.paneActions()...)
	actions = append(actions, v.listActions()...)
	actions = append(actions, v.evidence.Actions()...)
	actions = append(actions, v.copyActions()...)
	actions = append(actions, views.SettingsActions(v.s)...)
	for i := range actions {
		run := actions[i].Run
		actions[i].Run = func() tea.Cmd {
			cmd := run()
			v.settle()
			return cmd
		}
	}
	return actions
}

// scroller is what the move keys move: the program's selection, or the
// evidence.
func (v *screen) scroller() widget.Scroller {
	if v.focus == programPane {
		return v.program
	}
	return v.evidence.Scroller()
}

func (v *screen) paneActions() []widget.Action {
	return []widget.Action{
		{Name: "pane", Keys: []string{"tab", "shift+tab"}, Help: "between the program and the evidence", Group: "Move", Footer: true, Disabled: v.onePane, Run: func() tea.Cmd {
			v.focus = evidencePane - v.focus
			return nil
		}},
		{Name: "evidence", Keys: []string{"enter"}, Help: "into the evidence, j and k move there", Group: "Move", Run: v.toEvidence},
		{Name: "right", Keys: []string{"l", "right"}, Help: "into the evidence; pans an enlarged picture", Group: "Move", Run: func() tea.Cmd {
			if v.focus == evidencePane {
				v.evidence.Pan(1)
			}
			return v.toEvidence()
		}},
		{Name: "left", Keys: []string{"h", "left"}, Help: "to the program, then to the list; pans an enlarged picture", Group: "Move", Run: func() tea.Cmd {
			if v.focus == evidencePane && v.evidence.Pan(-1) {
				return nil
			}
			return v.leave()
		}},
		{Name: "leave", Keys: []string{"backspace"}, Help: "to the program, then to the list", Group: "Move", Run: v.leave},
		{Name: "culprit", Keys: []string{"c"}, Help: "goes to the first wrong module", Group: "Move", Disabled: v.noCulprit, Run: func() tea.Cmd {
			v.program.SelectNode(v.program.Culprit())
			v.focus = programPane
			return nil
		}},
		{Name: "unwind", Keys: []string{"esc"}, Help: "leaves the zoom, large image, words or evidence", Group: "Move", Run: v.unwind, Disabled: v.unwound},
	}
}

func (v *screen) leave() tea.Cmd {
	if v.focus == evidencePane && !v.alone() {
		v.focus = programPane
		return nil
	}
	return v.s.Post(views.Pop{})
}

// onePane says why there is nothing to go to beside the evidence.
func (v *screen) onePane() string {
	if v.alone() {
		return "the example has no program"
	}
	return ""
}

func (v *screen) unwound() string {
	if v.evidence.Layer() == nil && (v.focus == programPane || v.alone()) {
		return "nothing is open here"
	}
	return ""
}

// unwind takes one layer away.
func (v *screen) unwind() tea.Cmd {
	if leave := v.evidence.Layer(); leave != nil {
		leave()
	} else {
		v.focus = programPane
	}
	return nil
}

func (v *screen) noCulprit() string {
	if v.program.Culprit() < 0 {
		return "no module is below the bar with right inputs"
	}
	return ""
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
		along("next-failure", "next wrong, unfaithful or broken example", "no further failure in the list", 1, true, "]", "e"),
		along("previous-failure", "previous one", "no earlier failure in the list", -1, true, "[", "E"),
		along("next-example", "next example of the list, in its order", "this is the list's last example", 1, false, "n", ">"),
		along("previous-example", "previous example of the list", "this is the list's first example", -1, false, "N", "<"),
	}
}

func (v *screen) copyActions() []widget.Action {
	return []widget.Action{
		{Name: "copy-id", Keys: []string{"y"}, Help: "copies the example's id", Group: "Copy", Disabled: v.notRead, Run: func() tea.Cmd {
			return v.s.Post(views.Copy{Text: v.read.ex.ID, What: "the id"})
		}},
		{Name: "copy-words", Keys: []string{"Y"}, Help: "copies what is said of the module, as JSON", Group: "Copy", Disabled: v.notRead, Run: v.copyWords},
	}
}

func (v *screen) notRead() string {
	if v.read.ex == nil {
		return "the example is still being read"
	}
	return ""
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
		Node: v.evidence.Node(), Module: v.evidence.Title(), Settings: views.SettingsText(v.s.Settings), Words: v.evidence.Words(),
	}, "", "  ")
	if err != nil {
		return v.s.Post(views.Flash{Text: err.Error(), Bad: true})
	}
	return v.s.Post(views.Copy{Text: string(text), What: "the module's words"})
}
