package dfol

import "faithscope/loaders/language"

// Settings say how programs run. The zero value is the paper's.
type Settings struct {
	// Normalize divides the likelihoods of a question's options by their sum per object.
	// per object, as the released configuration does.
	Normalize bool
	// Hard makes final quantifiers minima and maxima.
	Hard bool
	// Threshold is the likelihood that yes must exceed; 0 means 0.5.
	Threshold float64
	// Calibration is applied to the output of every filter and relate; nil for none.
	Calibration *Calibration
	// ByPredicate overrides Calibration for single operators and concepts.
	ByPredicate map[AskedConcept]Calibration
}

// AskedConcept is an operator and the word or relation that it asks for.
type AskedConcept struct {
	Op      language.Op
	Concept string
}
