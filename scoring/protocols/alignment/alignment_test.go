package alignment

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/stats"
	"faithscope/scoring/vectors"
)

// The list's hash stands in STOPWORDS.md and is that of NLTK's file.
func TestStopWordsAreNLTKs(t *testing.T) {
	const want = "019f104ba2ed07436d05f9cdd3383034ad66014edc27fc651f837e1a038b6451"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(stopWordList))); got != want || len(stopWords()) != 179 {
		t.Errorf("%d words, sha256 %s, want 179 and %s", len(stopWords()), got, want)
	}
}

func TestHardOracle(t *testing.T) {
	for _, c := range []struct {
		why                 string
		tokens, explanation string
		drop                bool
		want                string
	}{
		{"case does not count", "Kite FLEW", "kite Flew", false, "1 1"},
		{"stop words never match", "The kite NOT", "the not", false, "0 0 0"},
		{"no part of a word", "kites kite", "kite", false, "0 1"},
		{"punctuation is a token", "kite , .", ", .", false, "0 1 1"},
		{"unless dropped", "kite , ... n't –", ", ... n't –", true, "0 0 0 1 1"},
		{"the mark of a space is not part of a token", "Kite Ġkite ▁Kite Ġ ##kite", "Ġkite", false, "1 1 1 0 0"},
		{"a stop word behind it is one", "Ġthe ▁is", "Ġthe is", false, "0 0"},
		{"the sigma that ends a word is one", "ΣΟΦΟΣ σοφος", "σοφος", false, "1 1"},
		{"a dotted capital is no other", "İzmir i\u0307zmir Izmir", "İzmir", false, "1 1 0"},
		{"a word said twice counts once", "kite", "kite kite", false, "1"},
		{"no explanation", "kite", "", false, "0"},
	} {
		got := hardOracle(strings.Fields(c.tokens), strings.Fields(c.explanation), c.drop)
		check.Equal(t, c.why, strings.Trim(fmt.Sprint(got), "[]"), c.want)
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"The kite flew.":        "The|kite|flew|.",
		"don't (O'Keefe's)":     "don|'|t|(|O|'|Keefe|'|s|)",
		"a–b … “x” $5 a_b":      "a|–|b|…|“|x|”|$|5|a|_|b",
		"(蔡明杰, 1952) レス組":       "(|蔡|明|杰|,|1952|)|レス|組",
		" \n\t":                 "",
		"Па́вел\x00 é\xff3,000": "Па́вел\x00|é\xff3|,|000",
	} {
		check.Equal(t, text, strings.Join(splitWords(text), "|"), want)
	}
}

var undefined = vectors.Number(math.NaN())

func TestPearson(t *testing.T) {
	for _, c := range []struct {
		why  string
		x, y []float64
		want vectors.Number
	}{
		{"none", nil, nil, undefined},
		{"one token", []float64{1}, []float64{1}, undefined},
		{"constant in spite of rounding", []float64{.1, .1, .1}, []float64{0, 1, 0}, undefined},
		{"rises with", []float64{.1, .2, .3}, []float64{1, 2, 3}, 1},
		{"falls with", []float64{.1, .2, .3}, []float64{3, 2, 1}, -1},
		{"by hand", []float64{1, 2, 3, 4}, []float64{1, 0, 0, 1}, 0},
		{"too large to square", []float64{1e200, 2e200, 4e200}, []float64{0, 1, 1}, vectors.Number(math.Sqrt(4. / 7))},
		{"too large to add", []float64{1e308, 1e308, 0}, []float64{1, 0, 1}, -.5},
		{"too small to square", []float64{1e-200, 2e-200, 4e-200}, []float64{0, 1, 1}, vectors.Number(math.Sqrt(4. / 7))},
		{"whose squares are rounded away", []float64{1e-160, 0, 2e-160}, []float64{1, 0, 1}, vectors.Number(math.Sqrt(3) / 2)},
		{"the last digit alone", []float64{.1, .1, .1, .1000000000000001}, []float64{0, 0, 0, 1}, 1},
		{"not a number", []float64{1, 2, math.Inf(1)}, []float64{0, 1, 1}, undefined},
	} {
		checkValue(t, c.why, stats.Pearson(c.x, c.y), c.want)
	}
}

