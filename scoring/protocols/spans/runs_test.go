package spans_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/spans"
	"faithscope/scoring/scoringtest"
)

// figure is a mean loss and what it counts.
type figure struct {
	Loss  *float64 `json:"loss"`
	Count int      `json:"count"`
}

// score scores a whole run, and returns the mean em of its answered questions
// beside.
func score(t testing.TB, run *loaders.Run) (scores []scoring.Score, em scoring.Mean) {
	t.Helper()
	all := spans.Protocol.Aggregate(scoring.Defaults())
	for i := range run.Len() {
		ex := run.Scan(i)
		if e := spans.Protocol.Prepare(ex); e != nil {
			all.Add(e)
		}
		if x, answered := ex.Answer.Scores["em"]; answered {
			em.Add(scoring.Defined(x))
		}
	}
	return all.Scores(), em
}

// TestSample compares a piece of a real run with figures computed apart from
// this code (testdata/README.md of the loader says how).
func TestSample(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "loaders", "nmndrop", "testdata")
	b, err := os.ReadFile(filepath.Join(dir, "sample_expected.json"))
	check.NoError(t, err)
	var want struct {
		Losses map[string]figure `json:"losses"`
		EM     struct {
			Mean     float64 `json:"mean"`
			Answered int     `json:"answered"`
		} `json:"em"`
		Examples map[string]struct {
			Loss float64 `json:"loss"`
			Mass float64 `json:"mass"`
		} `json:"examples"`
	}
	check.NoError(t, json.Unmarshal(b, &want))

	run := open(t, files.DiskFiles{}, filepath.Join(dir, "sample.jsonl"), loaders.Options{})
	scores, em := score(t, run)
	if len(scores) != len(want.Losses) || len(scores) == 0 {
		t.Errorf("%d scores, %d expected", len(scores), len(want.Losses))
	}
	for _, s := range scores {
		w, ok := want.Losses[s.Of]
		if !ok || s.Count != w.Count {
			t.Errorf("%s: count %d, want %d", s.Of, s.Count, w.Count)
			continue
		}
		scoringtest.Near(t, "loss", s.Value, *w.Loss, s.Of)
	}
	all := len(want.Examples) - 2 // without a null em beside an answer; the authors' mean has those with a score
	if got, _ := em.Value("").Float(); got != want.EM.Mean*float64(want.EM.Answered)/float64(all) || em.Count != all {
		t.Errorf("em %v of %d, want %v of %d, and 0 of the other %d", got, em.Count, want.EM.Mean, want.EM.Answered, all-want.EM.Answered)
	}

	check.Equal(t, "examples", run.Len(), len(want.Examples))
	settings := scoring.Defaults()
	for i := range run.Len() {
		ex := run.Example(i)
		w := want.Examples[ex.ID]
		s := scoringtest.Example(spans.Protocol.Prepare(ex), settings)
		mass, ok := s.Overall.Float()
		if want := onGold(ex); !ok || math.Abs(mass-want) > 1e-9 || s.Metric != "mass" {
			t.Errorf("%s: %s %v, want mass %v", ex.ID, s.Metric, mass, want)
		}
		check.Equal(t, "faithful at mass", s.Faithful, loaders.VerdictOf(mass >= settings.FaithfulMass), ex.ID, mass)
		sum := 0.0
		for _, m := range s.Modules {
			loss, _ := m.Loss.Float()
			sum += loss
		}
		check.Near(t, "the modules' losses sum", sum, w.Loss, 1e-9, ex.ID)
	}
}

// TestOracleRuns compares the two whole runs with the table in their README, to
// the digits given there. They are not part of this repository.
func TestOracleRuns(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "shared", "data", "drop", "runs")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ", dir)
	}
	type row struct {
		of    string
		loss  float64
		count int
	}
	for _, tt := range []struct {
		run      string
		rows     []row
		em       float64
		answered int
		unjudged int // whose em is null beside an answer
	}{
		{"lexical-narrow.jsonl.gz", []row{
			{"overall", 20.59, 215}, {"find", 10.01, 215}, {"filter", 13.03, 41}, {"relocate", 4.36, 48}, {"find-num", 7.70, 140},
			{"find-date", 3.32, 42}, {"find-max-num", 3.63, 74}, {"find-min-num", 1.41, 31},
		}, .671, 73, 6},
		{"lexical-wide.jsonl.gz", []row{
			{"overall", 18.01, 215}, {"find", 8.57, 215}, {"filter", 9.91, 41}, {"relocate", 4.43, 48}, {"find-num", 6.73, 140},
			{"find-date", 3.41, 42}, {"find-max-num", 3.57, 74}, {"find-min-num", 1.97, 31},
		}, .575, 73, 6},
	} {
		t.Run(tt.run, func(t *testing.T) {
			run := open(t, files.DiskFiles{}, filepath.Join(dir, tt.run), loaders.Options{})
			scores, em := score(t, run)
			for _, r := range tt.rows {
				// Half a unit of the last digit, and the binary rounding of it.
				if got, ok := value(t, scores, r.of); !ok || math.Abs(got-r.loss) > .005+1e-9 || count(scores, r.of) != r.count {
					t.Errorf("%s: %v (%d), the table says %v (%d)", r.of, got, count(scores, r.of), r.loss, r.count)
				}
			}
			got, _ := em.Value("").Float() // of all, where the table has those with a score
			if got *= float64(em.Count) / float64(tt.answered); math.Abs(got-tt.em) > .0005+1e-9 || em.Count != run.Len()-tt.unjudged {
				t.Errorf("em %v (%d), the table says %v (%d)", got, em.Count, tt.em, tt.answered)
			}
			if kept, n := run.Problems.All(); n > 0 {
				t.Errorf("%d problems, the first: %v", n, kept[0])
			}
		})
	}
}

// onGold returns the mean over the modules with gold of the attention on gold
// tokens, token by token.
func onGold(ex *loaders.Example) float64 {
	sum, n := 0.0, 0
	for i, m := range ex.Program {
		if m.Gold == nil || len(m.Gold.Spans) == 0 || len(m.Gold.Merged) > 0 && m.Gold.Merged[0] != i {
			continue
		}
		n++
		mass := 0.0
		for token := range m.Output.Tokens {
			p := m.Output.Tokens[token]
			for _, k := range m.Gold.Merged {
				p = max(p, ex.Program[k].Output.Tokens[token])
			}
			if slices.ContainsFunc(m.Gold.Spans, func(s loaders.Span) bool { return s.Start <= token && token < s.End }) {
				mass += p
			}
		}
		sum += min(1, mass) // of two outputs merged there can be more
	}
	return sum / float64(n)
}
