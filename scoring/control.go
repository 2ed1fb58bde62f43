package scoring

// Control holds the value of a metric for a judge that reads nothing: a constant, a guess, the
// commonest class. A score says little until it is above the best of its controls.
type Control struct {
	Metric, Name string
	Value        Value
	// TwoFold is the value if the control is chosen on every second example and used on the others;
	// undefined for one that isn't chosen.
	TwoFold Value
	Count   int // examples, steps or whatever Value rests on
}

// ControlOf begins what a control's scores are of.
const ControlOf = "control: "

// Scores returns the control as scores of its metric: the value and, if it is defined, the one in
// two folds.
func (c *Control) Scores(protocol string, s Settings) []Score {
	scores := []Score{{Protocol: protocol, Metric: c.Metric, Of: ControlOf + c.Name, Value: c.Value, Count: c.Count, Settings: s}}
	if c.TwoFold.IsDefined() {
		scores = append(scores, Score{Protocol: protocol, Metric: c.Metric, Of: ControlOf + c.Name + ", chosen on the other half",
			Value: c.TwoFold, Count: c.Count, Settings: s})
	}
	return scores
}
