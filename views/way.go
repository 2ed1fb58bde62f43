package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/views/widget"
)

// RevisitableView is a view that can be returned to.
type RevisitableView interface {
	// Steps lead here from the screen below.
	Steps() []ViewStep
}

// RootedView is a view whose steps may begin at the first screen.
type RootedView interface {
	RevisitableView
	Rooted() bool
}

// StepsTo returns the steps from a new program to the top of a stack: settings, then views. Modals
// are skipped, a view without steps ends the way, and a rooted one restarts it.
func StepsTo(settings scoring.Settings, viewStack []View) []ViewStep {
	steps := settingSteps(settings)
	for _, v := range viewStack {
		if _, over := v.(*Modal); over {
			continue
		}
		stepped, ok := v.(RevisitableView)
		if !ok {
			break
		}
		if rooted, ok := v.(RootedView); ok && rooted.Rooted() {
			steps = settingSteps(settings)
		}
		steps = append(steps, stepped.Steps()...)
	}
	return slices.CompactFunc(steps, func(a, b ViewStep) bool { return a.String() == b.String() })
}

func settingSteps(x scoring.Settings) []ViewStep {
	steps := []ViewStep{Do("paper-settings")}
	for _, setting := range scoring.ChangedSettings(scoring.Defaults(), x) {
		if setting.Help != "" {
			steps = append(steps, Do("set", setting.Flag(), setting.In(&x).String()))
		}
	}
	return steps
}

// ViewStepsRequest passes the steps to the view on screen to Then.
type ViewStepsRequest struct {
	Then func(steps []ViewStep) tea.Cmd
}

// SaveScreen writes a frame, nil for the current one, as .png, .svg or .ansi.
type SaveScreen struct {
	Path  string
	Frame *widget.Frame
}

// FollowSteps follows steps from the first screen, once every run has been read.
type FollowSteps struct{ Steps []ViewStep }
