package runs

import (
	"cmp"
	"slices"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// screen is the runs in a list of tables, with details of the selected one, which the session's
// scope names.
type screen struct {
	views.Computed[[]scores]
	runDetail // of the selected run
	s         *views.Session
	groups    []*group
	top       *group   // the first on screen
	shared    []string // columns of all groups
	grid      []int    // column widths of all groups
	lines     []line   // of the list, in their order
	list      widget.Table
	words     string        // that listed runs contain, "" for all
	headed    bool          // the heading of the group is selected
	moved     bool          // by the person
	focus     *widget.Sheet // nil for the list
}

// line is a run of a group by its row, -1 for the group's heading.
type line struct {
	group *group
	row   int
}

func (v *screen) selectedRun() int { return v.s.ScopeRun() }

func (v *screen) runScores() *scores {
	if at := v.selectedRun(); at < len(v.Shown) && v.whyNone() == "" {
		return &v.Shown[at]
	}
	return &scores{}
}

func (v *screen) whyNone() string {
	listed := func(g *group) bool { return g.sheet.Count() > 0 }
	return cmp.Or(widget.If(len(v.s.Runs) == 0, "no run is open"),
		widget.If(v.words != "" && !slices.ContainsFunc(v.groups, listed), "no run has "+loaders.Clean(v.words)))
}

func (v *screen) currentGroup() *group {
	g, _ := widget.First(v.groups, func(g *group) bool { return slices.Contains(g.runs, v.selectedRun()) })
	return g
}

func (v *screen) paneSheet() *widget.Sheet {
	if g := v.currentGroup(); v.focus == nil && g != nil {
		return &g.sheet
	} else if v.focus == nil {
		return &v.quadrant
	}
	return v.focus
}
