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
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// Actions implements [views.View].
func (v *resultsScreen) Actions() []widget.Action {
	_, moves := v.Shown.sweptSetting()
	base := v.s.BaseAction(func() int { return 0 })
	base.Turn = nil // by its name alone
	runs := []int{v.run}
	if moves && v.Shown.rowOf(v.run) < 0 {
		runs = nil // the curves are of other runs
	}
	return slices.Concat(v.s.SettingsActions(runs...), v.ListAndDetail.Actions(v.turnToSelected, v.arrangeParts), []widget.Action{
		{Name: "open", Footer: true, Short: widget.If(moves && v.Inside, "use this value"), Run: v.openSelected,
			Help: "open the result; list the examples behind a number, or set the threshold from a curve"},
		{Name: "unwind", Help: "show all rows again, or return to the list", Run: widget.Do(func() {
			v.Inside = v.Inside && v.Sheet.Words != ""
			v.Sheet.Narrow("")
			v.arrangeParts()
		}), Disabled: widget.When(func() bool { return !v.Inside && v.Sheet.Words == "" }, "already in the list of results")},
		{Name: "published", Help: "show or hide the paper's own numbers", Disabled: widget.When(func() bool {
			return v.Shown.laid == nil
		}, "this isn't a paper's table"), Run: func() tea.Cmd {
			v.published = !v.published
			return v.Compute()
		}},
		{Name: "outcome", Help: "show the next number on the vertical axis (scatter, method bars); `:outcome iou` shows IoU",
			Values: v.numberNames, With: v.setNumber, Run: v.nextNumber, Disabled: widget.When(func() bool {
				return v.Shown.selectedEntry().name != "scatter" && v.Shown.selectedEntry().name != methods
			}, "this result has no axis to choose")},
		v.s.RunAction(nil, v.toRun), base,
		{Name: "result", Short: "go to a result", Help: "`:result nmn-1` goes to a figure or a table", Values: func() []string {
			return loaders.NonEmpty(loaders.Map(v.Shown.entries, func(e resultEntry) string { return e.name })) // headings have none
		}, With: v.showNamed},
		{Name: "by", Short: "average or group",
			Help: "`:by run.model` averages runs of the same model, `:by kind` groups examples, `:by none` shows single runs",
			With: v.groupBy},
		{Name: "scatter", Short: "plot two numbers",
			Help: "`:scatter f1.find, faithfulness` plots two numbers of a run against each other", With: v.scatterCommand},
		{Name: "at", Short: "move to a value", Help: "`:at .35` moves the cursor to a value", With: v.goTo},
		{Name: "best", Short: "move to the best F1", Help: "move the cursor to the selected run's best F1",
			Disabled: v.Shown.whyNotSwept, Run: widget.Do(func() {
				_, s := v.Shown.seriesAt(v.Sheet.Chosen())
				if at, ok := s.Peak(); ok {
					v.moveTo(at.X)
				}
			})},
		v.typeAction(), views.NarrowAction(v.Sheet.Narrow),
	}, v.s.StepRunActions(v.run, v.toRun), v.tableActions())
}

func (v *resultsScreen) typeAction() widget.Action {
	types := append([]string{"overall"}, boxes.Types...)
	words := func() []string { return types }
	return widget.Action{
		Name: "module-type", Short: "choose module type",
		Help:   "`:module-type find` draws the scores of one module type, `:module-type overall` all scores",
		Values: words, With: v.s.Choice(words, "no module type is called WORD", func(choice int) tea.Cmd {
			v.of = types[choice]
			return v.Compute()
		}),
		Disabled: func() string { return widget.If(v.Shown.isFigure(), v.Shown.whyNotSwept()) },
		Shown: func() string {
			return "module " + loaders.IfElse(v.of == "overall", "all", v.of)
		},
		Turn: func(by int) tea.Cmd {
			v.of = widget.NextIn(types, v.of, by)
			return v.Compute()
		},
	}
}

func (v *resultsScreen) tableActions() []widget.Action {
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
	a.Footer, a.Help = true, "export the figure (.svg, .png, .txt, .csv) or the table"
	a.With = func(file string) tea.Cmd {
		ext := path.Ext(file)
		if !v.Shown.isFigure() || !Writes(ext) {
			return tables(file)
		}
		v.s.Exports("", file)
		fig, theme := v.Shown.Figure, v.s.Theme
		return v.s.SaveOrCopy("figure", file, func(w io.Writer) error { return Write(w, &fig, ext, image.Pt(100, 30), theme) })
	}
	return all
}

func (v *resultsScreen) groupBy(by string) tea.Cmd {
	v.by = widget.If(by != "none", by)
	if v.by != "" && v.Shown.isFigure() {
		v.s.ShowText("tables are grouped by " + by + "; figures aren't")
	}
	return v.Compute()
}

func (v *resultsScreen) scatterCommand(text string) tea.Cmd {
	x, y, ok := strings.Cut(text, ",")
	if !ok {
		return v.s.ShowError("name two numbers, such as `:scatter f1.find, faithfulness`")
	}
	if _, err := query.ParseExpressions(v.s.Table(v.run).Fields(), x, y); err != nil {
		return v.s.ShowError(err.Error())
	}
	v.x, v.y, v.cursor.at, v.Inside = strings.TrimSpace(x), strings.TrimSpace(y), -1, true
	return v.showResult("scatter")
}

// numberNames leaves out metrics without a better direction, which bars would rank. A scatter takes
// any number of an example.
func (v *resultsScreen) numberNames() (names []string) {
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

func (v *resultsScreen) setNumber(numberName string) tea.Cmd {
	v.cursor.at = -1
	if v.Shown.selectedEntry().name == methods {
		v.metric = numberName
	} else {
		v.y = numberName
	}
	return v.Compute()
}

func (v *resultsScreen) nextNumber() tea.Cmd {
	numbers, now := v.numberNames(), v.y
	switch {
	case len(numbers) == 0:
		return nil
	case v.Shown.selectedEntry().name == methods && v.Shown.isFigure():
		now = v.Shown.Panels[0].Y.Label
	}
	return v.setNumber(widget.NextIn(numbers, now, 1))
}

func (v *resultsScreen) goTo(text string) tea.Cmd {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || len(v.cursor.cursorPlaces()) == 0 {
		return v.s.ShowError(loaders.IfElse(err != nil, loaders.Clean(text)+" isn't a number", "this result has no cursor"))
	}
	v.moveTo(x)
	return nil
}

func (v *resultsScreen) toRun(runIndex int) tea.Cmd {
	v.run = runIndex
	return v.Compute()
}
