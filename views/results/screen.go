package results

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// screen has the list of figures and tables to the left, and the selected one to the
// right: a figure over the numbers at its cursor, or a table.
type screen struct {
	views.Computed[resultList]
	widget.Sides // the sheet is the table, or the numbers of the figure
	resultPlan
	s      *views.Session
	run    int // which entries of one run show
	wanted string
	cursor resultCursor
}

// turnToSelected returns the command that computes the result selected in the list; nil if it is
// shown already and none is wanted.
func (v *screen) turnToSelected() tea.Cmd {
	at := v.List.Selected()
	if at == v.Shown.at && v.wanted == "" || at >= len(v.Shown.entries) {
		return nil
	}
	return v.showResult(v.Shown.entries[at].name)
}

func (v *screen) showResult(name string) tea.Cmd {
	v.wanted = name
	return v.Compute()
}

// head are the lines above a figure.
const head = 2
