package alignment

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

// number is a JSON number, or a string for one that is not finite.
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	if len(b) > 1 && b[0] == '"' {
		b = b[1 : len(b)-1]
	}
	x, err := strconv.ParseFloat(string(b), 64)
	*n = number(x)
	return err
}

// vector is alignment.json.
type vector struct {
	StopWords []string `json:"nltk_stopwords_english"`
	Examples  []struct {
		Partner    int `json:"random_pair_index"`
		Tokenisers map[string]vectorRow
	}
	Dataset   map[string]map[string]contrast `json:"dataset_expected"`
	EdgeCases []struct {
		Name               string
		Importance, Oracle []float64
		R, C               number
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
	R                 number
	C                 number
	RRandom           number `json:"r_random"`
	CRandom           number `json:"C_random"`
	RDropped          number `json:"r_drop_punct"`
	CDropped          number `json:"C_drop_punct"`
	CRandomDropped    number `json:"C_random_drop_punct"`
}

// contrast is C against C_R over a data set.
type contrast struct {
	Used    int    `json:"n_used"`
	Dropped int    `json:"n_dropped"`
	Mean    number `json:"mean_diff"`
	DeltaA  number `json:"delta_A"`
	T       number
	DF      int
	P       number `json:"p_two_sided"`
	Greater number `json:"p_greater"`
}

// vectors runs a test on the vector of our own making and on the one that
// may not be shipped, where it is at hand.
func vectors(t *testing.T, test func(t *testing.T, v vector)) {
	t.Helper()
	other := os.Getenv("FAITHSCOPE_ORACLE")
	if other == "" {
		other = filepath.Join("..", "..", "..", "shared", "oracle")
	}
	for name, dir := range map[string]string{"made": "testdata", "anli": other} {
		t.Run(name, func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join(dir, "alignment.json"))
			if err != nil && name == "anli" {
				t.Skip("FAITHSCOPE_ORACLE names no folder with alignment.json, which may not be shipped: ", err)
			}
			if err != nil {
				t.Fatal(err)
			}
			var v vector
			if err := json.Unmarshal(b, &v); err != nil {
				t.Fatal(err)
			}
			if len(v.Examples) == 0 || len(v.Dataset) == 0 {
				t.Fatal("the vector has no examples or no data set")
			}
			test(t, v)
		})
	}
}

// check compares a value with a number, which is not finite where there is no
// value.
func check(t *testing.T, what string, got scoring.Value, want number) {
	t.Helper()
	x, ok := got.Float()
	finite := !math.IsNaN(float64(want)) && !math.IsInf(float64(want), 0)
	switch {
	case ok != finite:
		t.Errorf("%s: %v (%s), want %v", what, x, got.Why(), want)
	case ok && !(math.Abs(x-float64(want)) <= 1e-9):
		t.Errorf("%s: %v, want %v", what, x, want)
	case !ok && got.Why() == "":
		t.Errorf("%s: undefined without a reason", what)
	}
}

// example is a row as a loader would deliver it.
func (r *vectorRow) example(id int) *loaders.Example {
	return &loaders.Example{
		ID: strconv.Itoa(id), Explanation: "given as tokens", ExplanationTokens: r.ExplanationTokens,
		Attributions: []loaders.Attribution{{Name: "ig", Over: "tokens", Tokens: r.Tokens, Scores: r.IG, Signed: true}},
	}
}

