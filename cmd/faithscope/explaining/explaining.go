// Package explaining opens the model that the person names and explains examples by asking it.
package explaining

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
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
	Name          string // "demo", "demo-qa", an address, or the command of a process
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
		&m.Name, "model", "the model: demo, demo-qa, executor, a URL, or the `command` of a process; demo labels pairs, demo-qa answers "+
			"questions about a passage; URLs end in /classify or /v2/models/NAME/infer",
		&m.inputs, "inputs", "texts for the model's inputs, like premise=passage (default: matched by name)",
		&m.labels, "labels", "URL: the labels, comma-separated, in the order of the probabilities",
		&m.remote.Template, "template", "URL: text template, like '{premise} [SEP] {hypothesis}'",
		value.Word(&m.remote.Outputs, "a kind of output", []string{model.Distribution, model.Independent, model.Binary}), "outputs",
		"URL: probabilities are a distribution, independent or binary (of the second label)",
		&m.remote.Name, "model-name", "URL: the model's name",
		&m.remote.Tensor, "tensor", "…/infer URL: the input's name",
		&m.remote.MaxBatch, "max-batch", "URL: maximum texts per request",
		&m.keyIn, "key-from", "URL: the environment `variable` with the API key",
		&m.Limits.Start, "model-start", "time limit for starting the model",
		&m.Limits.Batch, "model-batch", "time limit for a batch",
		&m.Limits.Restarts, "model-restarts", "maximum restarts of a model that hangs or dies",
		&m.reply, "model-reply", "maximum reply size, in MiB")
}

// Open opens the model Name: the demo's, an address, or a process that it starts. It fails for
// impossible limits, no name, and "executor". The caller closes it.
func (m *Model) Open(ctx context.Context) (model.Model, error) {
	m.Limits.Reply = m.reply << 20
	switch {
	case m.Name == "":
		return nil, errors.New("choose a model with --model: demo, demo-qa, the command of a process, or a URL")
	case m.reply < 1 || m.Limits.Restarts < 0:
		return nil, errors.New("--model-reply must be 1 or more, --model-restarts 0 or more")
	case m.Name == model.DemoName:
		return model.Demo(), nil
	case m.Name == model.QuestionsName:
		return model.Questions(), nil
	case m.Name == explain.ExecutorModel:
		return nil, errors.New("the executor can't read text: it only explains objects, in faithscope explain or on screen")
	}
	if model.IsAddress(m.Name) {
		r := m.remote
		r.Address, r.Limits = m.Name, m.Limits
		if m.labels != "" {
			r.Labels = strings.Split(m.labels, ",")
		}
		if r.Key = os.Getenv(m.keyIn); r.Key == "" && m.keyIn != "" {
			return nil, fmt.Errorf("--key-from %s: no such environment variable", m.keyIn)
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

// Asker opens the model, probes it on a run's first examples and, with keepAnswers, loads answers from
// earlier. It sets the sources and preset of o. What a reader should know goes to the run's
// problems. The caller calls done.
func (m *Model) Asker(
	ctx context.Context, run *loaders.Run, o *explain.Options, keepAnswers bool,
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
	if err = m.prepareRun(ctx, a, run, o, keepAnswers); err != nil {
		done()
		return nil, nil, err
	}
	return a, done, nil
}

const probed = 8

// prepareRun explains in spite of notes of the probe, missing gradients, and a cache that doesn't open
// or is outdated: they become problems of the run. The demo answers faster than a disk, so its answers
// are not cached.
func (m *Model) prepareRun(ctx context.Context, a *model.Asker, run *loaders.Run, o *explain.Options, keepAnswers bool) (err error) {
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
		notes = append(notes, "the model has no gradients; left out: "+strings.Join(missing, "; "))
	}
	if keepAnswers && m.Name != model.DemoName {
		dropped := false
		if a.Cache, dropped, err = model.OpenCache(ctx, opening.Cache.File("models"), m.Name+" "+m.remote.Template, a.Model); err != nil {
			notes = append(notes, fmt.Sprintf("answers can't be saved: %v", err))
		} else if dropped {
			notes = append(notes, "the model's answers changed, but its version didn't; saved answers are discarded")
		}
	}
	for _, note := range notes {
		run.Problems.Add(loaders.Problem{File: d.Model, What: loaders.Quote(note), Done: loaders.Quote("explained anyway")})
	}
	return nil
}

// probeModel fails if no example has the model's inputs, unless the model has modules, which need
// none, or if the probe refuses the model.
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
		return nil, fmt.Errorf("%s: no example has the texts that the model reads (%s); map them with --inputs", run.Path,
			strings.Join(d.Inputs, ", "))
	}
	if notes, err = model.Probe(ctx, m, asked); err != nil {
		return nil, fmt.Errorf("can't use the model %s: %w", loaders.Clean(d.Model), err)
	}
	if golds > 0 && matching == 0 && o.Preset == "" {
		notes = append(notes, fmt.Sprintf("no correct answer in the first %d examples matches any of the model's labels: %s", len(asked),
			strings.Join(d.Labels, ", ")))
	}
	return notes, nil
}

