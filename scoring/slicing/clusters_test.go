package slicing_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/query"
	"faithscope/scoring/slicing"
)

var vocabulary = strings.Fields("there is are a tower box with exactly at least one two three four black blue yellow square circle item " +
	"top base touching wall corner each")

// statements returns 193 sentences, each about three to five pictures, like the 782 examples
// of NLVR.
func statements(random *rand.Rand) (r *run, sentences []int) {
	r = &run{}
	for sentence := range 193 {
		var words []string
		for k, word := range vocabulary {
			if random.Float64() < 2/float64(k+4) {
				words = append(words, word)
			}
		}
		shape := string(rune('a' + random.IntN(12)))
		for range 3 + random.IntN(3) {
			r.words, r.shape, sentences = append(r.words, words), append(r.shape, shape), append(sentences, sentence)
		}
	}
	return r, sentences
}

// judge draws who is right: every sentence has its own accuracy, of the mean and
// such that its examples are correlated.
func (r *run) judge(random *rand.Rand, sentences []int, mean func(i int) float64, correlation float64) {
	r.values = make([]float64, len(sentences))
	right := 0.0
	for i, sentence := range sentences {
		if i == 0 || sentence != sentences[i-1] {
			m, all := mean(i), 1/correlation-1
			right = distuv.Beta{Alpha: m * all, Beta: (1 - m) * all, Src: random}.Rand()
		}
		if random.Float64() < right {
			r.values[i] = 1
		}
	}
}

func (r *run) slices(t *testing.T, sentences []int) slicing.SliceFindings {
	t.Helper()
	rows := make([]int, len(sentences))
	for i := range rows {
		rows[i] = i
	}
	found, err := slicing.Find(context.Background(), slicing.FacetRows{Source: r, Fields: fields[:2], Of: rows}, slicing.RowOutcomes{
		Values: r.values, Shares: true, Implied: func(query.Field) bool { return false },
		Clusters: []slicing.RowClusters{{Name: "sentence", Of: sentences}},
	}, slicing.Defaults())
	check.NoError(t, err)
	return found
}

// runs are how many runs of sentences are drawn: 200 with FAITHSCOPE_TEST_LONG.
var runs = func() int {
	if os.Getenv("FAITHSCOPE_TEST_LONG") == "" {
		return 50
	}
	return 200
}()

// Where whole sentences are easier or harder by chance alone, slices are reported
// for no more than the false share of the runs, within two standard errors. Without
// the clusters they are for a fifth of these runs, and for two thirds at .25.
func TestSentencesAreNoSlices(t *testing.T) {
	for _, correlation := range []float64{.12, .25} {
		random := rand.New(rand.NewPCG(7, 8))
		reported, sum := 0, 0.0
		for range runs {
			r, sentences := statements(random)
			r.judge(random, sentences, func(int) float64 { return .77 }, correlation)
			found := r.slices(t, sentences)
			if len(found.Slices) > 0 {
				reported++
			}
			sum += found.Clusters.R
		}
		n := float64(runs)
		if most := .05 + 2*math.Sqrt(.05*.95/n); float64(reported)/n > most {
			t.Errorf("%d of %d runs have slices at %g, at most %.0f may", reported, runs, correlation, n*most)
		}
		check.Near(t, "the correlation is estimated", sum/n, correlation, .02)
	}
}

// A word of 60 to 80 sentences is found in four runs of five at least where its
// examples are .15 easier than the others, .92 and .77, or as much harder. A word of
// .62 beside .77 varies more, and is found in two runs of three at .12, and in half of
// them at .25.
func TestWordsOfEasierOrHarderSentencesAreSlices(t *testing.T) {
	const low, high = .77, .92
	for _, correlation := range []float64{.12, .25} {
		for with, without := range map[float64]float64{high: low, low: high} {
			if found := plant(t, with, without, correlation); found*10 < runs*8 {
				t.Errorf("%d of %d words of %g beside %g are found at %g", found, runs, with, without, correlation)
			}
		}
	}
}

// plant counts in how many of the drawn runs a word is found whose sentences have another
// mean than those without it.
func plant(t *testing.T, with, without, correlation float64) (found int) {
	random := rand.New(rand.NewPCG(9, 10))
	for planted := 0; planted < runs; {
		r, sentences := statements(random)
		word := slices.IndexFunc(vocabulary, func(word string) bool {
			n := countSentences(r, sentences, word)
			return n >= 60 && n <= 80
		})
		if word < 0 {
			continue
		}
		planted++
		r.judge(random, sentences, func(i int) float64 {
			if slices.Contains(r.words[i], vocabulary[word]) {
				return with
			}
			return without
		}, correlation)
		if slices.ContainsFunc(r.slices(t, sentences).Slices, func(s slicing.DifferingSubset) bool {
			return strings.Contains(s.Where, `word="`+vocabulary[word]+`"`)
		}) {
			found++
		}
	}
	return found
}

func countSentences(r *run, sentences []int, word string) int {
	with := map[int]bool{}
	for i, words := range r.words {
		if slices.Contains(words, word) {
			with[sentences[i]] = true
		}
	}
	return len(with)
}

// Tags that say which examples a model gets right are left out of that model's
// slices, and found among another one's.
func TestTagsOfTheRunItselfAreNoSlices(t *testing.T) {
	r, rows := sample(.4)
	tagged := func(easy string, right func(i int) bool) bool {
		for i := range r.shape {
			r.shape[i] = map[bool]string{true: easy, false: "hard"}[right(i)]
		}
		return slices.ContainsFunc(find(t, r, rows, slicing.Defaults()).Slices,
			func(s slicing.DifferingSubset) bool { return strings.Contains(s.Where, "shape=") })
	}
	if tagged("easy", func(i int) bool { return r.values[i] == 1 }) {
		t.Error("the run's own right answers are a slice")
	}
	if !tagged("easy", func(i int) bool { return r.values[i] == 1 || i%10 == 0 }) {
		t.Error("another run's right answers are none")
	}
	if !tagged("", func(i int) bool { return r.values[i] == 1 || i%2 == 0 }) {
		t.Error("what is always wrong is none, though nothing says what is right")
	}
}

// The intraclass correlation of clusters of different sizes is that of the analysis of variance: here
// the mean squares are .4028 between three clusters and .2361 within, and 26/9 is the size that
// clusters of one size would have. Two clusters of 2 and 4 weigh less than two and show none.
func TestCorrelationOfUnequalClusters(t *testing.T) {
	for _, c := range []struct {
		values []float64
		of     []int
		n      int
		want   float64
	}{
		{[]float64{1, 1, 1, 0, 0, 0, 1, 1, 0}, []int{0, 0, 1, 1, 1, 1, 2, 2, 2}, 3, 54. / 275},
		{[]float64{1, 1, 1, 0, 0, 0}, []int{0, 0, 1, 1, 1, 1}, 2, 1},
	} {
		found, _ := slicing.Against(slicing.RowOutcomes{
			Values: c.values, Shares: true, Clusters: []slicing.RowClusters{{Name: "set", Of: c.of}},
		}, nil, nil)
		if found.N != c.n || math.Abs(found.R-c.want) > 1e-12 {
			t.Errorf("%g over %d sets, want %g", found.R, found.N, c.want)
		}
	}
}
