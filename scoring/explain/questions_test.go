package explain

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/model"
	"faithscope/scoring/model/span"
)

// questionsReference is testdata/questions.json.
type questionsReference struct {
	Question         string
	Sentences, Words []string
	Saliency         []float64 `json:"saliency_l1"`
	Shapley          []float64
	IG               []float64
	LIME             struct {
		Masks            []Coalition
		Outputs, Weights []float64
	}
	SHAP struct {
		Masks                 []Coalition
		Weights, Outputs, Phi []float64
		None, All             float64
	}
	Expected struct {
		Samples int
		Mean    []float64
	} `json:"lime_expected"`
}

func readQuestions(t *testing.T) (r questionsReference, ex *loaders.Example) {
	t.Helper()
	text, err := os.ReadFile("testdata/questions.json")
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	check.NoError(t, err)
	p := &loaders.Passage{}
	for _, s := range r.Sentences {
		start := len(p.Tokens)
		p.Tokens = append(p.Tokens, span.CutWords(s)...)
		p.Sentences = append(p.Sentences, loaders.Span{Start: start, End: len(p.Tokens)})
	}
	if !slices.Equal(p.Tokens, r.Words) {
		t.Fatalf("words %q, want %q", p.Tokens, r.Words)
	}
	return r, &loaders.Example{ID: "q", Question: r.Question, Tokens: span.CutWords(r.Question), Passage: p}
}

// questionsOver returns the built-in model of questions about sentences or words of the passage.
func questionsOver(t *testing.T, ex *loaders.Example, over string) *explainedExample {
	t.Helper()
	m := model.Questions()
	o := Defaults()
	o.Over, o.Sources, o.Texts, o.Target = over, InputTexts{loaders.OverQuestion, loaders.OverPassage}, []string{"context"}, "answerable"
	s, err := o.askWhole(t.Context(), ex, &model.Asker{Model: m, Cache: model.NewCache()}, &loaders.Answer{})
	check.NoError(t, err)
	return s
}

// LIME and SHAP on the reference's masks, and gradients.
func TestQuestionsEqualTheReference(t *testing.T) {
	r, ex := readQuestions(t)
	s := questionsOver(t, ex, Sentences)
	g := s.gameOf(s.ask)
	y, err := g.valuesOf(r.LIME.Masks)
	check.NoError(t, err)
	check.NearLists(t, "outputs on LIME's masks", y, r.LIME.Outputs, exact)
	fitted := weightedCoalitions{n: g.n}
	for _, c := range r.LIME.Masks {
		fitted.addRow(c, limeKernel(c))
	}
	check.NearLists(t, "LIME", fitted.fitRidge(y, chosen, chooseHeaviest).weights, r.LIME.Weights, exact)
	if y, err = g.valuesOf(append([]Coalition{noParts(g.n), allParts(g.n)}, r.SHAP.Masks...)); err != nil {
		t.Fatal(err)
	}
	check.NearLists(t, "outputs on SHAP's masks", y, append([]float64{r.SHAP.None, r.SHAP.All}, r.SHAP.Outputs...), exact)
	shap := weightedCoalitions{n: g.n, rows: r.SHAP.Masks, weights: r.SHAP.Weights}
	check.NearLists(t, "SHAP", shap.shapleyValues(y, chosen), r.SHAP.Phi, 1e-7)
	words := questionsOver(t, ex, Words)
	for name, want := range map[string][]float64{"saliency-l1": r.Saliency, "ig": r.IG} {
		got, err := new(Options).findExplainer(name).scores(words)
		check.NoError(t, err)
		check.NearLists(t, name, got, want, 1e-8)
	}
}

// What the reference expects of LIME, and the Shapley values, lie within ten repeats on own masks.
func TestQuestionsSampledAgreeWithTheReference(t *testing.T) {
	r, ex := readQuestions(t)
	s := questionsOver(t, ex, Sentences)
	for name, want := range map[string][]float64{"lime": r.Expected.Mean, "kernelshap": r.Shapley} {
		s.o.Samples, s.o.Bounded = r.Expected.Samples, true
		if name == "kernelshap" {
			s.o.Samples = 30 // of 62, so that some are drawn
		}
		least, most := slices.Clone(want), slices.Clone(want)
		for repeat := range uint64(10) {
			s.rand = rand.New(rand.NewPCG(repeat, 1))
			got, err := new(Options).findExplainer(name).scores(s)
			check.NoError(t, err)
			for i, x := range got {
				if repeat == 0 {
					least[i], most[i] = x, x
				}
				least[i], most[i] = min(least[i], x), max(most[i], x)
			}
		}
		for i, x := range want {
			if x < least[i] || x > most[i] {
				t.Errorf("%s: the reference's %g for sentence %d is outside %g to %g", name, x, i, least[i], most[i])
			}
		}
	}
}
