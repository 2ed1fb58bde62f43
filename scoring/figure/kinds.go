package figure

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/classes"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/protocols/predicates"
)

// Kinds is in the order of help.
func Kinds() []Kind {
	return []Kind{
		{"f1-thresholds", "F1 over threshold and IoU", false, boxes.Protocol.Name, drawThresholds},
		{"accuracy-per-count", "Accuracy by gold count", false, counting.Protocol.Name, perCount},
		{"accuracy-over-p", "Accuracy by share of parity removed", false, counting.Protocol.Name, overP},
		{"accuracy-over-training", "Accuracy by share cut from training", false, counting.Protocol.Name, overTraining},
		{"alignment-accuracy", "ΔA against accuracy", false, alignment.Protocol.Name, alignmentAccuracy},
		{"faithfulness-accuracy", "Faithful examples against accuracy", false, faithfulness.Protocol.Name, faithfulnessAccuracy},
		{"reliability", "Right answers against confidence", false, classes.Calibration.Name, drawReliability},
		{"likelihoods", "How often likelihoods are true", true, predicates.Concepts.Name, drawLikelihoods},
		{"label-histograms", "Gold counts of the test slices", true, counting.Protocol.Name, drawLabels},
		Methods(""),
		{"histograms", "How examples' scores are spread", true, "", drawHistograms},
	}
}

// Names lists the figures' names.
func Names() []string {
	return loaders.Map(Kinds(), func(k Kind) string { return k.Name })
}

// Find returns the kind of a name. Its error suggests the nearest name.
func Find(name string) (Kind, error) {
	kinds := Kinds()
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return kinds[i], nil
	}
	return Kind{}, fmt.Errorf("%q is not a figure%s", name, nearest.Hint(name, Names()))
}
