package main

import (
	"math"
	"testing"

	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

// The mean of a column is the score whose metric names it.
func TestColumnsHaveTheMeansOfTheScores(t *testing.T) {
	held := map[string]bool{}
	for _, s := range scoredDemo(t) {
		table := facts.New(s).Table(scoring.Defaults(), nil)
		for _, score := range s.Scores(scoring.Defaults()) {
			name := facts.ColumnOf(score.Protocol, score.Metric, score.Of)
			want, ok := score.Value.Float()
			if name == "" || !ok {
				continue
			}
			if got, n := meanOf(t, table, name); n != score.Count || math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
				t.Errorf("%s: %s has the mean %v of %d, %s %s of %s is %v of %d", s.Run.Name, name, got, n, score.Protocol, score.Metric, score.Of, want, score.Count)
			}
			held[score.Protocol] = true
		}
	}
	for _, p := range session.Protocols() {
		for _, m := range p.Metrics {
			if m.Column != "" && !held[p.Name] && p.Name != "rationales" && p.Name != "yes-no" {
				t.Errorf("no run of the demo has a number of %s", p.Name)
				break
			}
		}
	}
}

// meanOf is the mean of a column, and of how many examples.
func meanOf(t *testing.T, table *facts.Table, name string) (mean float64, n int) {
	t.Helper()
	column := table.Column(name)
	if column == nil {
		t.Errorf("there is no column %s", name)
		return 0, 0
	}
	sum := 0.0
	for _, i := range table.All() {
		if x := query.Float(column.At(i)); !math.IsNaN(x) {
			sum, n = sum+x, n+1
		}
	}
	return sum / float64(n), n
}
