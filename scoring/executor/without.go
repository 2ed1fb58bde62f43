package executor

import (
	"errors"
	"slices"

	"faithscope/loaders"
)

// Remover is an executor that can leave objects out of a picture altogether.
type Remover interface {
	// Without runs an example's program under changes, nil for none, without the proposals in away,
	// by image. Their probability is 0 in every output.
	Without(ex *loaders.Example, changes Changes, away [][]bool) (*Outcome, error)
}

// Without runs an example's program under changes, nil for none, without the proposals in away, by
// image; nil for none. An executor that is not a [Remover] runs over logged outputs with these
// boxes at probability 0, and frozen modules keep theirs. It is an error if a frozen output is a
// number or a truth, because that says nothing about the missing boxes.
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
