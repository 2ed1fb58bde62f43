package example

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/evidence"
)

// Texts shows all texts of the example at an index of a run, which is read in the background.
func Texts(c *views.Console, run *loaders.Run, exampleIndex int) tea.Cmd {
	return func() tea.Msg {
		ex := run.Example(exampleIndex)
		return views.PushView{View: c.NewNote("about "+ex.ID, evidence.WholeTexts(ex))}
	}
}
