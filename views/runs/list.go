package runs

import (
	"cmp"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// arrangeTables updates everything on screen. Until a person moves, it selects the first run of the
// first group, but not the base run. Groups are put twice, because their shared widths are known
// only afterwards.
func (v *runsScreen) arrangeTables() {
	v.groupRuns()
	if !v.moved && len(v.groups) > 0 {
		v.s.Scope.Run = v.groups[0].runs[v.groups[0].sheet.Row(0)]
		if v.s.Base != nil && *v.s.Base == v.s.Scope.Run {
			v.s.Scope.Run = 0
		}
	}
	v.grid = nil
	v.putGroups()
	v.of = v.runScores()
	v.putQuadrant(v.Area.Dx())
	v.putModules(v.Area.Dx())
	v.foldGroups()
	v.lines, v.list.Empty = v.lines[:0], v.whyNone()
	selected := 0
	for _, g := range v.groups {
		if at := g.addLines(v); at >= 0 {
			selected = at
		}
	}
	at := v.layOut(v.Area)
	v.list.SetCount(len(v.lines))
	v.list.Resize(at.list.Dy() - at.headerLines(len(v.lines)))
	v.list.Select(max(0, selected-1)) // a heading stays with its first run
	v.list.Select(selected)
	v.putGroups() // in the places of all columns, which are known now
	v.quadrant.Resize(at.quadrant.Dy())
	v.modules.Resize(at.modules.Dy())
	if v.focus != nil && v.focus.Count() == 0 || v.whyNone() != "" {
		v.focus = nil
	}
}

func (v *runsScreen) putGroups() {
	v.shared = shared
	if !slices.ContainsFunc(v.Shown, func(r runScores) bool { return r.cellOf("faithful").N > 0 }) {
		v.shared = shared[:1]
	}
	for _, g := range v.groups {
		g.putRuns(v)
	}
}

func (g *runGroup) addLines(v *runsScreen) (selected int) {
	g.sheet.Moved = func() { v.chooseRun(g.runs[g.sheet.Chosen()]) }
	g.sheet.Open = v.openSelected
	shown := g.sheet.Count()
	if shown == 0 {
		return -1
	}
	if g.folded {
		shown = 0
	}
	selected = -1
	onHeading := g.folded || v.headed
	for row := -1; row < shown; row++ {
		at := g.runRow(row, v.Shown)
		isSelected := g.runs[g.sheet.Row(at)] == v.selectedRun() || row < 0 && slices.Contains(g.runs, v.selectedRun())
		if isSelected && (row < 0) == onHeading {
			selected = len(v.lines)
			g.sheet.Select(at)
		}
		v.lines = append(v.lines, groupLine{g, row})
	}
	return selected
}

// groupRuns groups the runs by kind, data set (up to a comma) and family. Groups are kept, so that
// sheet and folding survive.
func (v *runsScreen) groupRuns() {
	before := v.groups
	v.groups = nil
	unread := areUnread(v.Shown)
	for k := range kinds {
		for run := range v.Shown {
			r := &v.Shown[run]
			of := slices.IndexFunc(kinds, func(k runKind) bool { return k.is(r) })
			if unread {
				of = 0
			}
			if of != k {
				continue
			}
			dataset, _, _ := strings.Cut(v.s.Run(run).Dataset, ",")
			family := familyOf(v.s.Runs, v.s.Run(run))
			is := func(g *runGroup) bool { return g.runKind == &kinds[k] && g.dataset == dataset && g.family == family }
			at := slices.IndexFunc(v.groups, is)
			if at < 0 {
				g := &runGroup{runKind: &kinds[k], dataset: dataset, family: family}
				if old := slices.IndexFunc(before, is); old >= 0 {
					g = before[old]
					g.runs = nil
				}
				at, v.groups = len(v.groups), append(v.groups, g)
			}
			v.groups[at].runs = append(v.groups[at].runs, run)
		}
	}
}

func familyOf(allRuns []*session.ScoredRun, run *loaders.Run) string {
	n := loaders.CountFunc(allRuns, func(other *session.ScoredRun) bool {
		return other.Run.Model == run.Model && other.Run.Dataset == run.Dataset
	})
	return widget.If(n >= leastFamily, run.Model)
}

// leastFamily is how many runs of one model form a group.
const leastFamily = 3

// foldGroups folds groups without room, so that each heading stays visible, except the first and
// those that a person folded or opened.
func (v *runsScreen) foldGroups() {
	room := v.listRoom() - len(v.groups)
	for i, g := range v.groups {
		if !g.touched {
			g.folded = i > 0 && len(g.runs) > room
		}
		if !g.folded {
			room -= len(g.runs)
		}
	}
}

func (v *runsScreen) drawLine(f *widget.Frame, area image.Rectangle, baseStyle widget.Style, i int) {
	if at := v.lines[i]; at.row < 0 {
		at.group.drawHeading(v, f, area, baseStyle)
	} else {
		at.group.sheet.DrawRow(f, area, v.s.Look, at.row, baseStyle)
	}
}

// drawHeading draws a rule with the titles, those of the shared columns only on the first heading. A folded
// group shows its worst run there, because its others have other titles.
func (g *runGroup) drawHeading(v *runsScreen, f *widget.Frame, area image.Rectangle, baseStyle widget.Style) {
	g.sheet.DrawRow(f, area, v.s.Look, loaders.IfElse(g.folded, g.runRow(-1, v.Shown), -1), baseStyle)
	name := area
	name.Max.X = min(area.Max.X, area.Min.X+v.grid[0])
	f.Fill(name, baseStyle)
	f.TextOver(name, widget.Over(widget.Bold(v.s.Theme.Text), baseStyle), cmp.Or(g.foldedTitle(v), "▾ "+g.headingLine(v.Shown)))
	n := len(v.shared)
	own := min(area.Max.X, area.Min.X+loaders.Sum(v.grid[:min(n+1, len(v.grid))])+n*widget.ColumnGap)
	if g.folded { // its own columns have titles of another kind
		area.Min.X = own
		f.Fill(area, baseStyle)
		return
	}
	if v.titled {
		f.Fill(image.Rect(name.Max.X, area.Min.Y, own, area.Max.Y), baseStyle)
	}
	v.titled = true
	area.Max.X--
	f.DrawHeading(area, v.s.Look)
}

func (v *runsScreen) followTable() {
	if len(v.lines) == 0 {
		return
	}
	at := v.lines[v.list.Selected()]
	v.moved, v.headed = true, at.row < 0
	v.s.Scope.Run = at.group.runs[at.group.sheet.Row(at.group.runRow(at.row, v.Shown))]
	v.arrangeTables()
}

func (v *runsScreen) describeOpening() string {
	g := v.currentGroup()
	switch {
	case v.focus != nil || !v.headed || g == nil:
		return "examples"
	case g.folded:
		return "open"
	}
	return "close"
}

func (v *runsScreen) chooseRun(runIndex int) tea.Cmd {
	v.s.Scope.Run, v.moved, v.headed, v.focus = runIndex, true, false, nil
	if g := v.currentGroup(); g != nil && g.folded {
		g.folded, g.touched = false, true
	}
	v.arrangeTables()
	return nil
}

func (v *runsScreen) markReference() tea.Cmd {
	before, marked := v.s.Scope.Against, 1+v.selectedRun()
	if before == marked {
		marked = 0
	}
	set := func(against int) tea.Cmd {
		v.s.Scope.Against = against
		v.arrangeTables()
		return nil
	}
	views.Record(&v.s.Timeline, "baseline mark on "+v.s.RunName(v.selectedRun()), before, marked, set)
	return set(marked)
}

func (v *runsScreen) openSelected() tea.Cmd {
	g := v.currentGroup()
	if v.focus == nil && v.headed && g != nil {
		g.folded, g.touched = !g.folded, true
		v.arrangeTables()
		return nil
	}
	p := v.paneSheet()
	if p.Of == nil || p.Count() == 0 {
		return nil
	}
	cell := p.Cell()
	switch {
	case cell.Leads != "":
		return v.s.Push(v.listWhere(examples.Filter{Where: cell.Leads}))
	case cell.Score != nil:
		return v.s.Push(examples.RestsOn(v.s, v.selectedRun(), views.NumberIn(cell.Score)))
	}
	return v.s.Push(v.listWhere(examples.Filter{}))
}

func (v *runsScreen) listWhere(f examples.Filter) *examples.List {
	if f.Empty() {
		return examples.New(v.s, v.selectedRun(), f)
	}
	return examples.New(v.s, v.selectedRun(), f, examples.WorstFirst)
}

// briefQuery is of the selected number, or else of the examples that are right without being faithful.
func (v *runsScreen) briefQuery() string {
	of := v.runScores().cellOf(barred)
	n, _ := of.Float()
	return cmp.Or(v.paneSheet().Cell().Leads, widget.If(n > 0, of.Leads))
}

func (v *runsScreen) followSelected() tea.Cmd {
	area := v.layOut(v.Area).examples
	var of any
	where := v.briefQuery()
	if !area.Empty() && v.whyNone() == "" && !areUnread(v.Shown) {
		of = [2]any{v.selectedRun(), where}
	}
	return v.brief.Show(of, area, func() *examples.List { return v.listWhere(examples.Filter{Where: where}) })
}
