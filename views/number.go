package views

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// MetricName is a metric of a protocol, for a module type or "overall".
type MetricName struct{ Protocol, Metric, Of string }

// NumberOf names a metric for a module type or "overall".
func NumberOf(protocol, metric, moduleType string) MetricName {
	return MetricName{protocol, metric, moduleType}
}

// NumberIn names a score's number.
func NumberIn(s *scoring.Score) MetricName { return MetricName{s.Protocol, s.Metric, s.Of} }

// String returns words: "F1 of find", "accuracy".
func (n MetricName) String() string {
	if n.Of == "overall" {
		return widget.MetricName(n.Metric)
	}
	return widget.MetricName(n.Metric) + " of " + n.Of
}

// RestsOn names the action that lists the examples behind a [MetricName.Value].
const RestsOn = "rests-on"

// Value returns the number for [ParseNumber]: "module-boxes f1 find".
func (n MetricName) Value() string { return n.Protocol + " " + n.Metric + " " + n.Of }

// ParseNumber reads a [MetricName.Value]; the module type is unchecked, by default "overall". It fails
// for an unknown protocol or metric, but still returns the number.
func ParseNumber(numberText string) (MetricName, error) {
	protocol, rest, _ := strings.Cut(strings.TrimSpace(numberText), " ")
	metric, of, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n := MetricName{protocol, metric, cmp.Or(strings.TrimSpace(of), "overall")}
	for _, p := range session.Protocols() {
		if p.Name == protocol && slices.ContainsFunc(p.Metrics, func(m scoring.Metric) bool { return m.Name == metric }) {
			return n, nil
		}
	}
	return n, fmt.Errorf("no number is called %q: name a protocol, a metric and a module type, such as `:%s module-boxes f1 find`", numberText,
		RestsOn)
}
