package results

import (
	"cmp"
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/figure"
	"faithscope/scoring/papers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// New returns the results of the session's runs, at a figure or table by name, "" for the first
// about s.Runs[run].
func New(s *views.Session, run int, name string) views.View {
	v := &screen{s: s, run: run, wanted: name, resultPlan: resultPlan{of: "overall", x: "size", y: "faithfulness"}}
	sheet := &v.Sheet
	v.cursor = resultCursor{&v.Shown.page, sheet, -1}
	v.Computed = views.NewComputed(&s.Data, v.resultsWork, v.arrangeParts)
	v.Display = v.displayAll
	v.List.Columns = []widget.Column{
		{Title: "result", Width: 38, Grow: 1, Show: func(i int) widget.Entry {
			e := &v.Shown.entries[i]
			return widget.Entry{Text: widget.If(e.notes == nil, "  ") + e.title,
				Style: loaders.IfElse(e.notes != nil, widget.Bold(s.Theme.Faint), widget.Style{})}
		}},
	}
	v.List.Open, sheet.Open = v.openSelected, v.openSelected
	sheet.Moved = v.arrangeParts
	return v
}

// Steps implements [views.Stepped]: the results, grouping, run, the selected result with its
// choices, and the cursor.
func (v *screen) Steps() []views.Step {
	e, steps := v.Shown.selectedEntry(), []views.Step{views.Do("results")}
	if e.title == "" {
		return steps
	}
	steps = append(steps, views.Given(views.Do("by", v.by))...)
	if e.one && v.run < len(v.s.Runs) {
		steps = append(steps, views.Do("run", v.s.Run(v.run).Name))
	}
	switch e.name {
	case "scatter":
		return append(steps, views.Do("scatter", v.x+",", v.y))
	case overThreshold, overIoU:
		steps = append(steps, views.Do("module-type", v.of))
	}
	steps = append(steps, views.Do("result", e.name))
	if e.name == methods {
		steps = append(steps, views.Given(views.Do("outcome", v.metric))...)
	}
	if x := v.cursor.x(); x == x {
		steps = append(steps, views.Do("at", loaders.FormatNumber(x)))
	}
	return steps
}

func (v *screen) Place() views.Place { return views.PlaceResults }

// resultsWork returns a function that lists the results and makes the wanted, the selected, or
// otherwise the first one. After a change of run it prefers a result that shows that run.
func (v *screen) resultsWork() func(ctx context.Context) resultList {
	src := figure.Source{Runs: slices.Clone(v.s.Runs), Run: v.run, Settings: v.s.Settings}
	if v.run < len(src.Runs) {
		src.Facts = v.s.Table(v.run)
	}
	tables := loaders.Fill(len(src.Runs), v.s.Table)
	wanted, p := cmp.Or(v.wanted, v.Shown.selectedEntry().name), v.resultPlan
	isOther := v.wanted == "" && src.Run != v.Shown.run
	return func(ctx context.Context) (all resultList) {
		all.entries, all.run = p.listEntries(src, wanted), src.Run
		if all.at = slices.IndexFunc(all.entries, func(e entry) bool { return e.name == wanted }); all.at < 0 {
			all.at = firstEntry(all.entries, "models-methods", mainFigure(src))
		}
		if all.at == len(all.entries) {
			return all
		}
		p.layPage(ctx, src, tables, &all)
		if isOther && !all.selectedEntry().one && !all.grouped && all.rowOf(src.Run) < 0 {
			all.at = firstEntry(all.entries, mainFigure(src))
			p.layPage(ctx, src, tables, &all)
		}
		return all
	}
}

func (p resultPlan) layPage(ctx context.Context, src figure.Source, tables []*facts.Table, all *resultList) {
	e, isGrouped := &all.entries[all.at], false
	if all.page = (page{notes: e.notes}); e.lay == nil {
		return
	}
	if isGrouped = p.by != "" && !e.one; isGrouped {
		groups, err := facts.Cut(ctx, tables, p.by, func(_ *session.Scored, rows []int) []int { return rows })
		if err != nil {
			all.notes = []string{loaders.Clean(err.Error())}
			return
		}
		src.Runs, src.Run = groups, 0
	}
	all.page = e.lay(ctx, src)
	all.runs, all.grouped = src.Runs, isGrouped
	if isGrouped {
		all.notes = append([]string{"by " + p.by}, all.notes...)
	}
}

// displayAll shows what was computed. The cursor starts again for another result, and for another
// run its row is selected.
func (v *screen) displayAll(all resultList) {
	if v.wanted != "" && !slices.ContainsFunc(all.entries, func(e entry) bool { return e.name == v.wanted }) {
		v.s.ShowText("no open run has what " + loaders.Clean(v.wanted) + " shows")
	}
	isOther := v.Shown.selectedEntry().name != all.selectedEntry().name
	if isOther {
		v.cursor.at = -1
		v.Sheet.Column, v.Sheet.Of = 1, nil
	}
	isOther = isOther || v.Shown.run != all.run
	v.wanted, v.Shown = "", all
	v.List.SetCount(len(all.entries))
	v.List.Select(all.at)
	if isOther {
		v.Sheet.Select(0)
		v.arrangeParts()
		v.Sheet.ToRow(all.rowOf(all.run))
	}
}

// Status returns the cursor of a figure, or the selected cell of a table with the name of its
// number and protocol.
func (v *screen) Status() string {
	said := v.Sheet.Describe()
	switch n, ok := v.cursor.selectedNumber(); {
	case v.Shown.isFigure():
		return strings.TrimPrefix(v.cursor.describeCursor()+widget.If(v.Sheet.Words != "", " · "+said), " · ")
	case !ok:
		return said
	case n.Run == papers.AllRuns:
		return said + " · over all runs"
	case n.Run == papers.Golden:
		return said + " · computed on real scene graphs beforehand"
	case n.Run < 0:
		return said + " · the paper's own number"
	default:
		return said + " · " + loaders.Clean(views.NumberIn(&n.Score).String()) + ", " + n.Protocol
	}
}

// openSelected enters the result; there it sets the setting on the axis, or lists the examples
// behind the selection. A paper's number first sets its table's settings, because others would give
// another number.
func (v *screen) openSelected() tea.Cmd {
	if !v.Inside {
		v.Inside = true
		v.arrangeParts()
		return nil
	}
	if why := v.cursor.whyLeadsNowhere(); why != "" {
		return v.s.ShowText(why)
	}
	if axis, moves := v.Shown.settingAxis(); moves {
		return v.s.Set(v.movedSettings(axis))
	}
	if v.Shown.isFigure() {
		s, leads := v.cursor.selectedPoint()
		return v.s.Push(examples.New(v.s, s.Run, examples.Filter{Where: leads}))
	}
	n, ok := v.cursor.selectedNumber()
	if !ok {
		return v.s.Push(examples.New(v.s, v.run, examples.Filter{Where: v.Sheet.Leads()}))
	}
	if l := v.Shown.laid; l != nil {
		if where, only := l.Chosen(n.Run, v.Sheet.Column-1); where != "" || only != nil {
			return v.s.Push(examples.New(v.s, n.Run, examples.Filter{Where: where, Only: only, Named: "the examples of " + l.Name}))
		}
	}
	cmd := v.settleSettings()
	return tea.Batch(cmd, v.s.Push(examples.RestsOn(v.s, n.Run, views.NumberIn(&n.Score))))
}

func (v *screen) settleSettings() tea.Cmd {
	settings := v.s.Settings
	if l := v.Shown.laid; l != nil {
		settings = l.Under(settings, l.Rows[v.Sheet.Chosen()].UpperBound)
	}
	if settings == v.s.Settings {
		return nil
	}
	v.s.ShowText("the settings are now those of " + v.Shown.selectedEntry().name)
	return v.s.Set(settings)
}

func (v *screen) explainSelected() tea.Cmd {
	if axis, moves := v.Shown.settingAxis(); moves {
		n := views.NumberOf(boxes.Protocol.Name, "f1", v.of)
		s, _ := v.cursor.selectedPoint()
		return views.Explain(&v.s.Console, v.Shown.runs[s.Run], v.movedSettings(axis), n, "precision", "recall")
	}
	if score := v.Sheet.Cell().Score; v.Shown.isFigure() && score != nil {
		s, _ := v.cursor.selectedPoint()
		return views.Explain(&v.s.Console, v.Shown.runs[s.Run], score.Settings, views.NumberIn(score))
	}
	n, ok := v.cursor.selectedNumber()
	if !ok || n.Run < 0 || v.Shown.grouped {
		return v.s.ExplainCell(&v.Sheet, [2]string{"enter", v.cursor.whyLeadsNowhere()})
	}
	cmd := v.settleSettings()
	return tea.Batch(cmd, views.Explain(&v.s.Console, v.Shown.runs[n.Run], v.s.Settings, views.NumberIn(&n.Score)))
}

func (v *screen) document() *table.Document {
	if v.Shown.laid != nil {
		return &table.Document{List: "tables", Parts: []table.Part{v.Shown.laid.Part()}}
	}
	return v.Sheet.Exported(cmp.Or(v.Shown.Title, v.Shown.selectedEntry().title))
}
