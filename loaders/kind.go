package loaders

import (
	"slices"
	"strings"
)

// Kind is the kind of content of an output or a gold.
type Kind uint8

// NoKind is a missing output or gold.
const (
	NoKind Kind = iota
	BoxKind
	TokenKind
	NumberKind
	TruthKind
	OptionKind
	TextKind
	VerdictKind
	Kinds // number of kinds
)

func firstKind(isKindSet ...bool) Kind { return Kind(1 + slices.Index(isKindSet, true)) }

// Verdict judges an answer or a step; only steps are neutral.
type Verdict uint8

// Unanswered is for a required answer; settings decide whether it is wrong.
const (
	Unknown Verdict = iota
	Right
	Wrong
	Unanswered
	Neutral
)

// VerdictOf returns Right for true and Wrong for false.
func VerdictOf(right bool) Verdict {
	if right {
		return Right
	}
	return Wrong
}

var verdicts = [...]string{"unknown", "right", "wrong", "unanswered", "neutral"}

// String returns "unknown", "right", "wrong", "unanswered" or "neutral".
func (v Verdict) String() string { return verdicts[v] }

// MarshalText implements [encoding.TextMarshaler].
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]: other texts are Unknown.
func (v *Verdict) UnmarshalText(text []byte) error {
	*v = Verdict(max(0, slices.Index(verdicts[:], string(text))))
	return nil
}

// Sign returns ? for unknown, ✓ for right, ✗ for wrong, – for unanswered, ~ for neutral.
func (v Verdict) Sign() string { return [...]string{"?", "✓", "✗", "–", "~"}[v] }

// StepOpinion judges a step: Right, Neutral, Wrong, or Unknown beside a score, and why.
type StepOpinion struct {
	Verdict  Verdict  `json:"label,omitzero"`
	Score    *float64 `json:"score,omitempty"` // higher is better; 0..1 but for judges that write logits
	Reason   string   `json:"reason,omitempty"`
	Category string   `json:"category,omitempty"`
	By       string   `json:"by,omitempty"`
}

// String returns one line: "✗ wrong · 0.2 · the sum is 5 · arithmetic · by ann".
func (o *StepOpinion) String() string {
	parts := []string{o.Verdict.Sign() + " " + o.Verdict.String(), "", o.Reason, o.Category, o.By}
	if o.Score != nil {
		parts[0] = IfElse(o.Verdict == Unknown, "", parts[0])
		parts[1] = FormatNumber(*o.Score)
	}
	if o.By != "" {
		parts[4] = "by " + o.By
	}
	return strings.Join(NonEmpty(parts), " · ")
}
