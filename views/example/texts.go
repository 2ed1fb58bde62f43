package example

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// wholeTexts returns the texts whose beginnings the screen shows, each with a name: question and
// answers; for each module with an output in words, an error or arguments, its input, arguments,
// output, error and gold; and the passage.
func wholeTexts(ex *loaders.Example) [][2]string {
	text := evidence.MainTexts(ex)
	for i := range ex.Program {
		m := &ex.Program[i]
		if m.Output.Text == nil && m.Error == "" && m.Arguments == "" {
			continue
		}
		arguments, returned, gold := widget.If(m.Arguments != m.Text, m.Arguments), "", ""
		if m.Output.Text != nil {
			returned = *m.Output.Text
		}
		if m.Gold != nil && m.Gold.Text != nil {
			gold = *m.Gold.Text
		}
		text = append(text, [][2]string{{fmt.Sprintf("%d %s", i, m.Op), m.Text},
			{"arguments", arguments}, {"returned", returned}, {"error", m.Error}, {"gold", gold}}...)
	}
	if p := ex.Passage; p != nil {
		text = append(text, [2]string{"passage", cmp.Or(p.Text, strings.Join(p.Tokens, " "))})
	}
	return text
}

// Texts shows all texts of example at of a run, which is read in the background.
func Texts(c *views.Console, of *loaders.Run, at int) tea.Cmd {
	return func() tea.Msg {
		ex := of.Example(at)
		return views.Push{View: views.NewNote(c, "about "+ex.ID, wholeTexts(ex))}
	}
}
