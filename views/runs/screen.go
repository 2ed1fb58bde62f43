package runs

import (
	"cmp"
	"slices"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// runsScreen is the runs in a list of tables, with details of the selected one, which the session's
// scope names.
type runsScreen struct {
	views.ComputedView[[]runScores]
	runDetail // of the selected run
	s         *views.Session
	groups    []*runGroup
	shared    []string    // columns of all groups
	grid      []int       // column widths of all groups
	lines     []groupLine // of the list, in their order
	list      widget.Table
	words     string        // that listed runs contain, "" for all
	headed    bool          // the heading of the group is selected
	moved     bool          // by the person
	titled    bool          // the shared columns have their titles in this drawing
	focus     *widget.Sheet // nil for the list
	brief     examples.EmbeddedList
}

// groupLine is a run of a group by its row, -1 for the group's heading.
type groupLine struct {
	group *runGroup
	row   int
}

func (v *runsScreen) selectedRun() int { return v.s.ScopeRun() }

func (v *runsScreen) runScores() *runScores {
	if at := v.selectedRun(); at < len(v.Shown) && v.whyNone() == "" {
		return &v.Shown[at]
	}
	return &runScores{}
}

func (v *runsScreen) whyNone() string {
	listed := func(g *runGroup) bool { return g.sheet.Count() > 0 }
	return cmp.Or(widget.If(len(v.s.Runs) == 0, "no run is open"),
		widget.If(v.words != "" && !slices.ContainsFunc(v.groups, listed), "no run matches "+loaders.Clean(v.words)))
}

func (v *runsScreen) currentGroup() *runGroup {
	g, _ := widget.First(v.groups, func(g *runGroup) bool { return slices.Contains(g.runs, v.selectedRun()) })
	return g
}

func (v *runsScreen) paneSheet() *widget.Sheet {
	if g := v.currentGroup(); v.focus == nil && g != nil {
		return &g.sheet
	} else if v.focus == nil {
		return &v.quadrant
	}
	return v.focus
}
