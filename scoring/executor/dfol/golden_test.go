package dfol

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/nlvr"
	"faithscope/loaders/record"
)

// TestOracleGolden compares the oracle of scene graphs, GQA's and NLVR's structured
// representation, with the golden likelihoods of ../shared/data/dfol.
func TestOracleGolden(t *testing.T) {
	home := filepath.Join(shared, "data", "dfol")
	text, err := os.ReadFile(filepath.Join(home, "scenes.json"))
	if err != nil {
		t.Skip(err)
	}
	var scenes map[string]json.RawMessage
	check.NoError(t, json.Unmarshal(text, &scenes))
	text, err = os.ReadFile(filepath.Join(shared, "data", "nlvr1", "dev.json"))
	if err != nil {
		t.Skip(err)
	}
	statements := map[string][]byte{}
	for line := range bytes.Lines(text) {
		var s struct{ Identifier string }
		check.NoError(t, json.Unmarshal(line, &s))
		statements["dev-"+s.Identifier+"-0"] = line
	}
	c := concepts(t, []byte(`{"categories": {}, "object": "item"}`))
	want := readScenes(t, filepath.Join(home, "oracle-golden.jsonl.gz"))
	for id, want := range want {
		for form, decode := range map[string]func() (*loaders.Scene, error){
			"GQA":  func() (*loaders.Scene, error) { return gqa.DecodeScene(&record.Record{Bytes: scenes[id]}) },
			"NLVR": func() (*loaders.Scene, error) { return nlvr.DecodeScene(&record.Record{Bytes: statements[id]}) },
		} {
			graph, err := decode()
			if err != nil {
				t.Fatalf("%s of %s: %v", id, form, err)
			}
			got := Golden(id, graph, c, LikelihoodNoise{})
			if got.Len() != want.Len() {
				t.Fatalf("%s of %s: %d objects, want %d", id, form, got.Len(), want.Len())
			}
			for i, b := range want.Boxes {
				check.Equal(t, "object", got.Boxes[i], b, id, form, i)
			}
			for name := range want.attributes {
				a, _ := got.askLikelihood(literal{name: name}, ofAttribute)
				b, _ := want.askLikelihood(literal{name: name}, ofAttribute)
				for i := range b {
					if a[i] != b[i] {
						t.Errorf("%s of %s: %s of object %d is %v, want %v", id, form, name, i, math.Exp(a[i]), math.Exp(b[i]))
					}
				}
			}
			for name := range want.relations {
				a, _ := got.askLikelihood(literal{name: name}, ofRelation)
				b, _ := want.askLikelihood(literal{name: name}, ofRelation)
				for i := range b {
					if a[i] != b[i] && i/got.n != i%got.n {
						t.Errorf("%s of %s: %s at %d is %v, want %v", id, form, name, i, a[i], b[i])
					}
				}
			}
		}
	}
}

// graph returns a picture of a table with two chairs.
func graph() *loaders.Scene {
	return &loaders.Scene{
		Objects: []loaders.Object{{Name: "chair", Attributes: []string{"Red"}}, {Name: "chair"},
			{Name: "table", Attributes: []string{"wooden"}}},
		Relations: []loaders.Relation{{Name: "near", Subject: 0, Object: 2}},
	}
}

func TestGoldenKnowsClasses(t *testing.T) {
	c := concepts(t, []byte(`{"attributes": {"color": ["red", "blue"]}, "classes": {"furniture": ["chair", "table"]}, "object": "thing"}`))
	s := Golden("x", graph(), c, LikelihoodNoise{})
	for text, want := range map[string]float64{
		"exist(filter[red](select[furniture]))": 1, "exist(filter[blue](select[furniture]))": 0,
		"exist(filter[red](relate[chairs,near,s](select[table])))": 1, "exist(relate[chair,near,o](select[table]))": 0,
		"forall(select[thing])": 1, "exist(select[unicorn])": 0, "exist(relate[thing,eating,s](select[table]))": 0,
	} {
		l, err := NewRunner(Settings{}).Likelihood(compiled(t, parsed(t, text), c), s)
		check.NoError(t, err)
		check.Near(t, text, l[0], want, 1e-12)
	}
	o, err := NewRunner(Settings{}).Run(compiled(t, parsed(t, "query[name](relate[furniture,near,s](select[table]))"), c), s, nil)
	if err != nil || o.Answer != "chair" {
		t.Errorf("what is near the table: %v, %v", o, err)
	}
}

func TestNoiseHasItsMean(t *testing.T) {
	wide := &loaders.Scene{}
	for range 4000 {
		wide.Objects = append(wide.Objects, loaders.Object{Name: "a"})
	}
	likelihoods := func(picture, name string, n LikelihoodNoise) []float64 {
		l, err := Golden(picture, wide, nil, n).askLikelihood(literal{name: name}, ofAttribute)
		check.NoError(t, err)
		return exps(l)
	}
	mean := func(p []float64) (m float64) {
		for _, x := range p {
			m += x
		}
		return m / float64(len(p))
	}
	for _, noise := range []float64{0.05, 0.1, 0.3, 0.5} {
		n := LikelihoodNoise{Mean: noise, Seed: 1}
		if held, not := mean(likelihoods("x", "a", n)), mean(likelihoods("x", "b", n)); math.Abs(1-held-noise) > 0.02 ||
			math.Abs(not-noise) > 0.02 {
			t.Errorf("noise %v: what is true has %v, what is false %v", noise, held, not)
		}
	}
	n := LikelihoodNoise{Mean: 0.2, Seed: 1}
	first := likelihoods("x", "a", n)
	check.Equal(t, "the same seed draws other noise", mean(likelihoods("x", "a", n)), mean(first))
	for what, other := range map[string][]float64{
		"seed": likelihoods("x", "a", LikelihoodNoise{Mean: 0.2, Seed: 2}), "picture": likelihoods("y", "a", n),
	} {
		if mean(other) == mean(first) {
			t.Errorf("another %s draws the same noise", what)
		}
	}
}
