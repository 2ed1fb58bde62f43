package executor

import (
	"errors"
	"slices"

	"faithscope/loaders"
)

// Remover can leave objects out of a picture.
type Remover interface {
	// Without leaves out the proposals in away, by image; they have probability 0.
	Without(ex *loaders.Example, changes Changes, away [][]bool) (*Outcome, error)
}

// Without is [Remover]'s. Another executor runs over logged outputs with these boxes at 0, and
// frozen modules keep theirs. It is an error if a frozen output is a number or a truth, because
// that says nothing about the missing boxes.
func Without(e Executor, ex *loaders.Example, changes Changes, away [][]bool) (*Outcome, error) {
	if away == nil {
		return e.Run(ex, changes)
	}
	if r, ok := e.(Remover); ok {
		return r.Without(ex, changes, away)
	}
	var off []Switch
	for image, boxes := range away {
		for box, gone := range boxes {
			if gone {
				off = append(off, Switch{Image: image, Box: box})
			}
		}
	}
	all := Changes{}
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
