package overview

import (
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/widget"
)

// layout is where the parts of the overview lie; an empty rectangle
// is not drawn.
type layout struct {
	settings, runs, about, quadrant, modules, legend image.Rectangle
	// What is below goes to the tables of runs side by side, to the question
	// types and to the worst right answers; free is what is left.
	compared, kinds, failures, free image.Rectangle
	compact                         bool // the quadrant
}

// leastModules is the width from which the modules have all their columns.
const leastModules = 68

// gap is the room between what stands side by side.
const gap = 3

// layout gives the runs their rows, as far as the selected run keeps room
// below; the modules stand beside the quadrant, on a narrow screen below it,
// which is then a small one unless the large one leaves them their rows.
func (v *screen) layout(area image.Rectangle) layout {
	count := v.modules.table.Count()
	stacked := count > 0 && area.Dx() < quadrantWidth+gap+leastModules
	l, area := v.head(area, stacked)
	switch {
	case count == 0: // nothing stands beside or below the quadrant
		l.quadrant, l.free = widget.SplitTop(area, quadrantHeight)
	case stacked:
		l.compact = sidesOf(v.run().quadrant) == bothSides && area.Dy() < quadrantHeight+count+2
		height := quadrantHeight
		if l.compact {
			height = compactHeight
		}
		l.quadrant, area = widget.SplitTop(area, height)
		l.modules, l.free = widget.SplitTop(area, count+2)
	default:
		area, l.free = widget.SplitTop(area, max(count+2, quadrantHeight))
		l.quadrant, l.modules = area, area
		l.quadrant.Max.X = area.Min.X + quadrantWidth
		l.modules.Min.X = l.quadrant.Max.X + gap
	}
	l.legendBelow(count)
	if l.free.Dy() > 1 && !stacked {
		l.free.Min.Y++
	}
	l.compare(v.shown.runs)
	l.share(v.run())
	return l
}

// head lays out what is above the quadrant, and returns the room below.
func (v *screen) head(area image.Rectangle, stacked bool) (layout, image.Rectangle) {
	var l layout
	l.settings, area = widget.SplitTop(area, 1)
	count := v.modules.table.Count()
	runs := v.runs.table.Header() + max(1, len(v.shown.runs))
	about := 1
	if at := v.runs.selected(); at < len(v.s.Runs) && v.s.Run(at).Note != "" && area.Dy() > runs+compactHeight+count+4 {
		about = 2
	}
	below := about + 1 + min(quadrantHeight, max(area.Dy()/3, compactHeight))
	if stacked {
		below = about + 1 + min(compactHeight+count+2, area.Dy()/2)
	}
	if area.Dy() < runs+below {
		runs = max(v.runs.table.Header()+1, min(runs, area.Dy()-below))
	}
	l.runs, area = widget.SplitTop(area, runs)
	_, area = widget.SplitTop(area, 1)
	l.about, area = widget.SplitTop(area, about)
	if area.Dy() > quadrantHeight+count+2 || !stacked && area.Dy() > quadrantHeight {
		_, area = widget.SplitTop(area, 1)
	}
	return l, area
}

// legendBelow gives the row behind the modules' rows to their legend.
func (l *layout) legendBelow(count int) {
	const least = 56 // below it there is no room for the bars
	if row := l.modules.Min.Y + 1 + count; count > 0 && row < l.modules.Max.Y && l.modules.Dx() >= least {
		l.legend = image.Rect(l.modules.Min.X, row, l.modules.Max.X, row+1)
		l.modules.Max.Y = row
	}
}

// settingsParts are every setting in force, each with its keys: the usual ones,
// and before them those that are not as the papers have them.
func settingsParts(x scoring.Settings, judged []string) [][2]string {
	var parts [][2]string
	if x.UpperBound {
		parts = append(parts, [2]string{"UPPER BOUND", " U   "})
	}
	if x.Inclusive {
		parts = append(parts, [2]string{"inclusive", "   "})
	}
	iou := "IoU>" + widget.Decimal(x.IoU)
	if x.Negative() != x.IoU {
		iou += " (bad<" + widget.Decimal(x.Negative()) + ")"
	}
	return append(parts, [][2]string{{"p>" + widget.Decimal(x.Threshold), " P‹›p   "}, {iou, " I‹›i   "}, {views.BarText(x, judged), " B‹›b   "}, {x.Average.String(), " a"}}...)
}

