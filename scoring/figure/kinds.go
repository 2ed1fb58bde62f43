package figure

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
	"faithscope/scoring/facts"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/classes"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/protocols/predicates"
)

const noAnswers = "no answers to score"

// Kinds is in the order of help.
func Kinds() []FigureKind {
	return []FigureKind{
		{"f1-thresholds", "F1 by threshold and IoU", false, boxes.Protocol.Name, drawThresholds},
		{"accuracy-per-count", "Accuracy by expected count", false, counting.Protocol.Name, relationFigure{
			x: "count.gold", y: "counting.accuracy",
			labels: [2]string{"expected count", "accuracy"}, whole: true, why: [2]string{noCounts, noCounts}}.drawRelation},
		{"accuracy-over-p", "Accuracy by p (odd-even-p%)", false, counting.Protocol.Name, overP},
		{"accuracy-over-training", "Accuracy by p in training", false, counting.Protocol.Name, overTraining},
		{"alignment-accuracy", "ΔA against accuracy", false, alignment.Protocol.Name, relationFigure{x: "answers.accuracy",
			y: "alignment.delta_a", labels: [2]string{"accuracy", "ΔA"}, least: -2,
			leads: "defined(" + facts.ColumnOf(alignment.Protocol.Name, "c", "overall") + ")",
			why:   [2]string{noAnswers, "no attributions to align"}}.drawRelation},
		{"faithfulness-accuracy", "Faithful examples against accuracy", false, faithfulness.Protocol.Name, relationFigure{x: "answers.accuracy",
			y: "faithfulness.faithful", labels: [2]string{"accuracy", "faithful"}, leads: "scored",
			why: [2]string{noAnswers, "no example is judged for faithfulness"}}.drawRelation},
		StepScores(),
		{"reliability", "Right answers against confidence", false, classes.Calibration.Name, drawReliability},
		{"likelihoods", "True concepts against likelihood", true, predicates.Concepts.Name, drawLikelihoods},
		{"label-histograms", "Expected counts of the test slices", true, counting.Protocol.Name, drawLabels},
		{"f1-by-argument", "F1 by argument frequency", true, boxes.Protocol.Name, relationFigure{y: "y", places: placeArguments,
			labels: [2]string{"examples with the argument", "F1"}}.drawRelation},
		Methods(""),
		{"histograms", "Distribution of example scores", true, "", drawHistograms},
	}
}

// Names lists the figures' names.
func Names() []string {
	return loaders.Map(Kinds(), func(k FigureKind) string { return k.Name })
}

// Find returns the kind of a name. Its error suggests the nearest name.
func Find(figureName string) (FigureKind, error) {
	kinds := Kinds()
	if i := slices.IndexFunc(kinds, func(k FigureKind) bool { return k.Name == figureName }); i >= 0 {
		return kinds[i], nil
	}
	return FigureKind{}, fmt.Errorf("%q is not a figure%s", figureName, nearest.Hint(figureName, Names()))
}
