package scoring

import (
	"fmt"
	"strings"

	"faithscope/loaders"
)

// Bar holds what a protocol calls an example faithful by: the number of the example that it
// judges, and from which value on it is faithful.
type Bar struct {
	Metric string // as in [ExampleScore]: "f1", "mass", "groundp", "c", "hpd"
	Title  string // of the metric, for people: "F1"
	Runs   string // what the runs that it judges are about: "pictures"
	// Beside names the columns of the protocol's numbers that a list shows beside that one.
	Beside []string
	// In is where settings have the least value that is faithful; its default is theirs.
	In func(s *Settings) *float64
}

// Least returns the least value that is faithful under s.
func (b *Bar) Least(s *Settings) float64 { return *b.In(s) }

// Judge returns Right for a number of at least [Bar.Least] under s, Wrong for one below it, and
// Unknown for an undefined one.
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
