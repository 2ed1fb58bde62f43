package session

import (
	"slices"
	"sync"

	"faithscope/scoring"
	"faithscope/scoring/alignment"
	"faithscope/scoring/answers"
	"faithscope/scoring/boxes"
	"faithscope/scoring/causes"
	"faithscope/scoring/counting"
	"faithscope/scoring/eraser"
	"faithscope/scoring/faithfulness"
	"faithscope/scoring/grounding"
	"faithscope/scoring/rationales"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/sentences"
	"faithscope/scoring/spans"
	"faithscope/scoring/yesno"
)

// Protocols lists every protocol, in the order of a report.
func Protocols() []scoring.Protocol {
	return []scoring.Protocol{
		answers.Protocol, boxes.Protocol, spans.Protocol,
		counting.Protocol, grounding.Protocol, alignment.Protocol, sentences.Protocol, rationales.Protocol, eraser.Protocol, yesno.Protocol, reasoning.Protocol,
		causes.Protocol, faithfulness.Protocol,
	}
}

// MetricOf returns the metric of a name, whose direction and whether it counts
// are the same in every protocol that has it. One that no protocol has has the name alone.
func MetricOf(name string) scoring.Metric { return MetricIn("", name) }

// MetricIn returns the metric of a name in a protocol, whose source and formula
// may be other than in another one: the F1 of boxes is not that of answers. Where the
// protocol has none it is another's.
func MetricIn(protocol, name string) scoring.Metric {
	for _, anyOf := range []bool{false, true} {
		for _, p := range all() {
			for _, m := range p.Metrics {
				if m.Name == name && (anyOf || p.Name == protocol) {
					return m
				}
			}
		}
	}
	return scoring.Metric{Name: name}
}

var all = sync.OnceValue(Protocols)

// JudgementOf returns how the number of an example comes about that is of a
// metric, as in [scoring.ExampleScore]; the zero value for one of no protocol.
func JudgementOf(metric string, s scoring.Settings) scoring.Judgement {
	for _, p := range Protocols() {
		if p.Judgement != nil && p.Judgement(s).Metric == metric {
			return p.Judgement(s)
		}
	}
	return scoring.Judgement{}
}

// ModuleTypes lists the module types that protocols score, in their order,
// each once.
func ModuleTypes(protocols []scoring.Protocol) []string {
	var types []string
	for _, p := range protocols {
		for _, t := range p.Types {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	return types
}
