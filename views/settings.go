package views

import (
	"math"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/faithfulness"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/spans"
	"faithscope/views/widget"
)

// Increment is how far one key press moves a threshold.
const Increment = 0.05

// Moved returns the next point on the grid of steps above x or, unless d is above 0, below it, but
// inside 0..1; it is one step however large d is. A threshold that a flag set off the grid thus
// goes to the next point on it.
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

// barText writes "bar" and, for each metric that examples are judged by, its name and bar; only one
// bar, without a name, if they are all the same and equal to the bar of F1. Without metrics it
// takes F1 and attention. An oracle other than the usual one follows, by the name of its file.
func barText(x scoring.Settings, judged []string) string {
	if len(judged) == 0 {
		judged = []string{boxes.Protocol.Bar.Metric, spans.Protocol.Bar.Metric}
	}
	least := func(metric string) float64 { return session.BarOf(metric).Least(&x) }
	text, same, oracle := "bar", true, ""
	if x.Oracle != scoring.Defaults().Oracle {
		oracle = ", oracle " + loaders.Clean(filepath.Base(x.Oracle))
	}
	for _, metric := range judged {
		text += " " + widget.MetricName(metric) + " " + widget.Decimal(least(metric))
		same = same && least(metric) == least(judged[0])
	}
	if same && least(judged[0]) == x.FaithfulF1 {
		text = "bar " + widget.Decimal(x.FaithfulF1)
	}
	return text + oracle
}

// settingsThatBear reports which of three settings may change a number of runs that are judged by
// these metrics: the average and the IoU if "f1" is among them, the threshold if "f1" or "groundp"
// is, all if no metric is named, and each of them that is not the default.
func settingsThatBear(x scoring.Settings, judged []string) (average, iou, threshold bool) {
	boxes := len(judged) == 0 || slices.Contains(judged, "f1")
	usual := scoring.Defaults()
	return boxes || x.Average != usual.Average,
		boxes || x.IoU != usual.IoU || x.Negative() != x.IoU,
		boxes || slices.Contains(judged, "groundp") || x.Threshold != usual.Threshold
}

// SettingsBehind describes in a line the settings that change a number of a protocol; of
// faithfulness, those of the metrics by which examples are judged.
func SettingsBehind(x scoring.Settings, protocol string, judged []string) string {
	if protocol == faithfulness.Name {
		return SettingsText(x, judged...)
	}
	return report.SettingsOf(protocol, x)
}

// SettingsText names in one line the settings that affect what is judged by
// metrics, with their bars: the usual ones first, then those that differ from
// the papers'.
func SettingsText(x scoring.Settings, judged ...string) string {
	average, iou, threshold := settingsThatBear(x, judged)
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
	add(average, "average "+x.Average.String())
	add(iou, "IoU > "+widget.Decimal(x.IoU)+bad)
	add(threshold, "p > "+widget.Decimal(x.Threshold))
	add(true, barText(x, judged))
	add(x.Inclusive, "inclusive")
	add(x.UpperBound, "UPPER BOUND")
	return strings.Join(parts, " · ")
}
