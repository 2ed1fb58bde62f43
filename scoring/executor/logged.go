package executor

import (
	"errors"
	"slices"

	"faithscope/loaders"
)

// Logged runs no module: it serves programs of which only networks know how a
// module follows from its arguments, as those over a passage. A module whose
// own output somebody changes returns that, and every other what the run
// logged; those above a change are frozen, and so is the answer.
type Logged struct{}

// networkReads says why a module over a passage keeps its output.
const networkReads = "its network reads the passage, and would have to be run again"

// Run implements [Executor]. It fails for an example without a passage or a
// program, and where a change asks for another operator or argument.
func (Logged) Run(ex *loaders.Example, changes Changes) (*Outcome, error) {
	switch {
	case len(ex.Program) == 0:
		return nil, errors.New("the example has no program")
	case ex.Passage == nil:
		return nil, errors.New("nothing here runs its program")
	}
	o := &Outcome{Outputs: make([]loaders.Output, len(ex.Program)), Frozen: make([]string, len(ex.Program)), Answer: ex.Answer.Predicted}
	changed := make([]bool, len(ex.Program)) // at or below the module
	for i := len(ex.Program) - 1; i >= 0; i-- {
		m, c := &ex.Program[i], changes[i]
		if c.Op != "" || c.Text != "" {
			return nil, errors.New(networkReads)
		}
		o.Outputs[i] = m.Output
		if below(m, changed) {
			o.Frozen[i], changed[i] = networkReads, true
		}
		if c.Output != nil {
			o.Frozen[i] = "" // whatever its network would return
		}
		if !c.Silent() && (m.Output.Tokens != nil || c.Output != nil && c.Output.Tokens != nil) {
			o.Outputs[i], changed[i] = loaders.Output{Tokens: c.Tokens(m.Output.Tokens)}, true
		}
	}
	if changed[0] {
		o.Answer, o.Undefined = "", "networks computed it, and would have to be run again"
	}
	return o, nil
}

// below reports whether an argument of a module has changed.
func below(m *loaders.Module, changed []bool) bool {
	return slices.ContainsFunc(m.Children, func(child int) bool { return child > 0 && child < len(changed) && changed[child] })
}
