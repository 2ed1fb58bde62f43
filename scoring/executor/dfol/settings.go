package dfol

import "faithscope/loaders/language"

// Settings say how programs are run. The zero value is the paper's.
type Settings struct {
	// Normalize divides the likelihoods of a question's options by their sum,
	// per object, as the released configuration does.
	Normalize bool
	// Hard takes minima and maxima at the end, as the code's hard mode does.
	Hard bool
	// Threshold is the likelihood that yes must exceed; 0 means 0.5.
	Threshold float64
	// Calibration is applied to the output of every filter and relate; nil for
	// none. Where an operator has one for what it asks, that is applied instead.
	Calibration *Calibration
	ByPredicate map[Asking]Calibration
}

// Asking is an operator and a word or a relation that it asks for.
type Asking struct {
	Op      language.Op
	Concept string
}
