package counting

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
	"faithscope/scoring/scoringtest"
)

func TestWhatIsACountingQuestion(t *testing.T) {
	gold := func(text string) func(*loaders.Example) {
		return func(ex *loaders.Example) { ex.Answer.Gold = text }
	}
	for _, c := range []struct {
		why    string
		change func(*loaders.Example)
		want   bool
	}{
		{"a count at a root count", func(*loaders.Example) {}, true},
		{"without region scores it is still asked", func(ex *loaders.Example) { ex.Program[0].Output = loaders.Output{} }, true},
		{"a statement about counts", gold("True"), false},
		{"no gold", gold(""), false},
		{"below nothing", gold("-1"), false},
		{"not whole", gold("2.5"), false},
		{"no count", gold("99999999999999999999"), false},
		{"a comparison of counts", func(ex *loaders.Example) {
			ex.Program = []loaders.Module{{Op: "equal", Children: []int{1}}, {Op: "count"}}
		}, false},
		{"a number in a text", func(ex *loaders.Example) { ex.Passage = &loaders.Passage{} }, false},
		{"no program", func(ex *loaders.Example) { ex.Program = nil }, false},
	} {
		ex := question(3, 1, 1, 1)
		c.change(ex)
		check.Equal(t, c.why, Protocol.Prepare(ex) != nil, c.want)
	}
}

func TestPredictionComesFromTheBestSource(t *testing.T) {
	for _, c := range []struct {
		why       string
		output    loaders.Output
		predicted string
		want      float64
		ok        bool
	}{
		{"scores come first", loaders.Output{Boxes: [][]float64{{0.5, 1}, {1}}}, "9", 2.5, true},
		{"no proposals is a count of 0", loaders.Output{Boxes: [][]float64{{}}}, "9", 0, true},
		{"then a number", loaders.Output{Number: &loaders.Number{Mean: 2.25, Var: 1}}, "9", 2.25, true},
		{"then the answer", loaders.Output{}, " 9 ", 9, true},
		{"that is not a number", loaders.Output{}, "nine", 0, false},
		{"nothing", loaders.Output{}, "", 0, false},
		{"not finite", loaders.Output{}, "NaN", 0, false},
		{"beyond any count", loaders.Output{}, "1e300", 0, false},
	} {
		ex := question(3)
		ex.Program[0].Output, ex.Answer.Predicted = c.output, c.predicted
		got, ok := Prediction(ex)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %v, %v, want %v, %v", c.why, got, ok, c.want, c.ok)
		}
	}
}

func TestAccuracies(t *testing.T) {
	for _, c := range []struct {
		why                                   string
		ex                                    *loaders.Example
		accuracy, clamped, threshold, l1, rms float64
	}{
		{"a half goes to the even count", question(2, 1, 1, 0.5), 1, 1, 1, 0.5, 0.5},
		{"and not up", question(3, 1, 1, 0.5), 0, 0, 0, 0.5, 0.5},
		{"clamped to the greatest class", question(15, slices.Repeat([]float64{1}, 17)...), 0, 1, 0, 2, 2},
		{"a threshold is strict", question(1, 0.5, 0.51), 1, 1, 1, 0.01, 0.01},
		{"in float32", question(0, 0.5000000001), 1, 1, 1, 0.5, 0.5},
		{"over 15 is never right after clamping", question(20, slices.Repeat([]float64{1}, 20)...), 1, 0, 1, 0, 0},
	} {
		list := aggregated(scoring.Defaults(), c.ex).Scores()
		for metric, want := range map[string]float64{
			"accuracy": c.accuracy, "accuracy_clamped": c.clamped, "accuracy_threshold": c.threshold, "l1": c.l1, "rmse": c.rms, "l2": c.rms * c.rms,
		} {
			if got, ok := find(t, list, metric, "overall").Value.Float(); !ok || math.Abs(got-want) > 1e-6 {
				t.Errorf("%s: %s = %v, want %v", c.why, metric, got, want)
			}
		}
	}
}

func TestThresholdMoves(t *testing.T) {
	ex := question(2, 0.9, 0.6, 0.3)
	for threshold, want := range map[float64]float64{0.2: 0, 0.3: 1, 0.5: 1, 0.6: 0} {
		s := scoring.Defaults()
		s.Threshold = threshold
		got := find(t, aggregated(s, ex).Scores(), "accuracy_threshold", "overall").Value
		check.Equal(t, "accuracy", got, scoring.Defined(want), "over", threshold)
	}
}

func TestAQuestionWithoutAPredictionIsCounted(t *testing.T) {
	silent := question(3)
	silent.Program[0].Output = loaders.Output{}
	list := aggregated(scoring.Defaults(), question(1, 1), silent).Scores()
	check.Equal(t, "accuracy rests", find(t, list, "accuracy", "overall").Count, 1)
	check.Equal(t, "unknown", find(t, list, "unknown", "overall").Value, scoring.Defined(1))
}

func TestNoRegionScoresIsTheReason(t *testing.T) {
	numbers := question(3)
	numbers.Program[0].Output = loaders.Output{Number: &loaders.Number{Mean: 3}}
	v := find(t, aggregated(scoring.Defaults(), numbers).Scores(), "accuracy_threshold", "overall").Value
	check.Contains(t, v.Why(), "region scores")
}

// random returns a run of made up questions.
func random(r *rand.Rand, n int) []*loaders.Example {
	var list []*loaders.Example
	for range n {
		scores := make([]float64, r.IntN(40))
		for i := range scores {
			scores[i] = float64(r.IntN(5)) / 4
		}
		ex := question(r.IntN(20), scores...)
		ex.Tags = [][]string{nil, {"simple"}, {"x", "complex"}}[r.IntN(3)]
		if r.IntN(8) == 0 {
			ex.Program[0].Output = loaders.Output{}
		}
		list = append(list, ex)
	}
	return list
}

