package scoring

// Control holds a metric's value for a judge that reads nothing. A score says little until it is
// above the best of its controls.
type Control struct {
	Metric, Name string
	Value        Value
	// TwoFold is the value if the control is chosen on every second example and used on the others;
	// undefined if nothing is chosen.
	TwoFold Value
	Count   int
}

// ControlOf is the prefix of a control's Of.
const ControlOf = "control: "

// Scores returns Value and, if defined, TwoFold as scores.
func (c *Control) Scores(protocol string, s Settings) []Score {
	scores := []Score{{Protocol: protocol, Metric: c.Metric, Of: ControlOf + c.Name, Value: c.Value, Count: c.Count, Settings: s}}
	if c.TwoFold.IsDefined() {
		scores = append(scores, Score{Protocol: protocol, Metric: c.Metric, Of: ControlOf + c.Name + ", chosen on the other half",
			Value: c.TwoFold, Count: c.Count, Settings: s})
	}
	return scores
}