func TestSpearman(t *testing.T) {
	checkValue(t, "any rising curve", stats.Spearman([]float64{1, 2, 3}, []float64{1, 10, 1000}), 1)
	checkValue(t, "ties share their ranks", stats.Spearman([]float64{1, 1, 2}, []float64{5, 7, 9}), vectors.Number(math.Sqrt(3)/2))
	// scipy
	checkValue(t, "ties have the mean of their ranks", stats.Spearman([]float64{1, 1, 2, 3}, []float64{1, 2, 3, 4}), 0.9486832980505138)
	checkValue(t, "nothing", stats.Spearman(nil, nil), undefined)
}

func TestPartners(t *testing.T) {
	for n := range 2 {
		if p := partnerIndices(n, 1, false); p != nil {
			t.Errorf("%d of %d", p, n)
		}
	}
	// A seed gives the partners that it gave before.
	for derangement, want := range map[bool][]int{false: {5, 3, 1, 4, 3, 0}, true: {1, 0, 3, 5, 2, 4}} {
		check.EqualLists(t, "derangement", partnerIndices(6, 1, derangement), want, derangement)
	}
	for _, derangement := range []bool{false, true} {
		drawn := map[[2]int]bool{} // who was drawn for whom
		for seed := range uint64(200) {
			p := partnerIndices(4, seed, derangement)
			if !slices.Equal(p, partnerIndices(4, seed, derangement)) {
				t.Fatalf("seed %d gives two draws", seed)
			}
			for i, k := range p {
				if i == k {
					t.Fatalf("%v pairs one with itself", p)
				}
				drawn[[2]int{i, k}] = true
			}
			if slices.Sort(p); derangement && !slices.Equal(p, []int{0, 1, 2, 3}) {
				t.Fatalf("not each of four is drawn once: %v", p)
			}
		}
		check.Equal(t, "derangement of 12 pairs are ever drawn", len(drawn), 12, derangement)
	}
}

var vocabulary = strings.Fields("kite boat rain harbour bread prize comet week bridge the of not a . ,")

// examples makes n with explanations, one in ten of which cannot be read and
// one in ten has none; some have the other oracles.
func examples(n int) []*loaders.Example {
	r := rand.New(rand.NewPCG(3, 4))
	list := make([]*loaders.Example, n)
	for i := range list {
		ex := &loaders.Example{ID: fmt.Sprint("q", i)}
		var scores, soft, expert []float64
		for range 8 + r.IntN(8) {
			ex.Tokens = append(ex.Tokens, vocabulary[r.IntN(len(vocabulary))])
			scores, soft, expert = append(scores, r.NormFloat64()), append(soft, r.NormFloat64()), append(expert, r.Float64())
		}
		for range 6 {
			ex.ExplanationTokens = append(ex.ExplanationTokens, vocabulary[r.IntN(len(vocabulary))])
		}
		ex.Explanation = strings.Join(ex.ExplanationTokens, " ")
		ex.Attributions = []loaders.Attribution{{Name: "ig", Over: "tokens", Scores: scores}}
		if i%3 > 0 {
			ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: "soft", Over: "tokens", Scores: soft})
			ex.Rationales = []loaders.Rationale{{Name: "expert", Over: "tokens", Scores: expert}}
		}
		switch i % 10 {
		case 4:
			ex.Attributions[0].Scores = scores[1:]
		case 5:
			ex.Explanation, ex.ExplanationTokens = "", nil
		}
		list[i] = ex
	}
	return list
}

func aggregated(s scoring.Settings, list []*loaders.Example) *aggregate {
	a := Protocol.Aggregate(s).(*aggregate)
	for _, ex := range list {
		if e := Protocol.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	return a
}

// settings returns all combinations of options.
func settings() (list []scoring.Settings) {
	for i := range 8 {
		s := scoring.Defaults()
		s.NonFinite, s.DropPunctuation, s.Derangement = scoring.MissingNumberPolicy(i&1), i&2 > 0, i&4 > 0
		list = append(list, s)
	}
	return list
}

func same(t *testing.T, why string, got, want []scoring.Score) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d scores, want %d", why, len(got), len(want))
	}
	for i := range want {
		x, ok := got[i].Value.Float()
		y, defined := want[i].Value.Float()
		if got[i].Metric != want[i].Metric || got[i].Of != want[i].Of || got[i].Count != want[i].Count || ok != defined || math.Abs(x-y) > 1e-12 {
			t.Errorf("%s: %+v, want %+v", why, got[i], want[i])
		}
	}
}

