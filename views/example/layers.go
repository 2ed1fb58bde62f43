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

// versionStack lists, opens and saves the versions of the example on screen.
type versionStack struct{ *screen }

func (v versionStack) stackLayers() []layer {
	said := v.trial.DescribeEdits()
	return loaders.Filter([]layer{
		{recordedName, recorded, true, nil},
		{cmp.Or(said, "computed"), changed, said != "", func() tea.Cmd { return v.changes.beginChanges(nil) }},
		{reaskedName, reasked, len(v.edit) > 0, v.model.askModel},
		{draftedName, drafted, v.ex != nil && v.s.Book(v.run).Annotated(v.ex.ID), nil},
		{v.other.Name, alternate, v.other.Example != nil, nil},
	}, func(l layer) bool { return l.there || l.form == v.form })
}

func (v versionStack) listLayers() []layer {
	all := append(v.stackLayers(), v.goldLayers()...)
	if v.against != nil {
		all = append(all, v.otherLayer(v.against.Name, v.against.Example))
	}
	for k, at := range v.elsewhere.places {
		if at >= 0 && k != v.run {
			all = append(all, layer{name: "run " + v.s.Run(k).Name, open: func() tea.Cmd { return v.toRun(k) }})
		}
	}
	return all
}

func (v versionStack) openLayer(l layer) tea.Cmd {
	if v.form = l.form; l.open == nil {
		return nil
	}
	return l.open()
}

func (v versionStack) layerAction() widget.Action {
	names := func() []string { return loaders.Map(v.listLayers(), func(l layer) string { return l.name }) }
	return widget.Action{Name: "layer", Disabled: v.whyUnread, Values: names,
		With: v.s.Choice(names, "the example has no layer WORD", func(choice int) tea.Cmd { return v.openLayer(v.listLayers()[choice]) })}
}

// saveAction saves the version on screen as a run, under the first free number. It is off for the
// recorded one.
func (v versionStack) saveAction() widget.Action {
	return widget.Action{Name: "save-run", Effect: widget.Writes,
		Disabled: func() string {
			return cmp.Or(widget.If(v.s.Host.Export == nil, "nothing can be written here"),
				widget.If(v.ex == nil || v.shownLayer().Name == "", "nothing differs yet from what was recorded"))
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

func (v versionStack) shownRun() (run *session.Scored, rows []int) {
	l, run := v.shownLayer(), v.s.Runs[v.run]
	if l.Name == "" {
		return run, []int{v.at}
	}
	own := v.of.ListExamples(v.of.Name+" · "+l.Name, []*loaders.Example{l.Example})
	own.Note = "One example of " + v.of.Name + ": " + l.Name + ". The key \"what if\" of its meta has changes by hand."
	return session.New(own, run.Protocols()), []int{0}
}

// Steps implements [views.Stepped]: what opens the example from the list, or else by run and id,
// then what it is compared with, and its version. A question of one's own is one step.
func (v *screen) Steps() []views.Step {
	if v.asked != "" {
		return []views.Step{views.Do("ask", v.asked)}
	}
	steps := []views.Step{views.Do("open")}
	switch {
	case v.Rooted():
		steps = []views.Step{views.Do("run", v.runName()), views.Do("goto", v.ex.ID), views.Do("open")}
	case v.route.isAway():
		steps = append(steps, v.runStep()...)
	}
	if v.against != nil {
		steps = slices.Concat(steps, v.heldBy, v.runStep())
	}
	return append(steps, versionStack{v}.formSteps()...)
}

func (r *record) runStep() []views.Step {
	return views.Given(views.Do("run", widget.If(len(r.s.Runs) > 1, r.runName())))
}

func (v versionStack) formSteps() (steps []views.Step) {
	if node := v.selectedNode(); node >= 0 && v.ex != nil {
		steps = append(steps, views.Do("module", strconv.Itoa(node)))
	}
	name := widget.If(v.form == recorded && (v.against != nil || v.countKept() > 0), recordedName)
	if v.form == alternate {
		name = v.other.Name
	}
	return slices.Concat(steps, doEach(views.StepText, v.edit.Steps()), v.changes.listSteps(), views.Given(views.Do("layer", name)))
}
