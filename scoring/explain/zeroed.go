package explain

import (
	"context"
	"errors"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

// ExplainedModel is a model with its options.
type ExplainedModel struct {
	*model.Asker
	Options
}

// Zeroed returns a model that answers the edited example with zeros for units taken away by [Zero],
// and fails for other inputs, so that no explainer can cut words out; m itself without such units.
// It keeps no answers. A model without vectors and a missing text are errors.
func (m *ExplainedModel) Zeroed(ex *loaders.Example, e TextEdits) (*ExplainedModel, error) {
	d, ok := m.Model.(model.Differentiable)
	z := &zeroedModel{Differentiable: d, away: loaders.Map(m.Sources, func(text loaders.ScoredText) []int {
		if e[text].By != Zero {
			return nil
		}
		return e[text].Away
	})}
	if !slices.ContainsFunc(z.away, func(away []int) bool { return away != nil }) {
		return m, nil
	}
	in, err := m.Input(ex, m.Declaration())
	if err == nil && !ok {
		err = errors.New("the model takes no vectors, so words can't be zeroed")
	}
	z.key = in.Key()
	return &ExplainedModel{Asker: &model.Asker{Model: z}, Options: m.Options}, err
}

type zeroedModel struct {
	model.Differentiable
	key  string
	away [][]int // per text
}

// Vectors has zeros for what is away. Other inputs are errors.
func (z *zeroedModel) Vectors(ctx context.Context, batch []model.Input) ([]model.Vectors, error) {
	list, err := z.Differentiable.Vectors(ctx, batch)
	for i := range list {
		if batch[i].Key() != z.key {
			return nil, errors.New("zeroed words must stay in the text, but this explainer removes words")
		}
		for text, away := range z.away {
			for _, u := range away {
				if u < len(list[i][text]) {
					list[i][text][u] = make([]float64, len(list[i][text][u]))
				}
			}
		}
	}
	return list, err
}

func (z *zeroedModel) Ask(ctx context.Context, batch []model.Input) (model.Answers, error) {
	vectors, err := z.Vectors(ctx, batch)
	if err != nil {
		return nil, err
	}
	p, _, err := z.At(ctx, loaders.Fill(len(batch), func(i int) model.GradientPoint {
		return model.GradientPoint{Input: batch[i],
			Vectors: vectors[i]}
	}))
	return p, err
}
