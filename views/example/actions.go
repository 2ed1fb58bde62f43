package example

import (
	"encoding/json"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/evidence/panel"
	"faithscope/views/evidence/tree"
	"faithscope/views/widget"
)

// Actions returns the example's actions, first those that move, last the settings. Those of the
// version on screen replace others of the same name; after each the screen is laid out again.
func (v *screen) Actions() []widget.Action {
	p := v.panes
	single := []widget.Action{{Name: "explain",
		Help: "show the formula and the inputs of the selected number",
		Disabled: widget.When(func() bool {
			return v.ex == nil || v.score == nil && (p.focus != aboutPane || p.about.selectedPart() == nil)
		}, "no module of the example has a score"), Run: func() tea.Cmd { return explainHere(v) }},
		versionStack{v}.saveAction(), versionStack{v}.exportAction(), HeatAction(&v.s.Look),
		{Name: "copy-words", Effect: widget.Leaves, Disabled: v.whyUnread, Run: func() tea.Cmd { return v.copyWords(p.evidence) }}}
	run := func() int { return v.run }
	return widget.After(slices.Concat(widget.MoveActions(p.scroller), v.paneActions(), v.listActions(),
		[]widget.Action{versionStack{v}.layerAction()}, v.runActions(), p.evidence.Actions(), v.aboutActions(),
		append(single, v.s.GuideAction(run)),
		v.s.CopyActions(run, func(yield func(*loaders.Example) bool) { yield(v.shownLayer().Example) }, v.whyUnread), v.markActions(p.program),
		v.annotation.replaceActions(v.model.replaceActions(append(v.changes.whatIfActions(), v.askAction()))), v.changes.readingActions(),
		v.changes.moduleDials(), v.model.explainerDials(), v.annotation.edgeDials(),
		v.s.SettingsActions(v.run)), widget.Do(v.layOut))
}

func (v *screen) selectCulprit() tea.Cmd {
	at := v.panes.program.Culprit()
	if v.selectedNode() == at { // else nothing would show that the key was read
		return v.s.ShowText("this is the culprit: " + v.ex.Program[at].Label())
	}
	v.panes.selectModule(at)
	return nil
}

func (v *screen) paneActions() []widget.Action {
	p := v.panes
	alone := widget.When(func() bool { return v.ex == nil || p.nextPane() == p.focus }, "there is nothing else to look at")
	return append(widget.PaneActions("go to the evidence, to the links under about, to the program", "pane", alone,
		func(int) { p.focus = p.nextPane() }), []widget.Action{
		{Name: "open", Help: "into the evidence; under about, to what the number rests on", Run: func() tea.Cmd {
			if p.focus == aboutPane {
				return followLead(v)
			}
			return v.toEvidence()
		}},
		{Name: "move-left", Help: "to the module's parent, another picture, the number before",
			Run: widget.Do(func() { p.moveAcross(-1) })},
		{Name: "move-right", Help: "to the module's first input, another picture, the next number",
			Run: widget.Do(func() { p.moveAcross(1) })},
		{Name: "culprit", Run: v.selectCulprit,
			Disabled: widget.When(func() bool { return p.program.Culprit() < 0 }, "no module with right inputs is below the bar")},
		{Name: "module", Help: "`:module 2` selects a module by its number, from 0 for the root", With: func(number string) tea.Cmd {
			node, err := strconv.Atoi(number)
			isModule := v.ex != nil && node >= 0 && node < len(v.ex.Program)
			if err != nil || !isModule {
				return v.refuseWith("the program has no module " + number)
			}
			p.selectModule(node)
			return nil
		},
			Disabled: widget.When(func() bool { return p.program.Node() < 0 }, "the example has no program")},
		{Name: "zoom", Footer: true, Help: "give the picture the screen, then 2:1, 4:1; then, or without one, all texts",
			Run: func() tea.Cmd {
				if p.focus != aboutPane && p.evidence.Zoom() {
					if p.evidence.Wide() {
						p.focus = evidencePane
						return nil
					}
					if !v.cutsAnswer() {
						return nil
					}
				}
				return v.s.ShowNote("about "+v.ex.ID, append(evidence.WholeTexts(v.ex), p.about.asParagraphs()...))
			}, Disabled: v.whyUnread},
		{Name: "unwind", Run: widget.Do(v.closeLayer),
			Disabled: widget.When(func() bool {
				return p.evidence.Layer() == nil && p.focus == p.firstPane() && v.form == recorded
			}, "nothing is open here")},
	}...)
}

