package views

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// Actions returns the example's keys.
func (v *Example) Actions() []widget.Action {
	actions := widget.MoveActions(v.scroller)
	for i := range actions {
		run := actions[i].Run
		actions[i].Run = func() tea.Cmd {
			cmd := run()
			v.moved()
			return cmd
		}
	}
	actions = append(actions, v.paneActions()...)
	actions = append(actions, v.listActions()...)
	actions = append(actions, v.showActions()...)
	actions = append(actions, v.zoomActions()...)
	return append(actions, SettingsActions(v.s)...)
}

// scroller is what the move keys move: the program's selection, or the
// evidence.
func (v *Example) scroller() widget.Scroller {
	switch {
	case v.focus == programPane:
		return &v.program
	case v.panning():
		return &v.lens
	case (v.passage != nil || v.grid != nil) && !v.wordOnly && v.text.count > v.text.rows:
		return &v.text
	}
	return &v.words
}

// moved follows a change of the selected module.
func (v *Example) moved() {
	if node, ok := v.node(); ok && node != v.evidence.node {
		v.large, v.close = -1, false
		v.look()
	}
}

func (v *Example) paneActions() []widget.Action {
	return []widget.Action{
		{Name: "pane", Keys: []string{"tab", "shift+tab"}, Help: "between the program and the evidence", Group: "Move", Footer: true, Disabled: v.onePane, Run: func() tea.Cmd {
			v.focus = evidencePane - v.focus
			return nil
		}},
		{Name: "evidence", Keys: []string{"enter"}, Help: "into the evidence, j and k move there", Group: "Move", Run: v.toEvidence},
		{Name: "right", Keys: []string{"l", "right"}, Help: "into the evidence; pans an enlarged picture", Group: "Move", Run: func() tea.Cmd {
			if v.panning() {
				v.lens.pan(1, 0)
			}
			return v.toEvidence()
		}},
		{Name: "left", Keys: []string{"h", "left"}, Help: "to the program, then to the list; pans an enlarged picture", Group: "Move", Run: func() tea.Cmd {
			if v.panning() {
				v.lens.pan(-1, 0)
				return nil
			}
			return v.leave()
		}},
		{Name: "leave", Keys: []string{"backspace"}, Help: "to the program, then to the list", Group: "Move", Run: v.leave},
		{Name: "culprit", Keys: []string{"c"}, Help: "goes to the first wrong module", Group: "Move", Disabled: v.noCulprit, Run: func() tea.Cmd {
			v.program.Select(v.tree.lineOf[v.culprit])
			v.focus = programPane
			v.moved()
			return nil
		}},
		{Name: "unwind", Keys: []string{"esc"}, Help: "leaves the zoom, large image, words or evidence", Group: "Move", Run: v.unwind, Disabled: v.wound},
	}
}

func (v *Example) toEvidence() tea.Cmd {
	v.focus = evidencePane
	return nil
}

func (v *Example) leave() tea.Cmd {
	if v.focus == evidencePane && !v.alone() {
		v.focus = programPane
		return nil
	}
	return v.s.Post(Pop{})
}

// onePane says why there is nothing to go to beside the evidence.
func (v *Example) onePane() string {
	if v.alone() {
		return "the example has no program"
	}
	return ""
}

func (v *Example) wound() string {
	if v.large < 0 && !v.wordOnly && !v.close && v.lens.power == 0 && (v.focus == programPane || v.alone()) {
		return "nothing is open here"
	}
	return ""
}

// unwind takes one layer away.
func (v *Example) unwind() tea.Cmd {
	switch {
	case v.close:
		v.close = false
	case v.lens.power > 0:
		v.lens.power = 0
	case v.large >= 0:
		v.large = -1
	case v.wordOnly:
		v.wordOnly = false
	default:
		v.focus = programPane
	}
	v.look()
	return nil
}

func (v *Example) listActions() []widget.Action {
	any := func(int) bool { return true }
	return []widget.Action{
		{Name: "next-failure", Keys: []string{"]", "e"}, Help: "next wrong, unfaithful or broken example", Group: "List", Footer: true,
			Run: func() tea.Cmd { return v.along(1, v.list.failed, "no further failure in the list") }},
		{Name: "previous-failure", Keys: []string{"[", "E"}, Help: "previous one", Group: "List",
			Run: func() tea.Cmd { return v.along(-1, v.list.failed, "no earlier failure in the list") }},
		{Name: "next-example", Keys: []string{"n", ">"}, Help: "next example of the list, in its order", Group: "List", Footer: true,
			Run: func() tea.Cmd { return v.along(1, any, "this is the list's last example") }},
		{Name: "previous-example", Keys: []string{"N", "<"}, Help: "previous example of the list", Group: "List",
			Run: func() tea.Cmd { return v.along(-1, any, "this is the list's first example") }},
	}
}

