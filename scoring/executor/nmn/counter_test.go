package nmn

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/vectors"
)

// vector is nmn_modules.json.
type vector struct {
	Numbers struct {
		Distributions []struct {
			Mean, Var float64
			Code      map[string]float64 `json:"pmf_float64_scale_var"`
			Paper     map[string]float64 `json:"pmf_float64_scale_sqrt_var_paper"`
			Authors   map[string]float64 `json:"pmf_code"`
		}
		Comparisons []struct {
			A, B    struct{ Mean, Var float64 }
			Authors map[string]float64 `json:"code"`
			Code    map[string]float64 `json:"float64_scale_var"`
			Paper   map[string]float64 `json:"float64_scale_sqrt_var_paper"`
		}
		Arithmetic []struct {
			A, B struct{ Mean, Var float64 }
			Code map[string]struct{ Mean, Var vectors.Number }
		}
		Boolean []struct{ A, B, And, Or float64 }
	}
	ObjectSets []struct {
		A, B, Intersect, Discard []float64
		Left                     []float64 `json:"in_left_image_a"`
		Right                    []float64 `json:"in_right_image_a"`
		With                     []float64 `json:"simple_with_relation_a_b"`
	} `json:"object_sets"`
	Programs []struct {
		Form     string `json:"logical_form"`
		Actions  []string
		Tables   map[string][]float64
		Tokens   map[string]string `json:"number_tokens"`
		Boxes    [2][][4]float64
		Expected map[string]struct {
			Answer  float64
			Modules []struct {
				Module string
				Index  *int
				Output json.RawMessage
			}
		}
	}
	Counting struct {
		Plins    map[string][][]float64 `json:"plin_sets"`
		Executor []struct {
			Boxes [2][][4]float64
			P     []float64
			Sum   struct{ Mean float64 } `json:"sum_count"`
			Graph map[string]struct {
				Mean  float64
				Left  float64 `json:"mean_left"`
				Right float64 `json:"mean_right"`
			} `json:"graph_count"`
		} `json:"executor_count"`
		Direct []struct {
			Objects   int
			Plin      string
			Boxes     [][4]float64
			Attention []float64
			Expected  float64 `json:"expected_count"`
		} `json:"counter_direct"`
	}
}

func readVector(t *testing.T) vector {
	t.Helper()
	var v vector
	vectors.Read(t, "testdata", "nmn_modules.json", &v)
	if len(v.Counting.Executor) == 0 && len(v.Counting.Direct) == 0 {
		t.Fatal("the vector counts nothing")
	}
	return v
}

// weights returns a Counter's by name. Nil would be those of an untrained one.
func (v *vector) weights(t *testing.T, plin string) [][]float64 {
	t.Helper()
	if v.Counting.Plins[plin] == nil {
		t.Fatalf("the vector has no weights %q", plin)
	}
	return v.Counting.Plins[plin]
}

func counter(t testing.TB, objects int, weights [][]float64) *ObjectCounter {
	t.Helper()
	c, err := NewCounter(objects, weights)
	check.NoError(t, err)
	return c
}

// near is the vectors' tolerance: the authors compute in float32.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	check.Near(t, what, got, want, 1e-4)
}

func nearAll(t *testing.T, what string, got, want []float64) {
	t.Helper()
	check.NearLists(t, what, got, want, 1e-4)
}

func TestOracleCounterInTheExecutor(t *testing.T) {
	v := readVector(t)
	for _, e := range v.Counting.Executor {
		for plin, want := range e.Graph {
			n := len(e.Boxes[0])
			c := counter(t, n, v.weights(t, plin))
			left, right := c.Count(vectors.Boxes(e.Boxes[0]), e.P[:n]), c.Count(vectors.Boxes(e.Boxes[1]), e.P[n:])
			near(t, plin+" left", left, want.Left)
			near(t, plin+" right", right, want.Right)
			near(t, plin+" mean", left+right, want.Mean)
		}
	}
}

