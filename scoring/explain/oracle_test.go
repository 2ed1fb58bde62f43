package explain

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/model"
	"faithscope/scoring/vectors"
)

// The reference attributions of testdata/explain.json; testdata/README.md says what they are.
type reference struct {
	NLI, Edge []pair
	Games     []struct {
		Name        string
		N           int
		Values, Phi []float64
		ShapDefault []float64 `json:"shap_default"`
	}
	Strings []struct {
		Model, Premise, Hypothesis string
		Tokens                     [][]string
		Probabilities              []float64
	}
	Edits []struct {
		Model, Premise string
		Versions       []struct {
			Hypothesis    string
			Probabilities []float64
		}
	}
	QA []struct {
		ID       string
		Lime     *limed     `json:"lime_sentences"`
		Shapley  *coalesced `json:"shapley_sentences"`
		Shap     *shapped   `json:"shap_sampled"`
		Rankings map[string]ranked
	}
}

type pair struct {
	ID, Model           string
	Premise, Hypothesis []string
	Probabilities       []float64
	Target              int
	Occlusion           map[string][]float64
	Shapley             coalesced `json:"shapley_hypothesis"`
	Fewest              *struct {
		Removed *int
	} `json:"minimal_flip_hypothesis"`
	Lime      *limed
	Words     *limed   `json:"lime_words_hypothesis"`
	Sampled   *sampled `json:"lime_sampled_hypothesis"`
	Shap      *shapped `json:"shap_sampled"`
	Gradients map[string]map[string]any
	Smooth    *smooth `json:"smoothgrad"`
	Rankings  map[string]map[string]ranked
}

type coalesced struct {
	N           int
	Values, Phi []float64
	ShapDefault []float64 `json:"shap_default"`
	PhiZero     []float64 `json:"phi_zero"`
}

type limed struct {
	N                           int
	Text                        string
	Words, Texts                []string
	Masks                       []Coalition
	Outputs, Distances, Weights []float64
	Solutions                   map[string]struct {
		NumFeatures int    `json:"num_features"`
		Selection   string `json:"feature_selection"`
		Intercept   float64
		Weights     map[string]float64
		Score       *float64 `json:"r2"`
		Local       *float64 `json:"local_prediction"`
	}
}

type sampled struct {
	Samples, Runs     int
	ExpectedIntercept float64   `json:"expected_intercept"`
	ExpectedWeights   []float64 `json:"expected_weights"`
	SDIntercept       float64   `json:"sd_intercept"`
	SDWeights         []float64 `json:"sd_weights"`
}

type shapped struct {
	N, NSamples      int
	Masks            []Coalition
	Weights, Outputs []float64
	None             float64   `json:"f_none"`
	All              float64   `json:"f_all"`
	Phi              []float64 `json:"phi_no_selection"`
	Default          []float64 `json:"phi_default"`
}

type smooth struct {
	Sigma  float64
	Noise  [][][]float64
	Sum    []float64 `json:"saliency_sum"`
	L2     []float64 `json:"saliency_l2"`
	ByX    []float64 `json:"gradient_x_input"`
	MeanL2 []float64 `json:"mean_of_l2"`
}

type ranked struct {
	Ranking             []int
	Deletion, Insertion []float64
	Flip                struct{ Removed *int } // nil if the label never changes
}

func read(t *testing.T) *reference {
	t.Helper()
	var r reference
	vectors.Read(t, "testdata", "explain.json", &r)
	if len(r.NLI) < 2 || len(r.Edge) == 0 || len(r.Games) == 0 {
		t.Fatal("explain.json lacks cases")
	}
	return &r
}

const exact, solved = 1e-9, 1e-7

// tableOf returns the game whose value of s, bit i for part i, is values[s].
func tableOf(n int, values []float64) *coalitionGame {
	return &coalitionGame{n: n, ask: func(list []Coalition) ([][]float64, error) {
		return loaders.Map(list, func(c Coalition) []float64 {
			s := 0
			for i := range n {
				if c[i] == '1' {
					s |= 1 << i
				}
			}
			return []float64{values[s]}
		}), nil
	}}
}

func (c *coalesced) check(t *testing.T, what string) {
	t.Helper()
	if c.Values == nil {
		return
	}
	g := tableOf(c.N, c.Values)
	phi, err := explainByShapley(g)
	check.NoError(t, err)
	check.NearLists(t, what+" shapley", phi, c.Phi, exact)
	r := rand.New(rand.NewPCG(1, 1))
	if c.N > 11 {
		return // which the package samples
	}
	for features, want := range map[int][]float64{0: c.Phi, chosen: c.ShapDefault} {
		got, err := kernelSHAP(g, 0, features, r)
		check.NoError(t, err)
		check.NearLists(t, fmt.Sprintf("%s kernelshap, %d features", what, features), got, want, solved)
	}
}

