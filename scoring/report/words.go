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

// Every score has these settings; JSON has readings only if they differ from the default.
var thresholds = []string{"average", "iou", "negative_iou", "threshold", "inclusive", "upper_bound"}

func settingNames(protocols []scoring.Protocol) []string {
	more := loaders.Map(protocols, func(p scoring.Protocol) []string { return p.Settings })
	return slices.Concat(thresholds, slices.Concat(more...))
}

func settingsOf(s scoring.Settings, namesOfSettings ...string) (list table.FactList) {
	for _, name := range namesOfSettings {
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

func inWords(p *scoring.Protocol, s scoring.Settings) (lines []string) {
	if p.Boxes {
		lines = append(lines, thresholdWords(s))
	}
	if own := InWords(s, p.Settings...); own != "" {
		lines = append(lines, own)
	}
	return lines
}

// InWords returns "iou: 0.5 · inclusive: no".
func InWords(s scoring.Settings, namesOfSettings ...string) string {
	return strings.Join(loaders.Map(settingsOf(s, namesOfSettings...), func(f table.Fact) string {
		return strings.ReplaceAll(f.Name, "_", " ") + ": " + wordOf(f.Value)
	}), " · ")
}

// SettingsOf describes the settings that change a protocol's scores; "" for none.
func SettingsOf(protocol string, s scoring.Settings) string {
	at := scoring.Place(session.Protocols(), protocol)
	return strings.Join(inWords(&session.Protocols()[at], s), " · ")
}

func thresholdWords(s scoring.Settings) string {
	if s.UpperBound {
		return fmt.Sprintf("upper bound: all aligned proposals count as predicted · average: %s · aligned: IoU > %g", s.Average, s.IoU)
	}
	bad := "<"
	if s.Inclusive {
		bad = "≤"
	}
	return fmt.Sprintf("average: %s · aligned: IoU > %g · bad: IoU %s %g · predicted: probability > %g", s.Average, s.IoU, bad, s.Negative(),
		s.Threshold)
}

func wordOf(settingValue any) string {
	if on, ok := settingValue.(bool); ok {
		return loaders.IfElse(on, "yes", "no")
	}
	return fmt.Sprint(settingValue)
}
