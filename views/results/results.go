package results

import (
	"cmp"
	"context"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/figure"
	"faithscope/scoring/papers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// New returns the results of the session's runs, at a figure or table by name, "" for the first
// about s.Runs[runIndex].
func New(s *views.Session, runIndex int, resultName string) views.View {
	v := &resultsScreen{s: s, run: runIndex, wanted: resultName, resultChoice: resultChoice{of: "overall", x: "size", y: "faithfulness"}}
	sheet := &v.Sheet
	v.cursor = resultCursor{&v.Shown.resultPage, sheet, -1}
	v.ComputedView = views.NewComputed(&s.Data, v.resultsWork, v.arrangeParts)
	v.Display = v.displayAll
	v.List.Columns = []widget.Column{
		{Title: "result", Width: 38, Grow: 1, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style, i int) {
			e := &v.Shown.entries[i]
			st := loaders.IfElse(e.notes != nil, widget.Bold(s.Theme.Faint), widget.Style{})
			f.TextOver(area, widget.Over(st, base), widget.Shorten(widget.If(e.notes == nil, "  ")+e.title, area.Dx()))
		}},
	}
	v.List.Open, sheet.Open = v.openSelected, v.openSelected
	v.List.Heading = func(i int) string { return v.Shown.entries[i].heading }
	sheet.Moved = v.arrangeParts
	return v
}

