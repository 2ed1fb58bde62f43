package sweep

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/views"
	"faithscope/views/widget"
)

// Steps implements [views.Stepped].
func (v *screen) Steps() []string {
	steps := []string{"sweep"}
	if v.axis == boxes.OverIoU {
		steps = append(steps, "axis")
	}
	if run := v.table.Selected(); run < len(v.s.Runs) {
		steps = append(steps, "run "+v.s.Run(run).Name)
	}
	if v.of >= 0 {
		steps = append(steps, "type "+v.drawn())
	}
	return append(steps, "at "+strconv.FormatFloat(v.value(), 'g', -1, 64))
}

// moved is the settings with the cursor's value.
func (v *screen) moved() scoring.Settings {
	settings := v.axis.Move(v.s.Settings, v.value())
	if settings.NegativeIoU > settings.IoU { // a box would be good and bad
		settings.NegativeIoU = 0
	}
	return settings
}

// explainAction shows where the selected run's numbers at the cursor come from.
func explainAction(v *screen) widget.Action {
	return widget.Action{Name: "explain", Keys: []string{"."}, Help: "show where the selected run's F1, P and R at the cursor come from", Group: "Sweep",
		Disabled: widget.When(func() bool { return v.curve(v.table.Selected()) == nil }, "the selected run has no curve"), Run: func() tea.Cmd {
			n := views.Number{Protocol: boxes.Protocol.Name, Metric: "f1", Of: v.drawn()}
			return views.ExplainUnder(v.s, v.table.Selected(), v.moved(), n, "precision", "recall")
		}}
}

// valueAction puts the cursor on a value, or on the place before it.
func valueAction(v *screen) widget.Action {
	const help = "`:at .35` puts the cursor on a value"
	return widget.Action{Name: "at", Help: help, Group: "Sweep", Run: func() tea.Cmd { return v.s.Post(views.Flash{Text: help}) }, With: func(text string) tea.Cmd {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return v.s.Post(views.Flash{Text: text + " is not a value from 0 to 1", Bad: true})
		}
		at, exact := slices.BinarySearch(v.shown.places, x)
		if !exact {
			at--
		}
		v.at = max(0, at)
		return nil
	}}
}
