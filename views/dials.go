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
func (s *Session) SettingsActions(runIndices ...int) []widget.Action {
	judged := s.Judged(runIndices...)
	judges := len(judged) > 0 || len(runIndices) == 0
	act := func(name, help string, shown func() string, move func(x *scoring.Settings, by float64), fields ...string) widget.Action {
		_, meaning, _ := strings.Cut(help, " sets ")
		a := widget.Action{Name: name, Help: help, With: s.settingCommand(name, fields...), Meaning: meaning}
		a.Differs = slices.ContainsFunc(fields, func(field string) bool {
			return scoring.SettingOf(field).Value(s.Settings) != scoring.SettingOf(field).Value(scoring.Defaults())
		})
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
	averages := act("average", "`:average WORDS` averages over examples, modules or all boxes (cumulative)", func() string {
		return "average " + s.Settings.Average.String()
	}, func(x *scoring.Settings, by float64) {
		n := int(scoring.OverOccurrences) + 1
		x.Average = scoring.Average((int(x.Average) + n + int(math.Copysign(1, by))) % n)
	}, "average")
	averages.Values = s.Settings.Average.Words
	bound := act("upper-bound", "`:upper-bound true` shows the upper bound: the best score that these proposals allow", func() string {
		return "upper bound " + loaders.IfElse(s.Settings.UpperBound, "on", "off")
	}, func(x *scoring.Settings, _ float64) { x.UpperBound = !x.UpperBound }, "upper_bound")
	own := loaders.Filter(session.Bars(), func(b *scoring.FaithfulThreshold) bool { return b.Help != "" })
	dials := slices.Concat([]widget.Action{
		act("threshold", "`:threshold .3` sets the p threshold: proposals with a higher p count as predicted", number("p", s.Settings.Threshold),
			func(x *scoring.Settings, by float64) { x.Threshold = min(Moved(x.Threshold, by), highest) }, "threshold"),
		act("step-score", "`:step-score .4` sets the step-score threshold: steps with a lower score count as wrong", s.stepScoreText,
			func(x *scoring.Settings, by float64) { x.StepScore = Moved(x.StepScore, by) }, "step_score"),
		act("iou", "`:iou .4` sets the IoU threshold: a proposal is aligned with a gold box if their IoU is higher",
			number("IoU", s.Settings.IoU), moveIoU, "iou"),
		act("bar", "`:bar .6` sets the faithfulness threshold: examples that score at least this are faithful",
			func() string { return barText(s.Settings, judged) }, moveBar, loaders.Map(barsOf(nil), (*scoring.FaithfulThreshold).Setting)...),
		averages, bound,
		act("negative-iou", "`:negative-iou .3` sets the negative IoU threshold: proposals with a lower IoU count as wrong",
			nil, nil, "negative_iou"),
	}, loaders.Map(own, func(b *scoring.FaithfulThreshold) widget.Action {
		return act("bar-"+b.Metric, b.Help, nil, nil, b.Setting())
	}), []widget.Action{
		act("answerable", "`:answerable .6` sets the P(answerable) threshold: questions with a higher P count as answerable",
			number("P(answerable)", s.Settings.Answerable),
			func(x *scoring.Settings, by float64) { x.Answerable = min(Moved(x.Answerable, by), highest) }, "answerable"),
		{Name: "set", Help: "`:set NAME VALUE` changes any scoring setting; NAME is its flag", With: func(text string) tea.Cmd {
			flag, value, _ := strings.Cut(text, " ")
			x, ok := widget.First(scoring.AllSettings(), func(x scoring.Setting) bool { return x.Flag() == flag && x.Help != "" })
			if !ok {
				return s.ShowError(flag + " is not a setting")
			}
			return s.settingCommand("set "+flag, x.Name)(strings.TrimSpace(value))
		}},
	})
	seeded := papers
	seeded.Seed = s.Settings.Seed // of --sample too
	reset := widget.Action{Name: "paper-settings", Help: "return to the papers' settings",
		Meaning: "< or > resets every setting to its value in the papers", Run: func() tea.Cmd { return s.Set(papers) }}
	if s.Settings != seeded || slices.ContainsFunc(dials, func(a widget.Action) bool { return a.Turn != nil }) {
		reset.Shown = func() string {
			return loaders.IfElse(s.Settings == seeded, "as in the papers", "differs from the papers")
		}
		reset.Turn = func(int) tea.Cmd { return s.Set(papers) }
	}
	return append(dials, reset)
}

func (s *Session) settingCommand(settingName string, settingFields ...string) func(value string) tea.Cmd {
	return func(value string) tea.Cmd {
		settings := s.Settings
		for _, field := range settingFields {
			if err := scoring.SettingOf(field).In(&settings).Set(value); err != nil {
				return s.ShowError(fmt.Sprintf("%s %s: %v", settingName, value, err))
			}
		}
		if settings.Negative() > settings.IoU {
			return s.ShowError("The negative IoU threshold can't be above the IoU threshold: a box between them would count as both good and bad.")
		}
		return s.Set(settings)
	}
}

// highest is below 1 because nothing is above 1.
const highest = 1 - Increment

// moveIoU also lowers a negative IoU above the IoU, which would count a box as both good and bad.
func moveIoU(x *scoring.Settings, stepDirection float64) {
	x.IoU = min(Moved(x.IoU, stepDirection), highest)
	if x.NegativeIoU > x.IoU {
		x.NegativeIoU = 0
	}
}

func moveBar(x *scoring.Settings, stepDirection float64) {
	for _, bar := range session.Bars() {
		at := bar.In(x)
		*at = Moved(*at, stepDirection)
	}
}

func (s *Session) stepScoreText() string {
	return "step score " + widget.Decimal(s.Settings.StepScore) + widget.If(
		s.ScoreFrom.Run != "" && s.ScoreFrom.Score == s.Settings.StepScore, ", best on "+s.ScoreFrom.Run)
}
