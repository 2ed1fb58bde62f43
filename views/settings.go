package views

import (
	"math"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// Increment is a threshold's step per key press.
const Increment = 0.05

// Moved returns the next grid point above number, or below it unless stepDirection is above 0, inside
// 0..1, so that a threshold that a flag set off the grid returns to it.
func Moved(number, stepDirection float64) float64 {
	const tiny = 1e-9
	at := number / Increment
	if stepDirection > 0 {
		at = math.Floor(at+tiny) + 1
	} else {
		at = math.Ceil(at-tiny) - 1
	}
	return max(0, min(1, math.Round(at*Increment*100)/100))
}

func barsOf(judgingMetrics []string) []*scoring.FaithfulThreshold {
	if len(judgingMetrics) > 0 {
		return loaders.Map(judgingMetrics, session.BarOf)
	}
	return loaders.Filter(session.Bars(), func(b *scoring.FaithfulThreshold) bool { return b.Help == "" })
}

func barText(x scoring.Settings, judgingMetrics []string) string {
	text, same := "faithful", true
	for _, bar := range barsOf(judgingMetrics) {
		text += " " + widget.MetricName(bar.Metric) + " ≥ " + widget.Decimal(bar.Least(&x))
		same = same && bar.Least(&x) == x.FaithfulF1
	}
	if same {
		text = "faithful ≥ " + widget.Decimal(x.FaithfulF1)
	}
	return text + widget.If(x.Oracle != scoring.Defaults().Oracle, ", oracle "+loaders.Clean(filepath.Base(x.Oracle)))
}

func movesRuns(x scoring.Settings, judgingMetrics []string, settingName string) bool {
	setting := scoring.SettingOf(settingName)
	return slices.ContainsFunc(barsOf(judgingMetrics), func(b *scoring.FaithfulThreshold) bool {
		return slices.Contains(b.Moves,
			settingName)
	}) ||
		setting.Value(x) != setting.Value(scoring.Defaults()) || settingName == "iou" && x.Negative() != x.IoU
}

// SettingsBehind returns in a line the settings that affect a protocol's numbers; of faithfulness,
// the judging metrics'.
func SettingsBehind(x scoring.Settings, protocol string, judgingMetrics []string) string {
	if protocol == faithfulness.Name {
		return SettingsText(x, judgingMetrics...)
	}
	return report.SettingsOf(protocol, x)
}

// SettingsText returns in one line settings and thresholds of judging by metrics: usual ones first,
// then deviations from the papers'.
func SettingsText(x scoring.Settings, judgingMetrics ...string) string {
	return strings.Join(settingTexts(x, judgingMetrics), " · ")
}

// changedText names the settings of x that differ from those of before; "" for none.
func changedText(x, before scoring.Settings, judgingMetrics []string) string {
	return strings.Join(loaders.Without(settingTexts(x, judgingMetrics), settingTexts(before, judgingMetrics)), " · ")
}

func settingTexts(x scoring.Settings, judgingMetrics []string) []string {
	bad := widget.If(x.Negative() != x.IoU, " (bad < "+widget.Decimal(x.Negative())+")")
	return loaders.NonEmpty([]string{
		widget.If(movesRuns(x, judgingMetrics, "average"), "average "+x.Average.String()),
		widget.If(movesRuns(x, judgingMetrics, "iou"), "IoU > "+widget.Decimal(x.IoU)+bad),
		widget.If(movesRuns(x, judgingMetrics, "threshold"), "p > "+widget.Decimal(x.Threshold)),
		barText(x, judgingMetrics), widget.If(x.Inclusive, "inclusive"), widget.If(x.UpperBound, "upper bound"),
	})
}