// The tests of several seeds are of each example's means over those in which it is in a pair.
func TestSeedsAreAveragedWithinAnExample(t *testing.T) {
	s, seeds := scoring.Defaults(), [][]*loaders.Example{examples(60), examples(60)}
	for i, ex := range seeds[1] {
		ex.Attributions[0].Scores = slices.Clone(ex.Attributions[0].Scores)
		slices.Reverse(ex.Attributions[0].Scores)
		if i%7 == 0 {
			ex.Attributions[0].Scores = nil
		}
	}
	both := aggregated(s, slices.Concat(seeds...))
	sums, counts := map[string]float64{}, map[string]float64{}
	for _, e := range both.list {
		c, ok := both.correlationWith(e, hard).valueUnder(s.NonFinite).Float()
		random, defined := both.randomC(e, hard).valueUnder(s.NonFinite).Float()
		if ok && defined {
			sums[e.Key] += c - random
			counts[e.Key]++
		}
	}
	var total, squares float64
	n := float64(len(sums))
	for key := range sums {
		total += sums[key] / counts[key]
	}
	for key := range sums {
		squares += (sums[key]/counts[key] - total/n) * (sums[key]/counts[key] - total/n)
	}
	want := total / n / math.Sqrt(squares/(n-1)/n)
	got := both.Tests()
	if x, _ := got[0].Value.Float(); got[0].Metric != "t" || math.Abs(x-want) > 1e-9 || got[0].Count != len(sums) {
		t.Errorf("%+v, want t = %v over %d examples", got[0], want, len(sums))
	}
	one := aggregated(s, seeds[0])
	same(t, "one seed", one.Tests(), loaders.Filter(one.Scores(), func(x scoring.Score) bool {
		return slices.Contains([]string{"t", "p", "p_greater"}, x.Metric)
	}))
}

// pair returns an explained example, and what a model and the soft oracle attribute to its tokens.
func pair(id, tokens, explanation string, model, soft []float64) *loaders.Example {
	return &loaders.Example{ID: id, Tokens: strings.Fields(tokens), Explanation: explanation, Attributions: []loaders.Attribution{
		{Name: "ig", Over: "tokens", Scores: model}, {Name: "soft", Over: "tokens", Scores: soft},
	}}
}

// The oracles' own correlation is over all tokens of the examples that have both,
// and whatever a model attributes moves it no bit.
func TestOraclesCorrelateOverTokens(t *testing.T) {
	alone := pair("c", "week prize comet", "prize", []float64{1, 2, 3}, nil)
	alone.Attributions = alone.Attributions[:1]
	for _, scale := range []float64{1, -3} {
		a := aggregated(scoring.Defaults(), []*loaders.Example{
			pair("a", "kite boat the .", "kite", []float64{4 * scale, 1, 3, 2}, []float64{.9, .1, -.5, 0}),
			pair("b", "rain harbour", "harbour", []float64{scale, 2}, []float64{.3, -.2}), alone,
		})
		score, _ := scoring.Pick(a.Scores(), "oracle_spearman", "hard-soft")
		scoringtest.Over(t, "hard and soft oracle", score, 0.41403933560541256, 6) // of the ranks 5.5 2.5 2.5 2.5 2.5 5.5 and 6 2 5 1 4 3
		p, ok := scoring.Pick(a.Scores(), "spearman_p", "hard-soft")
		if !ok || p.Count != 2 || p.Value.Why() != "a correlation test needs at least three pairs" {
			t.Errorf("p of two examples: %+v", p)
		}
		a.Brief()
		check.Equal(t, "scores in brief", len(a.Scores()), 11)
	}
}

// C_R with another oracle than the hard one takes what it gives the same words of the
// partner, which of two examples is the other one.
func TestForeignOraclesByWords(t *testing.T) {
	first, second := []float64{4, 1, 3, 2}, []float64{5, 2, 2, 3}
	a := aggregated(scoring.Defaults(), []*loaders.Example{
		pair("a", "Kite boat sea .", "kite", first, []float64{.9, .1, -.5, 0}),
		pair("b", "boat rain boat kite", "kite", second, []float64{.2, .4, -.7, .1}),
	})
	difference := func(model, own, foreign []float64) float64 {
		x, _ := stats.Pearson(model, own).Float()
		y, _ := stats.Pearson(model, foreign).Float()
		return math.Atanh(x) - math.Atanh(y)
	}
	want := math.Tanh((difference(first, []float64{.9, .1, .5, 0}, []float64{.1, .7, 0, 0}) +
		difference(second, []float64{.2, .4, .7, .1}, []float64{.1, 0, .1, .9})) / 2)
	score, _ := scoring.Pick(a.Scores(), "delta_a", "soft")
	scoringtest.Over(t, "ΔA with the soft oracle", score, want, 2)
}

