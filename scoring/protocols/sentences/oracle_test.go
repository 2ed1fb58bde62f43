package sentences

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/vectors"
)

// vector is quackie.json.
type vector struct {
	Cases []struct {
		Name   string
		Scores vectors.Numbers
		Gts    [][]int
		PerGt  []struct {
			Gt             []int
			SNR            vectors.Number  `json:"snr_raw"`
			HPD            vectors.Number  `json:"hpd_raw"`
			Artifact       bool            `json:"snr_float_artifact"`
			IllConditioned bool            `json:"snr_ill_conditioned"`
			Selected       []int           `json:"selected_top1"`
			IoU            vectors.Number  `json:"iou_top1"`
			SNRPublished   *vectors.Number `json:"snr_binarised"`
			HPDPublished   vectors.Number  `json:"hpd_binarised"`
		} `json:"per_gt"`
		Analyze []analysis
	}
	Dataset struct {
		Predictions []vectors.Numbers
		Gts         [][][]int
		Analyze     []analysis
		Raw         *struct {
			SNR   vectors.Number `json:"mean_snr_raw_first_gt"`
			HPD   vectors.Number `json:"mean_hpd_raw_first_gt"`
			NoSNR int            `json:"n_snr_nan"`
		}
	}
	RandomBaseline []struct {
		Sentences    int            `json:"n_sentences"`
		IoU          vectors.Number `json:"E_iou"`
		HPD          vectors.Number `json:"E_hpd_raw"`
		HPDPublished vectors.Number `json:"E_hpd_binarised"`
		SNRPublished vectors.Number `json:"E_snr_binarised_given_defined"`
	} `json:"random_baseline"`
	TokenAggregation []struct {
		Scores  vectors.Numbers   `json:"token_scores"`
		Indices [][]int           `json:"token_indices_per_sentence"`
		Split   []vectors.Numbers `json:"token_scores_per_sentence"`
		Sum     []vectors.Number
		Max     []vectors.Number `json:"max_default0"`
	} `json:"token_aggregation"`
}

// analysis is a row of the authors' analyze().
type analysis struct {
	K      int
	SNR    vectors.Number `json:"mean_snr"`
	HPD    vectors.Number `json:"mean_hpd"`
	IoU    vectors.Number `json:"mean_iou"`
	SNRStd vectors.Number `json:"std_snr"`
	HPDStd vectors.Number `json:"std_hpd"`
	IoUStd vectors.Number `json:"std_iou"`
	Fails  int
	NoSNR  int `json:"no_snr"`
}

func readVector(t *testing.T) vector {
	t.Helper()
	var v vector
	vectors.Read(t, "testdata", "quackie.json", &v)
	if len(v.Cases) == 0 && len(v.Dataset.Predictions) == 0 {
		t.Fatal("the vector has no cases and no data set")
	}
	return v
}

// gold reads a vector of 0 and a single 1.
func gold(t testing.TB, gt []int) int {
	t.Helper()
	g := slices.Index(gt, 1)
	if g < 0 || slices.Contains(gt[g+1:], 1) {
		t.Fatalf("%v does not name one sentence", gt)
	}
	return g
}

// sample makes an example as a loader would, with a span of one token per
// sentence, so that scores of another length than gold do not fit.
func sample(t testing.TB, scores []float64, gts [][]int) *loaders.Example {
	t.Helper()
	p := &loaders.Passage{}
	for i := range gts[0] {
		p.Sentences = append(p.Sentences, loaders.Span{Start: i, End: i + 1})
	}
	ex := &loaders.Example{Passage: p, Attributions: []loaders.Attribution{{Name: "method", Over: "sentences", Scores: scores}}}
	for _, gt := range gts {
		g := gold(t, gt)
		ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: "gold", Sentence: &g})
	}
	return ex
}

