// Package examples is the list of a run's examples: filtered, sorted, a row each.
package examples

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence/panel"
	"faithscope/views/evidence/tree"
	"faithscope/views/example"
	"faithscope/views/widget"
)

// OpeningMode is a variation of how a list opens.
type OpeningMode uint8

// WorstFirst sorts ascending by the score of the first module type in the filter, or else by
// faithfulness. AsRoot makes the list the first screen of its place, whose filter is the session's
// scope.
const (
	WorstFirst OpeningMode = iota
	AsRoot
)

// New returns the list of the examples of s.Runs[runIndex] under a filter, in the order of the file
// unless openingModes has WorstFirst.
func New(s *views.Session, runIndex int, f Filter, openingModes ...OpeningMode) *List {
	v := &List{root: slices.Contains(openingModes, AsRoot), cursor: pendingCursor{example: -1}, preview: sidePreview{
		at: -1, known: map[int]loadedExample{}, program: tree.New(), panel: panel.New(),
	}}
	v.selection = selection{s: s, run: runIndex, anchor: -1, from: -1, filter: parsedFilter{Filter: f}}
	v.sheet = widget.Sheet{
		Cursor: true, Whole: true, SortBy: v.sortBy,
		SheetOverrides: widget.SheetOverrides{Style: v.cellStyle, Leave: v.leaveOrder, Lay: v.layColumns},
	}
	v.sheet.Open = v.openSelected
	v.sheet.Held = func(i int) bool {
		return v.from >= 0 && (i-v.from)*(i-v.sheet.Selected()) <= 0 // between the two
	}
	v.tiles = tileGrid{&v.selection, &v.exampleSheet, &v.preview, &v.listed}
	v.loadRows() // what reads records waits for Init
	v.sheet.Column = max(0, slices.IndexFunc(v.shown, func(c listColumn) bool { return c.Name == "faithfulness" }))
	if !v.root {
		v.opened = len(v.filter.query.Clauses())
	}
	if !slices.Contains(openingModes, WorstFirst) {
		return v
	}
	by := "faithfulness"
	for _, name := range v.filter.query.Uses() {
		if _, moduleType, ok := strings.Cut(name, "."); ok && slices.Contains(v.facts.Types(), moduleType) {
			by = "f1." + moduleType
			break
		}
	}
	v.order.by, _ = query.ParseExpression(by, v.facts.Fields())
	v.cursor.first = true // not the row that was first before the sorting
	v.loadRows()
	return v
}

// Title returns the run's name; "" for the first screen of the place.
func (v *List) Title() string { return widget.If(!v.root, v.scored().Run.Name) }

// Place implements [views.PlaceView].
func (v *List) Place() views.Place { return views.PlaceExamples }

// Scope implements [views.SubjectView].
func (v *List) Scope() string {
	if v.anchor >= 0 { // before the name, which may be cut
		return fmt.Sprintf("range of %d · %s", len(v.rangeTo(v.sheet.Selected())), v.scored().Run.Name)
	}
	return v.scored().Run.Name
}

// Init reads what the first screen shows, what a number rests on, and the marks of other programs.
func (v *List) Init() tea.Cmd {
	return tea.Batch(gatherRests(v), v.refreshRows(), probeRecords(v), views.SyncMarks(v.s.Book(v.run)))
}

// Rooted implements [views.RootedView].
func (v *List) Rooted() bool { return true }

// Steps implements [views.RevisitableView]: what opened the list or else its run, then filter, order,
// columns and gallery where they aren't the defaults, and the selected example.
func (v *List) Steps() []views.ViewStep {
	opened := v.filter.Opened
	steps := []views.ViewStep{views.Do("run", v.scored().Run.Name), views.Do("examples")}
	if opened != nil {
		steps = slices.Concat(steps[:1], opened)
	}
	dropped := widget.If(opened != nil && v.filter.Only == nil, v.filter.Named)
	steps = append(steps, views.Given(views.Do("drop-part", dropped), views.Do("filter", v.filter.Where))...)
	switch {
	case v.order.by != nil:
		steps = append(steps, views.Do("sort", v.order.by.String()))
	case v.order.resting == nil && opened != nil: // such lists are not in the order of the file
		steps = append(steps, views.Do("sort", "file"))
	}
	if v.order.reverse {
		steps = append(steps, views.Do("reverse"))
	}
	steps = append(steps, views.Given(views.Do("columns", strings.Join(v.wantedTitles(), ", ")))...)
	if v.preview.tiled {
		steps = append(steps, views.Do("gallery"))
	}
	if len(v.rows) > 0 {
		steps = append(steps, views.Do("goto", v.scored().Run.Row(v.rows[v.sheet.Selected()]).ID))
	}
	return steps
}

// Typing reports whether a query is being typed.
func (v *List) Typing() bool { return v.typing != nil }

// Loading implements [views.LoadingView].
func (v *List) Loading() bool {
	_, _, complete := v.scored().Progress()
	return len(v.rows) == 0 && (v.busy || !complete)
}

// Update resizes the list, derives its rows again on a [views.RefreshViews], and passes other messages
// to the filter's line.
func (v *List) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.ResizeView:
		return v.resizeTo(msg.Area)
	case views.RefreshViews:
		if v.root && v.filter.Where != v.s.Scope.Where { // which another run's list has changed
			v.filter.Filter = Filter{Where: v.s.Scope.Where}
		}
		return tea.Batch(gatherRests(v), v.refreshRows())
	case workResult:
		if msg.by == v {
			return msg.show()
		}
	default:
		return v.typing.handleMessage(msg)
	}
	return nil
}

