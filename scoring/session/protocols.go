package session

import (
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/protocols/annotators"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/causes"
	"faithscope/scoring/protocols/classes"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/protocols/eraser"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/protocols/grounding"
	"faithscope/scoring/protocols/intervention"
	"faithscope/scoring/protocols/predicates"
	"faithscope/scoring/protocols/rationales"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/protocols/sentences"
	"faithscope/scoring/protocols/spans"
	"faithscope/scoring/protocols/steps"
)

// Protocols lists every protocol, in the order of a report.
func Protocols() []scoring.Protocol {
	return []scoring.Protocol{
		answers.Protocol, boxes.Protocol, spans.Protocol, steps.Protocol,
		counting.Protocol, grounding.Protocol, alignment.Protocol, sentences.Protocol, rationales.Protocol, eraser.Protocol,
		classes.Protocol, classes.Calibration, answers.Errors, annotators.Protocol, reasoning.Protocol, predicates.Protocol, predicates.Concepts,
		intervention.Protocol, boxes.Gold,
		causes.Protocol, faithfulness.Protocol,
	}
}

// MetricOf returns the metric with this name, only its Name set if none has it. Direction and
// whether it counts are the same in every protocol.
func MetricOf(name string) scoring.Metric { return MetricIn("", name) }

// MetricIn returns a protocol's metric. Sources and formulas may differ between protocols, like
// F1's for boxes and answers. If the protocol lacks the metric, it returns the first other
// protocol's, or one with only its Name set.
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

// Bars lists the thresholds by which protocols call examples faithful, in their order.
func Bars() []*scoring.FaithfulThreshold {
	return loaders.Map(faithfulness.Judging, func(p scoring.Protocol) *scoring.FaithfulThreshold { return p.Bar })
}

// BarOf returns the threshold for a metric, the zero value if no protocol judges by it.
func BarOf(metric string) *scoring.FaithfulThreshold {
	for _, p := range faithfulness.Judging {
		if p.Bar.Metric == metric {
			return p.Bar
		}
	}
	return &scoring.FaithfulThreshold{}
}

// JudgementOf returns the judgement, under settings, of the protocol that judges by a metric of
// [scoring.ExampleScore], with the threshold as its last setting; the zero value if none does.
func JudgementOf(metric string, s scoring.Settings) (j scoring.ScoreExplanation) {
	if bar := BarOf(metric); bar.Judgement != nil {
		j = bar.Judgement(s)
		j.Settings = slices.Concat(j.Settings, []string{bar.Setting()})
	}
	return j
}
