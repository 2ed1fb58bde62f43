package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/views/widget"
)

// Stepped is a view that can be returned to.
type Stepped interface {
	// Steps lead here from the screen below.
	Steps() []Step
}

// Rooted is a view whose steps may begin at the first screen.
type Rooted interface {
	Stepped
	Rooted() bool
}

// StepsTo returns the steps from a new program to the top of a stack: settings, then views. Modals
// are skipped, a view without steps ends the way, and a rooted one restarts it.
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

// Link passes the steps to the view on screen to Then.
type Link struct{ Then func(steps []Step) tea.Cmd }

// SaveScreen writes a frame, nil for the current one, as .png, .svg or .ansi.
type SaveScreen struct {
	Path  string
	Frame *widget.Frame
}

// Walk follows steps from the first screen, once every run has been read.
type Walk struct{ Steps []Step }