func (l *limed) check(t *testing.T, what string) {
	t.Helper()
	if l == nil {
		return
	}
	check.NearLists(t, what+" distances", loaders.Map(l.Masks, limeDistance), l.Distances, exact)
	check.NearLists(t, what+" kernel", loaders.Map(l.Masks, limeKernel), l.Weights, exact)
	for name, s := range l.Solutions {
		if name == "forward_5" { // which the package chooses one after another; we choose ten
			continue
		}
		choose := map[string]featureSelector{"none": chooseAll, "auto": chooseHeaviest, "lasso_path": lassoPath}[s.Selection]
		got := (&weightedCoalitions{l.N, l.Masks, l.Weights}).fitRidge(l.Outputs, s.NumFeatures, choose)
		want := slices.Repeat([]float64{math.NaN()}, l.N)
		for key, x := range s.Weights {
			i, err := strconv.Atoi(key)
			check.NoError(t, err)
			want[i] = x
		}
		for i := range want {
			if math.IsNaN(want[i]) != math.IsNaN(got.weights[i]) || !math.IsNaN(want[i]) && math.Abs(want[i]-got.weights[i]) > solved {
				t.Errorf("%s %s: weights %v, want %v", what, name, got.weights, want)
				break
			}
		}
		if s.Local != nil {
			check.Near(t, what+" "+name+" local prediction", got.localValue(), *s.Local, solved)
		}
		check.Near(t, what+" "+name+" intercept", got.intercept, s.Intercept, solved)
		if s.Score != nil {
			check.Near(t, what+" "+name+" R²", got.fit, *s.Score, solved)
		}
	}
}

func (s *shapped) check(t *testing.T, what string) {
	t.Helper()
	if s == nil {
		return
	}
	rows, v := &weightedCoalitions{s.N, s.Masks, s.Weights}, append([]float64{s.None, s.All}, s.Outputs...)
	check.NearLists(t, what+" phi", rows.shapleyValues(v, 0), s.Phi, solved)
	check.NearLists(t, what+" phi, default", rows.shapleyValues(v, chosen), s.Default, solved)
}

func (r *ranked) check(t *testing.T, what string, ask AskCoalitions, target int) {
	t.Helper()
	e, err := eraseInOrder(r.Ranking, ask)
	check.NoError(t, err)
	of := func(rows [][]float64) []float64 {
		return loaders.Map(rows, func(p []float64) float64 { return p[target] })
	}
	check.NearLists(t, what+" deletion", of(e.Deletion), r.Deletion, exact)
	check.NearLists(t, what+" insertion", of(e.Insertion), r.Insertion, exact)
	label := func(p []float64) int { return slices.Index(p, slices.Max(p)) }
	flips := slices.IndexFunc(e.Deletion, func(p []float64) bool { return label(p) != label(e.Deletion[0]) })
	if want := r.Flip.Removed; want == nil && flips >= 0 || want != nil && flips != *want {
		t.Errorf("%s: the label changes at %d, want %v", what, flips, r.Flip)
	}
}

func TestOracleGames(t *testing.T) {
	for _, g := range read(t).Games {
		(&coalesced{N: g.N, Values: g.Values, Phi: g.Phi, ShapDefault: g.ShapDefault}).check(t, g.Name)
	}
}

func TestOracleSolutions(t *testing.T) {
	r := read(t)
	for _, p := range slices.Concat(r.NLI, r.Edge) {
		what := p.ID + " " + p.Model
		p.Shapley.check(t, what)
		p.Lime.check(t, what+" lime")
		p.Words.check(t, what+" lime of words")
		p.Shap.check(t, what+" shap")
	}
	for _, q := range r.QA {
		q.Shapley.check(t, q.ID)
		q.Lime.check(t, q.ID+" lime")
		q.Shap.check(t, q.ID+" shap")
	}
}

func TestOracleText(t *testing.T) {
	r, m := read(t), demo(t)
	ask := func(what, premise, hypothesis string, want []float64) {
		t.Helper()
		p, err := m.Ask(t.Context(), []model.Input{{{Raw: premise}, {Raw: hypothesis}}})
		check.NoError(t, err)
		check.NearLists(t, what, p[0], want, exact)
	}
	for _, s := range r.Strings {
		if s.Model == "bow" {
			ask(s.Premise+" "+s.Hypothesis, s.Premise, s.Hypothesis, s.Probabilities)
		}
	}
	for _, e := range r.Edits {
		for _, v := range e.Versions {
			if e.Model == "bow" {
				ask(v.Hypothesis, e.Premise, v.Hypothesis, v.Probabilities)
			}
		}
	}
}

