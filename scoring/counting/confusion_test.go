package counting

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

func TestConfusion(t *testing.T) {
	var c Confusion
	nan := math.NaN()
	for _, q := range [][2]float64{{3, 3}, {3, 4}, {3, 4}, {0, -2}, {17, 17}, {17, 18}, {1 << 31, 16}, {5, nan}, {nan, 2}, {nan, nan}} {
		c.Add(q[0], q[1])
	}
	if c.Known != 7 || c.Right != 2 || c.Unknown != 1 {
		t.Errorf("%d known, %d right, %d unknown; want 7, 2 and 1", c.Known, c.Right, c.Unknown)
	}
	gold, predicted := c.Labels()
	if !slices.Equal(gold, []int{0, 3, Over}) || !slices.Equal(predicted, []int{Under, 3, 4, Over}) {
		t.Errorf("the labels are %v and %v", gold, predicted)
	}
	sum := 0
	for _, g := range gold {
		for _, p := range predicted {
			sum += c.Count(g, p)
		}
	}
	if sum != c.Known || c.Count(3, 4) != 2 || c.Count(Over, Over) != 3 || c.Count(0, Under) != 1 || c.Count(4, 3) != 0 {
		t.Errorf("the cells hold %d of %d: %v", sum, c.Known, c.cells)
	}
}

func TestConfusionIsTheAccuracy(t *testing.T) {
	examples := random(rand.New(rand.NewPCG(5, 6)), 300)
	var c Confusion
	for _, ex := range examples {
		q, ok := Question(ex)
		if !ok {
			t.Fatal("no counting question")
		}
		predicted, ok := Prediction(ex)
		if !ok {
			predicted = math.NaN()
		}
		c.Add(float64(q.Count), Rounded(predicted))
	}
	score := find(t, aggregated(scoring.Defaults(), examples...).Scores(), "accuracy", "overall")
	if x, _ := score.Value.Float(); x != float64(c.Right)/float64(c.Known) || score.Count != c.Known {
		t.Errorf("%d of %d are right, the accuracy is %v of %d", c.Right, c.Known, x, score.Count)
	}
}

func TestShiftedIsTheProtocolsScore(t *testing.T) {
	s := scoring.Defaults()
	s.CountCurve = true
	total := aggregated(s, random(rand.New(rand.NewPCG(7, 8)), 300)...)
	list := total.Scores()
	for _, strategy := range []mcd.Strategy{mcd.OddEven, mcd.EvenOdd} {
		for percent := 0; percent <= 100; percent += 10 {
			slice := mcd.Slice{Strategy: strategy, Percent: float64(percent)}
			got, n := Shifted(total, slice)
			if want := find(t, list, "accuracy", slice.String()); got != want.Value || n != want.Count {
				t.Errorf("%v: %v of %d, want %v of %d", slice, got, n, want.Value, want.Count)
			}
		}
	}
	if v, n := Shifted(nil, mcd.Slice{}); v.Why() == "" || n != 0 {
		t.Errorf("nothing is shifted to %v of %d", v, n)
	}
}

func ExampleConfusion() {
	var c Confusion
	for _, q := range [][2]float64{{2, Rounded(2.5)}, {2, Rounded(1.2)}, {1, Rounded(.8)}} {
		c.Add(q[0], q[1])
	}
	fmt.Println(c.Count(2, 1), "of", c.Known, "are 1 and not 2;", c.Right, "are right")
	// Output: 1 of 3 are 1 and not 2; 2 are right
}
