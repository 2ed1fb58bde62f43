package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

func TestMiddle(t *testing.T) {
	var found []float64
	for i := range 101 {
		found = append(found, float64(i*37%101)) // 0 to 100 in disorder
	}
	check.Equal(t, "the middle of 0 to 100", *middleInterval(found), (scoring.Interval{Low: 2.5, High: 97.5, Level: 0.95, Trials: 101}))
	if got := *middleInterval([]float64{-math.MaxFloat64, math.MaxFloat64}); got.Low != -0.95*math.MaxFloat64 ||
		got.High != 0.95*math.MaxFloat64 {
		t.Errorf("the middle of numbers as far apart as can be: %+v", got)
	}
	if x := .1; middleInterval(nil) != nil || middleInterval([]float64{3, 3, 3}) != nil || middleInterval([]float64{x + .2, .3}) != nil {
		t.Error("nothing has a middle, or one number has")
	}
}

// The interval of a mean of many numbers is close to its mean ± 1.96
// standard errors.
func TestIntervalOfAMean(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	rows := TermRows{Width: 2}
	for range 2000 {
		rows.Terms = append(rows.Terms, r.NormFloat64(), 1)
	}
	sums, squares := rows.Sums(), 0.0
	for i := range rows.Len() {
		d := rows.Row(i)[0] - sums[0]/2000
		squares += float64(d * d)
	}
	e := 1.96 * math.Sqrt(squares/1999/2000)
	got := Bootstrap{Trials: 4000, Seed: 1}.Sums(rows, ratio)[0]
	if math.Abs(got.Low-(sums[0]/2000-e)) > e/10 || math.Abs(got.High-(sums[0]/2000+e)) > e/10 || got.Trials != 4000 || got.Level != 0.95 {
		t.Errorf("%+v, want %v ± %v", got, sums[0]/2000, e)
	}
}

// Sums is Draws of sums.
func TestSumsDrawsTheSameExamples(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	rows, b := eighths(r, 30, 2), Bootstrap{Trials: 100, Seed: 3}
	want := b.Draws(30, func(drawn []int) []scoring.Value { return ratio(rows.pickAny(drawn).Sums()) })
	for k, got := range b.Sums(rows, ratio) {
		check.Equal(t, "score", *got, *want[k], k)
	}
}

// pickAny returns pick for lists that repeat.
func (r TermRows) pickAny(examples []int) TermRows {
	picked := TermRows{Width: r.Width}
	for _, i := range examples {
		picked.Terms = append(picked.Terms, r.Row(i)...)
	}
	return picked
}

func TestIntervalsThatAreNot(t *testing.T) {
	undefined := func([]float64) []scoring.Value { return []scoring.Value{scoring.Undefined("never")} }
	for _, c := range []struct {
		why    string
		rows   TermRows
		trials int
		values func([]float64) []scoring.Value
	}{
		{"no examples", TermRows{Width: 2}, 10, ratio},
		{"one example says nothing of others", TermRows{2, []float64{1, 1}}, 10, ratio},
		{"no trials", TermRows{2, []float64{1, 1, 2, 1}}, 0, ratio},
		{"alike examples say nothing of others", TermRows{2, []float64{1, 1, 1, 1, 1, 1}}, 10, ratio},
		{"never defined", TermRows{2, []float64{1, 1, 2, 1}}, 10, undefined},
	} {
		got := Bootstrap{Trials: c.trials, Seed: 1}.Sums(c.rows, c.values)
		if len(got) == 0 || got[0] != nil {
			t.Errorf("%s: %v, want an absent interval per score", c.why, got)
		}
	}
	// Two of four examples have a count: a sixteenth of the draws do without it.
	got := Bootstrap{Trials: 400, Seed: 1}.Sums(TermRows{2, []float64{1, 1, 2, 1, 0, 0, 0, 0}}, ratio)[0]
	if got.Trials < 350 || got.Trials > 390 || got.Low != 1 || got.High != 2 {
		t.Errorf("undefined trials: %+v, want some 375 left", got)
	}
}
