package answers

import (
	"fmt"
	"math"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ReportedBeside lists up to six scores that a file states, and which of them ours contradict; ""
// for none.
func ReportedBeside(reportedMeans []loaders.ReportedMean, scoreOf func(metric, scored string) scoring.Value) string {
	const rounding, most = .0005, 6
	var list []string
	for i, r := range reportedMeans[:min(len(reportedMeans), most)] {
		text := fmt.Sprintf("%s %.4g", r.Metric, r.Value)
		ours, ok := scoreOf("score", r.Metric).Float()
		if !ok && i == 0 {
			ours, ok = scoreOf("accuracy", "overall").Float()
		}
		if ok && math.Abs(ours-r.Value) > rounding {
			text += fmt.Sprintf(" (%.4g here)", ours)
		}
		list = append(list, text)
	}
	if list == nil {
		return ""
	}
	return "the file itself reports " + strings.Join(list, ", ")
}
