package overview

import (
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// layout is where the parts of the overview lie; an empty rectangle
// is not drawn.
type layout struct{ runs, about, quadrant, modules, compared image.Rectangle }

// layout gives the runs their rows, as far as the selected run keeps room
// below; on a wide screen the modules stand beside the quadrant.
func (v *screen) layout(area image.Rectangle) layout {
	const aboutHeight = 2
	below := aboutHeight + 1 + quadrantHeight
	runs := v.runs.Header() + max(1, len(v.shown.runs))
	if area.Dy() < runs+below {
		runs = max(v.runs.Header()+1, min(runs, area.Dy()-below))
	}
	var l layout
	l.runs, area = widget.SplitTop(area, runs)
	_, area = widget.SplitTop(area, 1)
	l.about, area = widget.SplitTop(area, aboutHeight)
	if area.Dy() > quadrantHeight {
		_, area = widget.SplitTop(area, 1)
	}
	const gap = 3
	if v.modules.Count() == 0 { // nothing stands beside or below the quadrant
		l.quadrant, l.compared = widget.SplitTop(area, quadrantHeight)
		return l
	}
	if area.Dx() >= quadrantWidth+gap+30 {
		if area.Dy() > quadrantHeight+1 {
			area, l.compared = widget.SplitTop(area, quadrantHeight+1)
			if more := v.modules.Count() + 2 - area.Dy(); more > 0 {
				area.Max.Y += min(more, l.compared.Dy())
				l.compared.Min.Y = area.Max.Y
			}
		}
		width := min(66, area.Dx()-gap-max(30, area.Dx()*2/5))
		l.quadrant, l.modules = area, area
		l.quadrant.Max.X = area.Min.X + width
		l.modules.Min.X = l.quadrant.Max.X + gap
		l.modules.Max.X = min(l.modules.Max.X, l.modules.Min.X+64)
		return l
	}
	l.quadrant, area = widget.SplitTop(area, quadrantHeight)
	_, l.modules = widget.SplitTop(area, 1)
	return l
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	v.runs.Draw(f, at.runs, v.s.Look, false)
	if len(v.shown.runs) == 0 {
		return
	}
	run := v.runs.Selected()
	v.about(f, at.about, run)
	quadrant{
		look: v.s.Look, counts: v.run().quadrant, selected: v.selected(), focused: !v.inModules, why: v.run().missingSides(),
		pick: func(c cell) tea.Cmd { return v.pick(run, c) },
	}.draw(f, at.quadrant)
	v.drawComparisons(f, at.compared)
	if at.modules.Dy() > 1 && v.modules.Count() > 0 {
		v.modules.Draw(f, at.modules, v.s.Look, v.inModules)
		if v.inModules {
			return
		}
		f.Click(at.modules, widget.Do(func() { v.inModules = true }))
	}
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