func demo(t *testing.T) model.Differentiable {
	t.Helper()
	m := model.Demo()
	return m
}

// subjectOf returns a pair of the demo's model, with the inputs that are perturbed.
func subjectOf(t *testing.T, p *pair, remove string, texts ...string) *explainedExample {
	t.Helper()
	m := demo(t)
	ex := &loaders.Example{ID: p.ID, Tokens: p.Hypothesis, Passage: &loaders.Passage{Tokens: p.Premise}}
	it, err := (&Options{Sources: InputTexts{"passage", "question"}, Over: Words, Texts: texts}).cutParts(ex, m.Declaration())
	check.NoError(t, err)
	o := Defaults()
	o.Remove = remove
	s := &explainedExample{ctx: t.Context(), it: it, m: &model.Asker{Model: m}, o: &o, target: p.Target, rand: rand.New(rand.NewPCG(7, 7))}
	s.ask = s.askInputs(func(c Coalition) model.Input { return it.withoutParts(c, remove) })
	if remove == Zero {
		s.ask = askOnce(s.askZeroed())
	}
	return s
}

// ofDemo calls check with each pair that the demo's model was asked about.
func ofDemo(t *testing.T, check func(p *pair)) {
	t.Helper()
	r, n := read(t), 0
	for _, p := range slices.Concat(r.NLI, r.Edge) {
		if p.Model == "bow" {
			check(&p)
			n++
		}
	}
	if n < 2 {
		t.Errorf("%d pairs of the demo's model", n)
	}
}

func TestOracleOcclusion(t *testing.T) {
	ofDemo(t, func(p *pair) {
		for remove, want := range p.Occlusion {
			s := subjectOf(t, p, remove)
			got, err := explainByOcclusion(s.gameOf(s.ask))
			check.NoError(t, err)
			check.NearLists(t, p.ID+" occlusion, "+remove, got, want, exact)
		}
		for remove, want := range map[string][]float64{Delete: p.Shapley.Phi, Zero: p.Shapley.PhiZero} {
			s := subjectOf(t, p, remove, "hypothesis")
			got, err := explainByShapley(s.gameOf(s.ask))
			check.NoError(t, err)
			check.NearLists(t, p.ID+" shapley, "+remove, got, want, exact)
		}
		for name, by := range p.Rankings {
			for remove, r := range by {
				s := subjectOf(t, p, remove)
				r.check(t, p.ID+" "+name+" "+remove, s.ask, p.Target)
			}
		}
	})
}

func TestOracleGradients(t *testing.T) {
	ofDemo(t, func(p *pair) {
		s := subjectOf(t, p, Delete)
		for value, want := range p.Gradients {
			s.o.Logit = value == "logit"
			numbers := func(key string) (list []float64) {
				of := want[key]
				if m, ok := of.(map[string]any); ok {
					of = m["scores"]
				}
				for _, x := range of.([]any) {
					list = append(list, x.(float64))
				}
				return list
			}
			for key, name := range map[string]string{"saliency_sum": "saliency", "saliency_l1": "saliency-l1", "saliency_l2": "saliency-l2",
				"gradient_x_input": "gradient-input", "ig_midpoint_20": "ig", "ig_midpoint_200": "ig"} {
				if want[key] == nil {
					continue
				}
				if s.o.Steps = 20; strings.HasSuffix(key, "_200") {
					s.o.Steps = 200
				}
				got, err := new(Options).findExplainer(name).scores(s)
				check.NoError(t, err)
				check.NearLists(t, p.ID+" "+value+" "+key, got, numbers(key), exact)
				if m, ok := want[key].(map[string]any); ok && !s.o.Logit {
					gap, err := strconv.ParseFloat(s.said[len(s.said)-1], 64)
					check.Near(t, p.ID+" gap of "+key, gap, m["gap"].(float64), exact)
					if err != nil {
						t.Error(err)
					}
				}
			}
		}
		if p.Smooth != nil {
			p.smooth(t, s)
		}
	})
}

