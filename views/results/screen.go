package results

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
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

// showNamed takes a result's name, or its title in the list.
func (v *resultsScreen) showNamed(name string) tea.Cmd {
	v.Inside = true
	e, isTitle := widget.First(v.Shown.entries, func(e resultEntry) bool { return strings.EqualFold(e.title, name) })
	return v.showResult(loaders.IfElse(isTitle, e.name, name))
}

func (v *resultsScreen) showResult(resultName string) tea.Cmd {
	v.wanted = resultName
	v.Sheet.Narrow("")
	return v.Compute()
}

// head is the number of lines above a figure.
const head = 2
