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

// Number is a metric of a protocol, for a module type or "overall".
type Number struct{ Protocol, Metric, Of string }

// NumberOf names a metric for a module type or "overall".
func NumberOf(protocol, metric, scope string) Number { return Number{protocol, metric, scope} }

// NumberIn names a score's number.
func NumberIn(s *scoring.Score) Number { return Number{s.Protocol, s.Metric, s.Of} }

// String returns words: "F1 of find", "accuracy".
func (n Number) String() string {
	if n.Of == "overall" {
		return widget.MetricName(n.Metric)
	}
	return widget.MetricName(n.Metric) + " of " + n.Of
}

// RestsOn names the action that lists the examples behind a [Number.Value].
const RestsOn = "rests-on"

// Value returns the number for [ParseNumber]: "module-boxes f1 find".
func (n Number) Value() string { return n.Protocol + " " + n.Metric + " " + n.Of }

// ParseNumber reads a [Number.Value]; the module type is unchecked, by default "overall". It fails
// for an unknown protocol or metric, but still returns the number.
func ParseNumber(text string) (Number, error) {
	protocol, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	metric, of, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n := Number{protocol, metric, cmp.Or(strings.TrimSpace(of), "overall")}
	for _, p := range session.Protocols() {
		if p.Name == protocol && slices.ContainsFunc(p.Metrics, func(m scoring.Metric) bool { return m.Name == metric }) {
			return n, nil
		}
	}
	return n, fmt.Errorf("%q is not a number: name a protocol, a metric and a type of module, as `:%s module-boxes f1 find`", text, RestsOn)
}
