package executor

import (
	"errors"
	"slices"

	"faithscope/loaders"
)

// ObjectRemover can leave objects out of a picture.
type ObjectRemover interface {
	// Without leaves out the proposals in away, by image; they have probability 0.
	Without(ex *loaders.Example, changes OutputChanges, away [][]bool) (*Outcome, error)
}

// PredicateOverrider can take the truth of an example's predicates for an oracle's likelihoods.
type PredicateOverrider interface {
	// Believing takes indices in [loaders.Answer].Predicates.
	Believing(which []int) Executor
}

// Without is [ObjectRemover]'s. Another executor runs over logged outputs with these boxes at 0, and
// frozen modules keep theirs. It is an error if a frozen output is a number or a truth, because
// that says nothing about the missing boxes.
func Without(e Executor, ex *loaders.Example, changes OutputChanges, removed [][]bool) (*Outcome, error) {
	if removed == nil {
		return e.Run(ex, changes)
	}
	if r, ok := e.(ObjectRemover); ok {
		return r.Without(ex, changes, removed)
	}
	var off []ProbabilityOverride
	for image, boxes := range removed {
		for box, gone := range boxes {
			if gone {
				off = append(off, ProbabilityOverride{Image: image, Box: box})
			}
		}
	}
	all := OutputChanges{}
	for i := range ex.Program {
		c, changed := changes[i]
		if logged := ex.Program[i].Output.Boxes != nil && off != nil; logged || changed {
			c.Switches = slices.Concat(c.Switches, off)
			all[i] = c
		}
	}
	o, err := e.Run(ex, all)
	if err != nil {
		return nil, err
	}
	for i, why := range o.Frozen {
		if why != "" && o.Outputs[i].Boxes == nil {
			return nil, errors.New(why)
		}
	}
	return o, nil
}
