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
func (v *exampleScreen) Actions() []widget.Action {
	p := v.panes
	single := []widget.Action{{Name: "explain",
		Help: "show the formula and inputs of the selected number",
		Disabled: widget.When(func() bool {
			return v.ex == nil || v.annotation.isBlindToSteps() || v.score == nil && (p.focus != aboutPane || p.about.selectedPart() == nil)
		}, "no module of the example has a score"), Run: func() tea.Cmd { return explainHere(v) }},
		versionManager{v}.saveAction(), versionManager{v}.exportAction(), widget.Switch("heat", nil, &v.s.NoHeat),
		{Name: "copy-words", Effect: widget.Leaves, Disabled: v.whyUnread, Run: func() tea.Cmd { return v.copyWords(p.evidence) }}}
	run := func() int { return v.run }
	return widget.After(slices.Concat(widget.MoveActions(p.scroller), v.paneActions(), v.listActions(),
		[]widget.Action{versionManager{v}.layerAction()}, v.runActions(), p.evidence.Actions(), v.aboutActions(),
		append(single, v.s.GuideAction(run)),
		v.s.CopyActions(run, func(yield func(*loaders.Example) bool) { yield(v.shownLayer().Example) }, v.whyUnread), v.markActions(p.program),
		v.annotation.replaceActions(v.model.replaceActions(append(v.changes.whatIfActions(), v.askAction()))), v.changes.readingActions(),
		v.changes.moduleDials(), v.model.explainerDials(), v.annotation.edgeDials(),
		v.s.SettingsActions(v.run)), widget.Do(v.layOut))
}

// culpritAction goes to a chain's first step that people call wrong, otherwise to the culprit.
func culpritAction(v *exampleScreen) widget.Action {
	a, at := widget.Action{Name: "culprit"}, v.panes.program.Culprit()
	here, none := "this is the culprit: ", "no module with correct inputs scores below the threshold"
	if chain := v.panes.program.JudgedChain(); chain != nil {
		a.Help, at = "go to the first step that people marked wrong", chain.FirstWrong()
		here, none = "the first step that people marked wrong: ", "nobody marked a step wrong"
	}
	a.Disabled = widget.When(func() bool { return at < 0 }, none)
	a.Run = func() tea.Cmd {
		if v.selectedNode() == at { // else nothing would show that the key was read
			return v.s.ShowText(here + v.ex.Program[at].Label())
		}
		v.panes.selectModule(at)
		return nil
	}
	return a
}

func (v *exampleScreen) paneActions() []widget.Action {
	p := v.panes
	alone := widget.When(func() bool { return v.ex == nil || p.nextPane() == p.focus }, "there is no other pane")
	return append(widget.PaneActions("switch between program, evidence and about", "pane", alone,
		func(int) { p.focus = p.nextPane() }), []widget.Action{
		{Name: "open", Help: "go to the evidence, apply a suggested fix, or open the selected fact", Run: v.openPane},
		{Name: "move-left", Help: "go to the module's parent, another picture or the previous number",
			Run: widget.Do(func() { p.moveAcross(-1) })},
		{Name: "move-right", Help: "go to the module's first input, another picture or the next number",
			Run: widget.Do(func() { p.moveAcross(1) })},
		culpritAction(v),
		{Name: "module", Short: "select a module", Help: "`:module 2` selects module 2; the root is 0", With: func(number string) tea.Cmd {
			node, err := strconv.Atoi(number)
			if err != nil || evidence.ModuleAt(v.ex, node) == nil {
				return v.refuseWith("the program has no module " + number)
			}
			p.selectModule(node)
			return nil
		},
			Disabled: widget.When(func() bool { return p.program.Node() < 0 }, "the example has no program")},
		{Name: "zoom", Help: "zoom in on the picture; press again for 2:1, 4:1, then all texts in full",
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
				if step := p.evidence.StepTexts(); step != nil && p.focus != aboutPane {
					return v.s.ShowNote(p.evidence.Title(), append(step, [2]string{"question", v.ex.Question}))
				}
				return v.s.ShowNote("about "+v.ex.ID, append(evidence.WholeTexts(v.shownLayer().Example), p.about.asParagraphs()...))
			}, Disabled: v.whyUnread},
		{Name: "unwind", Run: widget.Do(v.closeLayer),
			Disabled: widget.When(func() bool {
				return p.evidence.Layer() == nil && p.focus == p.firstPane() && v.form == recorded
			}, "nothing to close")},
	}...)
}

