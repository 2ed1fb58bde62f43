package report

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// thresholds names the settings that every score has. JSON has those of them that are
// readings only if they differ from the default.
var thresholds = []string{"average", "iou", "negative_iou", "threshold", "inclusive", "upper_bound"}

func settingNames(protocols []scoring.Protocol) []string {
	more := loaders.Map(protocols, func(p scoring.Protocol) []string { return p.Settings })
	return slices.Concat(thresholds, slices.Concat(more...))
}

// settingsOf returns the named settings and their values under s, each once, in the order of names.
// "negative_iou" has the value that is in force, and "oracle" is left out if it is "none".
func settingsOf(s scoring.Settings, names ...string) (list table.Facts) {
	for _, name := range names {
		value := scoring.SettingOf(name).Value(s)
		if slices.ContainsFunc(list, func(f table.Fact) bool { return f.Name == name }) || name == "oracle" && value == "none" {
			continue
		}
		if name == "negative_iou" {
			value = s.Negative()
		}
		list = append(list, table.Fact{Name: name, Value: value})
	}
	return list
}

// inWords describes the settings that affect protocol p's scores: the thresholds in a line, if p is
// of boxes, then p's own settings in another; nil if there are none.
func inWords(p *scoring.Protocol, s scoring.Settings) (lines []string) {
	if p.Boxes {
		lines = append(lines, thresholdWords(s))
	}
	if own := InWords(s, p.Settings...); own != "" {
		lines = append(lines, own)
	}
	return lines
}

// InWords describes in a line the named settings under s: "iou: 0.5 · inclusive: no".
func InWords(s scoring.Settings, names ...string) string {
	return strings.Join(loaders.Map(settingsOf(s, names...), func(f table.Fact) string {
		return strings.ReplaceAll(f.Name, "_", " ") + ": " + wordOf(f.Value)
	}), " · ")
}

// SettingsOf describes in a line the settings that change scores of a protocol, by its name; "" for none.
func SettingsOf(protocol string, s scoring.Settings) string {
	at := scoring.Place(session.Protocols(), protocol)
	return strings.Join(inWords(&session.Protocols()[at], s), " · ")
}

// thresholdWords describes in a line the average and what IoU and probability count as aligned, bad
// and predicted; under the upper bound only the average and what is aligned.
func thresholdWords(s scoring.Settings) string {
	if s.UpperBound {
		return fmt.Sprintf("upper bound: the aligned proposals are predicted · average: %s · aligned: IoU > %g", s.Average, s.IoU)
	}
	bad := "<"
	if s.Inclusive {
		bad = "≤"
	}
	return fmt.Sprintf("average: %s · aligned: IoU > %g · bad: IoU %s %g · predicted: probability > %g", s.Average, s.IoU, bad, s.Negative(),
		s.Threshold)
}

func wordOf(value any) string {
	if on, ok := value.(bool); ok {
		return loaders.IfElse(on, "yes", "no")
	}
	return fmt.Sprint(value)
}
