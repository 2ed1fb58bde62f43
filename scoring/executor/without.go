package executor

import (
	"errors"

	"faithscope/loaders"
)

// Remover is an executor that can leave objects out of a picture altogether.
type Remover interface {
	// Without runs an example's program without some proposals: away says which, by image.
	Without(ex *loaders.Example, away [][]bool) (*Outcome, error)
}

// Without runs an example's program without some proposals: away says which, by image. An
// executor that is not a [Remover] runs over logged outputs: in each of them these boxes
// have probability 0, and what only a network would know stays as it was logged. It fails
// where that is a number or a truth, which says nothing of what went.
func Without(e Executor, ex *loaders.Example, away [][]bool) (*Outcome, error) {
	if r, ok := e.(Remover); ok {
		return r.Without(ex, away)
	}
	var off []Switch
	for image, boxes := range away {
		for box, gone := range boxes {
			if gone {
				off = append(off, Switch{Image: image, Box: box})
			}
		}
	}
	changes := Changes{}
	for i := range ex.Program {
		if ex.Program[i].Output.Boxes != nil && off != nil {
			changes[i] = Change{Switches: off}
		}
	}
	o, err := e.Run(ex, changes)
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
