package views

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// SettingsActions set the session's settings by a typed value. Those that affect the named runs, or
// any run if none is named, are also in the settings row.
func (s *Session) SettingsActions(runs ...int) []widget.Action {
	judged := s.Judged(runs...)
	judges := len(judged) > 0 || len(runs) == 0
	type turn = func(x *scoring.Settings, by float64)
	act := func(name, help string, shown func() string, move turn, fields ...string) widget.Action {
		a := widget.Action{Name: name, Help: help, With: s.settingCommand(name, fields...)}
		if move != nil && judges && (len(fields) > 1 || movesRuns(s.Settings, judged, fields[0])) {
			a.Shown = shown
			a.Turn = func(by int) tea.Cmd {
				settings := s.Settings
				move(&settings, float64(by)*Increment)
				return s.Set(settings)
			}
		}
		return a
	}
	papers := scoring.Defaults()
	papers.Oracle = s.Settings.Oracle // no key moves it
	number := func(name string, x float64) func() string {
		return func() string { return name + " " + widget.Decimal(x) }
	}
	averages := act("average", "`:average WORDS` sets how module scores are averaged", func() string {
		return "average " + s.Settings.Average.String()
	}, func(x *scoring.Settings, by float64) {
		n := int(scoring.OverOccurrences) + 1
		x.Average = scoring.Average((int(x.Average) + n + int(math.Copysign(1, by))) % n)
	}, "average")
	averages.Values = s.Settings.Average.Words
	bound := act("upper-bound", "`:upper-bound true` scores the best possible with these proposals", func() string {
		return "upper bound " + loaders.IfElse(s.Settings.UpperBound, "on", "off")
	}, func(x *scoring.Settings, _ float64) { x.UpperBound = !x.UpperBound }, "upper_bound")
	own := loaders.Filter(session.Bars(), func(b *scoring.Bar) bool { return b.Help != "" })
	return slices.Concat([]widget.Action{
		act("threshold", "`:threshold .3` sets the probability of a predicted box", number("p", s.Settings.Threshold),
			func(x *scoring.Settings, by float64) { x.Threshold = min(Moved(x.Threshold, by), highest) }, "threshold"),
		act("step-score", "`:step-score .4` sets the score below which a judge calls a step wrong", number("step score", s.Settings.StepScore),
			func(x *scoring.Settings, by float64) { x.StepScore = Moved(x.StepScore, by) }, "step_score"),
		act("iou", "`:iou .4` sets the IoU from which a box is aligned", number("IoU", s.Settings.IoU), moveIoU, "iou"),
		act("bar", "`:bar .6` sets the bars of a faithful example by F1 and by attention",
			func() string { return barText(s.Settings, judged) }, moveBar, loaders.Map(barsOf(nil), (*scoring.Bar).Setting)...),
		averages, bound,
		act("negative-iou", "`:negative-iou .3` sets the IoU below which a box is bad", nil, nil, "negative_iou"),
	}, loaders.Map(own, func(b *scoring.Bar) widget.Action {
		return act("bar-"+b.Metric, b.Help, nil, nil, b.Setting())
	}), []widget.Action{
		act("answerable", "`:answerable .6` sets the probability above which the model finds a question answerable",
			number("P(answerable)", s.Settings.Answerable),
			func(x *scoring.Settings, by float64) { x.Answerable = min(Moved(x.Answerable, by), highest) }, "answerable"),
		{Name: "paper-settings", Help: "return to the papers' settings", Run: func() tea.Cmd { return s.Set(papers) },
			Shown: func() string {
				return loaders.IfElse(s.Settings == papers, "as the papers", "not as the papers")
			},
			Turn: func(int) tea.Cmd { return s.Set(papers) }},
		{Name: "set", Help: "`:set NAME VALUE` sets anything that moves a score, by the name of its flag", With: func(text string) tea.Cmd {
			flag, value, _ := strings.Cut(text, " ")
			x, ok := widget.First(scoring.AllSettings(), func(x scoring.Setting) bool { return x.Flag() == flag && x.Help != "" })
			if !ok {
				return s.ShowError(flag + " is not a setting")
			}
			return s.settingCommand("set "+flag, x.Name)(strings.TrimSpace(value))
		}},
	})
}

func (s *Session) settingCommand(name string, fields ...string) func(value string) tea.Cmd {
	return func(value string) tea.Cmd {
		settings := s.Settings
		for _, field := range fields {
			if err := scoring.SettingOf(field).In(&settings).Set(value); err != nil {
				return s.ShowError(fmt.Sprintf("%s %s: %v", name, value, err))
			}
		}
		if settings.Negative() > settings.IoU {
			return s.ShowError("the negative IoU would be above the IoU: a box between them would count as good and as bad")
		}
		return s.Set(settings)
	}
}

// highest is below 1 because nothing is above 1.
const highest = 1 - Increment

// moveIoU also lowers a negative IoU above the IoU, which would count a box as both good and bad.
func moveIoU(x *scoring.Settings, d float64) {
	x.IoU = min(Moved(x.IoU, d), highest)
	if x.NegativeIoU > x.IoU {
		x.NegativeIoU = 0
	}
}

func moveBar(x *scoring.Settings, d float64) {
	for _, bar := range session.Bars() {
		at := bar.In(x)
		*at = Moved(*at, d)
	}
}
