package dfol

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/scoring"
)

// PictureFeatures describe a picture's objects: a row per object, and a row per pair at i*n+j. Rows of a
// kind are as long in every picture, and have a 1 for the bias.
type PictureFeatures struct{ Objects, Pairs [][]float64 }

func (f *PictureFeatures) rowsOf(c UnknownConcept) [][]float64 {
	return loaders.IfElse(c.Relation, f.Pairs, f.Objects)
}

// TrainedOracle is an oracle: for each concept, a logistic regression over the features of pictures.
type TrainedOracle struct {
	features map[string]PictureFeatures
	concepts []UnknownConcept
	weights  []float64
}

// weightsOf returns concept k's part of allWeights for a row; all parts are as long as the longest row.
func (t *TrainedOracle) weightsOf(k int, allWeights, featureRow []float64) []float64 {
	from := k * len(allWeights) / len(t.concepts)
	return allWeights[from : from+len(featureRow)]
}

// Scene returns a picture's likelihoods.
func (t *TrainedOracle) Scene(pictureName string) (*Scene, error) {
	r := t.Record(&Scene{Picture: pictureName})
	return NewScene(len(t.features[pictureName].Objects), r.Attributes, r.Relations)
}

// Record returns s with the likelihoods of its picture.
func (t *TrainedOracle) Record(s *Scene) *SceneRecord {
	f := t.features[s.Picture]
	r := &SceneRecord{s.Picture, s.Width, s.Height, nil, s.Gold, map[string]record.LenientNumbers{}, map[string][]record.LenientNumbers{}}
	for _, b := range s.Boxes {
		r.Objects = append(r.Objects, record.LenientNumbers{b.X0, b.Y0, b.X1 - b.X0, b.Y1 - b.Y0})
	}
	for k, c := range t.concepts {
		p := loaders.Map(f.rowsOf(c), func(row []float64) float64 {
			return 1 / (1 + math.Exp(-floats.Dot(row, t.weightsOf(k, t.weights, row))))
		})
		if c.Relation {
			r.Relations[c.Name] = slices.Collect(slices.Chunk(record.LenientNumbers(p), max(len(f.Objects), 1)))
		} else {
			r.Attributes[c.Name] = p
		}
	}
	return r
}

type oracleTraining struct {
	TrainedOracle
	*calibrationData
	asked map[string][]int // questions by picture
	asks  [][]int          // concepts by question
	decay float64
}

// Train fits an oracle as [Calibrate] fits a calibration, by L-BFGS from likelihoods of .5. The loss
// has weightDecay times the sum of squared weights, over the number of questions.
func Train(ctx context.Context, s Settings, questions []Question, featuresByPicture map[string]PictureFeatures,
	weightDecay float64) (*TrainedOracle, error) {
	t, width := newTraining(s, questions, featuresByPicture, weightDecay)
	if width == 0 {
		return nil, errors.New("no question about objects has its correct answer among the options")
	}
	best, err := optimize.Minimize(optimize.Problem{
		Func: func(x []float64) float64 { return t.lossAt(ctx, x, nil) },
		Grad: func(gradient, x []float64) { t.lossAt(ctx, x, gradient) },
	}, make([]float64, width), &optimize.Settings{MajorIterations: 60}, &optimize.LBFGS{})
	if best == nil || ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	t.weights = best.X
	return &t.TrainedOracle, nil
}

func newTraining(s Settings, questions []Question, featuresByPicture map[string]PictureFeatures, weightDecay float64) (t *oracleTraining,
	weights int) {
	t = &oracleTraining{TrainedOracle{features: featuresByPicture}, newFitting(s, questions), map[string][]int{}, nil, weightDecay}
	for i, q := range t.questions {
		t.asked[q.Scene.Picture] = append(t.asked[q.Scene.Picture], i)
		t.asks = append(t.asks, t.conceptsOf(q))
	}
	for _, f := range featuresByPicture {
		for _, row := range slices.Concat(f.Objects, f.Pairs) {
			weights = max(weights, len(row)*len(t.concepts))
		}
	}
	return t, weights
}

// The scene knows which words are one concept.
func (t *oracleTraining) conceptsOf(q Question) (list []int) {
	for i := range q.Program.nodes {
		attributes, relations := q.Program.nodes[i].askedLiterals()
		for k, l := range slices.Concat(attributes, relations) {
			c := UnknownConcept{Relation: k >= len(attributes)}
			c.Name = loaders.IfElse(c.Relation, q.Scene.relations, q.Scene.attributes).keyOf(l.name)
			t.concepts = scoring.AppendNew(t.concepts, c)
			list = scoring.AppendNew(list, slices.Index(t.concepts, c))
		}
	}
	return list
}

// lossAt sets gradient, unless it is nil. Pictures are summed in order, whatever the number of cores.
func (t *oracleTraining) lossAt(ctx context.Context, x, gradient []float64) float64 {
	t.weights = x
	pictures := loaders.SortedKeys(t.asked)
	losses, slopes := make([]float64, len(pictures)), make([][]float64, len(pictures))
	if scoring.Parallel(ctx, len(pictures), func(_ context.Context, i int) (err error) {
		slopes[i] = make([]float64, len(gradient))
		losses[i], err = t.learnPicture(pictures[i], slopes[i])
		return err
	}) != nil {
		return math.Inf(1) // weights are not finite, or the context has ended
	}
	loss, n := loaders.Sum(losses), float64(len(t.questions))
	for k, w := range x {
		loss += float64(t.decay * w * w)
		if gradient != nil {
			gradient[k] = float64(2*t.decay*w) / n
			for _, own := range slopes {
				gradient[k] += own[k] / n
			}
		}
	}
	return loss / n
}

// logitStep is how far a logit is moved to find its slope.
const logitStep = 1e-5

// learnPicture returns the loss over a picture's questions, and adds to gradient unless it is empty.
func (t *oracleTraining) learnPicture(pictureName string, gradient []float64) (loss float64, err error) {
	s, err := t.Scene(pictureName)
	if err != nil {
		return 0, err
	}
	f, r := t.features[pictureName], NewRunner(t.settings)
	for _, i := range t.asked[pictureName] {
		t.questions[i].Scene = s
		own := t.lossOf(r, i)
		loss += own
		for _, k := range loaders.IfElse(len(gradient) > 0, t.asks[i], nil) {
			c := t.concepts[k]
			values := loaders.IfElse(c.Relation, s.relations, s.attributes)[c.Name]
			for j, row := range f.rowsOf(c) {
				was := values[j]
				p := loaders.IfElse(c.Relation, was, math.Exp(was))
				p += logitStep * p * (1 - p)
				values[j] = loaders.IfElse(c.Relation, p, safeLog(p))
				floats.AddScaled(t.weightsOf(k, gradient, row), (t.lossOf(r, i)-own)/logitStep, row)
				values[j] = was
			}
		}
	}
	return loss, nil
}
