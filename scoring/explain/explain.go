package explain

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

func (o *Options) findExplainer(explainerName string) *explainer {
	if o.External != nil && explainerName == o.External.Declaration().Model {
		return &explainer{name: explainerName, scores: askExternal}
	}
	all := slices.Concat(explainers, quackie)
	if at := slices.IndexFunc(all, func(e explainer) bool { return e.name == explainerName }); at >= 0 {
		return &all[at]
	}
	return nil
}

// Explain returns a copy of an example with the model's answer and an attribution per method, in
// order. Meta has the recorded prediction ("recorded"), the gap of integrated gradients and the fit
// of LIME. failed says why an attribution is missing; err means that the model is gone or ctx
// ended. QUACKIE only explains true positives.
func (o *Options) Explain(ctx context.Context, ex *loaders.Example, m *model.Asker) (out *loaders.Example, failed []error, err error) {
	fail := func(err error) error {
		if err == nil || errors.Is(err, model.ErrGone) || ctx.Err() != nil {
			return err
		}
		failed = append(failed, err)
		return nil
	}
	ex, err = withObjects(m.Model, ex)
	if out = o.bareExample(ex, m.Declaration()); err != nil {
		return out, failed, fail(err)
	}
	whole, err := o.askWhole(ctx, ex, m, &out.Answer)
	o.recordAnswerable(ex, &out.Answer)
	isPassedOver := err != nil || o.Preset == Quackie && (out.Answer.Gold != o.Target || out.Answer.Predicted != o.Target)
	if isPassedOver {
		return out, failed, fail(err)
	}
	if err := fail(whole.askRationale(&out.Answer)); err != nil {
		return out, failed, err
	}
	random, err := whole.eraseRandomly()
	if err = fail(err); err != nil {
		return out, failed, err
	}
	words := map[string]*wordScores{}
	for _, name := range o.Methods {
		s := *whole
		s.rand, s.words = o.randomSource(ex.ID, name), words
		a, err := s.attributeBy(o.findExplainer(name), random)
		a.Class = s.labels[s.target]
		for pair := range slices.Chunk(s.said, 2) {
			out.Describe(name+" "+pair[0], pair[1])
		}
		out.Attributions = append(out.Attributions, a)
		if err != nil {
			if err := fail(fmt.Errorf("%s: %w", name, err)); err != nil {
				return out, failed, err
			}
		}
	}
	return out, failed, nil
}

func (o *Options) bareExample(ex *loaders.Example, d *model.Declaration) *loaders.Example {
	out := *ex
	out.Meta = maps.Clone(ex.Meta)
	out.Describe("recorded", ex.Answer.Predicted)
	out.Answer, out.Attributions, out.Rationales = loaders.Answer{Gold: ex.Answer.Gold}, nil, rationalesOf(ex)
	if o.Preset == Quackie {
		out.Describe("correct answer", ex.Answer.Gold)
		out.Answer.Gold = o.answerableLabel(ex, d)
	}
	return &out
}

func (o *Options) askWhole(ctx context.Context, ex *loaders.Example, m *model.Asker, recordedAnswer *loaders.Answer) (*explainedExample,
	error) {
	s := &explainedExample{ctx: ctx, ex: ex, m: m, o: o}
	if e, ok := m.Model.(*PictureModel); ok {
		return s, s.executeWhole(e, recordedAnswer)
	}
	d := m.Declaration()
	it, err := o.cutParts(ex, d)
	if err != nil {
		return nil, err
	}
	s.it, s.labels = it, d.Labels
	s.ask = s.askInputs(func(c Coalition) model.Input { return it.withoutParts(c, o.Remove) })
	if o.Remove == Zero {
		s.ask = askOnce(s.askZeroed())
	}
	p, err := m.Ask(ctx, []model.Input{it.input})
	if err != nil {
		return nil, err
	}
	*recordedAnswer = answerOf(d.Labels, p[0], recordedAnswer.Gold)
	s.target, err = o.targetOf(d.Labels, recordedAnswer)
	return s, err
}

// Rationales over "tokens" get the first attribution's, because attributions are not kept.
func rationalesOf(ex *loaders.Example) []loaders.Rationale {
	list := slices.Clone(ex.Rationales)
	for _, a := range slices.Backward(ex.Attributions) {
		for i := range list {
			r := &list[i]
			sharesTokens := r.Over == a.Over && a.Over == loaders.OverTokens && a.Tokens != nil
			if sharesTokens && ex.Rationales[i].Tokens == nil {
				r.Tokens = a.Tokens
			}
		}
	}
	return list
}

func (s *explainedExample) attributeBy(e *explainer, randomErasures []loaders.Erasure) (loaders.Attribution, error) {
	begun := time.Now()
	a := loaders.Attribution{Name: e.name, Over: s.it.over, Tokens: s.it.tokens, Signed: !e.unsigned}
	scores, err := e.scores(s)
	a.Calls, a.Seconds = s.calls, (time.Since(begun) + s.spent).Seconds()
	if err != nil {
		return a, err
	}
	if a.Scores = s.it.layScores(scores); s.o.Bare {
		return a, nil
	}
	erasure, err := eraseInOrder(orderParts(scores), s.ask)
	if err == nil {
		a.Interventions = &loaders.Interventions{Remove: s.o.Remove, Over: s.o.Over, Erasure: erasure, Random: randomErasures}
	}
	return a, err
}