func (v *exampleScreen) openPane() tea.Cmd {
	if v.panes.focus == aboutPane {
		return followLead(v)
	}
	if v.ex != nil && v.form <= changed {
		l := v.shownLayer()
		if fix := panel.OfferedFix(&l); fix != nil {
			return v.changes.believe(fix)()
		}
	}
	return v.toEvidence()
}

// closeLayer closes the innermost open thing. A question of one's own stays, because it has no
// recorded version to return to.
func (v *exampleScreen) closeLayer() {
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
func (v *exampleScreen) listActions() []widget.Action {
	chain, help, short := v.panes.program.JudgedChain(), "", "failure"
	if chain != nil && chain.IsJudged && v.form != drafted {
		help, short = "go to the next or previous step where the judge and people disagree, then to another failure", "difference"
	}
	along := func(name, none string, d int, failure bool) widget.Action {
		a := widget.Action{Name: name, Help: widget.If(failure, help), Short: widget.If(d > 0 && failure, short)}
		a.Run = func() tea.Cmd {
			if failure && help != "" {
				if to := chain.NextDifference(v.selectedNode(), d); to >= 0 {
					v.panes.selectModule(to)
					return nil
				}
			}
			next, found := v.route.followingExample(d, failure)
			if !found {
				return v.s.ShowText(none)
			}
			v.asked = ""
			return v.openExample(next, func() {
				chain := v.panes.program.JudgedChain()
				if failure && d < 0 && chain != nil && chain.NextDifference(0, d) >= 0 {
					v.panes.selectModule(chain.NextDifference(0, d))
				}
			})
		}
		return a
	}
	return []widget.Action{
		GotoAction(&v.s.Console, func() ExampleList { return v.route.list }, func(example int) tea.Cmd {
			if example = v.route.twinOf(example, v.route.home, v.run); example < 0 {
				return v.refuseWith("the run does not have this example")
			}
			return v.openExample(example)
		}),
		along("next-failure", "no more failures in the list", 1, true),
		along("previous-failure", "no earlier failures in the list", -1, true),
		along("next-example", "this is the last example in the list", 1, false),
		along("previous-example", "this is the first example in the list", -1, false),
	}
}

func (r *scoredExample) markActions(p *tree.ProgramTree) []widget.Action {
	run := func() int { return r.run }
	whole := views.MarkKeys{
		Data: &r.s.Data, Run: run, None: r.whyUnread, What: "example",
		At: func() ([]string, int) { return []string{r.ex.ID}, marks.Whole },
	}
	module := views.MarkKeys{
		Data: &r.s.Data, Run: run, What: "module", Suffix: "-module",
		None: widget.When(func() bool { return r.ex == nil || p.Node() < 0 }, "no module is selected"),
		At:   func() ([]string, int) { return []string{r.ex.ID}, p.Node() },
	}
	return append(whole.Actions(), module.Actions()...)
}

func (r *scoredExample) copyWords(p *panel.Panel) tea.Cmd {
	ex := r.ex
	text, _ := json.MarshalIndent(struct { // never fails for text
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
	return r.s.Post(views.CopyToClipboard{Text: string(loaders.EscapeJSON(text)), What: "the module as JSON", Lines: true})
}

func (v *exampleScreen) aboutActions() []widget.Action {
	p := v.panes
	none := widget.When(func() bool { return len(p.about.rows) == 0 }, "nothing more is known about this example")
	return append(relatedActions(v), widget.Action{Name: "about", Disabled: none, Run: widget.Do(func() {
		p.about.folded = p.layout.about.Dy() > 1
		if p.about.opened = !p.about.folded; p.about.folded && p.focus == aboutPane {
			p.focus = p.firstPane()
		}
	})})
}
