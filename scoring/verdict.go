package scoring

import "faithscope/loaders"

// Against compares a number with the threshold, "F1 .40 < .50", or says why it is undefined.
func (s *ExampleScore) Against(v Value) string {
	x, ok := v.Float()
	if !ok {
		return s.Title + " – (" + v.Why() + ")"
	}
	number, least := Apart(x, s.Bar)
	return s.Title + " " + number + loaders.IfElse(x < s.Bar, " < ", " ≥ ") + least
}

// Sentence explains the verdict: "F1 .95 ≥ .50, blamed on relation ○ unfaithful".
func (s *ExampleScore) Sentence() string {
	text := s.Against(s.Overall)
	if s.Cause != NoCause {
		text += ", blamed on " + s.Cause.String()
	}
	return text + [...]string{"", " ● faithful", " ○ unfaithful"}[s.Faithful]
}
