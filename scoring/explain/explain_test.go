package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/model"
)

func TestPartsAreOrderedByScore(t *testing.T) {
	check.EqualLists(t, "order", orderParts([]float64{-1, math.NaN(), 2, 0, 2}), []int{2, 4, 1, 3, 0})
}

// What a model is asked without some parts: of tokens, of text as it is typed, of sentences.
func TestMissingPartsAreCutOrReplaced(t *testing.T) {
	d := model.Declaration{Inputs: []string{"question", "context"}, Unknown: "?"}
	sources, err := SourcesOf(d.Inputs, "")
	check.NoError(t, err)
	tokens := &loaders.Example{Question: "Who  sat?", Passage: &loaders.Passage{Tokens: []string{"A", "cat", ".", "It", "sat", "."},
		Sentences: []loaders.Span{{Start: 0, End: 3}, {Start: 3, End: 6}}}}
	for _, c := range []struct {
		over, remove string
		texts        []string
		c            Coalition
		want         string
	}{
		{Words, Delete, nil, "10111101", "[  sat? A . It sat .]"},
		{Words, Unk, nil, "10111110", "[Who  ? A ? . It sat .]"},
		{Words, Delete, []string{"question"}, "01", "[  sat? A cat . It sat .]"},
		{Words, Delete, []string{"context"}, "000000", "[Who  sat? ]"},
		{Sentences, Delete, nil, "01", "[Who  sat? It sat .]"},
		{Sentences, Unk, nil, "10", "[Who  sat? A cat . ? ? ?]"},
	} {
		it, err := (&Options{Sources: sources, Over: c.over, Texts: c.texts}).cutParts(tokens, &d)
		check.NoError(t, err)
		check.Equal(t, c.remove, fmt.Sprint(it.withoutParts(c.c, c.remove)), c.want, c.over, c.c)
	}
	it, err := (&Options{Sources: sources, Over: Words}).cutParts(tokens, &d)
	if err != nil || strings.Join(it.tokens, " ") != "A cat . It sat . [SEP] Who sat?" {
		t.Errorf("tokens %q, %v", it.tokens, err)
	}
	check.EqualLists(t, "scores", it.layScores([]float64{1, 2, 3, 4, 5, 6, 7, 8}), []float64{1, 2, 3, 4, 5, 6, 0, 7, 8})
}

func TestSourcesComeFromPairsOrNames(t *testing.T) {
	for pairs, want := range map[string]string{"": "[passage question]", "premise=question,hypothesis=passage": "[question passage]",
		"premise=image": "", "text=question": ""} {
		got, err := SourcesOf([]string{"premise", "hypothesis"}, pairs)
		if (err != nil) != (want == "") || err == nil && fmt.Sprint(got) != want {
			t.Errorf("%q: %v, %v, want %s", pairs, got, err, want)
		}
	}
	_, err := SourcesOf([]string{"left"}, "")
	check.Fails(t, "an input whose name says nothing is taken for some text", err)
}

// blind is the demo's model without its gradients.
type blind struct{ model.Model }

