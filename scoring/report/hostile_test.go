package report

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// FuzzNoNumberBreaksAReport puts hostile numbers into the specimens of every
// protocol. Whatever they are, a number of a report is finite or has a reason,
// intervals hold numbers in order, and every format is written.
func FuzzNoNumberBreaksAReport(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for seed := range uint64(4) { // one hostile number in two, in four, in eight, in sixteen
		picks := make([]byte, 1+r.IntN(40))
		for i := range picks {
			picks[i] = byte(r.IntN(len(scoringtest.Hostile) << (1 + seed%4)))
		}
		f.Add(seed, picks)
	}
	f.Fuzz(func(t *testing.T, seed uint64, picks []byte) {
		if len(picks) == 0 {
			return
		}
		var runs []*session.ScoredRun
		for _, p := range session.Protocols() {
			x, ok := scoringtest.Specimens()[p.Name]
			if !ok {
				continue
			}
			r, at := rand.New(rand.NewPCG(seed, 0)), 0
			var examples []*loaders.Example
			for i := range 6 {
				ex := x.Example(r, i)
				scoringtest.SpoilNumbers(ex, func(x float64) float64 {
					pick := int(picks[at%len(picks)])
					if at++; pick < len(scoringtest.Hostile) {
						return scoringtest.Hostile[pick]
					}
					return x
				})
				examples = append(examples, ex)
			}
			run, _ := scoringtest.Run(scoringtest.NewRecords(len(examples), true), func(i int) *loaders.Example { return examples[i] })
			s := session.New(run, []scoring.Protocol{p})
			for i := range examples {
				s.Example(i, scoring.Defaults())
			}
			runs = append(runs, s)
		}
		for i, settings := range scoringtest.Readings() {
			if uint64(i) != seed%uint64(len(scoringtest.Readings())) {
				continue // each seed has one reading, and each reading a seed
			}
			settings.Trials = 20
			r := Build(runs, settings)
			check.NoError(t, r.DrawIntervals(t.Context(), runs))
			sound(t, r)
		}
	})
}

// sound checks every number of a report, and that it can be written.
func sound(t *testing.T, r *Report) {
	t.Helper()
	for _, run := range r.Runs {
		for _, s := range run.Scores {
			x, ok := s.Value.Float()
			if ok == (s.Value.Why() != "") || x-x != 0 {
				t.Errorf("%s %s of %s is %v with the reason %q", s.Protocol, s.Metric, s.Of, x, s.Value.Why())
			}
			if i := s.Interval; i != nil && (i.Low-i.Low != 0 || i.High-i.High != 0 || i.High < i.Low) {
				t.Errorf("%s %s of %s has the interval %v to %v", s.Protocol, s.Metric, s.Of, i.Low, i.High)
			}
		}
	}
	for i := range table.Formats {
		f := &table.Formats[i]
		var text bytes.Buffer
		if err := r.Document().Write(&text, f); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if !f.Binary && (bytes.Contains(text.Bytes(), []byte("NaN")) || bytes.Contains(text.Bytes(), []byte("Inf"))) {
			t.Errorf("%s: a number that is none in\n%s", f.Name, text.String())
		}
		if f.Name == "json" && !json.Valid(text.Bytes()) {
			t.Error("the report is not JSON")
		}
	}
}
