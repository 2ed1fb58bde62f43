package results

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// resultsScreen has the list of results on the left and the selected one on the right.
type resultsScreen struct {
	views.ComputedView[resultList]
	widget.ListAndDetail // the sheet is the table, or the numbers of the figure
	resultChoice
	s      *views.Session
	run    int // shown by entries about one run
	wanted string
	cursor resultCursor
}

func (v *resultsScreen) turnToSelected() tea.Cmd {
	at := v.List.Selected()
	if at == v.Shown.at && v.wanted == "" || at >= len(v.Shown.entries) {
		return nil
	}
	return v.showResult(v.Shown.entries[at].name)
}

func (v *resultsScreen) showResult(resultName string) tea.Cmd {
	v.wanted = resultName
	return v.Compute()
}

// head is the number of lines above a figure.
const head = 2
