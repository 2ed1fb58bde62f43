// Package explaining opens the model that the person names and explains examples by asking it.
package explaining

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/progress"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
)

// Model is a model's name and limits, from the command line, never from a file beside a run.
type Model struct {
	Name          string // "demo", an address, or the command of a process
	Limits        model.Limits
	reply         int // MiB
	remote        model.Remote
	labels, keyIn string
	inputs        string // text of each input
}

// AddTo sets the default limits and adds the flags of a model.
func (m *Model) AddTo(set *pflag.FlagSet) {
	m.Limits = model.DefaultLimits
	m.reply, m.remote = m.Limits.Reply>>20, model.Remote{Outputs: model.Distribution, Template: "{text}", Tensor: "text", MaxBatch: 64}
	value.Declare(set,
		&m.Name, "model", "the model: demo, executor, an address, or the `command` of a process; an address is …/classify or "+
			"…/v2/models/NAME/infer",
		&m.inputs, "inputs", "texts for the model's inputs, like premise=passage (default: by name)",
		&m.labels, "labels", "address: the labels, comma-separated, in the order of the probabilities",
		&m.remote.Template, "template", "address: the text, like '{premise} [SEP] {hypothesis}'",
		value.Word(&m.remote.Outputs, "a kind of output", []string{model.Distribution, model.Independent, model.Binary}), "outputs",
		"address: distribution, independent, or binary (the second label's probability)",
		&m.remote.Name, "model-name", "address: the model's name",
		&m.remote.Tensor, "tensor", "address …/infer: the input's name",
		&m.remote.MaxBatch, "max-batch", "address: most texts per request",
		&m.keyIn, "key-from", "address: the environment `variable` that contains its key",
		&m.Limits.Start, "model-start", "longest time to start the model",
		&m.Limits.Batch, "model-batch", "longest time for a batch",
		&m.Limits.Restarts, "model-restarts", "restarts of a model that hangs or dies",
		&m.reply, "model-reply", "largest reply, in MiB")
}

// Open opens the model Name: the demo's, an address, or a process that it starts. It fails for
// impossible limits, no name, and "executor". The caller closes it.
func (m *Model) Open(ctx context.Context) (model.Model, error) {
	m.Limits.Reply = m.reply << 20
	switch {
	case m.Name == "":
		return nil, errors.New("name the model to ask with --model: demo, the command of a process, or an address")
	case m.reply < 1 || m.Limits.Restarts < 0:
		return nil, errors.New("--model-reply must be 1 or more, --model-restarts 0 or more")
	case m.Name == model.DemoName:
		return model.Demo()
	case m.Name == explain.ExecutorModel:
		return nil, errors.New("an executor reads no texts: explain and the screen ask it about objects")
	}
	if model.IsAddress(m.Name) {
		r := m.remote
		r.Address, r.Limits = m.Name, m.Limits
		if m.labels != "" {
			r.Labels = strings.Split(m.labels, ",")
		}
		if r.Key = os.Getenv(m.keyIn); r.Key == "" && m.keyIn != "" {
			return nil, fmt.Errorf("--key-from %s: the environment has no such variable", m.keyIn)
		}
		opened, err := model.Dial(r)
		if err != nil {
			return nil, fmt.Errorf("--model: %w", err)
		}
		return opened, nil
	}
	words, err := model.Words(m.Name)
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	return model.StartLines(ctx, words, m.Limits)
}

const keepAnswers = true

// Asker opens the model, probes it on a run's first examples and, with keep, loads answers from
// earlier. It sets the sources and preset of o. What a reader should know goes to the run's
// problems. The caller calls done at the end.
func (m *Model) Asker(
	ctx context.Context, run *loaders.Run, o *explain.Options, keep bool,
) (a *model.Asker, done func(), err error) {
	opened, err := m.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	a = &model.Asker{Model: opened}
	done = func() {
		a.Cache.Close()
		_ = opened.Close() // only asked
	}
	if err = m.prepareRun(ctx, a, run, o, keep); err != nil {
		done()
		return nil, nil, err
	}
	return a, done, nil
}

const probed = 8

// prepareRun makes notes of the probe, missing gradients, and a cache that doesn't open or is
// outdated problems of the run. The demo's answers are not cached.
func (m *Model) prepareRun(ctx context.Context, a *model.Asker, run *loaders.Run, o *explain.Options, keep bool) (err error) {
	d := a.Declaration()
	if o.Sources, err = explain.SourcesOf(d.Inputs, m.inputs); err != nil {
		return fmt.Errorf("--inputs: %w", err)
	}
	missing, err := o.UsePreset(a.Model)
	if err = errors.Join(err, o.Check(a.Model)); err != nil {
		return err
	}
	notes, err := probeModel(ctx, a.Model, run, o)
	if err != nil {
		return err
	}
	if missing != nil {
		notes = append(notes, "it has no gradients, so that these are missing: "+strings.Join(missing, "; "))
	}
	if keep && m.Name != model.DemoName { // the demo's answers faster than a disk
		dropped := false
		if a.Cache, dropped, err = model.OpenCache(ctx, opening.Cache.File("models"), m.Name+" "+m.remote.Template, a.Model); err != nil {
			notes = append(notes, fmt.Sprintf("its answers are not kept for another time: %v", err))
		} else if dropped {
			notes = append(notes, "it no longer answers as before under the same version; the answers kept from then are dropped")
		}
	}
	for _, note := range notes {
		run.Problems.Add(loaders.Problem{File: d.Model, What: loaders.Quote(note), Done: loaders.Quote("explained all the same")})
	}
	return nil
}

