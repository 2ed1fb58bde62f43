package span

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"faithscope/loaders/loadertest/check"
)

// reference is testdata/vectors.json.gz, which the network in numpy wrote.
type reference struct {
	Question, Passage     string
	Scale                 float64 // of the vectors
	Logit                 bool
	Probability           float64
	Words                 []string
	ByPassage, ByQuestion [][]float64
}

func readReference(t *testing.T) (list []reference) {
	t.Helper()
	f, err := os.Open("testdata/vectors.json.gz")
	check.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err == nil {
		err = json.NewDecoder(z).Decode(&list)
	}
	if err != nil || len(list) < 20 {
		t.Fatal(err, len(list))
	}
	return list
}

func TestNetworkEqualsTheReference(t *testing.T) {
	n := Load()
	gradients := 0
	for _, c := range readReference(t) {
		question, passage := CutWords(c.Question), CutWords(c.Passage)
		if !slices.Equal(passage, c.Words) {
			t.Errorf("%q is cut into %q, want %q", c.Passage, passage, c.Words)
			continue
		}
		scaled := func(words []string) (vectors [][]float64) {
			for _, word := range words {
				var x mat.VecDense
				x.ScaleVec(c.Scale, mat.NewVecDense(Width, n.VectorOf(word)))
				vectors = append(vectors, x.RawVector().Data)
			}
			return vectors
		}
		r := n.ReadPassage(question, passage, scaled(question), scaled(passage))
		check.Near(t, c.Question, r.Answerable, c.Probability, 1e-9)
		if c.ByPassage == nil {
			continue
		}
		gradients++
		byQuestion, byPassage := r.AnswerableGradient(c.Logit)
		for got, want := range map[*mat.Dense][][]float64{byQuestion: c.ByQuestion, byPassage: c.ByPassage} {
			if rows, _ := got.Dims(); rows != len(want) {
				t.Errorf("%q: %d gradients, want %d", c.Question, rows, len(want))
				continue
			}
			for i, row := range want {
				for k, x := range row {
					if math.Abs(got.At(i, k)-x) > 1e-8 {
						t.Fatalf("%q: gradient %d, %d is %g, want %g", c.Question, i, k, got.At(i, k), x)
					}
				}
			}
		}
	}
	check.Equal(t, "gradients", gradients, 7)
}

func BenchmarkRead(b *testing.B) {
	n := Load()
	question := CutWords("Who built the mill?")
	var passage []string
	for range 10 {
		passage = append(passage, CutWords("The mill was built by Jan in 1830; it burned down.")...)
	}
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			n.ReadPassage(question, passage, nil, nil)
		}
	})
	b.Run("gradient", func(b *testing.B) {
		for b.Loop() {
			n.ReadPassage(question, passage, nil, nil).AnswerableGradient(false)
		}
	})
}
