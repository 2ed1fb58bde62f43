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

// Moved returns the next grid point above x, or below it unless d is above 0, inside 0..1, so that
// a threshold that a flag set off the grid returns to it.
func Moved(x, d float64) float64 {
	const tiny = 1e-9
	at := x / Increment
	if d > 0 {
		at = math.Floor(at+tiny) + 1
	} else {
		at = math.Ceil(at-tiny) - 1
	}
	return max(0, min(1, math.Round(at*Increment*100)/100))
}

func barsOf(metrics []string) []*scoring.Bar {
	if len(metrics) > 0 {
		return loaders.Map(metrics, session.BarOf)
	}
	return loaders.Filter(session.Bars(), func(b *scoring.Bar) bool { return b.Help == "" })
}

func barText(x scoring.Settings, judged []string) string {
	text, oracle, bars := "bar", "", barsOf(judged)
	first := bars[0].Least(&x)
	same := first == x.FaithfulF1
	if x.Oracle != scoring.Defaults().Oracle {
		oracle = ", oracle " + loaders.Clean(filepath.Base(x.Oracle))
	}
	for _, bar := range bars {
		text += " " + widget.MetricName(bar.Metric) + " " + widget.Decimal(bar.Least(&x))
		same = same && bar.Least(&x) == first
	}
	if same {
		text = "bar " + widget.Decimal(x.FaithfulF1)
	}
	return text + oracle
}

func movesRuns(x scoring.Settings, judged []string, name string) bool {
	setting := scoring.SettingOf(name)
	return slices.ContainsFunc(barsOf(judged), func(b *scoring.Bar) bool { return slices.Contains(b.Moves, name) }) ||
		setting.Value(x) != setting.Value(scoring.Defaults()) || name == "iou" && x.Negative() != x.IoU
}

// SettingsBehind returns in a line the settings that affect a protocol's numbers; of faithfulness,
// the judging metrics'.
func SettingsBehind(x scoring.Settings, protocol string, judged []string) string {
	if protocol == faithfulness.Name {
		return SettingsText(x, judged...)
	}
	return report.SettingsOf(protocol, x)
}

// SettingsText returns in one line settings and thresholds of judging by metrics: usual ones first,
// then deviations from the papers'.
func SettingsText(x scoring.Settings, judged ...string) string {
	var parts []string
	add := func(bears bool, text string) {
		if bears {
			parts = append(parts, text)
		}
	}
	bad := ""
	if x.Negative() != x.IoU {
		bad = " (bad < " + widget.Decimal(x.Negative()) + ")"
	}
	add(movesRuns(x, judged, "average"), "average "+x.Average.String())
	add(movesRuns(x, judged, "iou"), "IoU > "+widget.Decimal(x.IoU)+bad)
	add(movesRuns(x, judged, "threshold"), "p > "+widget.Decimal(x.Threshold))
	add(true, barText(x, judged))
	add(x.Inclusive, "inclusive")
	add(x.UpperBound, "UPPER BOUND")
	return strings.Join(parts, " · ")
}
