package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/table"
)

// thresholds names the settings that every score has. The readings among them
// are written in JSON where they are not the default.
var thresholds = []string{"average", "iou", "negative_iou", "threshold", "inclusive", "upper_bound"}

// settingsOf are settings under s by their names, each once.
func settingsOf(s scoring.Settings, names ...string) (list table.Facts) {
	for _, name := range names {
		if slices.ContainsFunc(list, func(f table.Fact) bool { return f.Name == name }) {
			continue
		}
		value := scoring.SettingOf(name).Value(s)
		if name == "negative_iou" {
			value = s.Negative()
		}
		list = append(list, table.Fact{Name: name, Value: value})
	}
	return list
}

// inWords names the settings that a protocol's scores are under, a line per
// kind.
func inWords(p *scoring.Protocol, s scoring.Settings) (lines []string) {
	if p.Boxes {
		lines = append(lines, thresholdWords(s))
	}
	var words []string
	for _, o := range settingsOf(s, p.Settings...) {
		words = append(words, strings.ReplaceAll(o.Name, "_", " ")+": "+word(o.Value))
	}
	if words != nil {
		lines = append(lines, strings.Join(words, " · "))
	}
	return lines
}

// thresholdWords names the settings of scores of boxes.
func thresholdWords(s scoring.Settings) string {
	if s.UpperBound {
		return fmt.Sprintf("upper bound: the aligned proposals are predicted · average: %s · aligned: IoU > %g", s.Average, s.IoU)
	}
	bad := "<"
	if s.Inclusive {
		bad = "≤"
	}
	return fmt.Sprintf("average: %s · aligned: IoU > %g · bad: IoU %s %g · predicted: probability > %g", s.Average, s.IoU, bad, s.Negative(), s.Threshold)
}

// word writes the value of a setting.
func word(value any) string {
	switch v := value.(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	}
	return fmt.Sprint(value)
}
