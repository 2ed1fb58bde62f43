package slicing_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/slicing"
)

// run is a source of 600 examples: those with the word tower fail, those of
// shape deep with two words fail more, and the rest is chance.
type run struct {
	words  [][]string
	shape  []string
	values []float64
}

var fields = query.Fields{
	{ColumnMeaning: scoring.ColumnMeaning{Name: "word"}, Kind: query.Set, Facet: true},
	{ColumnMeaning: scoring.ColumnMeaning{Name: "shape"}, Kind: query.Text, Facet: true},
	{ColumnMeaning: scoring.ColumnMeaning{Name: "verdict"}, Kind: query.Text, Facet: true},
}

func (r *run) Column(name string) query.Column {
	return query.ColumnOf[any](func(i int) any {
		switch name {
		case "word":
			return r.words[i]
		case "verdict":
			return []string{"wrong", "right"}[int(r.values[i])]
		}
		return r.shape[i]
	})
}

func sample(effect float64) (*run, []int) {
	random := rand.New(rand.NewPCG(1, 2))
	r, rows := &run{}, []int{}
	for i := range 600 {
		words, right := []string{"box"}, 0.8
		if i%5 == 0 {
			words, right = append(words, "tower"), right-effect
		}
		if i%3 == 0 {
			words = append(words, "black")
		}
		r.words, r.shape = append(r.words, words), append(r.shape, []string{"flat", "deep"}[i/2%2])
		if random.Float64() < right {
			r.values = append(r.values, 1)
		} else {
			r.values = append(r.values, 0)
		}
		rows = append(rows, i)
	}
	return r, rows
}

func find(t *testing.T, r *run, rows []int, o slicing.Options) slicing.SliceFindings {
	t.Helper()
	result, err := slicing.Find(context.Background(), slicing.FacetRows{Source: r, Fields: fields, Of: rows}, slicing.RowOutcomes{
		Values: r.values, Shares: true, Implied: func(f query.Field) bool { return f.Name == "verdict" },
	}, o)
	check.NoError(t, err)
	return result
}

func TestSlicesNameWhatFails(t *testing.T) {
	r, rows := sample(.4)
	result := find(t, r, rows, slicing.Defaults())
	if result.N != 600 || len(result.Slices) == 0 {
		t.Fatalf("%+v", result)
	}
	found := slices.IndexFunc(result.Slices, func(s slicing.DifferingSubset) bool { return s.Where == `word="tower"` })
	if found < 0 {
		t.Fatalf("the tower is not among %+v", result.Slices)
	}
	s := result.Slices[found]
	if s.N != 120 || s.Rest != 480 || s.Mean >= s.RestMean || s.Adjusted > 1e-6 || s.Adjusted < s.P || s.Difference.Interval.High >= 0 {
		t.Errorf("%+v", s)
	}
	q, err := query.Parse(s.Where, fields)
	check.NoError(t, err)
	selected, err := q.Select(context.Background(), r, rows)
	if err != nil || len(selected.Rows) != s.N {
		t.Errorf("the slice's query selects %d of %d: %v", len(selected.Rows), s.N, err)
	}
	for _, s := range result.Slices {
		if s.Where == `word="box"` {
			t.Error("what every example has is a slice")
		}
	}
}

// Where nothing differs, next to nothing is found: among a hundred runs of
// chance, at most the share that was accepted has a slice.
func TestChanceIsNotReported(t *testing.T) {
	r, rows := sample(0)
	random := rand.New(rand.NewPCG(3, 4))
	reported := 0
	for range 100 {
		random.Shuffle(len(r.values), func(i, j int) { r.values[i], r.values[j] = r.values[j], r.values[i] })
		if len(find(t, r, rows, slicing.Defaults()).Slices) > 0 {
			reported++
		}
	}
	if reported > 10 {
		t.Errorf("%d of 100 runs of chance have a slice", reported)
	}
}

func TestUndefinedOutcomesAreLeftOut(t *testing.T) {
	r, rows := sample(.4)
	for i := range 100 {
		r.values[i] = math.NaN()
	}
	result, err := slicing.Find(context.Background(), slicing.FacetRows{Source: r, Fields: fields[:2], Of: rows},
		slicing.RowOutcomes{Values: r.values, Implied: func(query.Field) bool { return false }}, slicing.Defaults())
	if err != nil || result.N != 500 {
		t.Errorf("%d examples, %v", result.N, err)
	}
	for _, s := range result.Slices {
		check.Equal(t, "examples", s.N+s.Rest, 500, s.Where)
	}
	none, err := slicing.Find(context.Background(), slicing.FacetRows{Source: r, Fields: fields[:2], Of: rows[:100]},
		slicing.RowOutcomes{Values: r.values[:100], Implied: func(query.Field) bool { return false }}, slicing.Defaults())
	if err != nil || none.N != 0 || len(none.Slices) != 0 {
		t.Errorf("%+v, %v", none, err)
	}
}

// cell is some examples of a shape with a word, "" for none, of which some are right.
type cell struct {
	shape, word string
	n, right    int
}

func slicesOf(t *testing.T, cells ...cell) (where []string) {
	t.Helper()
	r, rows := &run{}, []int{}
	for _, c := range cells {
		for i := range c.n {
			value := 0.
			if i < c.right {
				value = 1
			}
			r.shape, r.values, rows = append(r.shape, c.shape), append(r.values, value), append(rows, len(rows))
			r.words = append(r.words, strings.Fields(c.word))
		}
	}
	for _, s := range find(t, r, rows, slicing.Defaults()).Slices {
		where = append(where, s.Where)
	}
	return where
}

// A pair is reported where it lies at least .05 further from the rest than either
// part: here it is .033 and .067 further than the shape.
func TestPairsHaveToGain(t *testing.T) {
	for right, want := range map[int]bool{48: false, 52: true} {
		where := slicesOf(t, cell{"deep", "tower", 100, 20}, cell{"deep", "box", 100, right}, cell{"flat", "tower", 100, 80},
			cell{"flat", "box", 100, 80})
		if slices.Contains(where, `word="tower" shape="deep"`) != want || !slices.Contains(where, `shape="deep"`) {
			t.Errorf("%d right: %q", right, where)
		}
	}
}

// A pair may lack a single example of a part, where that one is unlike all others.
func TestPairsOfAllButOne(t *testing.T) {
	where := slicesOf(t, cell{"deep", "tower", 10, 0}, cell{"flat", "tower", 1, 1}, cell{"deep", "", 100, 80}, cell{"flat", "", 100, 80})
	check.EqualLists(t, "slices", where, []string{`shape="deep" word="tower"`})
}

// Of two slices that share .8 of the examples in either, only the one that differs
// more is reported.
func TestSlicesThatAreAlike(t *testing.T) {
	for shared, want := range map[int]bool{80: false, 79: true} {
		where := slicesOf(t, cell{"deep", "tower", shared, 0}, cell{"deep", "", 100 - shared, 10}, cell{"flat", "", 500, 400})
		if !slices.Contains(where, `word="tower"`) || slices.Contains(where, `shape="deep"`) != want {
			t.Errorf("%d of 100 are shared: %q", shared, where)
		}
	}
}
