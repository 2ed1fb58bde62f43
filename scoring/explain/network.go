package explain

import (
	"context"

	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/model"
)

// Network asks the model for learned modules until ctx ends; nil if the model offers none.
func Network(ctx context.Context, a *model.Asker) *executor.Network {
	offered := a.Declaration().Modules
	if len(offered) == 0 {
		return nil
	}
	ask := func(ex *loaders.Example, m *loaders.Module, arguments []loaders.Output) (model.Answers, error) {
		call := model.ModuleCall{
			Module: m.Op, Argument: m.Text, Attention: m.Attention, Example: sceneOf(ex),
			Inputs: loaders.Map(arguments, func(o loaders.Output) any {
				if o.Boxes != nil {
					return o.Boxes
				}
				return o.Tokens
			}),
		}
		return a.Return(ctx, &call)
	}
	return &executor.Network{Modules: offered, Ask: ask}
}

func sceneOf(ex *loaders.Example) model.CalledExample {
	s := model.CalledExample{ID: ex.ID}
	s.Question, _ = textOf(ex, loaders.OverQuestion)
	if passage, err := textOf(ex, loaders.OverPassage); err == nil {
		s.Passage = &passage
	}
	s.Images = loaders.Map(ex.Images, func(im loaders.Image) model.CalledPicture {
		return model.CalledPicture{Path: im.Path, Proposals: im.Proposals}
	})
	return s
}
