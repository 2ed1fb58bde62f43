package mcd

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/vectors"
)

// vector is scn_mcd.json.
type vector struct {
	Cases []struct {
		Strategy   string
		Removed    float64 `json:"p_removed"`
		Split      string
		Questions  [][3]any // id, answer, issimple or null
		OwnNumbers []int    `json:"own_numbers"`
		Expected   struct {
			Total  int                                      `json:"n_total"`
			Own    int                                      `json:"n_own"`
			PerKey map[string]struct{ Available, Kept int } `json:"opposite_kept_per_key"`
			IDs    []int                                    `json:"ids_in_order_cpython_random_seed_1337"`
		}
	}
}

func TestOracleMCD(t *testing.T) {
	var v vector
	vectors.Read(t, "testdata", "scn_mcd.json", &v)
	if len(v.Cases) == 0 {
		t.Fatal("the vector has no cases")
	}
	for _, c := range v.Cases {
		percent := math.Round(1e8*c.Removed) / 1e6 // 100*0.55 is not 55
		s := ParitySplit{Percent: percent, Training: c.Split != "test"}
		switch c.Strategy {
		case "Odd-Even":
		case "Even-Odd":
			s.Strategy = EvenOdd
		default:
			t.Fatalf("the vector has a strategy %q", c.Strategy)
		}
		t.Run(s.String(), func(t *testing.T) {
			questions := make([]Question, len(c.Questions))
			available := map[string]int{}
			for i, row := range c.Questions {
				questions[i] = Question{Count: int(row[1].(float64))}
				if simple, ok := row[2].(bool); ok {
					questions[i].Kind = map[bool]string{true: "simple", false: "complex"}[simple]
				}
				if own := s.Owns(questions[i].Count); own != slices.Contains(c.OwnNumbers, questions[i].Count) {
					t.Fatalf("owns %d: %v", questions[i].Count, own)
				} else if !own {
					available[strconv.Itoa(questions[i].Count)+questions[i].Kind]++
				}
			}
			kept, own, ids := map[string]int{}, 0, []int{}
			for _, i := range s.Select(questions, 1337) {
				q := questions[i]
				if s.Owns(q.Count) {
					own++
				} else {
					kept[strconv.Itoa(q.Count)+q.Kind]++
				}
				ids = append(ids, int(c.Questions[i][0].(float64)))
			}
			if own != c.Expected.Own || len(ids) != c.Expected.Total {
				t.Errorf("%d own of %d, want %d of %d", own, len(ids), c.Expected.Own, c.Expected.Total)
			}
			check.Equal(t, "keys", len(available), len(c.Expected.PerKey))
			for key, want := range c.Expected.PerKey {
				if available[key] != want.Available || kept[key] != want.Kept {
					t.Errorf("%s: %d of %d kept, want %d of %d", key, kept[key], available[key], want.Kept, want.Available)
				}
			}
			if c.Expected.IDs != nil && !slices.Equal(ids, c.Expected.IDs) {
				t.Errorf("selected\n%v, want\n%v", ids, c.Expected.IDs)
			}
		})
	}
}

func TestRemaining(t *testing.T) {
	for _, c := range []struct {
		why     string
		percent float64
		n, want int
	}{
		{"a tenth, although 1-0.9 is less than that", 90, 10, 1},
		{"rounded down", 90, 39, 3},
		{"none would be left: all nine stay", 90, 9, 9},
		{"none would be left: ten stay of many", 99.99, 5000, 10},
		{"everything is removed", 100, 50, 0},
		{"nothing is removed", 0, 7, 7},
		{"none to keep", 50, 0, 0},
	} {
		check.Equal(t, c.why, (ParitySplit{Percent: c.percent}).Remaining(c.n), c.want, c.n)
	}
}

// Drawn by CPython 3: random.seed(s); [random.getrandbits(32) for _ in
// range(3)], then random.sample(range(n), k).
func TestRandomIsCPythons(t *testing.T) {
	for _, c := range randomCases {
		r := newPythonRandom(c.seed)
		for _, want := range c.bits {
			check.Equal(t, "seed", r.Uint32(), want, c.seed)
		}
		from := make([]int, c.n)
		for i := range from {
			from[i] = i
		}
		check.EqualLists(t, "seed", r.sample(from, len(c.sample)), c.sample, c.seed, len(c.sample), c.n)
	}
}

func FuzzSelectKeepsEachQuestionOnce(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 3, 3, 5, 16, 255}, uint64(1), 90.)
	f.Add([]byte{}, uint64(0), 0.)
	f.Fuzz(func(t *testing.T, counts []byte, seed uint64, percent float64) {
		s := ParitySplit{Percent: percent}
		if !(percent >= 0 && percent <= 100) {
			return
		}
		var questions []Question
		available := map[Question]int{}
		for _, c := range counts {
			q := Question{Count: int(c >> 1), Kind: []string{"", "simple"}[c&1]}
			questions = append(questions, q)
			available[q]++
		}
		selected := s.Select(questions, seed)
		kept := map[Question]int{}
		for _, i := range selected {
			kept[questions[i]]++
		}
		for q, n := range available {
			if want := s.Remaining(n); !s.Owns(q.Count) && kept[q] != want || s.Owns(q.Count) && kept[q] != n {
				t.Errorf("%d of %d %v are kept", kept[q], n, q)
			}
		}
		slices.Sort(selected)
		check.Equal(t, "distinct questions", len(slices.Compact(selected)), len(selected))
	})
}

func ExampleParitySplit_Select() {
	questions := []Question{{Count: 2}, {Count: 1}, {Count: 1}, {Count: 4}, {Count: 1}, {Count: 1}}
	fmt.Println(ParitySplit{OddEven, 75, false}.Select(questions, 1337))
	// Output: [0 3 4]
}

var randomCases = []struct {
	seed   uint64
	bits   []uint32
	n      int
	sample []int
}{
	{0, []uint32{3626764237, 1654615998, 3255389356}, 5, []int{3, 0, 1, 2, 4}},
	{1337, []uint32{2653228291, 3975144315, 2290358181}, 30, []int{22, 11, 18, 27, 23, 5}},
	{1337, []uint32{2653228291, 3975144315, 2290358181}, 300, []int{187, 292, 299, 84, 170, 196, 184}},
	{1099511627781, []uint32{2166296868, 2220160828, 1153647273}, 100000, []int{87005, 3595, 69593, 99410}},
	{18446744073709551615, []uint32{93740670, 1068495656, 1452108352}, 22, []int{19, 6, 14}},
}
