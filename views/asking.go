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

// ModelAccess has the model to ask again and the executor. Only the person names one: in this session,
// at its start, or in their own configuration.
type ModelAccess struct {
	// StartModel starts a model, probed on a run, unless it runs; nil if forbidden. It ends with
	// the session or the next model.
	StartModel func(ctx context.Context, name string, run *loaders.Run) (*explain.ExplainedModel, error)
	// Given: the person named Model at the start or in this session, so that a view's steps may ask
	// it.
	Model string
	Given bool

	// Executor may read the run; nil for none. Oracle may be or return nil.
	Executor func(ctx context.Context, run *loaders.Run, reading nmn.ReadingOverrides) executor.Executor
	Reading  nmn.ReadingOverrides
	Oracle   func(run *loaders.Run) *dfol.Executor
}

// Executor names a run's executor as a model.
const Executor = explain.ExecutorModel

// Starter returns a function that starts a model or wraps run's executor, which explains objects;
// it fails without one. It reads nothing of the session, which goes on meanwhile.
func (a *ModelAccess) Starter(modelName string, run *loaders.Run) func(ctx context.Context) (*explain.ExplainedModel, error) {
	start, executor, reading := a.StartModel, a.Executor, a.Reading
	return func(ctx context.Context) (*explain.ExplainedModel, error) {
		switch {
		case modelName != Executor:
			return start(ctx, modelName, run)
		case executor == nil:
			return nil, errors.New("programs can't be run here")
		}
		asked := &explain.ExplainedModel{Options: explain.Defaults(), Asker: &model.Asker{
			Model: &explain.PictureModel{Runs: executor(ctx, run, reading), Name: Executor},
		}}
		asked.Over, asked.Bare = explain.Objects, true
		return asked, nil
	}
}

// StartedModel is a started model.
type StartedModel struct{ Model, Say string }