// closeLayer closes the innermost open thing. A question of one's own stays, because it has no
// recorded version to return to.
func (v *screen) closeLayer() {
	p := v.panes
	switch leave := p.evidence.Layer(); {
	case v.form == reasked && v.isAskingHere():
		v.stopAsking()
	case leave != nil:
		leave()
	case v.form > changed:
		v.form = recorded
	case p.focus != p.firstPane():
		p.focus = p.firstPane()
	case v.asked == "":
		v.form = recorded
	}
}

// listActions returns the actions that move along the list. They leave a question of one's own,
// because it isn't in the list.
func (v *screen) listActions() []widget.Action {
	along := func(name, none string, d int, failure bool) widget.Action {
		ahead := d > 0 && failure
		return widget.Action{Name: name, Footer: ahead, Short: widget.If(ahead, "failure"), Run: func() tea.Cmd {
			next, found := v.route.followingExample(d, failure)
			if !found {
				return v.s.ShowText(none)
			}
			v.asked = ""
			return v.openExample(next)
		}}
	}
	return []widget.Action{
		GotoAction(&v.s.Console, func() List { return v.route.list }, func(example int) tea.Cmd {
			if example = v.route.twinOf(example, v.route.home, v.run); example < 0 {
				return v.refuseWith("the run does not have this example")
			}
			return v.openExample(example)
		}),
		along("next-failure", "no further failure in the list", 1, true),
		along("previous-failure", "no earlier failure in the list", -1, true),
		along("next-example", "this is the list's last example", 1, false),
		along("previous-example", "this is the list's first example", -1, false),
	}
}

func (r *record) markActions(p *tree.Program) []widget.Action {
	run := func() int { return r.run }
	whole := views.Marking{
		Data: &r.s.Data, Run: run, None: r.whyUnread, What: "example",
		At: func() ([]string, int) { return r.exampleIDs(), marks.Whole },
	}
	module := views.Marking{
		Data: &r.s.Data, Run: run, What: "module", Suffix: "-module",
		None: widget.When(func() bool { return r.ex == nil || p.Node() < 0 }, "no module is selected"),
		At:   func() ([]string, int) { return r.exampleIDs(), p.Node() },
	}
	return append(whole.Actions(), module.Actions()...)
}

func (r *record) exampleIDs() []string { return []string{r.ex.ID} }

// HeatAction turns heat on and off on every screen.
func HeatAction(l *widget.Look) widget.Action {
	return widget.Switch("heat", nil, &l.NoHeat)
}

func (r *record) copyWords(p *panel.Panel) tea.Cmd {
	ex := r.ex
	text, err := json.MarshalIndent(struct {
		ID       string   `json:"id"`
		Question string   `json:"question"`
		Answer   string   `json:"answer"`
		Gold     string   `json:"gold"`
		Node     int      `json:"node"`
		Module   string   `json:"module"`
		Settings string   `json:"settings"`
		Words    []string `json:"words"`
	}{
		ID: ex.ID, Question: ex.Question, Answer: ex.Answer.Predicted, Gold: ex.Answer.Gold,
		Node: p.Node(), Module: p.Title(), Settings: r.s.SettingsText(r.run), Words: p.Words(),
	}, "", "  ")
	if err != nil {
		return r.refuseWith(err.Error())
	}
	return r.s.Post(views.Copy{Text: string(loaders.EscapeJSON(text)), What: "the module's words", Lines: true})
}

func (v *screen) aboutActions() []widget.Action {
	p := v.panes
	none := widget.When(func() bool { return len(p.about.rows) == 0 }, "neither the record nor a protocol says more about this example")
	return append(relatedActions(v), widget.Action{Name: "about", Disabled: none, Run: widget.Do(func() {
		if p.about.folded = !p.about.folded; p.focus == aboutPane {
			p.focus = p.firstPane()
		}
	})})
}