// Where models have read another explanation, C_R of the soft oracle is with their importance.
// Of permutations of 1 to 5, r is 1 - Σd²/20.
func TestMismatchedSoftOracle(t *testing.T) {
	example := func(id string, soft, mismatched []float64) *loaders.Example {
		ex := &loaders.Example{ID: id, Tokens: strings.Fields("a red kite flies high"), Explanation: "kite", Attributions: []loaders.Attribution{
			{Name: "soft_random", Over: "tokens", Scores: mismatched}, {Name: "soft", Over: "tokens", Scores: soft},
			{Name: "ig", Over: "tokens", Scores: []float64{1, 2, 3, 4, 5}}}}
		if mismatched == nil {
			ex.Attributions = ex.Attributions[1:]
		}
		return ex
	}
	a := Protocol.Aggregate(scoring.Defaults())
	a.Add(Protocol.Prepare(example("1", []float64{2, 1, 4, 3, 5}, []float64{2, 4, 1, 5, 3})))
	a.Add(Protocol.Prepare(example("2", []float64{1, 3, 2, 5, 4}, []float64{5, 4, 3, 1, 2})))
	a.Add(Protocol.Prepare(example("3", []float64{1, 3, 2, 5, 4}, nil)))
	want := math.Tanh(math.Atanh(.8) - (math.Atanh(.3)+math.Atanh(-.9))/2)
	for _, score := range a.Scores() {
		switch {
		case score.Of == "soft" && score.Metric == "delta_a":
			checkValue(t, "soft", score.Value, vectors.Number(want))
			check.Equal(t, "ΔA rests on pairs", score.Count, 2)
		case score.Of == "soft" && score.Metric == "c" && score.Count != 3:
			t.Errorf("C rests on %d examples, want 3", score.Count)
		case score.Of == "soft_random":
			t.Errorf("the score %+v", score)
		}
	}
}

func TestSeedMovesPartnersAlone(t *testing.T) {
	one := scoring.Defaults()
	other := one
	other.Seed++
	a, b := aggregated(one, examples(60)).Scores(), aggregated(other, examples(60)).Scores()
	for i := range a {
		x, _ := a[i].Value.Float()
		y, _ := b[i].Value.Float()
		if random := slices.Contains([]string{"delta_a", "c_random", "t", "p", "p_greater"}, a[i].Metric); !random && a[i].Metric != "dropped" &&
			x != y {
			t.Errorf("%s of %s moves with the seed: %v, %v", a[i].Metric, a[i].Of, x, y)
		} else if random && x == y {
			t.Errorf("%s stays %v under another seed", a[i].Metric, x)
		}
	}
}

// TestPerfectIsBest gives a model that attends to exactly the words of the
// explanation. Its C is infinite and no mean has it by default, so that the
// test reads it clipped.
func TestPerfectIsBest(t *testing.T) {
	s := scoring.Defaults()
	s.NonFinite = scoring.Zero
	list := examples(60)
	noisy := aggregated(s, list).Scores()
	for i, ex := range list {
		if i%10 != 4 {
			ex.Attributions[0].Scores = hardOracle(ex.Tokens, ex.ExplanationTokens, false)
		}
	}
	for i, score := range aggregated(s, list).Scores() {
		x, _ := score.Value.Float()
		y, _ := noisy[i].Value.Float()
		if score.Of == "overall" && (score.Metric == "delta_a" || score.Metric == "c") && x <= y {
			t.Errorf("%s of a perfect model is %v, of noise %v", score.Metric, x, y)
		}
	}
	check.Equal(t, "C of a perfect example", scoringtest.Example(Protocol.Prepare(list[0]), s).Overall, scoring.Defined(math.Atanh(clip)))
}