func TestOracleCounterDirect(t *testing.T) {
	v := readVector(t)
	for _, d := range v.Counting.Direct {
		c := counter(t, d.Objects, v.weights(t, d.Plin))
		count := c.Count(vectors.Boxes(d.Boxes), d.Attention)
		near(t, d.Plin+" count", count, d.Expected)
	}
}

// plainCount returns the Counter's equations on whole matrices: its twin.
func plainCount(objects int, weights [][]float64, boxes []loaders.Box, attention []float64) float64 {
	f := func(k int, x float64) float64 {
		sum, y := 0., 0.
		for _, w := range weights[k] {
			sum += math.Abs(w)
		}
		i := int(16 * x)
		for _, w := range weights[k][:i+1] {
			y += math.Abs(w) / sum
		}
		return y + (16*x-float64(i))*math.Abs(weights[k][min(i+1, 16)])/sum
	}
	n := len(boxes)
	dedup := make([][]float64, n)
	for i := range n {
		for j := range n {
			dedup[i] = append(dedup[i], f(3, attention[i]*attention[j])*f(4, 1-overlapOf(&boxes[i], &boxes[j])))
		}
	}
	row := make([]float64, n)
	for j := range n {
		for k := range n {
			s := f(2, 1-math.Abs(attention[j]-attention[k]))
			for i := range n {
				s *= f(2, 1-math.Abs(dedup[i][j]-dedup[i][k]))
			}
			row[j] += s
		}
	}
	sum := 0.
	for i := range n {
		for j := range n {
			sum += f(0, attention[i]*attention[j]) * f(1, 1-overlapOf(&boxes[i], &boxes[j])) / (row[i] * row[j])
		}
		sum += f(0, attention[i]*attention[i]) / row[i]
	}
	return min(math.Sqrt(sum+1e-20), float64(objects))
}

// coarse returns boxes and attentions of few values, so that equal, nested and
// disjoint ones and padding are common.
func coarse(r *rand.Rand, n int) ([]loaders.Box, []float64) {
	var boxes []loaders.Box
	var attention []float64
	for range n {
		b := loaders.Box{X0: float64(r.IntN(3)) / 4, Y0: float64(r.IntN(3)) / 4}
		b.X1, b.Y1 = b.X0+float64(r.IntN(3))/8, b.Y0+float64(r.IntN(3))/8
		boxes, attention = append(boxes, b), append(attention, []float64{0, 0.25, 1, r.Float64()}[r.IntN(4)])
	}
	return boxes, attention
}

func randomWeights(r *rand.Rand) [][]float64 {
	var weights [][]float64
	for range functions {
		w := make([]float64, pieces+1)
		for i := range w[1:] {
			w[i+1] = r.NormFloat64()
		}
		weights = append(weights, w)
	}
	return weights
}

func agree(t *testing.T, weights [][]float64, boxes []loaders.Box, attention []float64) {
	t.Helper()
	objects := max(len(boxes), 1)
	got, want := counter(t, objects, weights).Count(boxes, attention), plainCount(objects, weights, boxes, attention)
	if math.Abs(got-want) > 1e-9 {
		t.Fatalf("%v with %v: %v, want %v", boxes, attention, got, want)
	}
}

func TestCountAgreesWithMatricesExhaustively(t *testing.T) {
	boxes := []loaders.Box{{}, {X1: 1, Y1: 1}, {X1: 1, Y1: 0.5}, {X0: 0.5, Y0: 0.5, X1: 1, Y1: 1}, {X0: 1, Y0: 1}}
	values := []float64{0, 0.5, 1}
	weights := randomWeights(rand.New(rand.NewPCG(1, 2)))
	agree(t, weights, nil, nil)
	for _, a := range boxes {
		for _, b := range boxes {
			for _, c := range boxes {
				for k := range 27 {
					agree(t, weights, []loaders.Box{a, b, c}, []float64{values[k%3], values[k/3%3], values[k/9]})
				}
			}
		}
	}
}

