package scoring

import (
	"fmt"
	"slices"
)

// Options are the readings of the papers that a person can choose between,
// beyond the thresholds in [Settings]. The zero value, filled by [Defaults],
// is the default reading of each; the other readings are named at the field.
type Options struct {
	// Seed and Trials govern everything drawn at random: permutation tests,
	// bootstrap intervals, random partners. One seed gives one result.
	Seed   uint64
	Trials int

	// DetectionIoU is the IoU from which a detection counts for AP (0.2 in
	// Dancette et al. 2020).
	DetectionIoU float64
	// EmptyUngrounded says that a proposal without an area lies on no gold
	// box; in the code of Dancette et al. 2020 it lies on one wholly.
	EmptyUngrounded bool
	// CountCurve scores counting on the odd-even and even-odd slices of every
	// tenth of removed questions, not of 90 % alone.
	CountCurve bool

	// GeometricMean judges a module with spans by the geometric mean of the
	// masses of its gold spans, exp of minus its loss per span, in place of the
	// mass on all of them.
	GeometricMean bool

	// NonFinite says what an alignment that is not finite does to a mean.
	NonFinite NonFinite
	// DropPunctuation leaves punctuation tokens out of importance alignment.
	DropPunctuation bool
	// Derangement pairs every explanation with another example's such that
	// each is used once; the default draws partners with replacement.
	Derangement bool

	// TopK is how many sentences QUACKIE's IoU selects.
	TopK int
	// TokenMax aggregates token scores to a sentence by maximum, not by sum.
	TokenMax bool

	// Substring calls an answer right that contains the gold answer, as
	// DFOL-VQA's trainer does for its hard and easy sets; the default is
	// exact match.
	Substring bool
	// EntailedInSubset looks entailed questions up in the scored subset only;
	// the default looks in the whole run.
	EntailedInSubset bool
}

// NonFinite is a policy for numbers that are not finite.
type NonFinite uint8

// The policies: pairs with a number that is not finite are left out and
// counted, or NaN is read as 0 and r is clipped to 1-1e-6.
const (
	Omit NonFinite = iota
	Zero
)

var policies = [...]string{"omit", "zero"}

// String returns the flag's word: omit or zero.
func (n NonFinite) String() string { return policies[n] }

// Set makes a NonFinite a flag value.
func (n *NonFinite) Set(word string) error {
	i := slices.Index(policies[:], word)
	if i < 0 {
		return fmt.Errorf("%q is no policy for numbers that are not finite: omit or zero", word)
	}
	*n = NonFinite(i)
	return nil
}

// Type names the flag's value in help.
func (n *NonFinite) Type() string { return "policy" }

// Named is a setting by name, as a report writes it.
type Named struct {
	Name  string // of the JSON report: "top_k"
	Value any    // string, bool, int, uint64 or float64
}