func TestPrepare(t *testing.T) {
	attribution := func(name string, over loaders.ScoredText, scores ...float64) loaders.Attribution {
		return loaders.Attribution{Name: name, Over: over, Scores: scores}
	}
	kite := []string{"the", "kite", "flew"}
	for _, c := range []struct {
		why                string
		ex                 loaders.Example
		hard, soft, expert any // r, or why there is none; nil hard: no evidence
	}{
		{"nothing", loaders.Example{}, nil, nil, nil},
		{"no attribution", loaders.Example{Tokens: kite, Explanation: "kite"}, nil, nil, nil},
		{"no oracle", loaders.Example{Tokens: kite, Attributions: []loaders.Attribution{attribution("ig", "tokens", 1, 2, 3)}}, nil, nil, nil},
		{"over something else", loaders.Example{Tokens: kite, Explanation: "kite",
			Attributions: []loaders.Attribution{attribution("ig", "passage", 1, 2, 3)}}, nil, nil, nil},
		{"the first attribution is the model's, signs do not count, text is split", loaders.Example{
			Tokens: kite, Explanation: "The kite.", Attributions: []loaders.Attribution{attribution("soft", "question", 0, -1, 0),
				attribution("ig", "", 0, -5, 0), attribution("lime", "", 1, 2, 3)},
		}, 1., 1., "no expert oracle"},
		{"special tokens are left out, of the oracles too", loaders.Example{
			Explanation: "kite",
			Attributions: []loaders.Attribution{
				{Name: "ig", Over: "tokens", Tokens: []string{"[CLS]", "the", "kite", "[SEP]"}, Scores: []float64{9, 1, 2, -9}},
				attribution("soft", "tokens", 5, 2, 1, 5),
			},
			Rationales: []loaders.Rationale{{Name: "expert", Over: "tokens", Scores: []float64{0, .25, .5, 0}}},
		}, 1., -1., 1.},
		{"an explanation without any of the words", loaders.Example{Tokens: kite, Explanation: "No.",
			Attributions: []loaders.Attribution{attribution("ig", "tokens", 1, 2, 3)}},
			"all values on one side are equal", "no soft oracle", "no expert oracle"},
		{"the expert oracle alone", loaders.Example{
			Tokens: kite, Attributions: []loaders.Attribution{attribution("ig", "tokens", 1, 2, 3)},
			Rationales: []loaders.Rationale{{Name: "expert", Scores: []float64{1, 2, 3}}},
		}, whyNoExplanation, "no soft oracle", 1.},
		{"an attribution whose tokens nobody knows", loaders.Example{
			Explanation: "kite", Attributions: []loaders.Attribution{attribution("ig", "tokens", 1, 2), attribution("soft", "tokens", 1, 2)},
		}, whyNoNames, 1., "no expert oracle"},
		{"too few scores", loaders.Example{Tokens: kite, Explanation: "kite",
			Attributions: []loaders.Attribution{attribution("ig", "tokens", 1)}},
			"1 scores for 3 tokens", "1 scores for 3 tokens", "1 scores for 3 tokens"},
		{"scores that the loader left out", loaders.Example{Tokens: kite, Explanation: "kite",
			Attributions: []loaders.Attribution{attribution("ig", "tokens")}},
			whyNoScores, whyNoScores, whyNoScores},
		{"scores that are not numbers", loaders.Example{Tokens: kite, Explanation: "kite",
			Attributions: []loaders.Attribution{attribution("ig", "tokens", 1, 2, math.NaN())}},
			whyNotFinite, whyNotFinite, whyNotFinite},
		{"oracles that do not fit", loaders.Example{
			Tokens: kite, Explanation: "kite", Attributions: []loaders.Attribution{attribution("ig", "tokens", 0, 1, 0),
				attribution("soft", "tokens", 1, 2)},
			Rationales: []loaders.Rationale{{Name: "expert", Scores: []float64{1, 2, math.Inf(1)}}},
		}, 1., "2 oracle scores for 3 tokens", "not a number"},
	} {
		evidenced := Protocol.Prepare(&c.ex)
		if evidenced == nil || c.hard == nil {
			if evidenced != nil || c.hard != nil {
				t.Errorf("%s: %+v, want %v", c.why, evidenced, c.hard)
			}
			continue
		}
		e := evidenced.(*evidence)
		for name, pair := range map[string][2]any{"hard": {e.Hard[0].R, c.hard}, "soft": {e.Others[0].Of.R, c.soft},
			"expert": {e.Others[1].Of.R, c.expert}} {
			got := pair[0].(scoring.Value)
			x, ok := got.Float()
			want, number := pair[1].(float64)
			if ok != number || x != want || !ok && !strings.Contains(got.Why(), pair[1].(string)) {
				t.Errorf("%s: %s %v %q, want %v", c.why, name, x, got.Why(), pair[1])
			}
		}
		if score := scoringtest.Example(e, scoring.Defaults()); score.Modules != nil || score.Metric != "c" ||
			score.Overall.Why() == "" && c.hard == 1. {
			t.Errorf("%s: scored as %+v", c.why, score)
		}
	}
}

