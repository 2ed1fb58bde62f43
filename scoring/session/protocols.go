package session

import (
	"faithscope/scoring"
	"faithscope/scoring/alignment"
	"faithscope/scoring/answers"
	"faithscope/scoring/boxes"
	"faithscope/scoring/causes"
	"faithscope/scoring/counting"
	"faithscope/scoring/grounding"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/sentences"
	"faithscope/scoring/spans"
)

// Protocols lists every protocol, in the order of a report.
func Protocols() []scoring.Protocol {
	return []scoring.Protocol{
		answers.Protocol, boxes.Protocol, spans.Protocol,
		counting.Protocol, grounding.Protocol, alignment.Protocol, sentences.Protocol, reasoning.Protocol,
		causes.Protocol,
	}
}