// scoresOf aggregates examples and returns the scores by metric, those of a part with its name
// before the metric: "max iou".
func scoresOf(s scoring.Settings, examples ...*loaders.Example) map[string]scoring.Score {
	a := Protocol.Aggregate(s)
	for _, ex := range examples {
		if e := Protocol.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	scores := map[string]scoring.Score{}
	for _, score := range a.Scores() {
		scores[strings.TrimPrefix(score.Of+" ", "overall ")+score.Metric] = score
	}
	return scores
}

// checkValue compares a value with the authors' number, which is NaN if there is none.
func checkValue(t *testing.T, what string, got scoring.Value, want vectors.Number, tolerance float64) {
	t.Helper()
	x, ok := got.Float()
	switch {
	case ok == math.IsNaN(float64(want)):
		t.Errorf("%s: %v (%s), want %v", what, x, got.Why(), want)
	case ok && !(math.Abs(x-float64(want)) <= tolerance):
		t.Errorf("%s: %v, want %v", what, x, want)
	case !ok && got.Why() == "":
		t.Errorf("%s: undefined without a reason", what)
	}
}

// relative returns the tolerance for SNR, 1e-6 of the value.
func relative(want vectors.Number) float64 { return 1e-6 * max(1, math.Abs(float64(want))) }

func TestOracleQuackieSingle(t *testing.T) {
	for _, c := range readVector(t).Cases {
		for i, want := range c.PerGt {
			t.Run(fmt.Sprint(c.Name, "/", i), func(t *testing.T) {
				g := gold(t, want.Gt)
				if len(want.Gt) != len(c.Scores) || !c.Scores.Finite() {
					return // checkAnalyze sees it fail
				}
				selected := selectBest(c.Scores, 1)
				for i, on := range want.Selected {
					if selected[i] != (on == 1) {
						t.Errorf("selected %v, want %v", selected, want.Selected)
						break
					}
				}
				m := measureSentences(c.Scores, []int{g}, 1)
				checkValue(t, "iou", scoring.Defined(m.IoU), want.IoU, 1e-6)
				checkValue(t, "hpd", scoring.Defined(m.HPD), want.HPD, 1e-6)
				checkValue(t, "hpd_published", scoring.Defined(m.HPDPublished), want.HPDPublished, 1e-6)
				if p := want.SNRPublished; p != nil {
					checkValue(t, "snr_published", m.SNRPublished, *p, relative(*p))
				}
				switch snr := SNR(c.Scores, g); {
				case want.Artifact:
					// The authors' number is rounding, if there is none.
					checkValue(t, "snr", snr, vectors.Number(math.NaN()), 0)
				case want.IllConditioned:
					checkValue(t, "snr", snr, want.SNR, 1e-2*math.Abs(float64(want.SNR)))
				default:
					checkValue(t, "snr", snr, want.SNR, relative(want.SNR))
				}
			})
		}
	}
}

// checkAnalyze compares the scores of a data set with a row of analyze(): its
// SNR and HPD are the published ones.
func checkAnalyze(t *testing.T, want analysis, examples ...*loaders.Example) {
	t.Helper()
	s := scoring.Defaults()
	s.TopK = want.K
	got := scoresOf(s, examples...)
	for _, c := range []struct {
		metric    string
		want      vectors.Number
		tolerance float64
	}{
		{"iou", want.IoU, 1e-6}, {"iou_std", want.IoUStd, 1e-6},
		{"hpd_published", want.HPD, 1e-6}, {"hpd_published_std", want.HPDStd, 1e-6},
		{"snr_published", want.SNR, relative(want.SNR)}, {"snr_published_std", want.SNRStd, relative(want.SNRStd)},
		{"fails", vectors.Number(want.Fails), 0}, {"no_snr_published", vectors.Number(want.NoSNR), 0},
	} {
		checkValue(t, c.metric, got[c.metric].Value, c.want, c.tolerance)
	}
}

func TestOracleQuackieAnalyze(t *testing.T) {
	for _, c := range readVector(t).Cases {
		for _, want := range c.Analyze {
			t.Run(fmt.Sprint(c.Name, "/", want.K), func(t *testing.T) { checkAnalyze(t, want, sample(t, c.Scores, c.Gts)) })
		}
	}
}

func TestOracleQuackieDataset(t *testing.T) {
	d := readVector(t).Dataset
	var all, first []*loaders.Example
	for i, scores := range d.Predictions {
		all = append(all, sample(t, scores, d.Gts[i]))
		first = append(first, sample(t, scores, d.Gts[i][:1]))
	}
	for _, want := range d.Analyze {
		t.Run(fmt.Sprint("k", want.K), func(t *testing.T) { checkAnalyze(t, want, all...) })
	}
	if d.Raw == nil {
		return
	}
	got := scoresOf(scoring.Defaults(), first...)
	checkValue(t, "snr", got["snr"].Value, d.Raw.SNR, relative(d.Raw.SNR))
	checkValue(t, "hpd", got["hpd"].Value, d.Raw.HPD, 1e-6)
	checkValue(t, "no_snr", got["no_snr"].Value, vectors.Number(d.Raw.NoSNR), 0)
}

func TestOracleQuackieRandomBaseline(t *testing.T) {
	for _, want := range readVector(t).RandomBaseline {
		t.Run(fmt.Sprint("n", want.Sentences), func(t *testing.T) {
			b := randomBaseline(want.Sentences, 1, 1)
			checkValue(t, "iou", scoring.Defined(b.IoU), want.IoU, 1e-12)
			checkValue(t, "hpd", scoring.Defined(b.HPD), want.HPD, 1e-12)
			checkValue(t, "hpd_published", scoring.Defined(b.HPDPublished), want.HPDPublished, 1e-12)
			checkValue(t, "snr_published", b.SNRPublished, want.SNRPublished, 1e-12)
		})
	}
}

func TestOracleQuackieTokenAggregation(t *testing.T) {
	for i, c := range readVector(t).TokenAggregation {
		for _, part := range c.Split { // the tokens of the sentences one after the other
			own := []int{}
			for _, x := range part {
				own = append(own, len(c.Scores))
				c.Scores = append(c.Scores, x)
			}
			c.Indices = append(c.Indices, own)
		}
		for _, maximum := range []bool{false, true} {
			want, of := c.Sum, loaders.Sum[float64]
			if maximum {
				want, of = c.Max, slices.Max[[]float64]
			}
			var tokens []float64
			for _, list := range c.Indices {
				var own []float64
				for _, at := range list {
					own = append(own, c.Scores[at])
				}
				one, _ := aggregateSpans(own, []loaders.Span{{End: len(own)}}, len(own), of)
				tokens = append(tokens, one[0])
			}
			ways := map[string][]float64{"tokens": tokens}
			if inSpans(c.Indices, len(c.Scores)) {
				ways["loaded"] = loaded(c.Scores, c.Indices, maximum)
			}
			for name, got := range ways {
				if len(got) != len(want) {
					t.Fatalf("%d %s: %v, want %v", i, name, got, want)
				}
				for k := range want {
					if !want[k].Near(got[k], 1e-6) {
						t.Errorf("%d %s: sentence %d has %v, want %v", i, name, k, got[k], want[k])
					}
				}
			}
		}
	}
}

// inSpans reports whether the sentences' tokens are n one after the other, none
// left out, as they are where sentences are spans.
func inSpans(indices [][]int, n int) bool {
	tokens := slices.Concat(indices...)
	for at, token := range tokens {
		if token != at {
			return false
		}
	}
	return len(indices) > 0 && len(tokens) == n
}

// loaded aggregates as for an example from a file: sentences are spans, and
// where there is a closing </s> it is not a token of the passage.
func loaded(scores []float64, indices [][]int, maximum bool) []float64 {
	p := &loaders.Passage{}
	at := 0
	for _, own := range indices {
		p.Sentences = append(p.Sentences, loaders.Span{Start: at, End: at + len(own)})
		at += len(own)
	}
	if last := &p.Sentences[len(p.Sentences)-1]; last.End-last.Start > 2 {
		last.End--
	}
	zero := 0
	e := Protocol.Prepare(&loaders.Example{
		Passage: p, Rationales: []loaders.Rationale{{Sentence: &zero}}, Attributions: []loaders.Attribution{{Over: "passage", Scores: scores}},
	}).(*evidence)
	s := scoring.Defaults()
	s.TokenMax = maximum
	return e.scoresUnder(&s)
}
