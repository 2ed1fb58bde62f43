package scoring

import (
	"fmt"
	"strings"

	"faithscope/loaders"
)

// Bar is the threshold from which a protocol calls an example faithful, with everything that
// depends on which protocol that is.
type Bar struct {
	Protocol string
	Metric   string // of the example's number, as in [ExampleScore]: "f1"
	Title    string // of the metric, for people: "F1"
	Runs     string // what the judged runs are about: "pictures"
	Figure   string // for the judged runs, "" for the histograms
	// Module is the metric of a module type's number, "" if the protocol scores no modules;
	// AllModules is the part of a run that has that number for all types.
	Module, AllModules string
	// Columns of a table of its runs ("grounding groundp; counting rmse"), and the columns of
	// attributions whose means are among them.
	Columns string
	Means   []string
	// Beside names the columns that a list shows beside the protocol's number.
	Beside []string
	// Moves names the settings, besides its own, that keys move; Help says what sets its own, "" if
	// it moves with the others.
	Moves []string
	Help  string
	// In returns the setting that holds the least faithful value; its default is the bar's.
	In func(s *Settings) *float64
	// Judgement explains the numbers that are compared with it, under s.
	Judgement func(s Settings) Judgement
}

// Setting returns the JSON name of the setting that holds the least faithful value.
func (b *Bar) Setting() string { return "faithful_" + b.Metric }

// Least returns the least faithful value under s.
func (b *Bar) Least(s *Settings) float64 { return *b.In(s) }

// Judge returns Right for a number of at least [Bar.Least], Wrong for one below it and Unknown for
// an undefined one.
func (b *Bar) Judge(v Value, s *Settings) loaders.Verdict {
	x, ok := v.Float()
	if !ok {
		return loaders.Unknown
	}
	return loaders.VerdictOf(x >= b.Least(s))
}

// Rule says when an example is faithful under s: "F1 ≥ .50". If blames, wrong answers may be blamed
// on something ([Amending]).
func (b *Bar) Rule(s *Settings, blames bool) string {
	text := b.Title + " ≥ " + strings.TrimPrefix(fmt.Sprintf("%.2f", b.Least(s)), "0")
	if blames {
		text += " and no blame for a wrong answer"
	}
	return text
}

// Judgement explains the numbers of an [ExampleScore].
type Judgement struct {
	// Module and Example are the formulas of a module's and of the example's number; Module is ""
	// if the protocol scores no modules.
	Module, Example string
	Reading         string // the paper's, its code's or this program's, and why
	// Settings names the settings that change the numbers, not the bar.
	Settings []string
}

// Always returns the judgement under any settings.
func (j Judgement) Always(Settings) Judgement { return j }
