package views

import (
	"context"

	"faithscope/loaders"
	"faithscope/scoring/explain"
)

// Asking is the model that a session asks again. Only what the person typed names one: in
// this session, at its start, or in a configuration file of their own.
type Asking struct {
	// StartModel starts the model of a name, probed on a run, unless it runs already; nil
	// where none may be started. It ends with the session, or when another is started.
	StartModel func(ctx context.Context, name string, run *loaders.Run) (*explain.Asked, error)
	// Model is what the person named, "" for none. Given says that the command line did, so
	// that the steps of a view may ask it.
	Model string
	Given bool
}

// Named is the model that was started by a name.
type Named struct{ Model, Say string }