// probeModel fails if no example has the model's inputs, unless the model has modules, or if the
// probe refuses the model.
func probeModel(ctx context.Context, m model.Model, run *loaders.Run, o *explain.Options) (notes []string, err error) {
	d := m.Declaration()
	var asked []model.Input
	matching, golds := 0, 0
	for i := 0; i < run.Len() && len(asked) < probed; i++ {
		ex := run.Scan(i)
		in, err := o.Input(ex, d)
		if ex.Broken != "" || err != nil {
			continue
		}
		if asked = append(asked, in); ex.Answer.Gold != "" {
			golds++
			matching += loaders.CountFunc(d.Labels, func(label string) bool { return label == ex.Answer.Gold })
		}
	}
	switch {
	case asked == nil && len(d.Modules) > 0:
		return nil, nil
	case asked == nil:
		return nil, fmt.Errorf("%s: no example has the texts that the model reads (%s); say which they are with --inputs", run.Path,
			strings.Join(d.Inputs, ", "))
	}
	if notes, err = model.Probe(ctx, m, asked); err != nil {
		return nil, fmt.Errorf("the model %s was refused: %w", loaders.Clean(d.Model), err)
	}
	if golds > 0 && matching == 0 && o.Preset == "" {
		notes = append(notes, fmt.Sprintf("no gold answer of the first %d examples is one of the model's labels: %s", len(asked),
			strings.Join(d.Labels, ", ")))
	}
	return notes, nil
}

// Explained counts what happened to examples.
type Explained struct {
	Examples, Failed   atomic.Int64
	Recorded, Agreeing atomic.Int64
	LeftOut            atomic.Int64 // by the preset
	Unscored           atomic.Int64 // the first attribution lacks scores of parts
}

// Work is a run whose examples a model explains.
type Work struct {
	Run     *loaders.Run
	Options *explain.Options
	Model   *model.Asker
}

// FillPart explains missing examples, on all cores, and adds them in order. What could not be asked
// is a problem; unreadable examples are added unchanged. It stops at the first example that can't
// be explained at all; e counts up to there.
func (w Work) FillPart(ctx context.Context, p *answering.Part, shown *progress.Shown) (e *Explained, err error) {
	e, run := &Explained{}, w.Run
	return e, p.Fill(ctx, run, shown, func(ex *loaders.Example) (*loaders.Example, error) {
		if ex.Broken != "" {
			return ex, nil
		}
		out, failed, err := w.Options.Explain(ctx, ex, w.Model)
		if err != nil {
			return nil, fmt.Errorf("example %s: %w", ex.ID, err)
		}
		for _, err := range failed {
			run.Problems.Add(loaders.Problem{File: run.Path, Example: ex.ID}.Worded("%w; what could not be asked is missing", err))
		}
		e.countExample(ex, out, len(failed) > 0)
		return out, nil
	})
}

// countExample counts an example once: as failed, left out, or explained.
func (e *Explained) countExample(before, after *loaders.Example, failed bool) {
	e.Examples.Add(1)
	if failed {
		e.Failed.Add(1)
	} else if after.Attributions == nil {
		e.LeftOut.Add(1)
	}
	if list := after.Attributions; list != nil && slices.ContainsFunc(list[0].Scores, math.IsNaN) {
		e.Unscored.Add(1)
	}
	if after.Answer.Predicted != "" && slices.ContainsFunc(after.Answer.Classes, func(o loaders.Option) bool {
		return o.Name == before.Answer.Predicted
	}) {
		e.Recorded.Add(1)
		if after.Answer.Predicted == before.Answer.Predicted {
			e.Agreeing.Add(1)
		}
	}
}

// Summary returns a line of counts and times.
func (e *Explained) Summary(m *model.Asker, took time.Duration) string {
	text := fmt.Sprintf("%s explained in %s; %s was asked about %s", loaders.Count(int(e.Examples.Load()), "example"),
		roundDuration(took), loaders.Clean(m.Declaration().Model), loaders.Count(int(m.Asked.Load()), "input"))
	if busy := m.Busy(); busy > 0 {
		text += fmt.Sprintf(", %s of that", roundDuration(busy))
	}
	if n := e.Recorded.Load(); n > 0 {
		text += fmt.Sprintf("; it agrees with the recorded answer on %d of %d", e.Agreeing.Load(), n)
	}
	if n := e.LeftOut.Load(); n > 0 {
		text += fmt.Sprintf("; %d are not true positives, and have an answer alone", n)
	}
	if n := e.Unscored.Load(); n > 0 {
		text += fmt.Sprintf("; in %d the first explainer leaves parts without a score, so that nobody knows whether people agree with it", n)
	}
	if n := e.Failed.Load(); n > 0 {
		text += fmt.Sprintf("; %s could not be asked in full", loaders.Count(int(n), "example"))
	}
	return text
}

func roundDuration(d time.Duration) time.Duration {
	unit := time.Duration(math.Pow10(max(int(math.Log10(float64(max(d, 1))))-2, 0)))
	return d.Round(unit)
}
