package results

import (
	"image"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// Actions implements [views.View]. On the axis of a setting, one action sets it to the cursor's
// value.
func (v *screen) Actions() []widget.Action {
	actions := v.Sides.Actions(v.turnToSelected, v.arrangeParts)
	actions = append(actions, []widget.Action{
		{Name: "open", Footer: true, Run: v.openSelected,
			Help: "go to the result; list the examples of a number, or set the threshold to the value on a curve"},
		{Name: "unwind", Help: "return to the list", Run: widget.Do(func() {
			v.Inside = false
			v.arrangeParts()
		}), Disabled: widget.When(func() bool { return !v.Inside }, "this is the list of results")},
		{Name: "published", Help: "the paper's own numbers, or without them", Disabled: widget.When(func() bool {
			return v.Shown.laid == nil
		}, "this is not a table of a paper"), Run: func() tea.Cmd {
			v.published = !v.published
			return v.Compute()
		}},
		{Name: "outcome", Help: "the next number on the vertical axis of the scatter, or of the bars of methods: `:outcome iou`",
			Values: v.numberNames, With: v.setNumber, Run: v.nextNumber, Disabled: widget.When(func() bool {
				return v.Shown.selectedEntry().name != "scatter" && v.Shown.selectedEntry().name != methods
			}, "no axis of this result can be chosen")},
		v.stepAction("next-run", 1), v.stepAction("previous-run", -1),
		v.s.RunAction("`:run NAME` shows the results of a run", nil, v.toRun),
		{Name: "result", Help: "`:result nmn-1` goes to a figure or a table", Values: func() []string {
			return loaders.Map(v.Shown.entries, func(e entry) string { return e.name })
		}, With: func(name string) tea.Cmd {
			v.Inside = true
			return v.showResult(name)
		}},
		{Name: "by", Help: "`:by run.model` shows means over the runs that share a fact, `:by kind` groups of examples, `:by none` the runs",
			With: func(by string) tea.Cmd {
				v.by = widget.If(by != "none", by)
				return v.Compute()
			}},
		{Name: "scatter", Help: "`:scatter f1.find, faithfulness` draws two numbers of a run against each other", With: v.scatterCommand},
		{Name: "at", Help: "`:at .35` puts the cursor on a value", With: v.goTo},
		{Name: "best", Help: "put the cursor where the F1 of the selected run is best", Disabled: v.Shown.whyNotSwept, Run: widget.Do(func() {
			_, s := v.Shown.seriesAt(v.Sheet.Chosen())
			if at, ok := s.Peak(); ok {
				v.moveTo(at.X)
			}
		})},
		v.typeAction(), views.NarrowAction(v.Sheet.Narrow),
	}...)
	actions = append(actions, v.tableActions()...)
	if axis, moves := v.Shown.settingAxis(); moves {
		actions = append(actions, widget.Action{Name: "settings", Short: "use the value", Footer: true,
			Help: "set the setting to the cursor's value", Run: func() tea.Cmd { return v.s.Set(v.movedSettings(axis)) }})
	}
	return append(v.s.SettingsActions(), actions...)
}

func (v *screen) typeAction() widget.Action {
	types := append([]string{"overall"}, boxes.Types...)
	words := func() []string { return types }
	set := func(choice int) tea.Cmd {
		v.of = types[choice]
		return v.Compute()
	}
	return widget.Action{
		Name: "module-type", Help: "`:module-type find` draws the scores of one type of module, `:module-type overall` of all",
		Values: words, With: v.s.Choice(words, "WORD is not a type of module", set),
		Disabled: func() string { return widget.If(v.Shown.isFigure(), v.Shown.whyNotSwept()) },
		Shown: func() string {
			return "module " + loaders.IfElse(v.of == "overall", "all", v.of)
		},
		Turn: func(by int) tea.Cmd {
			return set((slices.Index(types, v.of) + by + len(types)) % len(types))
		},
	}
}

func (v *screen) tableActions() []widget.Action {
	name := v.Shown.selectedEntry().name
	all := v.s.TableActions(name, func() *widget.Sheet { return &v.Sheet }, v.document, v.explainSelected)
	a := &all[len(all)-1]
	if v.Shown.isFigure() {
		offered := a.Values
		a.Values = func() []string {
			return append([]string{name + ".svg", name + ".png"}, offered()...)
		}
	}
	tables := a.With
	a.Help = "write the figure (.svg, .png, .txt, .csv) or the table on screen to a file"
	a.With = func(file string) tea.Cmd {
		ext := strings.ToLower(path.Ext(file))
		if !v.Shown.isFigure() || !Writes(ext) {
			return tables(file)
		}
		v.s.Exports("", file)
		fig, theme := v.Shown.Figure, v.s.Theme
		err := v.s.Host.Write(file, func(w io.Writer) error { return Write(w, &fig, ext, image.Pt(100, 30), theme) })
		return v.s.Post(views.Wrote("the figure is in", file, err))
	}
	return all
}

func (v *screen) scatterCommand(text string) tea.Cmd {
	x, y, ok := strings.Cut(text, ",")
	if !ok {
		return v.s.ShowError("name two numbers, such as `:scatter f1.find, faithfulness`")
	}
	v.x, v.y, v.cursor.at, v.Inside = strings.TrimSpace(x), strings.TrimSpace(y), -1, true
	return v.showResult("scatter")
}

// numberNames returns the numbers for the vertical axis: metrics that some run has overall and that
// have a better direction for bars, example columns for the scatter.
func (v *screen) numberNames() (names []string) {
	if v.Shown.selectedEntry().name != methods {
		return v.s.Table(v.run).Measures()
	}
	for _, run := range v.s.Runs {
		for _, score := range run.Scores(v.s.Settings) {
			_, ok := score.Value.Float()
			if ok && score.Of == "overall" && session.MetricIn(score.Protocol, score.Metric).Better != scoring.Neither {
				names = scoring.AppendNew(names, score.Metric)
			}
		}
	}
	return names
}

func (v *screen) setNumber(name string) tea.Cmd {
	v.cursor.at = -1
	if v.Shown.selectedEntry().name == methods {
		v.metric = name
	} else {
		v.y = name
	}
	return v.Compute()
}

func (v *screen) nextNumber() tea.Cmd {
	numbers, now := v.numberNames(), v.y
	switch {
	case len(numbers) == 0:
		return nil
	case v.Shown.selectedEntry().name == methods && v.Shown.isFigure():
		now = v.Shown.Panels[0].Y.Label
	}
	return v.setNumber(widget.NextIn(numbers, now, 1))
}

func (v *screen) goTo(text string) tea.Cmd {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || len(v.cursor.cursorPlaces()) == 0 {
		why := loaders.IfElse(err != nil, loaders.Clean(text)+" is not a number", "no cursor moves along this result")
		return v.s.ShowError(why)
	}
	v.moveTo(x)
	return nil
}

func (v *screen) stepAction(name string, by int) widget.Action {
	return widget.Action{Name: name, Disabled: widget.When(func() bool {
		return !v.Shown.selectedEntry().one || len(v.s.Runs) < 2
	}, "this shows all runs"), Run: func() tea.Cmd {
		return v.toRun((v.run + by + len(v.s.Runs)) % len(v.s.Runs))
	}}
}

func (v *screen) toRun(run int) tea.Cmd {
	v.run = run
	return v.Compute()
}
