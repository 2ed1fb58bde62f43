package overview

import (
	"image"

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

// panes are where the tables of the panes lie.
func (l *layout) panes() [4]image.Rectangle {
	return [...]image.Rectangle{inRuns: l.runs, inModules: l.modules, inKinds: l.kinds, inFailures: l.failures}
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
		l.modules, l.free = widget.SplitTop(area, v.modules.lines())
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
	l.compare(v.Shown)
	l.share(v.run())
	return l
}

// head lays out what is above the quadrant, and returns the room below.
func (v *screen) head(area image.Rectangle, stacked bool) (layout, image.Rectangle) {
	var l layout
	l.settings, area = widget.SplitTop(area, 1)
	count := v.modules.table.Count()
	runs := v.runTable.Header() + max(1, len(v.Shown))
	about := 1
	if at := v.selected(); at < len(v.s.Runs) && v.s.Run(at).Note != "" && area.Dy() > runs+compactHeight+count+4 {
		about = 2
	}
	below := about + 1 + min(quadrantHeight, max(area.Dy()/3, compactHeight))
	if stacked {
		below = about + 1 + min(compactHeight+v.modules.lines(), area.Dy()/2)
	}
	if area.Dy() < runs+below {
		runs = max(v.runTable.Header()+1, min(runs, area.Dy()-below))
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

// compare gives the tables of runs side by side that fit whole the first of the
// free room.
func (l *layout) compare(runs []runScores) {
	rest := l.free
	for _, t := range comparisonsOf(runs) {
		if len(t.rows)+1 >= rest.Dy() {
			break
		}
		_, rest = widget.SplitTop(rest, len(t.rows)+2)
	}
	l.compared, l.free = l.free, rest
	l.compared.Max.Y = rest.Min.Y
}

// leastFree is how many lines a table in the free room is worth having.
const leastFree = 3

// share divides the free room: accuracy by type, and the worst right answers,
// which come first where there is room for one.
func (l *layout) share(r *runScores) {
	area := l.free
	if kinds, failures := len(r.kinds), len(r.failures); kinds > 0 && area.Dy() >= leastFree && (failures == 0 || area.Dy() >= 2*leastFree) {
		height := kinds + 1
		if failures > 0 {
			height = min(height, max(leastFree, area.Dy()/2))
		}
		l.kinds, area = widget.SplitTop(area, height)
		if area.Dy() > leastFree {
			_, area = widget.SplitTop(area, 1)
		}
	}
	if failures := len(r.failures); failures > 0 && area.Dy() > 1 {
		l.failures, _ = widget.SplitTop(area, failures+1)
	}
}
