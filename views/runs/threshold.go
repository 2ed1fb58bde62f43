package runs

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/views/widget"
)

// bestStepScore is a step score that is best on the run from.
type bestStepScore struct {
	by      *runsScreen
	from    int
	score   float64
	reached scoring.MetricValue
	ok      bool
}

func (best bestStepScore) scoreAction() widget.Action {
	v := best.by
	return widget.Action{Name: "best-step-score", Disabled: v.s.WhyAlone,
		Run: func() tea.Cmd {
			best := best
			best.from = best.findSource()
			run, ctx := v.s.Runs[best.from], v.s.Context()
			return func() tea.Msg {
				var chains []scoring.Evidence
				if err := run.Each(ctx, func(_ int, _ string, evidence []scoring.Evidence) { chains = append(chains, evidence...) }); err != nil {
					return nil
				}
				if sweep := steps.NewScoreSweep(chains); sweep != nil {
					best.ok = true
					best.score, best.reached = sweep.Best()
				}
				return best
			}
		}}
}

// findSource returns A, or else the first other run of the same judge, or else any other; runs of the selected one's
// group come first.
func (best *bestStepScore) findSource() int {
	v, at := best.by, best.by.selectedRun()
	isOther := func(run int) bool { return run != at }
	others := loaders.Filter(loaders.Indices(len(v.s.Runs)), isOther)
	if g := v.currentGroup(); g != nil && len(g.runs) > 1 {
		others = loaders.Filter(g.runs, isOther)
	}
	if a := v.s.Scope.Against - 1; slices.Contains(others, a) {
		return a
	}
	same, ok := widget.First(others, func(run int) bool { return v.s.Run(run).Judge == v.s.Run(at).Judge })
	return loaders.IfElse(ok, same, others[0])
}

// Update implements [views.View].
func (v *runsScreen) Update(msg tea.Msg) tea.Cmd {
	if best, ok := msg.(bestStepScore); ok && best.by == v {
		return best.useScore()
	}
	return tea.Batch(v.ComputedView.Update(msg), v.brief.Update(msg), v.followSelected())
}

func (best *bestStepScore) useScore() tea.Cmd {
	v := best.by
	name := loaders.Clean(v.s.RunName(best.from))
	if !best.ok {
		return v.s.ShowError(name + " has no step scores")
	}
	settings := v.s.Settings
	settings.StepScore = best.score
	v.s.ScoreFrom.Score, v.s.ScoreFrom.Run = best.score, name
	return tea.Batch(v.s.Set(settings), v.s.ShowText("step score "+widget.Decimal(best.score)+", best on "+name+": "+
		widget.MetricName(best.reached.Metric)+" "+widget.Number(best.reached.Value)))
}
