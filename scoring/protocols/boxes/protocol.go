package boxes

import (
	"faithscope/loaders"
	"faithscope/scoring"
)

const name = "module-boxes"

// Protocol is "module-boxes".
var Protocol = scoring.Protocol{
	Name:      name,
	Source:    "Subramanian et al. 2020, section 3.1 and Table 1",
	Types:     Types,
	Boxes:     true,
	Settings:  []string{"oracle"},
	Metrics:   metrics,
	Parts:     scoring.PartColumns(Types, "p=precision", "r=recall"),
	Prepare:   prepareBoxes,
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Bar:       &bar,
	Version:   5,
}

var bar = scoring.FaithfulThreshold{Protocol: name, Metric: "f1", Title: "F1", Runs: "pictures", Figure: "scores-over-threshold",
	Module:     "f1",
	AllModules: "overall", Columns: name + " f1", Moves: []string{"average", "iou", "threshold", "upper_bound"}, Judgement: judgeBy,
	In: func(s *scoring.Settings) *float64 { return &s.FaithfulF1 }}

func judgeBy(s scoring.Settings) scoring.ScoreExplanation {
	settings := []string{"iou", "negative_iou", "threshold", "inclusive", "upper_bound", "oracle"}
	if s.UpperBound {
		settings = []string{"iou", "upper_bound", "oracle"}
	}
	return scoring.ScoreExplanation{
		Module: "2 P R / (P + R), where P is good / (good + bad) predicted boxes and R is found / all gold boxes, over the module's images " +
			"together",
		Example: "2 P R / (P + R), where P is good / (good + bad) predicted boxes and R is found / all gold boxes, over the images of all " +
			"scored modules together",
		Reading: "as in the authors' code: P is 1 with no predicted box, R is 1 with no gold box (" + source +
			"); the paper averages over examples and doesn't call any of them faithful",
		Settings: settings,
	}
}

// newAggregate counts a pair of a module and an image as an occurrence. Counts of 0 are left out,
// because that cause doesn't belong to the run.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	width, all := labelled, columnsOf(s.Average)
	all = append(all, metrics[len(metrics)-1].Sum("overall", unscored, unscored, ""))
	if s.NegativeIoU != 0 && !s.UpperBound {
		for _, of := range append(Types, "overall") {
			all = append(all, metrics[5].Ratio(of, width, width+1, "no proposal is labelled"))
			width += 2
		}
	}
	a := scoring.NewAdditive(name, s, width,
		func(e *evidence, row []float64) { e.writeTerms(&s, row) },
		func(sums []float64) []scoring.Column {
			return loaders.Filter(all, func(c scoring.Column) bool { return !c.Counts || sums[c.Sum] != 0 })
		})
	if s.Average == scoring.OverOccurrences {
		a.Divide = func(e scoring.Evidence) [][]float64 { return e.(*evidence).partRows(&s, width) }
	}
	return a
}
