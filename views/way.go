package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/views/widget"
)

// Stepped is a view that can be returned to.
type Stepped interface {
	// Steps returns those that lead from the screen below to this view as it is.
	Steps() []Step
}

// Rooted is a view whose steps may begin at the first screen, whatever screen it
// was opened from.
type Rooted interface {
	Stepped
	Rooted() bool
}

// StepsTo returns the steps that lead from the first screen of a program just opened to the
// view on top of a stack: those of the settings, then those of each view. Modals are left
// out, a view without steps ends the way, and a rooted one begins it again.
func StepsTo(settings scoring.Settings, stack []View) []Step {
	steps := settingSteps(settings)
	for _, v := range stack {
		if _, over := v.(*Modal); over {
			continue
		}
		stepped, ok := v.(Stepped)
		if !ok {
			break
		}
		if rooted, ok := v.(Rooted); ok && rooted.Rooted() {
			steps = settingSteps(settings)
		}
		steps = append(steps, stepped.Steps()...)
	}
	return steps
}

func settingSteps(x scoring.Settings) []Step {
	steps := []Step{Do("paper-settings")}
	d := scoring.Defaults()
	for _, setting := range scoring.AllSettings() {
		if now := setting.In(&x).String(); now != setting.In(&d).String() && setting.Help != "" {
			steps = append(steps, Do("set", setting.Flag(), now))
		}
	}
	return steps
}

// Link asks the program for the commands that lead to what is on screen, and
// gives them to Then.
type Link struct{ Then func(steps []Step) tea.Cmd }

// SaveScreen asks the program to write a frame, nil for what is on screen, to a
// file, in the format of its ending: .png, .svg or .ansi.
type SaveScreen struct {
	Path  string
	Frame *widget.Frame
}

// Walk asks the program to leave all screens but the first and follow steps,
// one after the other, once every run has been read.
type Walk struct{ Steps []Step }