// An example that cannot be read is dropped under both policies: Zero reads
// what is undefined as 0, not what is absent.
func TestUnreadableIsDropped(t *testing.T) {
	list := examples(10)
	for _, s := range settings() {
		for _, score := range aggregated(s, list).Scores() {
			if score.Metric == "dropped" {
				x, _ := score.Value.Float()
				if s.NonFinite == scoring.Zero && x != 2 || x < 2 || score.Count != 10 {
					t.Errorf("%+v: %v of %d dropped", s, x, score.Count)
				}
			}
		}
	}
}

func TestOneExampleHasNoPartner(t *testing.T) {
	for _, s := range settings() {
		for _, score := range aggregated(s, examples(1)).Scores() {
			_, ok := score.Value.Float()
			check.Equal(t, score.Metric,
				ok, score.Metric == "c" && score.Of == "overall" || score.Metric == "dropped", score.Of, score.Value)
		}
	}
}

func FuzzAlignment(f *testing.F) {
	f.Add("the kite flew .", "kite, flew", []byte{1, 2, 3, 4})
	f.Add("Ġ ▁ [CLS]", "Ġ", []byte{0, 0, 0})
	f.Fuzz(func(t *testing.T, tokens, explanation string, raw []byte) {
		ex := &loaders.Example{ID: "1", Tokens: strings.Fields(tokens), Explanation: explanation}
		scores := make([]float64, len(raw))
		for i, b := range raw {
			scores[i] = float64(int8(b))
		}
		ex.Attributions = []loaders.Attribution{{Over: "tokens", Scores: scores}}
		other := *ex
		other.ID, other.Explanation = "2", tokens
		for _, s := range settings() {
			for _, score := range aggregated(s, []*loaders.Example{ex, &other}).Scores() {
				x, ok := score.Value.Float()
				if bounded := score.Metric == "delta_a" || score.Metric == "spearman" || score.Metric == "p"; ok && bounded && math.Abs(x) > 1 ||
					!ok && score.Value.Why() == "" {
					t.Errorf("%s of %s: %+v", score.Metric, score.Of, score.Value)
				}
			}
		}
	})
}

// BenchmarkAlignment scores 1,000 examples of 8 to 15 tokens: from examples,
// and from evidence, as when an option moves.
func BenchmarkAlignment(b *testing.B) { scoringtest.Bench(b, Protocol, examples(1000), nil) }

// An example without an oracle has no correlation under any policy; one whose r is undefined has 0
// under Zero.
func TestAMissingOracleCountsForNothing(t *testing.T) {
	for _, policy := range []scoring.MissingNumberPolicy{scoring.Omit, scoring.Zero} {
		check.Equal(t, "case", missingCorrelation("no expert oracle").valueUnder(policy).Why(), "no expert oracle", policy)
		v := correlation{R: scoring.Undefined("constant")}.valueUnder(policy)
		if x, ok := v.Float(); ok != (policy == scoring.Zero) || x != 0 {
			t.Errorf("%v: an undefined r gives %v", policy, v)
		}
	}
}

// What is kept of the last partners is what is computed afresh, whichever came between, and by each setting.
func TestLatestPartners(t *testing.T) {
	partnerOf := func(text string) *evidence {
		soft := fileOracle{Scores: []float64{.5, .25}}
		return &evidence{Words: wordsOf(strings.Fields(text)), Tokens: []string{"kite", "."}, Others: [given]fileOracle{soft}}
	}
	e := &evidence{Tokens: []string{"a", "kite", "."}, Importance: []float64{.1, .9, .4}}
	partners := []*evidence{partnerOf("kite"), partnerOf("a kite ."), partnerOf("nothing")}
	for _, k := range []int{0, 1, 0, 1, 2, 1, 2, 0} {
		for _, drop := range []bool{false, true, false} {
			got, want := e.correlatePartner(partners[k], hard, drop), e.correlateHard(partners[k].Words, drop)
			check.Equal(t, "partner drop", got, want, k, drop)
		}
		check.Equal(t, "the soft oracle of partner", e.correlatePartner(partners[k], 0, false), e.correlateForeign(partners[k], 0), k)
	}
}
