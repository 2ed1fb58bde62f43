package dfol

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// lessonsOf returns pictures of four objects, which are yellow if their second feature is positive and
// above others if their third is greater, with answers.
func lessonsOf(t *testing.T, pictures int, seed uint64, features map[string]PictureFeatures) (questions []Question) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range pictures {
		var f PictureFeatures
		yellow, above := make([]float64, 4), make([][]float64, 4)
		for k := range 4 {
			f.Objects = append(f.Objects, []float64{1, r.Float64() - .5, r.Float64() - .5})
			if f.Objects[k][1] > 0 {
				yellow[k] = 1
			}
		}
		for k, a := range f.Objects {
			for j, b := range f.Objects {
				f.Pairs = append(f.Pairs, []float64{1, a[2] - b[2]})
				above[k] = append(above[k], 0)
				if k != j && a[2] > b[2] {
					above[k][j] = 1
				}
			}
		}
		s, err := NewScene(4, map[string][]float64{"yellow": yellow}, map[string][][]float64{"above": above})
		check.NoError(t, err)
		s.Picture = fmt.Sprint(seed, i)
		features[s.Picture] = f
		for _, text := range []string{"exist(find[yellow])", "all-same[hue](find)", "exist(relate[yellow,above,s](find[not(yellow)]))"} {
			p := compiled(t, parsed(t, text), concepts(t, []byte(`{"categories": {"hue": ["yellow"]}}`)))
			o, err := NewRunner(Settings{}).Run(p, s, nil)
			check.NoError(t, err)
			questions = append(questions, Question{p, s, o.Answer})
		}
	}
	return questions
}

// Answers about some pictures teach likelihoods that answer questions about others. Neither another
// number of cores nor another time changes a bit of them.
func TestOraclesAreTrainedFromAnswers(t *testing.T) {
	features := map[string]PictureFeatures{}
	questions, others := lessonsOf(t, 60, 1, features), lessonsOf(t, 40, 2, features)
	trained, err := Train(t.Context(), Settings{}, questions, features, .01)
	check.NoError(t, err)
	right, asked := 0, len(others)
	for _, q := range others {
		s, err := trained.Scene(q.Scene.Picture)
		check.NoError(t, err)
		o, err := NewRunner(Settings{}).Run(q.Program, s, nil)
		check.NoError(t, err)
		if o.Answer == q.Gold {
			right++
		}
	}
	if t.Logf("%d of %d", right, asked); right < asked*9/10 {
		t.Errorf("%d of %d are right", right, asked)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	again, err := Train(t.Context(), Settings{}, questions, features, .01)
	if err != nil || !slices.Equal(trained.weights, again.weights) {
		t.Errorf("another time: %v, %v", again, err)
	}
	_, err = Train(t.Context(), Settings{}, nil, features, .01)
	check.Fails(t, "an oracle is trained from nothing", err)
}

// The gradient is the slope of the loss.
func TestTrainingFollowsTheSlope(t *testing.T) {
	features := map[string]PictureFeatures{}
	learner, n := newTraining(Settings{}, lessonsOf(t, 5, 3, features), features, .1)
	x, gradient := make([]float64, n), make([]float64, n)
	for k := range x {
		x[k] = math.Sin(float64(k))
	}
	learner.lossAt(t.Context(), x, gradient)
	for k := range x {
		y, side := slices.Clone(x), 1e-4
		y[k] += side
		slope := learner.lossAt(t.Context(), y, nil)
		y[k] -= 2 * side
		slope = (slope - learner.lossAt(t.Context(), y, nil)) / (2 * side)
		check.Near(t, "weight", slope, gradient[k], 1e-5, k)
	}
}
