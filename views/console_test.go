package views

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// What was asked before the last key no longer opens anything.
func TestLateAnswersOpenNothing(t *testing.T) {
	var c Console
	opens := func() tea.Msg { return PushView{} }
	inTime, late := c.InTime(opens), c.InTime(opens)
	if inTime() == nil {
		t.Error("what comes in time isn't shown")
	}
	c.Presses++
	if late() != nil {
		t.Error("what comes late is shown")
	}
}