func TestUnusableOptionsAreRejected(t *testing.T) {
	m := demo(t)
	for want, change := range map[string]func(o *Options) model.Model{
		"": func(*Options) model.Model { return m },
		"no gradients, which saliency, ig would need": func(o *Options) model.Model {
			o.Methods = []string{"occlusion", "saliency", "ig"}
			return blind{m}
		},
		"takes no vectors": func(o *Options) model.Model { o.Remove = Zero; return blind{m} },
		`"guess" is not an explainer`: func(o *Options) model.Model {
			o.Methods = []string{"guess"}
			return m
		},
		`"text" is not one of the model's inputs`: func(o *Options) model.Model { o.Texts = []string{"text"}; return m },
		"1 or more": func(o *Options) model.Model { o.Steps = 0; return m },
	} {
		o := Defaults()
		o.Methods = Explainers()
		if err := o.Check(change(&o)); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Every explainer, and an example that has no such target.
func TestExplanationsHaveAnswersAndAttributions(t *testing.T) {
	o := Defaults()
	o.Methods, o.Samples, o.Sources, o.Orders = Explainers(), 200, InputTexts{"passage", "question"}, 2
	ex := &loaders.Example{ID: "x", Tokens: []string{"A", "dog", "runs"}, Passage: &loaders.Passage{Tokens: []string{"A", "dog", "sleeps"}},
		Answer:       loaders.Answer{Predicted: "neutral", Gold: "contradiction"},
		Attributions: []loaders.Attribution{{Name: "of another model", Over: "tokens", Tokens: []string{"a"}}},
		Rationales:   []loaders.Rationale{{Name: "human", Over: "tokens", Scores: []float64{1}}}}
	out, failed, err := o.Explain(t.Context(), ex, &model.Asker{Model: demo(t)})
	if err != nil || failed != nil || len(out.Attributions) != len(o.Methods) || out.Meta["recorded"] != "neutral" || ex.Meta != nil {
		t.Fatalf("%d attributions, %v, %v, meta %v", len(out.Attributions), failed, err, out.Meta)
	}
	most := slices.MaxFunc(out.Answer.Classes, func(a, b loaders.Option) int { return cmp.Compare(a.Probability, b.Probability) })
	if most.Name != out.Answer.Predicted || most.Probability != *out.Answer.Probability {
		t.Errorf("the answer is %s, %v", out.Answer.Predicted, out.Answer.Classes)
	}
	for _, a := range out.Attributions {
		v := a.Interventions
		if len(a.Scores) != 7 || a.Scores[3] != 0 || v == nil || len(v.Deletion) != 7 || len(v.Random) != 2 || a.Class != out.Answer.Predicted ||
			a.Calls == 0 != (a.Name == "random") {
			t.Errorf("%s: %+v", a.Name, a)
		}
	}
	if r := out.Rationales[0]; !slices.Equal(r.Tokens, []string{"a"}) || ex.Rationales[0].Tokens != nil {
		t.Errorf("a rationale over the tokens %q", r.Tokens)
	}
	o.Target = "gold"
	ex.Answer.Gold = "yes"
	if out, failed, err = o.Explain(t.Context(), ex, &model.Asker{Model: demo(t)}); err != nil || len(failed) != 1 || out.Attributions != nil {
		t.Errorf("%v, %v, %d attributions of a label that does not exist", failed, err, len(out.Attributions))
	}
}

// faint is the demo's model without an answer to its second batch.
type faint struct {
	model.Model
	asked int
}

func (f *faint) Ask(ctx context.Context, batch []model.Input) ([][]float64, error) {
	if f.asked++; f.asked == 2 {
		return nil, errors.New("no answer")
	}
	return f.Model.Ask(ctx, batch)
}

// Random orders that are not answered cost themselves, and no curve of an attribution.
func TestFailingRandomOrdersAreReported(t *testing.T) {
	o := Defaults()
	o.Methods, o.Sources = []string{"occlusion"}, InputTexts{"passage", "question"}
	ex := &loaders.Example{Tokens: []string{"A", "dog"}, Passage: &loaders.Passage{Tokens: []string{"A", "cat"}}}
	out, failed, err := o.Explain(t.Context(), ex, &model.Asker{Model: &faint{Model: demo(t)}})
	if err != nil || len(failed) != 1 || len(out.Attributions) != 1 {
		t.Fatal(out.Attributions, failed, err)
	}
	if v := out.Attributions[0].Interventions; v == nil || len(v.Deletion) != 5 || v.Random != nil {
		t.Errorf("interventions %+v", v)
	}
}

// single is the demo's model, asked about one input or point at a time.
type single struct {
	model.Differentiable
	t *testing.T
}

func (s single) Declaration() *model.Declaration {
	d := *s.Differentiable.Declaration()
	d.MaxBatch = 1
	return &d
}

func (s single) At(ctx context.Context, batch []model.GradientPoint) ([][]float64, []model.Vectors, error) {
	if len(batch) > 1 {
		s.t.Errorf("%d points at once", len(batch))
	}
	return s.Differentiable.At(ctx, batch)
}

// No request has more points than the model takes, and the scores are the same.
func TestPointsAreAskedInBatches(t *testing.T) {
	o := Defaults()
	o.Methods, o.Sources, o.Remove = []string{"ig", "smoothgrad", "occlusion"}, InputTexts{"passage", "question"}, Zero
	ex := &loaders.Example{Tokens: []string{"A", "dog"}, Passage: &loaders.Passage{Tokens: []string{"A", "cat"}}}
	one, failed, err := o.Explain(t.Context(), ex, &model.Asker{Model: single{demo(t), t}})
	many, _, _ := o.Explain(t.Context(), ex, &model.Asker{Model: demo(t)})
	if err != nil || failed != nil || len(one.Attributions) != 3 {
		t.Fatal(one.Attributions, failed, err)
	}
	for i, a := range one.Attributions {
		check.NearLists(t, a.Name, a.Scores, many.Attributions[i].Scores, exact)
	}
}

// The smallest flip is held to all removals; beyond what can be proven, what was not
// needed is put back.
func TestSmallestFlip(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		n, tipped := 1+r.IntN(7), map[Coalition]float64{}
		ask := func(list []Coalition) ([][]float64, error) {
			return loaders.Map(list, func(c Coalition) []float64 {
				if _, known := tipped[c]; !known {
					tipped[c] = .4 * r.Float64()
					if c != allParts(n) && r.IntN(4) == 0 {
						tipped[c] += .6
					}
				}
				return []float64{1 - tipped[c], tipped[c]}
			}), nil
		}
		got, found, err := smallestFlip(n, ask)
		check.NoError(t, err)
		fewest := n + 1
		for s := range 1 << n {
			c := Coalition(fmt.Sprintf("%0*b", n, s))
			if p, _ := ask([]Coalition{c}); p[0][1] > .5 {
				fewest = min(fewest, n-c.countParts())
			}
		}
		if found != (fewest <= n) || found && n-got.countParts() != fewest {
			t.Errorf("%d parts: %q, %v; %d would do", n, got, found, fewest)
		}
	}
	// Beyond MostProven parts: part 0 matters most, but 3 and 7 together are enough.
	n := MostProven + 2
	greedy := func(list []Coalition) ([][]float64, error) {
		return loaders.Map(list, func(c Coalition) []float64 {
			x := .1
			for part, by := range map[int]float64{0: .2, 3: .15, 7: .15} {
				if c[part] == '0' {
					x += by
				}
			}
			if c[3] == '0' && c[7] == '0' {
				x += .3
			}
			return []float64{1 - x, x}
		}), nil
	}
	c, found, err := smallestFlip(n, greedy)
	if err != nil || !found || c != allParts(n).withParts('0', 3, 7) {
		t.Errorf("greedily %s, %v, %v", c, found, err)
	}
}
