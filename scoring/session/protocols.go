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
func MetricOf(name string) scoring.Metric {
	if m, ok := metricsByName()[name]; ok {
		return m
	}
	return scoring.Metric{Name: name}
}

// MetricIn returns the metric of a name in a protocol, whose source and formula
// may be other than in another one: the F1 of boxes is not that of answers.
func MetricIn(protocol, name string) scoring.Metric {
	for _, p := range Protocols() {
		for _, m := range p.Metrics {
			if p.Name == protocol && m.Name == name {
				return m
			}
		}
	}
	return MetricOf(name)
}

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

var metricsByName = sync.OnceValue(func() map[string]scoring.Metric {
	known := map[string]scoring.Metric{}
	for _, p := range Protocols() {
		for _, m := range p.Metrics {
			if _, ok := known[m.Name]; !ok {
				known[m.Name] = m
			}
		}
	}
	return known
})

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

// numbersOf lists the numbers that protocols have of an example as a whole, in
// their order.
func numbersOf(protocols []scoring.Protocol) (numbers []string) {
	for _, p := range protocols {
		numbers = append(numbers, p.Numbers...)
	}
	return numbers
}
