package compare

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// arrangeTables lets the cursor of the table of runs follow the compared pair unless it has the focus,
// which is somebody choosing another.
func (v *compareScreen) arrangeTables() {
	v.changes.Empty, v.tests.sheet.Empty = v.s.Pending(), ""
	if v.Shown.err != nil {
		v.changes.Empty = ""
	} else if v.Shown.comparison != nil {
		v.changes.Empty, v.tests.sheet.Empty = "no example changes", "the runs have no scores in common"
		if v.Shown.comparison.Pairs == 0 {
			v.tests.sheet.Empty = "the runs have no examples in common"
		}
	}
	v.runs.matchRuns(v.a, v.b, v.Shown.agreement)
	v.tests.isPart, v.tests.isBiased = v.Shown.doing != "", v.Shown.isBiased
	v.tests.putTests(cmp.Or(v.Shown.comparison, &report.Comparison{}).Tests, v.Area.Dx())
	v.tests.putIntervals(v.Area.Dx())
	at := v.layOut(v.Area)
	v.putChanges(at.changes.Dx())
	v.runs.putMatrix(v.a, v.b, at.runs.Dx())
	if v.focus != &v.runs.sheet { // it follows the pair that is compared
		v.runs.sheet.ToRow(slices.Index(v.runs.matched, v.a))
		v.runs.sheet.Steer(firstRun + slices.Index(v.runs.matched, v.b) - v.runs.sheet.Column)
	}
	for sheet, area := range at.placesOf(v) {
		sheet.Resize(area.Dy())
	}
}

func (v *compareScreen) Update(msg tea.Msg) tea.Cmd {
	if to, ok := msg.(pendingChange); ok && to.by == v {
		return v.openNamed(to)
	}
	cmd := tea.Batch(v.ComputedView.Update(msg), v.flips.Update(msg))
	v.showPart()
	return tea.Batch(cmd, v.followSelected())
}

func (v *compareScreen) followSelected() tea.Cmd {
	var of any
	area := v.layOut(v.Area).flips
	if area.Dy() >= examples.LeastEmbedded && len(v.Shown.changes) > 0 {
		of = &v.Shown.changes[v.changes.Chosen()]
	}
	return v.flips.Show(of, area, v.listChosen)
}

// showPart shows the newest part of a running comparison, but never in place of a whole one of the
// same runs, so that numbers don't disappear.
func (v *compareScreen) showPart() {
	if !v.Computing {
		return
	}
	part, shown := v.part.Load(), &v.Shown
	isNews := part != nil && part.doing != shown.doing && (shown.doing != "" || shown.comparison == nil || shown.a != v.a || shown.b != v.b)
	if isNews {
		v.Shown = *part
		v.arrangeTables()
	}
}

func (v *compareScreen) Status() string {
	if v.focus == &v.runs.sheet {
		return v.runs.pairText()
	}
	return v.focus.Describe()
}

// compareLayout holds the areas of the parts; empty ones aren't drawn.
type compareLayout struct{ head, said, changes, runs, flips, tests image.Rectangle }

// beside is the least width with the table of runs beside the changes; below it, it replaces them
// while it has the focus.
const beside = 108

func (v *compareScreen) layOut(area image.Rectangle) (at compareLayout) {
	gap := widget.PaneGap(area)
	at.head, area = widget.SplitTop(area, 1)
	at.said, area = widget.SplitTop(area, len(v.findingLines()))
	area.Min.Y += gap
	rows, free := max(len(v.Shown.changes), 4), 0
	if area.Dx() >= beside || v.focus == &v.runs.sheet {
		rows = max(rows, len(v.runs.matched)+1)
	}
	if area.Dx() >= beside {
		scores := len(v.tests.listed)
		if v.Shown.comparison == nil || v.Shown.doing != "" { // or panes would move with each protocol
			scores = max(scores, area.Dy()/2)
		}
		free = area.Dy() - scores - 2 - gap
	}
	at.changes, at.tests = widget.SplitTop(area, max(free, min(rows, max(area.Dy()/2, 6)-1))+1)
	at.tests.Min.Y += gap
	switch {
	case area.Dx() >= beside:
		at.flips = at.changes
		at.changes.Max.X = area.Min.X + area.Dx()/2 - 1
		at.flips.Min.X = at.changes.Max.X + 1 + gap
		switch matrix := len(v.runs.matched) + 2; {
		case v.Shown.agreement == nil && v.focus != &v.runs.sheet:
		case at.changes.Dy()-rows-1 > matrix:
			at.changes, at.runs = widget.SplitTop(at.changes, rows+1)
			at.runs.Min.Y += gap
		default:
			at.runs, at.flips = widget.SplitTop(at.flips, matrix)
			at.flips.Min.Y += gap
		}
	case v.focus == &v.runs.sheet:
		at.runs, at.changes = at.changes, image.Rectangle{}
	}
	return at
}