func FuzzCount(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint8(seed*2))
	}
	f.Fuzz(func(t *testing.T, seed uint64, n uint8) {
		r := rand.New(rand.NewPCG(seed, 1))
		boxes, attention := coarse(r, int(n%40))
		agree(t, randomWeights(r), boxes, attention)
	})
}

func TestUntrainedCounter(t *testing.T) {
	apart := []loaders.Box{{X1: 0.2, Y1: 0.2}, {X0: 0.4, X1: 0.6, Y1: 0.2}, {X0: 0.8, X1: 1, Y1: 0.2}}
	c := counter(t, 3, nil)
	for _, x := range []struct {
		why       string
		boxes     []loaders.Box
		attention []float64
		want      float64
	}{
		{"nothing", nil, nil, 0},
		{"nobody attends", apart, []float64{0, 0, 0}, 0},
		{"three that are apart", apart, []float64{1, 1, 1}, 3},
		{"one seen three times", slices.Repeat(apart[:1], 3), []float64{1, 1, 1}, 1},
		{"attention over 1 and none", apart, []float64{7, 1, math.NaN()}, 2},
		{"missing attention is 0", apart, []float64{1, 1}, 2},
		{"the three of highest attention", append(apart[:3:3], loaders.Box{X0: 2, Y0: 2, X1: 3, Y1: 3}), []float64{1, 1, 1, 0.5}, 3},
		{"a box without an area is apart from itself", []loaders.Box{{}}, []float64{1}, math.Sqrt2},
		{"so is one with an area beyond a float64", []loaders.Box{{X0: -1e308, Y0: -1e308, X1: 1e308, Y1: 1e308}}, []float64{1}, math.Sqrt2},
	} {
		check.Near(t, x.why, c.Count(x.boxes, x.attention), x.want, 1e-6)
	}
}

func TestNewCounterRejects(t *testing.T) {
	good := randomWeights(rand.New(rand.NewPCG(1, 2)))
	bad := func(w []float64) [][]float64 { return append([][]float64{w}, good[1:]...) }
	for why, weights := range map[string][][]float64{
		"no functions":      {},
		"too few functions": good[:15],
		"too few weights":   bad(good[0][:16]),
		"all zero":          bad(make([]float64, 17)),
		"not a number":      bad(append([]float64{math.NaN()}, good[0][1:]...)),
		"infinite":          bad(append([]float64{math.Inf(-1)}, good[0][1:]...)),
	} {
		_, err := NewCounter(3, weights)
		check.Fails(t, why, err)
	}
	_, err := NewCounter(0, nil)
	check.Fails(t, "a counter of nothing is accepted", err)
}

// BenchmarkCounter counts 1,000 times 36 boxes.
func BenchmarkCounter(b *testing.B) {
	var in struct {
		Boxes     [][][4]float64
		Attention [][]float64
	}
	var images [][]loaders.Box
	if f, err := os.Open(filepath.Join("..", "..", "..", "..", "shared", "bench", "counter_1000.json.gz")); err == nil {
		defer f.Close()
		z, err := gzip.NewReader(f)
		check.NoError(b, err)
		check.NoError(b, json.NewDecoder(z).Decode(&in))
		for _, boxes := range in.Boxes {
			images = append(images, vectors.Boxes(boxes))
		}
	} else {
		r := rand.New(rand.NewPCG(1, 2))
		for range 1000 {
			boxes, attention := coarse(r, 36)
			images, in.Attention = append(images, boxes), append(in.Attention, attention)
		}
	}
	for name, weights := range map[string][][]float64{"untrained": nil, "trained": randomWeights(rand.New(rand.NewPCG(3, 4)))} {
		c := counter(b, 36, weights)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for i, boxes := range images {
					c.Count(boxes, in.Attention[i])
				}
			}
		})
	}
}