// smooth compares SmoothGrad on the noise of the reference.
func (p *pair) smooth(t *testing.T, s *explainedExample) {
	t.Helper()
	s.o.Logit = false
	f := &gradientEvaluator{explainedExample: s}
	check.NoError(t, f.askVectors())
	check.Near(t, p.ID+" sigma", f.noiseDeviation(), p.Smooth.Sigma, exact)
	var points []model.Vectors
	for _, noise := range p.Smooth.Noise { // over both texts
		k := -1
		points = append(points, f.vectorsThrough(func(v []float64) []float64 {
			k++
			return loaders.Fill(len(v), func(d int) float64 { return v[d] + noise[k][d] })
		}))
	}
	g, err := f.meanGradient(points)
	check.NoError(t, err)
	check.NearLists(t, p.ID+" smoothgrad sum", f.reduceGradient(g, bySum), p.Smooth.Sum, exact)
	check.NearLists(t, p.ID+" smoothgrad l2", f.reduceGradient(g, byL2), p.Smooth.L2, exact)
	check.NearLists(t, p.ID+" smoothgrad × input", f.reduceGradient(g, byProduct), p.Smooth.ByX, exact)
	if slices.Max(p.Smooth.L2) > slices.Max(p.Smooth.MeanL2)+exact {
		t.Errorf("%s: the norm of a mean is above the mean of norms", p.ID)
	}
}

// The package's own features: the words, the texts without some of them, and what the
// model says of these.
func TestOracleWordsOfLIME(t *testing.T) {
	ofDemo(t, func(p *pair) {
		if p.Words == nil {
			return
		}
		s := subjectOf(t, p, Delete, "hypothesis")
		w := newPackageWords(s.it)
		if !slices.Equal(w.words, p.Words.Words) {
			t.Errorf("%s: words %q, want %q", p.ID, w.words, p.Words.Words)
			return
		}
		got, err := s.gameOf(s.askInputs(w.withoutWords)).valuesOf(p.Words.Masks)
		check.NoError(t, err)
		check.NearLists(t, p.ID+" outputs", got, p.Words.Outputs, exact)
		for i, c := range p.Words.Masks {
			check.EqualLists(t, "makes",
				strings.Fields(w.withoutWords(c)[1].String()), strings.Fields(p.Words.Texts[i]), p.ID, c, p.Words.Texts[i])
		}
	})
}

// LIME's own draws lie within five standard deviations of the expected solution.
func TestOracleDraws(t *testing.T) {
	const slack = 1e-3 // the expectation of a ratio is not the ratio of expectations
	ofDemo(t, func(p *pair) {
		if p.Sampled == nil || len(p.Hypothesis) == 0 {
			return
		}
		const runs = 20
		s := subjectOf(t, p, Delete, "hypothesis")
		g := s.gameOf(s.ask)
		var sum []float64
		for range runs {
			drawn := limeSample(g.n, p.Sampled.Samples, s.rand)
			v, err := g.valuesOf(drawn.rows)
			check.NoError(t, err)
			for i := range drawn.rows {
				drawn.weights[i] *= limeKernel(drawn.rows[i])
			}
			got := drawn.fitRidge(v, g.n, chooseAll)
			all := append([]float64{got.intercept}, got.weights...)
			if sum == nil {
				sum = make([]float64, len(all))
			}
			expected := append([]float64{p.Sampled.ExpectedIntercept}, p.Sampled.ExpectedWeights...)
			for i, sd := range append([]float64{p.Sampled.SDIntercept}, p.Sampled.SDWeights...) {
				if sum[i] += all[i] / runs; math.Abs(all[i]-expected[i]) > 5*sd+slack {
					t.Errorf("%s: weight %d is %v, expected %v ± %v", p.ID, i, all[i], expected[i], sd)
				}
			}
		}
		check.NearLists(t, p.ID+" mean weights", sum[1:], p.Sampled.ExpectedWeights, 5*slices.Max(p.Sampled.SDWeights)/math.Sqrt(runs)+slack)
	})
}

func TestOracleHasEveryKey(t *testing.T) {
	p := read(t).NLI[0]
	if keys := slices.Sorted(maps.Keys(p.Lime.Solutions)); len(keys) < 4 || p.Shap == nil || p.Words == nil || p.Smooth == nil {
		t.Errorf("the first pair lacks vectors: %q", keys)
	}
}

// The smallest removal of words of the hypothesis that changes the label, as all subsets say.
func TestOracleSmallestFlip(t *testing.T) {
	ofDemo(t, func(p *pair) {
		if p.Fewest == nil || len(p.Hypothesis) > MostProven {
			return
		}
		s := subjectOf(t, p, Delete, "hypothesis")
		n := len(s.it.parts)
		c, found, err := smallestFlip(n, s.ask)
		check.NoError(t, err)
		switch want := p.Fewest.Removed; {
		case found != (want != nil):
			t.Errorf("%s: found %v, want %v", p.ID, found, want)
		case found && n-c.countParts() != *want:
			t.Errorf("%s: %d words, want %d", p.ID, n-c.countParts(), *want)
		}
	})
}

// chooseAll returns a selection that leaves no part out.
func chooseAll(_ *regressionMoments, n, _ int) []int { return loaders.Indices(n) }
