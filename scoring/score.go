package scoring

// Score is one number of a report: a metric of a protocol, of one thing.
type Score struct {
	Protocol string // "module-boxes"
	Metric   string // "f1"
	Of       string // "overall", "find", a count label, a slice
	Value    Value
	// Count is how many examples, occurrences or gold lists the value rests
	// on; what it counts stands in the protocol's documentation.
	Count    int
	Settings Settings
	// Vacuous says why the value, which its source defines, rests on nothing
	// ("predicts nothing"); "" for one that rests on something.
	Vacuous string
	// Interval is where the value may lie, nil where none was drawn.
	Interval *Interval
}

// Resting is the value where it rests on something, undefined where it is vacuous:
// what a comparison is of.
func (s *Score) Resting() Value {
	if s.Vacuous != "" {
		return Undefined(s.Vacuous)
	}
	return s.Value
}

// Interval is a bootstrap interval over examples (Efron's percentile
// interval), drawn with the settings' seed and trials.
type Interval struct {
	Low, High float64
	Level     float64 // 0.95
	Trials    int     // in which the value was defined
}

// PlusMinus is half the interval's width: the number shown behind ±.
func (i *Interval) PlusMinus() float64 { return i.High/2 - i.Low/2 } // halved first: the width may be infinite