func (at *compareLayout) placesOf(v *compareScreen) map[*widget.Sheet]image.Rectangle {
	return map[*widget.Sheet]image.Rectangle{&v.changes: at.changes, &v.tests.sheet: at.tests, &v.runs.sheet: at.runs}
}

func (v *compareScreen) findingLines() (lines []comparisonFinding) {
	var findings []comparisonFinding
	switch of := v.Shown; {
	case of.err != nil:
		findings = []comparisonFinding{{text: of.err.Error()}}
	case of.comparison != nil && of.comparison.Pairs == 0 && v.where != "":
		findings = []comparisonFinding{{text: "No example that both have matches " + loaders.Clean(v.where) + " in B."}}
	case of.comparison != nil && (of.doing == "" || slices.ContainsFunc(of.comparison.Tests, isLeading)):
		findings = append(loaders.Map(of.comparison.Mismatches.DescribeDoubts(), func(text string) comparisonFinding {
			return comparisonFinding{style: v.s.Theme.Warn, text: text}
		}), v.tests.findingsOf(of.comparison, of.programs[1])...)
	}
	if of := v.Shown; of.isBiased && of.comparison != nil {
		findings = slices.Insert(findings, 0, comparisonFinding{style: v.s.Theme.Warn, text: "The filter " + report.ByAnswer + "."})
	}
	if marked := v.s.Scope.Against - 1; marked >= 0 && marked != v.a && marked != v.b {
		text := loaders.Clean(v.s.RunName(marked)) + ", marked A, has different examples."
		findings = slices.Insert(findings, 0, comparisonFinding{style: v.s.Theme.Warn, text: text})
	}
	for _, said := range findings {
		for _, said.text = range widget.Wrap(said.text, max(1, v.Area.Dx()-chipWidth-2)) {
			lines = append(lines, said)
			said.verdict = loaders.Unknown
		}
	}
	return lines
}

func (v *compareScreen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layOut(area)
	at.head.Min.X += widget.Gutter
	at.said.Min.X++
	v.drawHead(f, at.head)
	f.DrawPanel(image.Rect(area.Min.X, at.head.Min.Y, area.Max.X, at.said.Max.Y), v.s.Look, widget.Unfocused)
	for _, line := range v.findingLines() {
		pen := widget.NewPen(f, at.said)
		v.putChip(pen, line.verdict)
		pen.Put(line.style, line.text)
		if tests := v.tests.describeCorrection(); at.said.Dy() == 1 && pen.Fits(tests+"   ") {
			pen.Put(v.s.Theme.Faint, "  "+tests)
		}
		at.said.Min.Y++
	}
	for sheet, room := range at.placesOf(v) {
		f.Clicking(func() { v.focus = sheet }, func() { sheet.Draw(f, room, v.s.Look, v.focus == sheet) })
		f.DrawPanel(room, v.s.Look, v.focus == sheet)
	}
	if at.runs.Dy() > len(v.runs.matched)+1 {
		f.Text(at.runs.Min.X+widget.Gutter, at.runs.Min.Y+len(v.runs.matched)+1, at.runs.Dx()-widget.Gutter, v.s.Theme.Faint,
			"above the diagonal: agreement; below: p (Holm)")
	}
	f.DrawPanel(at.flips, v.s.Look, widget.Unfocused)
	v.flips.Draw(f)
}

const chipWidth = 5

// putChip writes B for right and A for wrong, in neither's colour.
func (v *compareScreen) putChip(pen *widget.Pen, better loaders.Verdict) {
	if better == loaders.Unknown {
		pen.Put(widget.Style{}, strings.Repeat(" ", chipWidth))
		return
	}
	pen.PutChip(v.s.Look, v.s.Theme.Faint, loaders.IfElse(better == loaders.Right, " B ", " A "))
	pen.Put(widget.Style{}, " ")
}

func (v *compareScreen) drawHead(f *widget.Frame, lineArea image.Rectangle) {
	t, pen := v.s.Theme, widget.NewPen(f, lineArea)
	for k, run := range []int{v.a, v.b} {
		v.putChip(pen, []loaders.Verdict{loaders.Wrong, loaders.Right}[k])
		pen.Put(widget.Bold(t.Text), v.s.RunName(run)+"  ")
	}
	c := v.Shown.comparison
	switch {
	case v.Computing || !v.s.IsRead():
		pen.Put(t.Warn, v.describePending())
		return
	case c == nil:
		return
	}
	text := "the same " + loaders.Count(c.Pairs, "example")
	if c.OnlyA+c.OnlyB > 0 {
		text = fmt.Sprintf("%d in both, %d only in A, %d only in B", c.Pairs, c.OnlyA, c.OnlyB)
	}
	if v.tests.by != session.ByExample {
		text += ", tests over " + c.Agreement.Clusters.String()
	}
	pen.Put(t.Faint, text+v.Shown.programs[0])
}
