package session

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Line is one example's scores in brief: a line of a table that a script
// reads.
type Line struct {
	ID, Question     string
	Predicted, Gold  string
	Correct          loaders.Verdict
	Protocol, Metric string // of Overall, "" where no protocol scores the example by itself
	Overall          scoring.Value
	Faithful         loaders.Verdict
	// Types has a value per module type of [ModuleTypes]: the mean over the
	// example's modules of the type, 0..1, higher is better.
	Types  []scoring.Value
	Tags   []string
	Broken string // why the record could not be read
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

// numbersOf lists the numbers that protocols have of an example as a whole, in
// their order.
func numbersOf(protocols []scoring.Protocol) (numbers []string) {
	for _, p := range protocols {
		numbers = append(numbers, p.Numbers...)
	}
	return numbers
}

// LineOf scores one example under settings: by the first protocol that scores
// its modules, else by the first that has a number for it.
func LineOf(ex *loaders.Example, protocols []scoring.Protocol, settings scoring.Settings) Line {
	types := ModuleTypes(protocols)
	line := Line{
		ID: ex.ID, Question: ex.Question, Tags: ex.Tags, Predicted: ex.Answer.Predicted, Gold: ex.Answer.Gold, Correct: settings.Verdict(ex.Answer.Correct), Broken: ex.Broken,
		Overall: scoring.Undefined("no protocol scores it by itself"), Types: make([]scoring.Value, len(types)),
	}
	means := make([]scoring.Mean, len(types))
	if ex.Broken != "" {
		line.Overall = scoring.Undefined("the record could not be read")
		protocols = nil
	}
	evidence := scoring.PrepareAll(protocols, ex)
	if by, _ := scoring.Judge(evidence); by >= 0 {
		score := scoring.OutlineOf(evidence[by], settings)
		line.Protocol, line.Metric, line.Overall, line.Faithful = protocols[by].Name, score.Metric, score.Overall, score.Faithful
		for _, m := range score.Modules {
			if k := slices.Index(types, m.Type); k >= 0 {
				means[k].Add(m.Value)
			}
		}
	}
	for k, mean := range means {
		line.Types[k] = mean.Value("no such module with gold")
	}
	return line
}