func TestOracleAlignmentExamples(t *testing.T) {
	vectors(t, func(t *testing.T, v vector) {
		for i, ex := range v.Examples {
			for name, row := range ex.Tokenisers {
				other := v.Examples[ex.Partner].Tokenisers[name].ExplanationTokens
				e := Protocol.Prepare(row.example(i)).(*evidence)
				at := strconv.Itoa(i) + " " + name + ": "
				for _, o := range []struct {
					what        string
					explanation []string
					drop        bool
					oracle      []float64
					r, c        number
				}{
					{"own", row.ExplanationTokens, false, row.Hard, row.R, row.C},
					{"random", other, false, row.HardRandom, row.RRandom, row.CRandom},
					{"own without punctuation", row.ExplanationTokens, true, row.HardDropped, row.RDropped, row.CDropped},
					{"random without punctuation", other, true, nil, 0, row.CRandomDropped},
				} {
					if got := HardOracle(row.Tokens, o.explanation, o.drop); o.oracle != nil && !slices.Equal(got, o.oracle) {
						t.Errorf("%s%s: oracle %v, want %v", at, o.what, got, o.oracle)
					}
					x := e.against(wordsOf(o.explanation), o.drop)
					if o.oracle != nil {
						check(t, at+o.what+" r", x.r, o.r)
					}
					check(t, at+o.what+" C", x.c(scoring.Omit), o.c)
				}
				check(t, at+"evidence", e.hard[0].r, row.R)
				check(t, at+"evidence without punctuation", e.hard[1].r, row.RDropped)
			}
		}
	})
}

func TestOracleAlignmentDataset(t *testing.T) {
	vectors(t, func(t *testing.T, v vector) {
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
	a.partner = map[string]words{}
	for i, e := range a.list {
		a.partner[e.key] = a.list[v.Examples[i].Partner].words
	}
	got := map[string]scoring.Score{}
	for _, score := range a.Scores() {
		got[score.Metric+" "+score.Of] = score
	}
	for metric, x := range map[string]number{"delta_a": want.DeltaA, "t": want.T, "p": want.P, "p_greater": want.Greater, "dropped": number(want.Dropped)} {
		check(t, metric, got[metric+" overall"].Value, x)
	}
	if n := got["delta_a overall"].Count; n != want.Used {
		t.Errorf("%d pairs, want %d", n, want.Used)
	}
}

func TestOracleAlignmentPairedTests(t *testing.T) {
	vectors(t, func(t *testing.T, v vector) {
		for _, test := range v.PairedTests {
			c, random := decode[[]number](t, test["C"]), decode[[]number](t, test["C_random"])
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
				want, got := decode[contrast](t, raw), Compare(a, b)
				if got.Used != want.Used || got.Dropped != want.Dropped || got.Test.DF != want.DF {
					t.Errorf("%s: %+v, want %+v", key, got, want)
				}
				check(t, key+" mean", got.Test.Mean, want.Mean)
				check(t, key+" ΔA", got.DeltaA, want.DeltaA)
				check(t, key+" t", got.Test.T, want.T)
				check(t, key+" p", got.Test.P, want.P)
				check(t, key+" p_greater", got.Test.Greater, want.Greater)
			}
		}
	})
}

func decode[T any](t *testing.T, raw json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// values takes given Cs through a policy, by the r that they come from.
func values(cs []number, policy scoring.NonFinite) []scoring.Value {
	var out []scoring.Value
	for _, c := range cs {
		out = append(out, C(scoring.Defined(math.Tanh(float64(c))), policy))
	}
	return out
}

func TestOracleAlignmentEdgeCases(t *testing.T) {
	vectors(t, func(t *testing.T, v vector) {
		for _, c := range v.EdgeCases {
			importance := magnitudes(c.Importance, nil)
			r := Pearson(importance, c.Oracle)
			check(t, c.Name+" r", r, c.R)
			check(t, c.Name+" C", C(r, scoring.Omit), c.C)
		}
	})
}

func TestOracleAlignmentStopWords(t *testing.T) {
	vectors(t, func(t *testing.T, v vector) {
		for _, c := range v.StopChecks {
			if got := IsStopWord(c.Token); got != c.Stop {
				t.Errorf("%q: stop word %v, want %v", c.Token, got, c.Stop)
			}
		}
		if len(v.StopWords) != len(stopWords()) {
			t.Errorf("%d stop words, want %d", len(stopWords()), len(v.StopWords))
		}
		for _, word := range v.StopWords {
			if !IsStopWord(word) {
				t.Errorf("%q is no stop word", word)
			}
		}
	})
}