// ExampleCounts counts what happened to examples.
type ExampleCounts struct {
	Examples, Failed   atomic.Int64
	Recorded, Agreeing atomic.Int64
	LeftOut            atomic.Int64 // by the preset
	Unscored           atomic.Int64 // the first attribution lacks scores of parts
}

// ExplainedRun is a run whose examples a model explains.
type ExplainedRun struct {
	Run     *loaders.Run
	Options *explain.Options
	Model   *model.Asker
}

// EstimateCost explains some of many examples, on all cores, and says how long all that are left take;
// "" for a short run.
func (w ExplainedRun) EstimateCost(ctx context.Context, doneExamples int) string {
	n, left, begun := min(runtime.GOMAXPROCS(0), 4), w.Run.Len()-doneExamples, time.Now()
	if left < 7*n {
		return ""
	}
	pilot := &model.Asker{Model: w.Model.Model, Cache: w.Model.Cache}
	var asking sync.WaitGroup
	for k := range n {
		asking.Go(func() { _, _, _ = w.Options.Explain(ctx, w.Run.Scan(doneExamples+k*left/n), pilot) }) // errors come again
	}
	asking.Wait()
	asked := pilot.Asked.Load()
	w.Model.Asked.Add(asked)
	all := time.Since(begun) * time.Duration(left) / time.Duration(n)
	if all < 10*time.Second {
		return ""
	}
	return fmt.Sprintf("%s will take about %s, with %d inputs each", loaders.Count(left, "example"), all.Round(time.Second), asked/int64(n))
}

// FillPart explains missing examples, on all cores, and adds them in order. What could not be asked
// is a problem; unreadable examples are added unchanged. It stops at the first example that can't
// be explained at all; e counts up to there.
func (w ExplainedRun) FillPart(ctx context.Context, p *answering.PartialRun, progressLine *progress.ProgressLine) (e *ExampleCounts,
	err error) {
	e, run := &ExampleCounts{}, w.Run
	return e, p.Fill(ctx, run, progressLine, func(ex *loaders.Example) (*loaders.Example, error) {
		if ex.Broken != "" {
			return ex, nil
		}
		out, failed, err := w.Options.Explain(ctx, ex, w.Model)
		if err != nil {
			return nil, fmt.Errorf("example %s: %w", ex.ID, err)
		}
		for _, err := range failed {
			run.Problems.Add(loaders.Problem{File: run.Path, Example: ex.ID}.Worded("%w; parts without an answer have no score", err))
		}
		e.countExample(ex, out, len(failed) > 0)
		return out, nil
	})
}

func (e *ExampleCounts) countExample(exampleBefore, exampleAfter *loaders.Example, hasFailed bool) {
	e.Examples.Add(1)
	if hasFailed {
		e.Failed.Add(1)
	} else if exampleAfter.Attributions == nil {
		e.LeftOut.Add(1)
	}
	if list := exampleAfter.Attributions; list != nil && slices.ContainsFunc(list[0].Scores, math.IsNaN) {
		e.Unscored.Add(1)
	}
	if exampleAfter.Answer.Predicted != "" && slices.ContainsFunc(exampleAfter.Answer.Classes, func(o loaders.Option) bool {
		return o.Name == exampleBefore.Answer.Predicted
	}) {
		e.Recorded.Add(1)
		if exampleAfter.Answer.Predicted == exampleBefore.Answer.Predicted {
			e.Agreeing.Add(1)
		}
	}
}

// Summary returns a line of counts and times.
func (e *ExampleCounts) Summary(m *model.Asker, duration time.Duration) string {
	text := fmt.Sprintf("%s explained in %s; %s was asked about %s", loaders.Count(int(e.Examples.Load()), "example"),
		roundDuration(duration), loaders.Clean(m.Declaration().Model), loaders.Count(int(m.Asked.Load()), "input"))
	if busy := m.Busy(); busy > 0 {
		text += fmt.Sprintf(" in %s", roundDuration(busy))
	}
	if n := e.Recorded.Load(); n > 0 {
		text += fmt.Sprintf("; it agrees with %d of %d recorded answers", e.Agreeing.Load(), n)
	}
	if n := e.LeftOut.Load(); n > 0 {
		text += fmt.Sprintf("; %d answered but not explained (not true positives)", n)
	}
	if n := e.Unscored.Load(); n > 0 {
		text += fmt.Sprintf("; in %d of the examples, the first explainer scores only some parts, so agreement with people is unknown", n)
	}
	if n := e.Failed.Load(); n > 0 {
		text += "; some queries failed for " + loaders.Count(int(n), "example")
	}
	return text
}

func roundDuration(d time.Duration) time.Duration {
	unit := time.Duration(math.Pow10(max(int(math.Log10(float64(max(d, 1))))-2, 0)))
	return d.Round(unit)
}
