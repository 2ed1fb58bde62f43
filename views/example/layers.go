package example

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// versionManager lists, opens and saves the versions of the example on screen.
type versionManager struct{ *exampleScreen }

func (v versionManager) stackLayers() []shownVersion {
	said := v.trial.DescribeEdits()
	return loaders.Filter([]shownVersion{
		{recordedName, recorded, true, nil},
		{cmp.Or(said, "computed"), changed, said != "", func() tea.Cmd { return v.changes.beginChanges(nil) }},
		{reaskedName, reasked, len(v.edit) > 0, v.model.askModel},
		{draftedName, drafted, v.ex != nil && v.ownBook().Annotated(v.ex.ID), nil},
		{v.other.Name, alternate, v.other.Example != nil, nil},
	}, func(l shownVersion) bool { return l.there || l.form == v.form })
}

func (v versionManager) listLayers() []shownVersion {
	all := append(v.stackLayers(), v.goldLayers()...)
	if v.against != nil {
		all = append(all, v.otherLayer(v.against.Name, v.against.Example))
	}
	for k, at := range v.elsewhere.places {
		if at >= 0 && k != v.run {
			all = append(all, shownVersion{name: "run " + v.s.RunName(k), open: func() tea.Cmd { return v.toRun(k) }})
		}
	}
	return all
}

func (v versionManager) layerAction() widget.Action {
	names := func() []string { return loaders.Map(v.listLayers(), func(l shownVersion) string { return l.name }) }
	return widget.Action{Name: "layer", Disabled: v.whyUnread, Values: names,
		With: v.s.Choice(names, "the example has no version WORD", func(choice int) tea.Cmd {
			l := v.listLayers()[choice]
			if v.form = l.form; l.open == nil {
				return nil
			}
			return l.open()
		})}
}

// saveAction saves the version on screen as a run, under the first free number. It is off for the
// recorded one.
func (v versionManager) saveAction() widget.Action {
	return widget.Action{Name: "save-run", Effect: widget.Writes,
		Disabled: func() string {
			return cmp.Or(widget.If(v.s.Host.Export == nil, "nothing can be saved here"),
				widget.If(v.ex == nil || v.shownLayer().Name == "", "nothing has been changed yet"))
		},
		Run: func() tea.Cmd {
			run, rows := v.shownRun()
			write := v.s.Host.Export(run, rows, "")
			return func() tea.Msg {
				for n := 1; ; n++ {
					path := fmt.Sprintf("%s-%d.jsonl", views.FileName(run.Run.Name), n)
					if _, err := write(path); !errors.Is(err, fs.ErrExist) {
						return views.Wrote("saved as", path, err)
					}
				}
			}
		}}
}

func (v versionManager) shownRun() (run *session.ScoredRun, rows []int) {
	l, run := v.shownLayer(), v.scoredRun()
	if l.Name == "" {
		return run, []int{v.at}
	}
	own := v.of.ListExamples(v.of.Name+" · "+l.Name, []*loaders.Example{l.Example})
	own.Note = "One example of " + v.of.Name + ": " + l.Name + ". Its metadata lists manual changes under the key \"what if\"."
	return session.New(own, run.Protocols()), []int{0}
}

// Steps implements [views.RevisitableView]: what opens the example from the list, or else by run and id,
// then what it is compared with, and its version. A question of one's own is one step.
func (v *exampleScreen) Steps() []views.ViewStep {
	if v.asked != "" {
		return []views.ViewStep{views.Do("ask", v.asked)}
	}
	steps := []views.ViewStep{views.Do("open")}
	switch {
	case v.Rooted():
		steps = []views.ViewStep{views.Do("run", v.runName()), views.Do("goto", v.ex.ID), views.Do("open")}
	case v.route.isAway():
		steps = append(steps, v.runStep()...)
	}
	if v.against != nil {
		steps = slices.Concat(steps, v.heldBy, v.runStep())
	}
	return append(steps, versionManager{v}.formSteps()...)
}

func (r *scoredExample) runStep() []views.ViewStep {
	return views.Given(views.Do("run", widget.If(len(r.s.Runs) > 1, r.runName())))
}

func (v versionManager) formSteps() (steps []views.ViewStep) {
	if node := v.selectedNode(); node >= 0 && v.ex != nil {
		steps = append(steps, views.Do("module", strconv.Itoa(node)))
	}
	name := widget.If(v.form == recorded && (v.against != nil || v.countKept() > 0), recordedName)
	if v.form == alternate {
		name = v.other.Name
	}
	return slices.Concat(steps, doEach(views.StepText, v.edit.Steps()), v.changes.listSteps(), views.Given(views.Do("layer", name)))
}