// drawSettings says the settings with the keys that move them, of the bars that
// of the selected run, and what is open.
func (v *screen) drawSettings(f *widget.Frame, line image.Rectangle) {
	var judged []string
	if len(v.shown.runs) > 0 {
		judged = v.s.Judged(v.runs.selected())
	}
	faint, parts := widget.Ink(v.s.Theme.Faint), settingsParts(v.shown.settings, judged)
	width := 0
	for _, p := range parts {
		width += ansi.StringWidth(p[0] + p[1])
	}
	right := line
	right.Min.X = max(line.Min.X, line.Max.X-width)
	left := line
	left.Max.X = right.Min.X - 2
	examples := 0
	for i := range v.shown.runs {
		examples += v.shown.runs[i].read
	}
	widget.NewPen(f, left).Put(faint, "  "+loaders.Count(len(v.s.Runs), "run")+" · "+loaders.Count(examples, "example"))
	pen := widget.NewPen(f, right)
	for _, p := range parts {
		pen.Put(widget.Bold(widget.Ink(v.s.Theme.Accent)), p[0])
		pen.Put(faint, p[1])
	}
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	v.drawSettings(f, at.settings)
	v.drawTable(f, at.runs, inRuns)
	if len(v.shown.runs) == 0 {
		return
	}
	run := v.runs.selected()
	v.about(f, at.about, run)
	quadrant{
		look: v.s.Look, counts: v.run().quadrant, selected: v.runs.place(), focused: v.focus == inRuns, why: v.run().missingSides(), compact: at.compact,
		pick: func(c cell) tea.Cmd { return v.runs.pick(run, place{cell: c}) },
	}.draw(f, at.quadrant)
	v.drawTable(f, at.modules, inModules)
	v.modules.drawLegend(f, at.legend)
	v.drawComparisons(f, at.compared)
	v.drawTable(f, at.kinds, inKinds)
	v.drawTable(f, at.failures, inFailures)
}

// drawTable draws the table of a pane, which keys move after a click on it. Of the
// runs one number is marked, and not the row.
func (v *screen) drawTable(f *widget.Frame, area image.Rectangle, p pane) {
	table := v.tables()[p]
	if area.Dy() < 2 || table.Count() == 0 && p != inRuns {
		return
	}
	f.Clicking(func() { table.Draw(f, area, v.s.Look, v.focus == p && p != inRuns) }, func(run func() tea.Cmd) tea.Cmd {
		cmd := run()
		v.focus = p
		return cmd
	})
}

// about names the run and says what must be known about it.
func (v *screen) about(f *widget.Frame, area image.Rectangle, i int) {
	if area.Dy() < 1 {
		return
	}
	run, scores := v.s.Run(i), v.shown.runs[i]
	x := area.Min.X + f.Text(area.Min.X, area.Min.Y, area.Dx(), widget.Bold(widget.Ink(v.s.Theme.Accent)), run.Name)
	facts := []string{"answers " + widget.Number(scores.accuracy.Value)}
	if scores.accuracy.Count > 0 {
		facts[0] += " of " + strconv.Itoa(scores.accuracy.Count)
	}
	if progress := scores.progress(); progress != "" {
		facts = append(facts, progress)
	}
	if scores.problems > 0 {
		facts = append(facts, loaders.Count(scores.problems, "problem")+" (key !)")
	}
	if v.s.Base != nil {
		facts = append(facts, "hard and easy by "+v.s.Run(*v.s.Base).Name)
	}
	for _, fact := range []string{run.Model, run.Dataset, run.Format} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	f.Text(x+2, area.Min.Y, area.Max.X-x-2, widget.Ink(v.s.Theme.Text), strings.Join(facts, " · "))
	lines := widget.Wrap(run.Note, area.Dx())
	for k, line := range lines {
		if y := area.Min.Y + 1 + k; y < area.Max.Y {
			if k < len(lines)-1 && y == area.Max.Y-1 {
				line += " …"
			}
			f.Text(area.Min.X, y, area.Dx(), widget.Ink(v.s.Theme.Faint), line)
		}
	}
}
