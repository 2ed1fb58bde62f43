package executor

import (
	"errors"
	"math"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring/protocols/counting"
)

// CountExecutor answers the rounded sum of scores.
type CountExecutor struct{}

// Runs reports whether the program is one count.
func (CountExecutor) Runs(ex *loaders.Example) bool {
	return len(ex.Program) == 1 && ex.Program[0].Op == "count" && ex.Program[0].Output.Boxes != nil
}

// Run implements [Executor]. Changes that need a network are errors.
func (CountExecutor) Run(ex *loaders.Example, changes OutputChanges) (*Outcome, error) {
	c := changes[0]
	if c.Op != "" || c.Text != "" {
		return nil, errors.New("its network can't be rerun on the picture")
	}
	o, now := NewOutcome(1), *ex
	o.Outputs[0].Boxes = c.Boxes(ex.Program[0].Output.Boxes)
	now.Program = []loaders.Module{{Output: o.Outputs[0]}}
	if count, ok := counting.Prediction(&now); ok {
		o.Answer = strconv.FormatFloat(math.Abs(counting.Rounded(count)), 'f', -1, 64)
	} else {
		o.Undefined = "the scores can't be summed"
	}
	return o, nil
}
