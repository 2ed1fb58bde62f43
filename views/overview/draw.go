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

// settingsParts are the settings that bear on what is judged by metrics, each with
// its keys: the usual ones, and before them those that are not as the papers have
// them.
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
	average, aligned, predicted := views.Bears(x, judged)
	if predicted {
		parts = append(parts, [2]string{"p>" + widget.Decimal(x.Threshold), " P‹›p   "})
	}
	if aligned {
		parts = append(parts, [2]string{iou, " I‹›i   "})
	}
	parts = append(parts, [2]string{views.BarText(x, judged), " B‹›b"})
	if average {
		parts = append(parts, [2]string{"   " + x.Average.String(), " a"})
	}
	return parts
}

// drawSettings says the settings with the keys that move them, of the bars that
// of the selected run, and what is open.
func (v *screen) drawSettings(f *widget.Frame, line image.Rectangle) {
	var judged []string
	if len(v.Shown) > 0 {
		judged = v.s.Judged(v.selected())
	}
	faint, parts := widget.Ink(v.s.Theme.Faint), settingsParts(v.Under, judged)
	width := 0
	for _, p := range parts {
		width += ansi.StringWidth(p[0] + p[1])
	}
	right := line
	right.Min.X = max(line.Min.X, line.Max.X-width)
	left := line
	left.Max.X = right.Min.X - 2
	examples := 0
	for i := range v.Shown {
		examples += v.Shown[i].read
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
	if len(v.Shown) == 0 {
		return
	}
	run := v.selected()
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
	run, scores := v.s.Run(i), v.Shown[i]
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
