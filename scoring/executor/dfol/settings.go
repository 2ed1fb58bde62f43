package dfol

import "faithscope/loaders/language"

// Settings are readings of the executor. The zero value is the paper's.
type Settings struct {
	// Normalize divides the likelihoods of options by their sum per object, like the released
	// configuration.
	Normalize bool
	Hard      bool
	// Threshold is the likelihood that yes must exceed; 0 means 0.5.
	Threshold   float64
	Calibration *Calibration
	// overrides Calibration
	ByPredicate map[AskedConcept]Calibration
}

// AskedConcept is an operator and its word or relation.
type AskedConcept struct {
	Op      language.ModuleOp
	Concept string
}