// Shows returns which run the list shows, under which filter.
func (v *List) Shows() (run int, filter Filter) { return v.run, v.filter.Filter }

// Lead implements [example.ExampleList]: it opens the list of those with a value of factLink.By, sorted
// by it, or else those of factLink.Where, or else those that factLink.Number rests on, with the example
// selected.
func (v *List) Lead(runIndex, exampleIndex int, factLink example.FactLink) tea.Cmd {
	var list *List
	switch {
	case factLink.By != "":
		list = New(v.s, runIndex, Filter{Where: "defined(" + factLink.By + ")"})
		list.order.by, _ = query.ParseExpression(factLink.By, list.facts.Fields())
	case factLink.Where != "":
		list = New(v.s, runIndex, Filter{Where: factLink.Where})
	default:
		list = RestsOn(v.s, runIndex, factLink.Number)
	}
	list.cursor.example = exampleIndex
	return v.s.Push(list)
}

// Few implements [example.ExampleList].
func (v *List) Few(runIndex int, exampleIndices []int, description string) tea.Cmd {
	return v.s.Push(New(v.s, runIndex, Filter{Only: exampleIndices, Named: description}))
}

// Next implements [example.ExampleList]: the next example, or the next failure under the present settings.
// From an unlisted one, forward is the selected row. At the end it returns the example and false.
func (v *List) Next(exampleIndex, d int, onlyFailures bool) (next int, ok bool) {
	from, _ := v.At(exampleIndex)
	if from < 0 {
		from = v.sheet.Selected()
		if d > 0 {
			from--
		}
	}
	table := v.s.Table(v.run) // settings may have moved since the list was made
	row, ok := v.stepFrom(from, d, func(i int) bool { return !onlyFailures || table.Failed(i) })
	if !ok {
		return exampleIndex, false
	}
	return v.rows[row], true
}

// Select implements [example.ExampleList].
func (v *List) Select(exampleIndex int) {
	if at, _ := v.At(exampleIndex); at >= 0 {
		v.sheet.Select(at)
	}
}

// Draw draws the preview and the table below the filter.
func (v *List) Draw(f *widget.Frame, area image.Rectangle) {
	v.preview.drawPreview(f, v.s.Look, v.columns.causeText)
	area = area.Intersect(v.listed)
	line, table := widget.SplitTop(area, 1)
	line.Min.X += widget.Gutter
	if n := len(v.rows); n > v.sheet.Page() || v.preview.tiled && n > 0 {
		place := fmt.Sprintf("%d–%d of %d", v.sheet.Top()+1, v.sheet.Bottom(), n)
		line.Max.X -= rightMargin
		widget.RightText(f, line, v.s.Theme.Faint, place)
		line.Max.X -= len(place)
	}
	if v.typing == nil {
		v.drawChips(f, line, v.rows[min(v.sheet.Top(), len(v.rows)):v.sheet.Bottom()], v.narrowBy)
	} else {
		var below image.Rectangle
		below, table = widget.SplitTop(table, 1)
		below.Min.X += widget.Gutter
		v.typing.drawLine(f, line, below)
	}
	if v.preview.tiled {
		v.tiles.drawTiles(f, table, widget.Focused)
	} else {
		table.Max.X -= rightMargin
		v.sheet.Draw(f, table, v.s.Look, v.typing == nil)
		f.TintSigns(table, v.s.Look)
	}
	f.DrawPanel(area, v.s.Look, widget.Focused)
}

// Narrow adds a query to the filter, as a step for undo, or shows why it can't be read.
func (v *List) Narrow(whereQuery string) tea.Cmd {
	q, err := v.filter.query.And(whereQuery)
	if err != nil {
		return v.s.ShowError(err.Error())
	}
	return v.narrowBy(v.filter.andQuery(q.String()))
}

// RestsOn returns the list of the examples that a number of s.Runs[runIndex] rests on, worst first:
// wrong answers for an accuracy, inconsistent questions for a consistency. It gathers them again
// when settings change.
func RestsOn(s *views.Session, runIndex int, n views.MetricName) *List {
	if n.Protocol == answers.Protocol.Name && n.Metric == "accuracy" && n.Of == "overall" {
		return New(s, runIndex, Filter{Where: "wrong"}, WorstFirst)
	}
	f := Filter{Only: []int{}, Named: n.String(), Opened: []views.ViewStep{views.Do(views.RestsOn, n.Value())}}
	r := &metricPerExample{number: n, better: session.MetricIn(n.Protocol, n.Metric).Better, read: -1}
	if r.isConsistency() {
		f.Named = "inconsistent"
		v := New(s, runIndex, f, WorstFirst)
		v.rests = r
		return v
	}
	v := New(s, runIndex, f)
	v.rests, v.order, v.cursor.first = r, sortOrder{resting: r}, true
	v.loadRows()
	return v
}

func probeRecords(v *List) tea.Cmd {
	known := v.s.Facts(v.run)
	return v.computeBeside(func() func() tea.Cmd {
		known.Probe()
		return v.refreshRows
	})
}
