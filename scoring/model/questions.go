package model

import (
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"faithscope/loaders"
	"faithscope/scoring/model/span"
)

// QuestionsName is the built-in model of questions on a command line.
const QuestionsName = "demo-qa"

type questionModel struct{ *span.Network }

// Questions returns a built-in model that tells from its scores of spans whether a passage answers
// a question, with gradients.
func Questions() Differentiable {
	m := questionModel{span.Load()}
	return &builtInModel{
		&Declaration{
			Faithscope: 1, Model: "span", Version: "06599a8ff197f324", Labels: []string{"unanswerable", "answerable"},
			Inputs: []string{"question", "context"}, Outputs: Distribution, MaxBatch: 64, Gradients: true, Unknown: UnknownWord,
		},
		func(in Input) []float64 {
			return bothLabels(m.ReadPassage(slices.Concat(unitWordsOf(in[0])...), slices.Concat(unitWordsOf(in[1])...), nil, nil).Answerable)
		},
		func(in Input) Vectors {
			return loaders.Map(in, func(t Text) TextVectors { return loaders.Map(unitWordsOf(t), m.meanVector) })
		},
		m.gradientAt,
	}
}

// A unit's vector is the mean of its words'.
type unitWords [][]string

func unitWordsOf(t Text) unitWords {
	units := t.Tokens
	if units == nil {
		units = strings.Fields(t.Raw)
	}
	return loaders.Map(units, span.CutWords)
}

func (m questionModel) meanVector(wordsOfUnit []string) []float64 {
	mean := make([]float64, span.Width)
	for _, word := range wordsOfUnit {
		floats.AddScaled(mean, 1/float64(len(wordsOfUnit)), m.VectorOf(word))
	}
	return mean
}

// Moving a unit's vector moves each of its words' as far.
func (m questionModel) moveVectors(u unitWords, unitVectors TextVectors) (vectors TextVectors) {
	for i, words := range u {
		mean := m.meanVector(words)
		for _, word := range words {
			x := floats.SubTo(make([]float64, len(mean)), unitVectors[i], mean)
			floats.Add(x, m.VectorOf(word))
			vectors = append(vectors, x)
		}
	}
	return vectors
}

func (u unitWords) sumGradients(wordGradients *mat.Dense) TextVectors {
	next, rows := 0, wordGradients.RawMatrix().Rows
	return loaders.Map(u, func(words []string) []float64 {
		sum := make([]float64, span.Width)
		for range words {
			if next < rows { // of those it read
				floats.Add(sum, wordGradients.RawRowView(next))
			}
			next++
		}
		return sum
	})
}

func bothLabels(answerableShare float64) []float64 {
	return []float64{1 - answerableShare, answerableShare}
}

func (m questionModel) gradientAt(point GradientPoint) ([]float64, Vectors) {
	question, passage := unitWordsOf(point.Input[0]), unitWordsOf(point.Input[1])
	r := m.ReadPassage(slices.Concat(question...), slices.Concat(passage...), m.moveVectors(question, point.Vectors[0]),
		m.moveVectors(passage, point.Vectors[1]))
	byQuestion, byPassage := r.AnswerableGradient(point.Logit)
	if point.Target == 0 {
		byQuestion.Scale(-1, byQuestion)
		byPassage.Scale(-1, byPassage)
	}
	return bothLabels(r.Answerable), Vectors{question.sumGradients(byQuestion), passage.sumGradients(byPassage)}
}
