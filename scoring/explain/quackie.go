package explain

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"faithscope/loaders"
	"faithscope/scoring/model"
	"faithscope/scoring/protocols/sentences"
)

// Quackie is QUACKIE's preset (Rychener et al. 2020), by the names of its tables.
//
// Explained is the probability that the question can be answered, for true positives. Sentences
// have the sum or maximum of their words' scores, 0 for words not chosen. LIME and SHAP are over
// different words, with 10 and 100 samples and a LASSO that chooses ten; Saliency is the gradient's
// size, summed over dimensions, like captum's, SmoothGrad the mean of five under noise, Integrated
// Gradients have 50 points, Random is a permutation.
//
// The authors' code differs: Its LIME has the package's own choice of words. Its SHAP has
// lower-cased words, but looks capitalised ones up unchanged, so that these have 0. captum's noise
// has a standard deviation of 1, whatever the vectors' range.
const Quackie = "quackie"

var interpreters = []explainer{
	{name: "LIME, %s, 10 samples", scores: scoreByLIME(10, lassoPath, byWord)},
	{name: "LIME, %s, 100 samples", scores: scoreByLIME(100, lassoPath, byWord)},
	{name: "SHAP, %s, 10 samples", scores: scoreBySHAP(10, chosen, byWord)},
	{name: "SHAP, %s, 100 samples", scores: scoreBySHAP(100, chosen, byWord)},
	{name: "Saliency, %s", gradients: true, unsigned: true, scores: saliencyBy(byL1)},
	{name: "Integrated Gradients, %s, 50 samples", gradients: true, scores: integratedGradients},
	{name: "SmoothGrad, %s, 5 samples", gradients: true, unsigned: true, scores: smoothGrad(withoutSigns)},
}

var quackie = func() (all []explainer) {
	for _, e := range interpreters {
		all = append(all, e.bySentences("sum", loaders.Sum), e.bySentences("max", slices.Max[[]float64]))
	}
	random := func(s *explainedExample) ([]float64, error) {
		return loaders.Map(s.rand.Perm(len(s.it.parts)), func(rank int) float64 { return float64(rank) }), nil
	}
	return append(all, explainer{name: "Random", unsigned: true, sentences: true, scores: random})
}()

func (e *explainer) bySentences(aggregateName string, aggregateScores func([]float64) float64) explainer {
	return explainer{name: fmt.Sprintf(e.name, aggregateName), gradients: e.gradients, unsigned: e.unsigned, sentences: true,
		scores: func(s *explainedExample) ([]float64, error) {
			w, err := e.scoreWords(s)
			if err != nil {
				return nil, err
			}
			return loaders.Map(s.it.parts, func(sentence inputPart) float64 {
				var own []float64
				for i, word := range w.it.parts {
					if sentence.start <= word.start && word.start < sentence.end {
						own = append(own, scoreOrZero(w.scores[i]))
					}
				}
				if own == nil {
					return 0
				}
				return aggregateScores(own)
			}), nil
		}}
}

func (e *explainer) scoreWords(s *explainedExample) (w *wordScores, err error) {
	if w = s.words[e.name]; w != nil {
		s.calls, s.spent = w.calls, w.took
		return w, nil
	}
	begun, d := time.Now(), s.m.Declaration()
	w = &wordScores{}
	passage := d.Inputs[slices.Index(s.o.Sources, loaders.OverPassage)]
	overWords := *s.o
	overWords.Over, overWords.Texts = Words, []string{passage}
	if w.it, err = overWords.cutParts(s.ex, d); err != nil {
		return nil, err
	}
	own := *s
	own.o, own.it, own.rand = &overWords, w.it, s.o.randomSource(s.ex.ID, e.name)
	if w.scores, err = e.scores(&own); err != nil {
		return nil, err
	}
	w.calls, w.took, s.calls = own.calls, time.Since(begun), own.calls
	s.words[e.name] = w
	return w, nil
}

// UsePreset sets the preset's options, its methods first. missing names methods that lack
// gradients. It is an error if the label for an answerable question is unknown.
func (o *Options) UsePreset(m model.Model) (missing []string, err error) {
	if o.Preset == "" {
		return nil, nil
	}
	d := m.Declaration()
	if o.Target == "predicted" && len(d.Labels) == 2 {
		o.Target = d.Labels[1]
	}
	if !slices.Contains(d.Labels, o.Target) {
		return nil, errors.New("use --target to name the label for answerable questions: " + strings.Join(d.Labels, ", "))
	}
	_, differentiable := m.(model.Differentiable)
	o.Over, o.Remove, o.Texts, o.Steps, o.Noise, o.Logit = Sentences, Delete, nil, 50, 5, false
	var methods []string
	for _, e := range quackie {
		if e.gradients && !(differentiable && d.Gradients) {
			missing = append(missing, e.name)
		} else {
			methods = append(methods, e.name)
		}
	}
	o.Methods = loaders.Distinct(append(methods, o.Methods...))
	return missing, nil
}

func (o *Options) answerableLabel(ex *loaders.Example, d *model.Declaration) string {
	if sentences.Golds(ex) != nil {
		return o.Target
	}
	return d.Labels[slices.IndexFunc(d.Labels, func(label string) bool { return label != o.Target })]
}

func (o *Options) recordAnswerable(ex *loaders.Example, a *loaders.Answer) {
	at := slices.IndexFunc(a.Classes, func(c loaders.Option) bool { return c.Name == o.Target })
	isTested := o.Over == Sentences && at >= 0 && (sentences.Golds(ex) != nil || sentences.Unanswerable(ex))
	if isTested {
		a.Score(sentences.Answerable, a.Classes[at].Probability)
	}
}

// askRationale asks for the whole passage, without the first gold sentence, and only it, because
// QUACKIE's Tables 2 and 3 compare these.
func (s *explainedExample) askRationale(a *loaders.Answer) error {
	n, golds := len(s.it.parts), sentences.Golds(s.ex)
	hasNoRationale := s.o.Bare || s.it.over != Sentences || golds == nil || golds[0] < 0 || golds[0] >= n
	if hasNoRationale {
		return nil
	}
	p, err := s.ask([]Coalition{allParts(n), allParts(n).withParts('0', golds[0]), noParts(n).withParts('1', golds[0])})
	if err != nil {
		return err
	}
	for i, name := range []string{"p_full", "p_without_rationale", "p_only_rationale"} {
		a.Score(name, p[i][s.target])
	}
	return nil
}
