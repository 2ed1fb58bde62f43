package scoring

import "fmt"

// Average says over what module scores are averaged.
type Average uint8

// The averages of Subramanian et al. 2020: over examples (Table 1, the
// authors' mode 2), of cumulative counts (Table 4, mode 1), over module
// occurrences, each image apart (Table 5, mode 3).
const (
	OverExamples Average = iota
	Cumulative
	OverOccurrences
)

var averages = [...]string{"example", "cumulative", "occurrence"}

// String returns the flag's word: example, cumulative or occurrence.
func (a Average) String() string { return averages[a] }

// Set makes an Average a flag value.
func (a *Average) Set(word string) error {
	for i, w := range averages {
		if w == word {
			*a = Average(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no average: example, cumulative or occurrence", word)
}

// Type names the flag's value in help.
func (a *Average) Type() string { return "average" }

// Settings are what a person can move. All numbers on one screen are under
// one Settings, and a report carries it.
type Settings struct {
	Average Average
	// IoU: a proposal is aligned with a gold box above it (strictly).
	IoU float64
	// NegativeIoU: a predicted proposal counts against precision below it
	// (strictly). 0 means: the same as IoU.
	NegativeIoU float64
	// Threshold: a proposal is predicted above this probability (strictly).
	Threshold float64
	// Inclusive counts a predicted proposal with a best IoU of exactly the
	// negative threshold as bad, as the paper's denominator reads; the
	// authors' code leaves it out of both counts.
	Inclusive bool
	// UpperBound scores the best that any model could do with these
	// proposals, in place of the model's outputs.
	UpperBound bool
	// FaithfulF1 and FaithfulMass are the bars from which an example is
	// called faithful: overall F1 with boxes, the attention on gold
	// tokens with spans.
	FaithfulF1, FaithfulMass float64

	Options
}

// Defaults are the papers' settings.
func Defaults() Settings {
	return Settings{
		IoU: 0.5, Threshold: 0.5, FaithfulF1: 0.5, FaithfulMass: 0.5,
		Options: Options{Seed: 1, Trials: 1000, DetectionIoU: 0.2, TopK: 1},
	}
}

// Negative returns the negative IoU threshold in force.
func (s Settings) Negative() float64 {
	if s.NegativeIoU == 0 {
		return s.IoU
	}
	return s.NegativeIoU
}

// Bar returns the bar that the metric of an [ExampleScore] is held against.
func (s Settings) Bar(metric string) float64 {
	if metric == "mass" {
		return s.FaithfulMass
	}
	return s.FaithfulF1
}
