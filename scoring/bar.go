package scoring

import (
	"fmt"

	"faithscope/loaders"
)

// FaithfulThreshold is the threshold from which a protocol calls an example faithful.
type FaithfulThreshold struct {
	Protocol string
	Metric   string // as in [ExampleScore]: "f1"
	Title    string
	Runs     string // "pictures"
	Figure   string // "" for the histograms
	// "" without modules; AllModules is the part for all types.
	Module, AllModules string
	// Columns of a table of runs ("grounding groundp; counting rmse").
	Columns string
	Means   []string
	Beside  []string
	// Moves names further settings that keys move; Help is "" if it moves with the others.
	Moves     []string
	Help      string
	In        func(s *Settings) *float64
	Judgement func(s Settings) ScoreExplanation
}

// Setting returns the setting's JSON name.
func (b *FaithfulThreshold) Setting() string { return "faithful_" + b.Metric }

// Least returns the least faithful value under s.
func (b *FaithfulThreshold) Least(s *Settings) float64 { return *b.In(s) }

// Judge returns Unknown for an undefined value.
func (b *FaithfulThreshold) Judge(v Value, s *Settings) loaders.Verdict {
	x, ok := v.Float()
	if !ok {
		return loaders.Unknown
	}
	return loaders.VerdictOf(x >= b.Least(s))
}

// Rule says when an example is faithful: "F1 ≥ .50". If blamesModule, wrong answers may be blamed on
// something ([AmendingEvidence]).
func (b *FaithfulThreshold) Rule(s *Settings, blamesModule bool) string {
	text := b.Title + " ≥ " + WithoutZero(fmt.Sprintf("%.2f", b.Least(s)))
	if blamesModule {
		text += " and not blamed for a wrong answer"
	}
	return text
}

// ScoreExplanation explains the numbers of an [ExampleScore].
type ScoreExplanation struct {
	// "" without modules.
	Module, Example string
	Reading         string
	Settings        []string
}

// Always returns j under any settings.
func (j ScoreExplanation) Always(Settings) ScoreExplanation { return j }
