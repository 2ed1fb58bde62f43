package alignment

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/stats"
	"faithscope/scoring/vectors"
)

// vector is alignment.json.
type vector struct {
	StopWords []string `json:"nltk_stopwords_english"`
	Examples  []struct {
		Partner    int `json:"random_pair_index"`
		Tokenisers map[string]vectorRow
	}
	Clip      *float64                       `json:"clip_r"`
	Dataset   map[string]map[string]contrast `json:"dataset_expected"`
	EdgeCases []struct {
		Name               string
		Importance, Oracle []float64
		R, C               vectors.Number
	} `json:"edge_cases"`
	PairedTests []map[string]json.RawMessage `json:"paired_tests"`
	StopChecks  []struct {
		Token string
		Stop  bool `json:"is_stop_after_lower"`
	} `json:"stopword_checks"`
}

// vectorRow is an example under one tokeniser.
type vectorRow struct {
	Tokens            []string
	ExplanationTokens []string `json:"explanation_tokens"`
	IG                []float64
	Hard              []float64 `json:"hard_oracle"`
	HardRandom        []float64 `json:"hard_oracle_random"`
	HardDropped       []float64 `json:"hard_oracle_drop_punct"`
	R                 vectors.Number
	C                 vectors.Number
	RRandom           *vectors.Number `json:"r_random"`
	CRandom           *vectors.Number `json:"C_random"`
	RDropped          *vectors.Number `json:"r_drop_punct"`
	CDropped          *vectors.Number `json:"C_drop_punct"`
	CRandomDropped    *vectors.Number `json:"C_random_drop_punct"`
}

// contrast is C against C_R over a data set.
type contrast struct {
	Used    int            `json:"n_used"`
	Dropped int            `json:"n_dropped"`
	Mean    vectors.Number `json:"mean_diff"`
	DeltaA  vectors.Number `json:"delta_A"`
	T       vectors.Number
	P       vectors.Number `json:"p_two_sided"`
	Greater vectors.Number `json:"p_greater"`
}

// eachVector runs a test on the vector of our own making, and on the one that may not be
// shipped, if it is available: in the folder that the environment names, or else in
// ../shared.
func eachVector(t *testing.T, test func(t *testing.T, v vector)) {
	t.Helper()
	run := func(t *testing.T, folder string) {
		var v vector
		vectors.ReadFile(t, filepath.Join(folder, "alignment.json"), &v)
		if len(v.Examples) == 0 || len(v.Dataset) == 0 {
			t.Fatal("the vector has no examples or no data set")
		}
		test(t, v)
	}
	other := os.Getenv(vectors.Variable)
	if other == "" {
		other = filepath.Join("..", "..", "..", "..", "shared", "oracle")
	}
	t.Run("made", func(t *testing.T) { run(t, "testdata") })
	t.Run("anli", func(t *testing.T) {
		if _, err := os.Stat(filepath.Join(other, "alignment.json")); errors.Is(err, fs.ErrNotExist) {
			t.Skip("no vector beside our own: ", err)
		}
		run(t, other)
	})
}

// checkValue compares a value with a number, which is not finite where there is no
// value.
func checkValue(t *testing.T, what string, got scoring.Value, want vectors.Number) {
	t.Helper()
	x, ok := got.Float()
	switch {
	case ok != want.Finite():
		t.Errorf("%s: %v (%s), want %v", what, x, got.Why(), want)
	case ok && !(math.Abs(x-float64(want)) <= 1e-9):
		t.Errorf("%s: %v, want %v", what, x, want)
	case !ok && got.Why() == "":
		t.Errorf("%s: undefined without a reason", what)
	}
}

// example returns a row as a loader would deliver it.
func (r *vectorRow) example(id int) *loaders.Example {
	return &loaders.Example{
		ID: strconv.Itoa(id), Explanation: "given as tokens", ExplanationTokens: r.ExplanationTokens,
		Attributions: []loaders.Attribution{{Name: "ig", Over: "tokens", Tokens: r.Tokens, Scores: r.IG, Signed: true}},
	}
}

func TestOracleAlignmentExamples(t *testing.T) {
	eachVector(t, func(t *testing.T, v vector) {
		for i, ex := range v.Examples {
			for name, row := range ex.Tokenisers {
				other := v.Examples[ex.Partner].Tokenisers[name].ExplanationTokens
				row.check(t, strconv.Itoa(i)+" "+name+": ", i, other)
			}
		}
	})
}

// check compares the oracles of an example, its own and that of another one's
// explanation, and what comes of them, as far as the vector has it.
func (r *vectorRow) check(t *testing.T, at string, id int, other []string) {
	t.Helper()
	e := Protocol.Prepare(r.example(id)).(*evidence)
	for _, o := range []struct {
		what        string
		explanation []string
		drop        bool
		oracle      []float64
		r, c        *vectors.Number
	}{
		{"own", r.ExplanationTokens, false, r.Hard, &r.R, &r.C},
		{"random", other, false, r.HardRandom, r.RRandom, r.CRandom},
		{"own without punctuation", r.ExplanationTokens, true, r.HardDropped, r.RDropped, r.CDropped},
		{"random without punctuation", other, true, nil, nil, r.CRandomDropped},
	} {
		if got := hardOracle(r.Tokens, o.explanation, o.drop); o.oracle != nil && !slices.Equal(got, o.oracle) {
			t.Errorf("%s%s: oracle %v, want %v", at, o.what, got, o.oracle)
		}
		x := e.correlateHard(wordsOf(o.explanation), o.drop)
		if o.r != nil {
			checkValue(t, at+o.what+" r", x.R, *o.r)
		}
		if o.c != nil {
			checkValue(t, at+o.what+" C", x.valueUnder(scoring.Omit), *o.c)
		}
	}
	checkValue(t, at+"evidence", e.Hard[0].R, r.R)
	if r.RDropped != nil {
		checkValue(t, at+"evidence without punctuation", e.Hard[1].R, *r.RDropped)
	}
}

