package views

import (
	"context"
	"errors"

	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
)

// Asking is the model that a session asks again, and what runs programs. Only what the person typed names one: in
// this session, at its start, or in a configuration file of their own.
type Asking struct {
	// StartModel starts the model of a name, probed on a run, unless it runs already; nil
	// where none may be started. It ends with the session, or when another is started.
	StartModel func(ctx context.Context, name string, run *loaders.Run) (*explain.Asked, error)
	// Model was named by the person, "" for none. Given says that they did so at the start
	// or in this session, so that the steps of a view may ask it.
	Model string
	Given bool

	// Executor returns what runs the programs of a run, which it may read; nil if nothing
	// does. Reading is how it reads numbers. Oracle returns the oracle that serves a run, nil for
	// none; it is nil itself without any.
	Executor func(ctx context.Context, run *loaders.Run, reading nmn.Reading) executor.Executor
	Reading  nmn.Reading
	Oracle   func(run *loaders.Run) *dfol.Executor
}

// Executor names as a model what runs the programs of a run.
const Executor = explain.ExecutorModel

// Starter returns a function that starts the model of a name or, for [Executor], wraps what
// runs the programs of run, which explains objects; it fails where nothing runs them. The
// function reads nothing of the session, which goes on meanwhile.
func (a *Asking) Starter(name string, run *loaders.Run) func(ctx context.Context) (*explain.Asked, error) {
	start, executor, reading := a.StartModel, a.Executor, a.Reading
	return func(ctx context.Context) (*explain.Asked, error) {
		switch {
		case name != Executor:
			return start(ctx, name, run)
		case executor == nil:
			return nil, errors.New("there is nothing here that runs programs")
		}
		asked := &explain.Asked{Options: explain.Defaults(), Asker: &model.Asker{
			Model: &explain.Executed{Runs: executor(ctx, run, reading), Name: Executor},
		}}
		asked.Over, asked.Bare = explain.Objects, true
		return asked, nil
	}
}

// Named is the model that was started by a name.
type Named struct{ Model, Say string }
