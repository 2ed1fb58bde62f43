package overview

import (
	"image"

	"faithscope/views/widget"
)

// layout is where the parts of the overview lie; what has no rectangle is not
// drawn.
type layout struct {
	settings, about, why, legend image.Rectangle
	panes                        map[*pane]image.Rectangle
}

const (
	// quadrantWidth is the room of the quadrant beside the modules, leastModules
	// that from which they stand side by side, and gap what is between.
	quadrantWidth, leastModules, gap = 46, 68, 3
	// leastFree is how many lines a table below is worth having.
	leastFree = 3
)

// stacked reports whether the modules stand below the quadrant.
func (v *screen) stacked() bool {
	return v.modules.Count() > 0 && v.Area.Dx() < quadrantWidth+gap+leastModules
}

// heights are how many lines the quadrant takes, why a verdict is missing among
// them, and the modules with their legend.
func (v *screen) heights(w int) (quadrant, why, modules int) {
	if modules = v.modules.Header() + v.modules.Count(); v.run().modules != nil {
		modules++
	}
	if !v.stacked() {
		w = min(w, quadrantWidth)
	}
	why = len(v.why(w))
	return v.quadrant.Header() + v.quadrant.Count() + why, why, modules
}

// layout gives the runs their rows, as far as the selected run keeps room below.
func (v *screen) layout(area image.Rectangle) layout {
	l := layout{panes: map[*pane]image.Rectangle{}}
	l.settings, area = widget.SplitTop(area, 1)
	quadrant, why, modules := v.heights(area.Dx())
	below := 2 + max(quadrant, modules)
	if v.stacked() {
		below = 2 + min(quadrant+modules, max(area.Dy()/2, quadrant+2))
	}
	runs := v.runs.Header() + max(1, len(v.Shown))
	about := 1
	if at := v.selected(); at < len(v.s.Runs) && v.s.Run(at).Note != "" && area.Dy() > runs+below+1 {
		about = 2
	}
	l.panes[&v.runs], area = widget.SplitTop(area, max(v.runs.Header()+1, min(runs, area.Dy()-below)))
	_, area = widget.SplitTop(area, 1)
	l.about, area = widget.SplitTop(area, about)
	if area.Dy() > max(quadrant, modules)+2 && !v.stacked() {
		_, area = widget.SplitTop(area, 1)
	}
	left, right, rest := area, area, area
	if v.stacked() {
		left, right = widget.SplitTop(area, quadrant)
		right, rest = widget.SplitTop(right, modules)
	} else {
		left, rest = widget.SplitTop(area, max(quadrant, modules))
		right = left
		if modules > 0 {
			left.Max.X = min(left.Max.X, left.Min.X+quadrantWidth)
			right.Min.X = left.Max.X + gap
		}
	}
	l.panes[&v.quadrant], l.why = widget.SplitTop(left, quadrant-why)
	l.panes[&v.modules] = right
	if row := right.Min.Y + modules - 1; v.run().modules != nil && row < right.Max.Y && right.Dx() >= 56 {
		l.legend = image.Rect(right.Min.X, row, right.Max.X, row+1)
		right.Max.Y = row
		l.panes[&v.modules] = right
	}
	if rest.Dy() > 1 && !v.stacked() {
		rest.Min.Y++
	}
	l.share(v, rest)
	return l
}

// share divides the room below: the tables of runs side by side that fit whole
// have the first of it, then comes accuracy by type, and the worst right answers,
// which are preferred where there is room for one.
func (l *layout) share(v *screen, area image.Rectangle) {
	for _, p := range v.compared {
		if p.Count()+1 >= area.Dy() {
			break
		}
		l.panes[p], area = widget.SplitTop(area, p.Count()+1)
		_, area = widget.SplitTop(area, 1)
	}
	kinds, failures := v.kinds.Count(), v.failures.Count()
	if kinds > 0 && area.Dy() >= leastFree && (failures == 0 || area.Dy() >= 2*leastFree) {
		height := kinds + 1
		if failures > 0 {
			height = min(height, max(leastFree, area.Dy()/2))
		}
		l.panes[&v.kinds], area = widget.SplitTop(area, height)
		if area.Dy() > leastFree {
			_, area = widget.SplitTop(area, 1)
		}
	}
	if failures > 0 && area.Dy() > 1 {
		l.panes[&v.failures], _ = widget.SplitTop(area, failures+1)
	}
}
