package example

import (
	"cmp"
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/explain"
)

// job is one thing to ask: the answer at a stage, or an explainer's scores there.
type modelJob struct {
	modelStage
	method  string
	samples int    // 0 for the explainer's own
	target  string // the label that is explained: what the model answers at first, at every stage
	removal string // "" for the model's own
}

// fewSamples is the number of samples of the first, coarse scores of an explainer that draws.
const fewSamples = 200

// coarse begins the key of an answer's meta that says that an explainer's scores rest on
// few draws.
const coarse = "coarse "

// attributionOf returns the attribution that an explainer of that name has made at the stage,
// which must be answered; nil if it has made none.
func (s *modelStage) attributionOf(method string) *loaders.Attribution {
	at := slices.IndexFunc(s.out.Attributions, func(a loaders.Attribution) bool { return a.Name == method })
	if at < 0 {
		return nil
	}
	return &s.out.Attributions[at]
}

// runJob asks m the answer at the job's stage, or has its explainer score it, and returns the
// example: as it was answered, or the stage's answer with the attribution of the method replaced,
// marked as coarse where samples are set. The first attribution that failed is an error, returned
// with what was answered.
func (j *modelJob) runJob(ctx context.Context, m *explain.Asked) (*loaders.Example, error) {
	o := m.Options
	if o.Methods = nil; j.method != "" {
		o.Methods, o.Target, o.Remove = []string{j.method}, j.target, cmp.Or(j.removal, o.Remove)
	}
	if j.samples > 0 {
		o.Samples, o.Bounded = j.samples, true
	}
	if err := o.Check(m.Model); err != nil {
		return nil, err
	}
	asked, err := m.Zeroed(j.ex, j.edit)
	if err != nil {
		return nil, err
	}
	out, failed, err := o.Explain(ctx, j.ex, asked.Asker)
	if asked != m {
		m.Asked.Add(asked.Asked.Load())
	}
	if err == nil && len(failed) > 0 {
		err = failed[0]
	}
	if err != nil || j.method == "" {
		out.Explanation = "" // the room is for what the model says
		return out, err
	}
	whole := *j.out
	whole.Attributions = loaders.Filter(whole.Attributions, func(a loaders.Attribution) bool { return a.Name != j.method })
	whole.Attributions = append(whole.Attributions, out.Attributions...)
	whole.Meta = out.Meta
	if j.samples > 0 {
		whole.Describe(coarse+j.method, "yes")
	}
	return &whole, nil
}

// stage is the example in one form: as it is, with other texts, without words.
type modelStage struct {
	name, key string
	ex        *loaders.Example // as it is asked
	edit      explain.Edit
	out       *loaders.Example // with the answer and the attributions; nil before
	laid      *loaders.Example // out over the tokens of the stage before; nil until it is shown
}
