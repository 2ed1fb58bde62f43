package explain

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/model"
	"faithscope/scoring/protocols/sentences"
)

// puzzle returns a question about a passage of three sentences, of which the second is gold.
func puzzle() *loaders.Example {
	words := strings.Fields("A man sleeps on a bench . A brown dog runs . The sun shines")
	gold := 1
	return &loaders.Example{
		ID: "p", Tokens: []string{"A", "dog", "is", "running"},
		Passage:    &loaders.Passage{Tokens: words, Sentences: []loaders.Span{{Start: 0, End: 7}, {Start: 7, End: 12}, {Start: 12, End: 15}}},
		Answer:     loaders.Answer{Gold: "the dog"},
		Rationales: []loaders.Rationale{{Name: "gold", Over: "sentences", Sentence: &gold}},
	}
}

func TestQuackieScoresSentences(t *testing.T) {
	m := demo(t)
	o := Defaults()
	o.Preset, o.Sources = Quackie, InputTexts{"passage", "question"}
	_, err := o.UsePreset(m)
	check.Error(t, "error", err, "--target")
	ex := puzzle()
	whole, err := m.Ask(t.Context(), []model.Input{{{Tokens: ex.Passage.Tokens}, {Tokens: ex.Tokens}}})
	check.NoError(t, err)
	d := m.Declaration()
	predicted := slices.Index(whole[0], slices.Max(whole[0]))
	o.Target = d.Labels[predicted]
	missing, err := o.UsePreset(m)
	if err != nil || missing != nil || o.Check(m) != nil {
		t.Fatal(missing, err, o.Check(m))
	}
	a := &model.Asker{Model: m}
	out, failed, err := o.Explain(t.Context(), ex, a)
	if err != nil || failed != nil {
		t.Fatal(failed, err)
	}
	if len(out.Attributions) != 15 || out.Answer.Correct != loaders.Right || out.Meta["correct answer"] != "the dog" {
		t.Errorf("%d attributions, %+v, %v", len(out.Attributions), out.Answer, out.Meta)
	}
	// What the gold sentence is worth, asked directly.
	passage := ex.Passage.Tokens
	p, err := m.Ask(t.Context(), []model.Input{
		{{Tokens: slices.Concat(passage[:7], passage[12:])}, {Tokens: ex.Tokens}}, {{Tokens: passage[7:12]}, {Tokens: ex.Tokens}}})
	check.NoError(t, err)
	for name, want := range map[string]float64{"p_full": whole[0][predicted], "p_without_rationale": p[0][predicted],
		"p_only_rationale": p[1][predicted]} {
		check.Near(t, name, out.Answer.Scores[name], want, exact)
	}
	check.Near(t, "the probability of answerable", out.Answer.Scores[sentences.Answerable], whole[0][predicted], exact)
	// Saliency of sentences is that of their words, by sum and by maximum.
	over := Defaults()
	over.Sources, over.Texts, over.Methods, over.Target = o.Sources, []string{d.Inputs[0]}, []string{"saliency-l1"}, o.Target
	words, failed, err := over.Explain(t.Context(), ex, a)
	if err != nil || failed != nil {
		t.Fatal(failed, err)
	}
	of := func(name string) loaders.Attribution {
		return out.Attributions[slices.IndexFunc(out.Attributions, func(a loaders.Attribution) bool { return a.Name == name })]
	}
	var sums, largest []float64
	for _, s := range ex.Passage.Sentences {
		scores := words.Attributions[0].Scores[s.Start:s.End]
		sums, largest = append(sums, loaders.Sum(scores)), append(largest, slices.Max(scores))
	}
	check.NearLists(t, "Saliency, sum", of("Saliency, sum").Scores, sums, exact)
	check.NearLists(t, "Saliency, max", of("Saliency, max").Scores, largest, exact)
	for _, a := range out.Attributions {
		n := map[bool]int{true: 10, false: 100}[strings.Contains(a.Name, ", 10 ")]
		if sampled := strings.HasPrefix(a.Name, "LIME") || strings.HasPrefix(a.Name, "SHAP"); sampled && (a.Calls > n+2 || a.Calls < n/2) {
			t.Errorf("%s asked %d times", a.Name, a.Calls)
		}
		if a.Class != o.Target || a.Over != "sentences" || len(a.Interventions.Order) != 3 || len(a.Interventions.Random) != 20 {
			t.Errorf("%s explains %s over %s, with the order %v", a.Name, a.Class, a.Over, a.Interventions.Order)
		}
	}
	ranks := slices.Sorted(slices.Values(of("Random").Scores))
	check.NearLists(t, "Random", ranks, []float64{0, 1, 2}, 0)
	// Only true positives are explained.
	ex.Rationales = nil
	if out, _, err = o.Explain(t.Context(), ex, a); err != nil || out.Attributions != nil || out.Answer.Correct != loaders.Wrong {
		t.Errorf("without a gold sentence: %+v, %d attributions, %v", out.Answer, len(out.Attributions), err)
	}
}