// What a slice scores is the mean over all draws: here over every choice of
// the kept among the opposite questions.
func TestSliceScoreIsTheMeanOverAllDraws(t *testing.T) {
	slice := mcd.ParitySplit{Percent: 70}
	ones := []float64{1, 1, 0, 1, 1, 1, 0} // of which 2 are kept: int(7·0.3)
	examples := []*loaders.Example{question(2, 1, 1), question(4, 1)}
	for _, x := range ones {
		examples = append(examples, question(1, x))
	}
	if n := slice.Remaining(len(ones)); n != 2 {
		t.Fatalf("%d are kept", n)
	}
	sum, draws := 0., 0.
	for i, x := range ones {
		for _, y := range ones[:i] {
			sum += (1 + 0 + x + y) / 4
			draws++
		}
	}
	s := scoring.Defaults()
	s.CountCurve = true
	score := find(t, aggregated(s, examples...).Scores(), "accuracy", slice.String())
	scoringtest.Over(t, "score", score, sum/draws, 4)
}

// Of even counts all questions stay and of odd ones a tenth; drawn counts are right as often
// as all pairs of a question and a count that may be drawn.
func TestDrawnCounts(t *testing.T) {
	var examples []*loaders.Example
	for count, n := range map[int]int{1: 20, 2: 6, 4: 3} {
		for i := range n {
			ex := question(count, float64(count))
			if ex.Kind = "simple"; i >= n/2 {
				ex.Kind = "complex"
			}
			examples = append(examples, ex)
		}
	}
	list := aggregated(scoring.Defaults(), examples...).Scores()
	// The test half has 1 × 1, 3 × 2 and 1 × 4 simple, 1 × 1, 3 × 2 and 2 × 4 complex; the
	// training half 20 × 1, and as few as 10 stay all 3, 3, 1 and 2 of the others.
	for of, want := range map[string][2]float64{
		"odd-even-90%-simple":  {(1*2 + 3*6 + 1*3) / (5. * 11), (1*20 + 3*6 + 1*3) / (5. * 29)},
		"odd-even-90%-complex": {(1*2 + 3*6 + 2*3) / (6. * 11), (1*20 + 3*6 + 2*3) / (6. * 29)},
	} {
		for i, metric := range []string{"random", "random_training"} {
			got, _ := find(t, list, metric, of).Value.Float()
			check.Near(t, metric, got, want[i], 1e-12, of)
		}
		check.Equal(t, "accuracy", find(t, list, "accuracy", of).Value, scoring.Defined(1), of)
	}
	list = aggregated(scoring.Defaults(), question(16, 1), question(18, 1)).Scores()
	if s := find(t, list, "random", "odd-even-90%-simple"); s.Value.Why() == "" {
		t.Errorf("counts over 15 are told apart: %+v", s)
	}
}

func TestCurveEndsAtTheWholeAndAtOneParity(t *testing.T) {
	s := scoring.Defaults()
	s.CountCurve = true
	list := aggregated(s, random(rand.New(rand.NewPCG(3, 4)), 200)...).Scores()
	for slice, of := range map[string]string{
		"odd-even-0%": "overall", "even-odd-0%": "overall", "odd-even-100%": "even", "even-odd-100%": "odd",
	} {
		for _, metric := range []string{"accuracy", "rmse"} {
			got, _ := find(t, list, metric, slice).Value.Float()
			if want, _ := find(t, list, metric, of).Value.Float(); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s of %s = %v, that of %s is %v", metric, slice, got, of, want)
			}
		}
	}
}

func TestOverFifteenIsOneCountOfTwoParities(t *testing.T) {
	list := aggregated(scoring.Defaults(), question(16, 1), question(17, 1), question(16, 1)).Scores()
	for of, want := range map[string]int{"over-15": 3, "even": 2, "odd": 1, "m-rel": 3} {
		check.Equal(t, of+" rests on", find(t, list, "accuracy", of).Count, want)
	}
}

func FuzzSum(f *testing.F) {
	f.Add([]byte{1, 2, 3})
	f.Add(slices.Repeat([]byte{200, 7}, 40))
	f.Fuzz(func(t *testing.T, b []byte) {
		scores, exact := make([]float64, len(b)), 0.
		for i, x := range b {
			scores[i] = float64(x) / 255
			exact += scores[i]
		}
		// n additions of float32 are off by n roundings at most.
		check.Near(t, "scores", float64(sumScores(scores)), exact, exact*float64(len(b)+1)*0x1p-24, len(b))
	})
}

func ExampleSum() {
	fmt.Println(sumScores([]float64{0.9, 0.5, 0.25}))
	// Output: 1.65
}

func BenchmarkCounting(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { scoringtest.Bench(b, Protocol, random(r, n), nil) })
	}
}

// Counts over the greatest are not told apart, but only where such a count can be drawn: from
// questions that have none of them every guess is wrong, and that is known.
func TestCountsOverTheTopAreNotGuessed(t *testing.T) {
	var all [groups]countSums
	all[3][known], all[top+1][known] = 1, 1 // in the first kind of questions, a 3 and one over 15
	everything := listRows(scoring.Defaults())[0]
	few := countRow{weight: func(kind, label int, n float64) float64 { return asShare(label <= top) }}
	check.Equal(t, "from counts up to 15", everything.guessedAccuracy(few, &all), scoring.Defined(.5))
	if v := everything.guessedAccuracy(everything, &all); v.Why() == "" {
		t.Errorf("from counts over 15 too: %v", v)
	}
}
