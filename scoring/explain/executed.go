package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/model"
)

// PictureModel makes an executor a model over a picture's objects. Labels are "no" and "yes", or an
// open question's options.
type PictureModel struct {
	Runs executor.Executor
	Name string
}

// ExecutorModel names the executor as a model.
const ExecutorModel = "executor"

func withObjects(m model.Model, ex *loaders.Example) (*loaders.Example, error) {
	e, _ := m.(*PictureModel)
	if e == nil {
		return ex, nil
	}
	knows, ok := e.Runs.(interface {
		Answer(*loaders.Example) (*loaders.Example, error)
	})
	if !ok || slices.ContainsFunc(ex.Images, func(im loaders.Image) bool { return im.Proposals != nil }) {
		return ex, nil
	}
	whole, err := knows.Answer(ex)
	whole.Answer = ex.Answer
	return whole, err
}

// Declaration has no inputs, labels or gradients.
func (e *PictureModel) Declaration() *model.Declaration {
	return &model.Declaration{Faithscope: 1, Model: e.Name, Outputs: model.Independent, MaxBatch: 1}
}

// Ask always fails.
func (e *PictureModel) Ask(context.Context, []model.Input) (model.Answers, error) {
	return nil, errors.New("an executor can't read text")
}

// Close does nothing.
func (e *PictureModel) Close() error { return nil }

// The parts are the objects of the one picture that has any, without padding. Objects in several
// pictures fail, because an attribution is over one, and so do options that depend on the objects.
func (s *explainedExample) executeWhole(e *PictureModel, recordedAnswer *loaders.Answer) error {
	ex, image, it := s.ex, -1, &segmentedInput{}
	for k := range ex.Images {
		for i, b := range ex.Images[k].Proposals {
			if b == (loaders.Box{}) {
				continue
			}
			if image >= 0 && image != k {
				return errors.New("its objects are in several pictures, but an attribution covers only one")
			}
			image, it.whole = k, len(ex.Images[k].Proposals)
			it.parts, it.places = append(it.parts, inputPart{k, i, i + 1}), append(it.places, i)
		}
	}
	if image < 0 {
		return errors.New("its pictures have no objects")
	}
	it.over = loaders.ScoredText(fmt.Sprintf("image %d", image))
	s.it = it
	s.ask = askOnce(func(list []Coalition) (rows model.Answers, err error) {
		for _, c := range list {
			away := loaders.Map(ex.Images, func(im loaders.Image) []bool { return make([]bool, len(im.Proposals)) })
			for i, p := range it.parts {
				away[p.text][p.start] = c[i] == '0'
			}
			labels, row, err := labelsOf(executor.Without(e.Runs, ex, nil, away))
			if err == nil && s.labels != nil && !slices.Equal(labels, s.labels) {
				err = errors.New("its options depend on its objects")
			}
			if err = errors.Join(err, s.ctx.Err()); err != nil {
				return nil, err
			}
			s.labels, rows = labels, append(rows, row)
		}
		s.m.Asked.Add(int64(len(list)))
		return rows, nil
	})
	p, err := s.ask([]Coalition{allParts(len(it.parts))})
	if err != nil {
		return err
	}
	gold := recordedAnswer.Gold
	*recordedAnswer = answerOf(s.labels, p[0], gold)
	recordedAnswer.Judge(executor.Matches(recordedAnswer.Predicted, gold))
	s.target, err = s.o.targetOf(s.labels, recordedAnswer)
	return err
}

var truths = map[string][]string{"yes": {"no", "yes"}, "no": {"no", "yes"}, "True": {"False", "True"}, "False": {"False", "True"}}

func labelsOf(o *executor.Outcome, err error) (labels []string, p []float64, _ error) {
	switch {
	case err != nil:
		return nil, nil, err
	case o.Undefined != "":
		return nil, nil, errors.New(o.Undefined)
	case o.Probability != nil && truths[o.Answer] != nil:
		return truths[o.Answer], []float64{1 - *o.Probability, *o.Probability}, nil
	case o.Outputs[0].Options == nil:
		return nil, nil, errors.New("its answer is neither a truth value nor one of several options")
	}
	for _, option := range o.Outputs[0].Options {
		if !(option.Probability >= 0 && option.Probability <= 1) {
			return nil, nil, fmt.Errorf("its option %q has an invalid likelihood %v", option.Name, option.Probability)
		}
		labels, p = append(labels, option.Name), append(p, option.Probability)
	}
	return labels, p, nil
}