// along opens the next example of the list in direction d that ok accepts. An
// example that the filter has dropped since is left from where it was.
func (v *Example) along(d int, ok func(int) bool, none string) tea.Cmd {
	from := v.list.place(v.wanted)
	if from < 0 {
		from = v.list.table.Selected()
		if d > 0 {
			from--
		}
	}
	row, found := v.list.step(from, d, ok)
	if !found {
		return Send(Flash{Text: none})
	}
	return v.open(v.list.rows[row])
}

func (v *Example) showActions() []widget.Action {
	return []widget.Action{
		{Name: "overlays", Keys: []string{"o"}, Help: "draws all, gold, predicted or no boxes", Group: "Evidence", Footer: true, Disabled: v.noImages,
			Run: func() tea.Cmd {
				v.overlay = (v.overlay + 1) % (noMarks + 1)
				return Send(Flash{Text: "drawn: " + v.overlay.String()})
			}},
		{Name: "large", Keys: []string{"z"}, Help: "shows one image large, the next, then all", Group: "Evidence", Footer: true, Disabled: v.noImages,
			Run: func() tea.Cmd {
				v.large = v.nextLarge()
				v.look()
				return nil
			}},
		{Name: "words", Keys: []string{"w"}, Help: "the evidence in words only, on and off", Group: "Evidence", Footer: true, Run: func() tea.Cmd {
			v.wordOnly = !v.wordOnly
			v.look()
			return nil
		}},
		{Name: "attributions", Keys: []string{"A"}, Help: "attributions and rationales, on and off", Group: "Evidence", Footer: v.noRows() == "", Disabled: v.noRows, Run: func() tea.Cmd {
			v.wantRows = !v.wantRows
			v.large = -1
			v.look()
			return nil
		}},
		{Name: "scale", Keys: []string{"x"}, Help: "heat on a linear or a log scale", Group: "Evidence", Disabled: v.noPassage, Run: func() tea.Cmd {
			v.log = !v.log
			v.rows = rowsOf(v.ex, v.log)
			v.look()
			return nil
		}},
		{Name: "copy-id", Keys: []string{"y"}, Help: "copies the example's id", Group: "Copy", Disabled: v.notRead, Run: func() tea.Cmd {
			return Send(Copy{Text: v.ex.ID, What: "the id"})
		}},
		{Name: "copy-words", Keys: []string{"Y"}, Help: "copies what is said of the module, as JSON", Group: "Copy", Disabled: v.notRead, Run: v.copyWords},
	}
}

func (v *Example) notRead() string {
	if v.ex == nil {
		return "the example is still being read"
	}
	return ""
}

func (v *Example) noImages() string {
	if v.s.NoPictures {
		return "pictures are turned off"
	}
	if v.nextLarge() < 0 && v.large < 0 {
		return "the selected module has no image to show"
	}
	return ""
}

func (v *Example) noPassage() string {
	if v.evidence.passage == nil && (v.evidence.rows == nil || v.evidence.rows.rows == 0) {
		return "the selected module attends to no passage"
	}
	return ""
}

func (v *Example) noRows() string {
	switch {
	case v.rows == nil:
		return "the example has no attributions and no rationales"
	case v.onlyRows():
		return "they are shown: the example has no program"
	}
	return ""
}

func (v *Example) noCulprit() string {
	if v.culprit < 0 {
		return "no module is below the bar with right inputs"
	}
	return ""
}

// nextLarge is the image after the one that is shown large, -1 after the
// last.
func (v *Example) nextLarge() int {
	for i := v.large + 1; i < len(v.evidence.images); i++ {
		if !v.evidence.images[i].blank() {
			return i
		}
	}
	return -1
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

func (v *Example) copyWords() tea.Cmd {
	text, err := json.MarshalIndent(copied{
		ID: v.ex.ID, Question: v.ex.Question, Answer: v.ex.Answer.Predicted, Gold: v.ex.Answer.Gold,
		Node: v.evidence.node, Module: v.evidence.label, Settings: SettingsText(v.s.Settings), Words: v.evidence.words(),
	}, "", "  ")
	if err != nil {
		return Send(Flash{Text: err.Error(), Bad: true})
	}
	return Send(Copy{Text: string(text), What: "the module's words"})
}
