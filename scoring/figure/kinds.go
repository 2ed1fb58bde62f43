package figure

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
	"faithscope/scoring/alignment"
	"faithscope/scoring/boxes"
	"faithscope/scoring/classes"
	"faithscope/scoring/counting"
	"faithscope/scoring/faithfulness"
	"faithscope/scoring/predicates"
)

// Kinds lists the figures, in the order of help.
func Kinds() []Kind {
	return []Kind{
		{"f1-thresholds", "F1 of the modules against thresholds", false, boxes.Protocol.Name, drawThresholds},
		{"accuracy-per-count", "Accuracy by gold count", false, counting.Protocol.Name, perCount},
		{"accuracy-over-p", "Accuracy against the share p of a parity that is removed", false, counting.Protocol.Name, overP},
		{"accuracy-over-training", "Accuracy against the share p of a parity that was removed in training", false, counting.Protocol.Name,
			overTraining},
		{"alignment-accuracy", "ΔA against accuracy", false, alignment.Protocol.Name, alignmentAccuracy},
		{"faithfulness-accuracy", "Faithful examples against accuracy", false, faithfulness.Protocol.Name, faithfulnessAccuracy},
		{"reliability", "Right answers against confidence", false, classes.Calibration.Name, drawReliability},
		{"likelihoods", "How often an oracle's likelihoods are true", true, predicates.Concepts.Name, drawLikelihoods},
		{"label-histograms", "How often a gold count occurs: all examples behind those of the test slices", true, counting.Protocol.Name,
			drawLabels},
		Methods(""),
		{"histograms", "How the scores of examples are spread", true, "", drawHistograms},
	}
}

// Names lists the names of the figures.
func Names() []string {
	return loaders.Map(Kinds(), func(k Kind) string { return k.Name })
}

// Find returns the figure of a name; the error suggests the nearest.
func Find(name string) (Kind, error) {
	kinds := Kinds()
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return kinds[i], nil
	}
	return Kind{}, fmt.Errorf("%q is not a figure%s", name, nearest.Hint(name, Names()))
}
