package results

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// screen has the list of results on the left and the selected one on the right.
type screen struct {
	views.Computed[resultList]
	widget.Sides // the sheet is the table, or the numbers of the figure
	resultPlan
	s      *views.Session
	run    int // shown by entries about one run
	wanted string
	cursor resultCursor
}

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

// head is the number of lines above a figure.
const head = 2
