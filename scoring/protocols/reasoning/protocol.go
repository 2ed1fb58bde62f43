package reasoning

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Protocol takes the easy and hard sets from tags.
var Protocol = With(nil)

// With takes the hard and easy sets from a base model; With(nil) is [Protocol].
func With(baseModel BaseModel) scoring.Protocol {
	return scoring.Protocol{
		Name:      "reasoning",
		Source:    "Amizadeh et al. 2020, section 4; Hudson and Manning 2019 (GQA)",
		Metrics:   scoring.MetricsOf(append(slices.Clip(columns), inGroups, notInBase)),
		Settings:  []string{"substring", "entailed_in_subset", "missing"},
		Prepare:   func(ex *loaders.Example) scoring.Evidence { return prepareReasoning(ex, baseModel) },
		Aggregate: func(s scoring.Settings) scoring.Aggregate { return &aggregate{settings: s} },
		New:       scoring.New[exampleEvidence],
		Version:   6,
		Given:     baseModel.digest(),
	}
}