// Steps implements [views.RevisitableView]: the results, grouping, run, the selected result with its
// choices, and the cursor.
func (v *resultsScreen) Steps() []views.ViewStep {
	e, steps := v.Shown.selectedEntry(), []views.ViewStep{views.Do("results")}
	if e.title == "" {
		return steps
	}
	steps = append(steps, views.Given(views.Do("by", v.by))...)
	if e.one && v.run < len(v.s.Runs) {
		steps = append(steps, views.Do("run", v.s.RunName(v.run)))
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

func (v *resultsScreen) Place() views.Place { return views.PlaceResults }

// resultsWork returns a function that lists the results and makes the wanted, the selected, or
// otherwise the first one. After a change of run, and at first, it prefers a result that shows the run.
func (v *resultsScreen) resultsWork() func(ctx context.Context) resultList {
	src := figure.Source{Runs: slices.Clone(v.s.Runs), Run: v.run, Settings: v.s.Settings}
	if v.run < len(src.Runs) {
		src.Facts = v.s.Table(v.run)
	}
	tables := loaders.Fill(len(src.Runs), v.s.Table)
	v.lines = v.List.Page()
	wanted, p := cmp.Or(v.wanted, v.Shown.selectedEntry().name), v.resultChoice
	isOther, isWide := v.wanted == "" && src.Run != v.Shown.run, v.Area.Dx() >= twoFigures
	return func(ctx context.Context) (all resultList) {
		all.entries, all.run = p.listEntries(ctx, src, wanted), src.Run
		if all.at = slices.IndexFunc(all.entries, func(e resultEntry) bool { return e.name == wanted }); all.at < 0 {
			all.at, isOther = firstEntry(all.entries, "models-methods", mainFigure(src)), true
		}
		if all.at == len(all.entries) {
			return all
		}
		p.layPage(ctx, src, tables, &all)
		for _, name := range []string{mainFigure(src), histograms} {
			if isOther && !all.selectedEntry().one && !all.grouped && all.rowOf(src.Run) < 0 {
				all.at = firstEntry(all.entries, name)
				p.layPage(ctx, src, tables, &all)
			}
		}
		if isWide && !all.grouped && len(all.Panels) == 1 {
			all.next = nextFigure(ctx, src, all.entries[all.at+1:])
		}
		return all
	}
}

const twoFigures = 180

// nextFigure returns the first of lines, whose names are at their ends: the letters of points would need a table.
func nextFigure(ctx context.Context, figureSource figure.Source, resultEntries []resultEntry) figure.Figure {
	for _, e := range resultEntries {
		if e.heading != "" {
			continue
		}
		if !e.drawn {
			break
		}
		if next := e.lay(ctx, figureSource); len(next.Panels) == 1 && next.Panels[0].Form == figure.Lines {
			return next.Figure
		}
	}
	return figure.Figure{}
}

func (p resultChoice) layPage(ctx context.Context, figureSource figure.Source, runTables []*facts.Table, targetList *resultList) {
	e, isGrouped := &targetList.entries[targetList.at], false
	if targetList.resultPage = (resultPage{notes: e.notes}); e.lay == nil {
		return
	}
	if isGrouped = p.by != "" && !e.one; isGrouped {
		groups, err := facts.Cut(ctx, runTables, p.by, func(_ *session.ScoredRun, rows []int) []int { return rows })
		if err != nil {
			targetList.notes = []string{loaders.Clean(err.Error())}
			return
		}
		figureSource.Runs, figureSource.Run = groups, 0
	}
	targetList.resultPage = e.lay(ctx, figureSource)
	targetList.runs, targetList.grouped = figureSource.Runs, isGrouped
	if isGrouped {
		targetList.notes = append([]string{"by " + p.by}, targetList.notes...)
	}
}

// displayAll starts the cursor again for another result, whose places differ, and selects its row for
// another run.
func (v *resultsScreen) displayAll(newList resultList) {
	if v.wanted != "" && !slices.ContainsFunc(newList.entries, func(e resultEntry) bool { return e.name == v.wanted }) {
		v.s.ShowText(loaders.Clean(v.wanted) + ": no result with this name, or no open run has its data")
	}
	isOther := v.Shown.selectedEntry().name != newList.selectedEntry().name
	if isOther {
		v.cursor.at = -1
		v.Sheet.Column, v.Sheet.Of = 1, nil
	}
	isOther = isOther || v.Shown.run != newList.run
	v.wanted, v.Shown = "", newList
	v.List.SetCount(len(newList.entries))
	v.List.Select(newList.at)
	if isOther {
		v.Sheet.Select(0)
		v.arrangeParts()
		v.Sheet.ToRow(newList.rowOf(newList.run))
	}
}

// Status returns the cursor of a figure, or the selected cell of a table with the name of its
// number and protocol.
func (v *resultsScreen) Status() string {
	said := v.Sheet.Describe()
	switch n, ok := v.cursor.selectedNumber(); {
	case v.Shown.isFigure():
		return strings.TrimPrefix(v.cursor.describeCursor()+widget.If(v.Sheet.Words != "", " · "+said), " · ")
	case !ok:
		return said
	case n.Run == papers.AllRuns:
		return said + " · over all runs"
	case n.Run == papers.Golden:
		return said + " · precomputed on real scene graphs"
	case n.Run < 0:
		return said + " · the paper's own number"
	default:
		return said + " · " + loaders.Clean(views.NumberIn(&n.Score).String()) + ", " + n.Protocol
	}
}

// openSelected enters the result; there it sets the setting on the axis, or lists the examples
// behind the selection. A paper's number first sets its table's settings, because others would give
// another number.
func (v *resultsScreen) openSelected() tea.Cmd {
	if !v.Inside {
		v.Inside = true
		v.arrangeParts()
		return nil
	}
	if why := v.cursor.whyLeadsNowhere(); why != "" {
		return v.s.ShowText(why)
	}
	if swept, moves := v.Shown.sweptSetting(); moves {
		return v.s.Set(v.movedSettings(swept))
	}
	if v.Shown.isFigure() {
		s, leads, _ := v.cursor.selectedPoint()
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
	return tea.Batch(v.settleSettings(), v.s.Push(examples.RestsOn(v.s, n.Run, views.NumberIn(&n.Score))))
}

// rowSettings returns the settings of the selected row, of a paper's table its own, and whether it is an upper bound.
func (v *resultsScreen) rowSettings() (settings scoring.Settings, isBound bool) {
	l := v.Shown.laid
	if l == nil {
		return v.s.Settings, false
	}
	isBound = l.Rows[v.Sheet.Chosen()].UpperBound
	return l.Under(v.s.Settings, isBound), isBound
}

func (v *resultsScreen) settleSettings() tea.Cmd {
	settings, _ := v.rowSettings()
	if settings == v.s.Settings {
		return nil
	}
	moved := loaders.Map(scoring.ChangedSettings(v.s.Settings, settings), func(s scoring.Setting) string {
		return strings.ReplaceAll(s.Name, "_", " ") + " " + s.In(&settings).String()
	})
	v.s.ShowText("this row's settings now apply everywhere: " + strings.Join(moved, ", ") + "; u undoes it")
	return v.s.Set(settings)
}

const boundMeaning = "the best score that the run's proposals allow"

func (v *resultsScreen) explainSelected() tea.Cmd {
	if swept, moves := v.Shown.sweptSetting(); moves {
		of := loaders.IfElse(swept.protocol == boxes.Protocol.Name, v.of, "overall")
		n := views.NumberOf(swept.protocol, strings.ToLower(v.Shown.Panels[0].Y.Label), of)
		s, _, _ := v.cursor.selectedPoint()
		return v.s.Explain(v.Shown.runs[s.Run], v.movedSettings(swept), n, swept.beside...)
	}
	if score := v.Sheet.Cell().Score; v.Shown.isFigure() && score != nil && !v.Shown.grouped {
		return v.explainPoint(score)
	}
	n, ok := v.cursor.selectedNumber()
	settings, isBound := v.rowSettings()
	if ok && n.Run >= 0 && !v.Shown.grouped && (n.Value.IsDefined() || !isBound) {
		return v.s.Explain(v.Shown.runs[n.Run], settings, views.NumberIn(&n.Score))
	}
	_, place, _ := strings.Cut(v.cursor.describeCursor(), ": ")
	return v.s.ExplainCell(&v.Sheet, [2]string{"at", place}, [2]string{"row", widget.If(isBound, boundMeaning)},
		[2]string{"enter", v.cursor.whyLeadsNowhere()})
}

// explainPoint explains a number of the cursor's run, of another run on the same line, or of the examples to which the
// cursor leads.
func (v *resultsScreen) explainPoint(score *scoring.Score) tea.Cmd {
	s, leads, _ := v.cursor.selectedPoint()
	t, ctx, runs := v.s.Table(s.Run), v.s.Context(), append([]*session.ScoredRun{v.Shown.runs[s.Run]}, v.Shown.runs...)
	q, err := query.Parse(leads, t.Fields())
	isPoint := func(of scoring.Score) bool {
		return views.NumberIn(&of) == views.NumberIn(score) && of.Count == score.Count && of.Value == score.Value
	}
	return v.s.InTime(func() tea.Msg { // scores take a pass over the run
		run, found := widget.First(runs, func(run *session.ScoredRun) bool { return slices.ContainsFunc(run.Scores(score.Settings), isPoint) })
		if !found && leads != "" && err == nil {
			chosen, _ := t.Select(ctx, q)
			run, err = runs[0].Group(ctx, runs[0].Run.Name, chosen.Rows)
			found = err == nil
		}
		if !found {
			return views.FlashMessage{Text: "this number doesn't belong to a single run"}
		}
		return v.s.Explain(run, score.Settings, views.NumberIn(score))()
	})
}

func (v *resultsScreen) document() *table.Document {
	if v.Shown.laid != nil {
		return &table.Document{List: "tables", Parts: []table.DocumentPart{v.Shown.laid.Part()}}
	}
	return v.Sheet.Exported(cmp.Or(v.Shown.Title, v.Shown.selectedEntry().title))
}
