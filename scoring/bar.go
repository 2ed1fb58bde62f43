package scoring

import (
	"fmt"
	"strings"

	"faithscope/loaders"
)

// Bar is the threshold from which a protocol calls an example faithful, with what depends on the
// protocol.
type Bar struct {
	Protocol string
	Metric   string // as in [ExampleScore]: "f1"
	Title    string
	Runs     string // what the judged runs are about: "pictures"
	Figure   string // "" for the histograms
	// Module is the metric of a module type's number, "" if no modules are scored; AllModules is
	// the part with the number for all types.
	Module, AllModules string
	// Columns of a table of runs ("grounding groundp; counting rmse").
	Columns string
	Means   []string
	Beside  []string
	// Moves names further settings that keys move; Help says what sets its own, "" if it moves with
	// the others.
	Moves []string
	Help  string
	// In returns the setting that holds the least faithful value.
	In        func(s *Settings) *float64
	Judgement func(s Settings) Judgement
}

// Setting returns the setting's JSON name.
func (b *Bar) Setting() string { return "faithful_" + b.Metric }

// Least returns the least faithful value under s.
func (b *Bar) Least(s *Settings) float64 { return *b.In(s) }

// Judge returns Right from [Bar.Least] up, Wrong below it and Unknown for an undefined value.
func (b *Bar) Judge(v Value, s *Settings) loaders.Verdict {
	x, ok := v.Float()
	if !ok {
		return loaders.Unknown
	}
	return loaders.VerdictOf(x >= b.Least(s))
}

// Rule says when an example is faithful: "F1 ≥ .50". If blames, wrong answers may be blamed on
// something ([Amending]).
func (b *Bar) Rule(s *Settings, blames bool) string {
	text := b.Title + " ≥ " + strings.TrimPrefix(fmt.Sprintf("%.2f", b.Least(s)), "0")
	if blames {
		text += " and no blame for a wrong answer"
	}
	return text
}

type Judgement struct {
	// Formulas of a module's number, "" without modules, and of the example's.
	Module, Example string
	Reading         string
	// Settings names the settings that change the numbers, not the bar.
	Settings []string
}

// Always returns j under any settings.
func (j Judgement) Always(Settings) Judgement { return j }
