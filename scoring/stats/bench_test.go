package stats_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// benchScores reads the scores of 536 examples that the authors' script was
// timed on, where they are at hand, and makes as many elsewhere.
func benchScores(b *testing.B, name string, width int) stats.TermRows {
	b.Helper()
	rows := stats.TermRows{Width: width}
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "bench", name))
	if err != nil {
		r := rand.New(rand.NewPCG(1, uint64(len(name))))
		for range 536 * width {
			rows.Terms = append(rows.Terms, float64(r.IntN(8))/7)
		}
		return rows
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	check.NoError(b, err)
	for lines := bufio.NewScanner(z); lines.Scan(); {
		var line struct {
			Score json.RawMessage `json:"box_f1_overall_score"`
		}
		score := make([]float64, 1)
		check.NoError(b, json.Unmarshal(lines.Bytes(), &line))
		if json.Unmarshal(line.Score, &score) != nil {
			check.NoError(b, json.Unmarshal(line.Score, &score[0]))
		}
		rows.Terms = append(rows.Terms, score...)
	}
	return rows
}

// BenchmarkPermutation does 100,000 trials of 536 examples: of their F1s, of
// their counts, and of the twenty sums that a report's module scores need.
func BenchmarkPermutation(b *testing.B) {
	test := stats.PermutationTest{Trials: 100_000, Seed: 1}
	b.Run("example", func(b *testing.B) {
		x, y := benchScores(b, "sig_m2_0.jsonl.gz", 1), benchScores(b, "sig_m2_1.jsonl.gz", 1)
		b.ReportAllocs()
		for b.Loop() {
			test.Means(x.Terms, y.Terms)
		}
	})
	b.Run("cumulative", func(b *testing.B) {
		x, y := benchScores(b, "sig_m1_0.jsonl.gz", 4), benchScores(b, "sig_m1_1.jsonl.gz", 4)
		b.ReportAllocs()
		for b.Loop() {
			test.Sums(x, y, pooledF1)
		}
	})
	b.Run("all-scores", func(b *testing.B) {
		x, y := benchScores(b, "none-0", 20), benchScores(b, "none-11", 20)
		b.ReportAllocs()
		for b.Loop() {
			test.Sums(x, y, means)
		}
	})
}

func BenchmarkBootstrap(b *testing.B) {
	rows := benchScores(b, "none-0", 20)
	b.ReportAllocs()
	for b.Loop() {
		stats.Bootstrap{Trials: 1000, Seed: 1}.Sums(rows, means)
	}
}

// means returns fifteen means of three sums and a count each.
func means(sums []float64) []scoring.Value {
	values := make([]scoring.Value, 0, 15)
	for ; len(sums) > 0; sums = sums[4:] {
		for _, x := range sums[:3] {
			values = append(values, scoring.Defined(x/sums[3]))
		}
	}
	return values
}
