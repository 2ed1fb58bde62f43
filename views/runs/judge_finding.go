package runs

import (
	"fmt"
	"maps"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/views"
	"faithscope/views/widget"
)

// judgeSentences says of a judge of steps whether its headline beats what reads no step, and how it
// is wrong; "" for another run.
func (r *scores) judgeSentences(name string) string {
	protocol := steps.Protocol.Name
	number := func(metric string) (float64, int, bool) {
		s := r.numbers[views.NumberOf(protocol, metric, "overall").Value()]
		x, ok := s.Value.Float()
		return x, s.Count, ok
	}
	metric := "f1"
	x, n, ok := number(metric)
	if !ok {
		metric = "exact"
		x, n, ok = number(metric)
	}
	control, best, known := scoring.BestControl(maps.Values(r.numbers), protocol, metric)
	if !ok || !known {
		return ""
	}
	text := fmt.Sprintf("%s: %s %s over %d", name, widget.MetricName(metric), widget.Decimal(x), n)
	switch {
	case best >= 1:
		text += ", which a constant reaches"
	case x > best:
		text += ", above every control that reads no step"
	default:
		text += ", no better than a control that reads no step"
	}
	text += fmt.Sprintf(": “%s” has %s.", control, widget.Decimal(best))
	var counts []string
	for _, c := range [][2]string{{"with_error", "with a wrong step"}, {"sound", "without"}, {"judge_silent", "unparsed"},
		{"judge_early", "early"}, {"judge_late", "late"}, {"judge_missed", "missed"}, {"judge_false_alarm", "false alarms"}} {
		if k, _, ok := number(c[0]); ok && (k > 0 || c[0] == "judge_silent") {
			counts = append(counts, fmt.Sprintf("%.0f %s", k, c[1]))
		}
	}
	return text + " " + strings.Join(counts, ", ") + "."
}
