package example

import (
	"cmp"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// stack holds the forms of the example that is shown, one made of the other.
type stack struct{ *screen }

// reaskedName is the name of the layer of a model's answers.
const reaskedName = "answered again"

// stackLayers returns the example as recorded, and the forms that were made of it since.
func (v stack) stackLayers() []layer {
	said := v.changes.describeChanges()
	return loaders.Filter([]layer{
		{"recorded", recorded, true, nil},
		{cmp.Or(said, "computed"), changed, said != "", func() tea.Cmd { return v.changes.beginChanges(nil) }},
		{reaskedName, reasked, len(v.model.edit) > 0, v.model.askModel},
		{"annotated by you", drafted, v.ex != nil && v.s.Book(v.run).Annotated(v.ex.ID), nil},
		{v.other.Name, alternate, v.other.Example != nil, nil},
	}, func(l layer) bool { return l.there || l.form == v.form })
}

// listLayers returns all layers that there are: the stack, what others have, and the other runs.
func (v stack) listLayers() []layer {
	all := append(v.stackLayers(), v.goldLayers()...)
	for k, at := range v.places {
		if at >= 0 && k != v.run {
			all = append(all, layer{name: "run " + v.s.Run(k).Name, open: func() tea.Cmd { return v.toRun(k) }})
		}
	}
	return all
}

// openLayer goes to a layer.
func (v stack) openLayer(l layer) tea.Cmd {
	if v.form = l.form; l.open == nil {
		return nil
	}
	return l.open()
}

// layerActions returns the keys that lead to the layers of the stack, which head the menu, and to all by
// name.
func (v stack) layerActions() (all []widget.Action) {
	for i, l := range v.stackLayers() {
		name := ansi.Truncate(loaders.Clean(l.name), mostLayer, "…")
		all = append(all, widget.Action{Name: "layer-" + strconv.Itoa(i+1), Help: "show the example: " + name,
			Short: widget.If(i > 0, "› ") + name + widget.If(l.form == v.form, " ◂"), Run: func() tea.Cmd { return v.openLayer(l) }})
	}
	names := func() []string { return loaders.Map(v.listLayers(), func(l layer) string { return l.name }) }
	return append(all, widget.Action{Name: "layer", Disabled: v.whyUnread, Values: names,
		With: v.s.Choice(names, "the example has no layer WORD", func(at int) tea.Cmd { return v.openLayer(v.listLayers()[at]) })})
}

// shownForm returns the form of the example that is shown, and its name; the recorded one before
// anything is changed, or a model has answered.
func (v stack) shownForm() (name string, ex *loaders.Example) {
	name, ex = "what-if", v.ex
	switch {
	case v.form == alternate:
		name, ex = v.other.Name, v.other.Example
	case v.form == reasked:
		name, ex = reaskedName, cmp.Or(v.model.lastAnswer(), ex)
	case v.form == changed && v.changes.countChanges() > 0:
		ex = v.changes.trial.After
	}
	return name, ex
}

// saveAction saves the form that is shown as a run of its own.
func (v stack) saveAction() widget.Action {
	return widget.Action{Name: "save-run", Effect: widget.Writes,
		Disabled: func() string {
			_, ex := v.shownForm()
			return cmp.Or(widget.If(v.s.Host.Save == nil, "nothing can be written here"),
				widget.If(ex == v.ex, "nothing differs yet from what was recorded"))
		},
		Run: func() tea.Cmd {
			name, ex := v.shownForm()
			run := v.of
			return func() tea.Msg {
				path, err := v.s.Host.Save(run, ex, name)
				if err != nil {
					return views.Flash{Text: loaders.Clean(err.Error()), Bad: true}
				}
				return views.Wrote("saved as", path, nil)
			}
		}}
}

// mostLayer is the room of the name of a layer in a menu.
const mostLayer = 24

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	if v.asked != "" {
		return []views.Step{views.Do("ask", v.asked)}
	}
	steps := []views.Step{views.Do("open")}
	switch {
	case v.Rooted():
		steps = []views.Step{views.Do("run", v.runName()), views.Do("goto", v.ex.ID), views.Do("open")}
	case v.route.isAway():
		steps = append(steps, views.Do("run", v.runName()))
	}
	if node := v.panes.program.Node(); node >= 0 && v.ex != nil {
		steps = append(steps, views.Do("module", strconv.Itoa(node)))
	}
	steps = slices.Concat(steps, doEach(views.StepText, v.model.edit.Steps()), v.changes.listSteps())
	if v.form == alternate {
		steps = append(steps, views.Do("layer", v.other.Name))
	}
	return steps
}