func TestOracleAlignmentDataset(t *testing.T) {
	eachVector(t, func(t *testing.T, v vector) {
		if v.Clip != nil && *v.Clip != clip {
			t.Fatalf("the vector clips r to %v, we to %v", *v.Clip, clip)
		}
		for name, byPolicy := range v.Dataset {
			for key, want := range byPolicy {
				t.Run(name+"/"+key, func(t *testing.T) {
					s := scoring.Defaults()
					policy, dropped := strings.CutPrefix(key, "drop_punct_")
					s.DropPunctuation = dropped
					switch policy {
					case "omit_nonfinite":
					case "nan_as_zero_clip_r":
						s.NonFinite = scoring.Zero
					default:
						t.Fatalf("the vector has a policy that we do not: %q", key)
					}
					checkDataset(t, v, name, s, want)
				})
			}
		}
	})
}

// checkDataset scores all examples with the vector's partners in place of
// drawn ones.
func checkDataset(t *testing.T, v vector, tokeniser string, s scoring.Settings, want contrast) {
	t.Helper()
	a := Protocol.Aggregate(s).(*aggregate)
	for i := range v.Examples {
		row := v.Examples[i].Tokenisers[tokeniser]
		a.Add(Protocol.Prepare(row.example(i)))
	}
	a.partner = map[string]*evidence{}
	for i, e := range a.list {
		a.partner[e.Key] = a.list[v.Examples[i].Partner]
	}
	got := map[string]scoring.Score{}
	for _, score := range a.Scores() {
		got[score.Metric+" "+score.Of] = score
	}
	for metric, x := range map[string]vectors.Number{"delta_a": want.DeltaA, "t": want.T, "p": want.P, "p_greater": want.Greater,
		"dropped": vectors.Number(want.Dropped)} {
		checkValue(t, metric, got[metric+" overall"].Value, x)
	}
	check.Equal(t, "pairs", got["delta_a overall"].Count, want.Used)
}

func TestOracleAlignmentPairedTests(t *testing.T) {
	eachVector(t, func(t *testing.T, v vector) {
		for _, test := range v.PairedTests {
			c, random := vectors.Decode[[]vectors.Number](t, test["C"]), vectors.Decode[[]vectors.Number](t, test["C_random"])
			for key, raw := range test {
				var a, b []scoring.Value
				switch key {
				case "omit_nonfinite":
					a, b = values(c, scoring.Omit), values(random, scoring.Omit)
				case "nan_as_zero_clip_r":
					a, b = values(c, scoring.Zero), values(random, scoring.Zero)
				default:
					continue // C, C_random, and readings that we do not offer
				}
				want, got := vectors.Decode[contrast](t, raw), compareWithRandom(a, b)
				if got.Used != want.Used || got.Dropped != want.Dropped {
					t.Errorf("%s: %+v, want %+v", key, got, want)
				}
				checkValue(t, key+" mean", got.Test.Mean, want.Mean)
				checkValue(t, key+" ΔA", got.DeltaA, want.DeltaA)
				checkValue(t, key+" t", got.Test.T, want.T)
				checkValue(t, key+" p", got.Test.P, want.P)
				checkValue(t, key+" p_greater", got.Test.Greater, want.Greater)
			}
		}
	})
}

// values takes given Cs through a policy, by the r that they come from.
func values(cs []vectors.Number, policy scoring.MissingNumberPolicy) []scoring.Value {
	var out []scoring.Value
	for _, c := range cs {
		out = append(out, C(scoring.Defined(math.Tanh(float64(c))), policy))
	}
	return out
}

func TestOracleAlignmentEdgeCases(t *testing.T) {
	eachVector(t, func(t *testing.T, v vector) {
		for _, c := range v.EdgeCases {
			importance := magnitudes(c.Importance, nil)
			r := stats.Pearson(importance, c.Oracle)
			checkValue(t, c.Name+" r", r, c.R)
			checkValue(t, c.Name+" C", C(r, scoring.Omit), c.C)
		}
	})
}

func TestOracleAlignmentStopWords(t *testing.T) {
	eachVector(t, func(t *testing.T, v vector) {
		for _, c := range v.StopChecks {
			check.Equal(t, c.Token+": stop word", stopWords()[strings.ToLower(c.Token)], c.Stop)
		}
		if v.StopWords != nil && len(v.StopWords) != len(stopWords()) {
			t.Errorf("%d stop words, want %d", len(stopWords()), len(v.StopWords))
		}
		for _, word := range v.StopWords {
			if !stopWords()[word] {
				t.Errorf("%q is not a stop word", word)
			}
		}
	})
}
