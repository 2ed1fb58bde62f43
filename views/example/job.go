package example

import (
	"cmp"
	"context"

	"faithscope/loaders"
	"faithscope/scoring/explain"
	"faithscope/views/widget"
)

// modelJob asks for the answer at a stage, or for an explainer's scores there.
type modelJob struct {
	explainedVersion
	method  string
	samples int    // 0 for the explainer's own
	target  string // the label to explain: the model's first answer, at every stage
	removal string // "" for the model's own
}

// fewSamples is how many samples the first, coarse scores rest on.
const fewSamples = 200

// coarse starts the meta key that marks an explainer's scores as resting on few samples.
const coarse = "coarse "

func (s *explainedVersion) attributionOf(methodName string) (loaders.Attribution, bool) {
	return widget.First(s.out.Attributions, func(a loaders.Attribution) bool { return a.Name == methodName })
}

// runJob asks m and returns the answered example, or the stage's answer with the method's
// attribution replaced. A failed attribution is an error.
func (j *modelJob) runJob(ctx context.Context, m *explain.ExplainedModel) (*loaders.Example, error) {
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
		out.Explanation = "" // the answers need the room
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

// explainedVersion is the example in one form: as it is, edited, without words.
type explainedVersion struct {
	name, key string
	ex        *loaders.Example // as asked
	edit      explain.TextEdits
	out       *loaders.Example // with the answer and the attributions; nil before
	laid      *loaders.Example // out aligned to the stage before; nil until shown
}
