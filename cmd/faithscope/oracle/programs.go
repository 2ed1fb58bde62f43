package oracle

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/views"
)

type programExecutors struct {
	oracle  *dfol.Executor
	counter *nmn.ObjectCounter // nil: untrained
	mu      sync.Mutex
	judges  map[*loaders.Run]*dfol.Executor
	of      map[*loaders.Run]*nmn.Executor // nil if no program has neural modules
}

// GiveTo lets a session run programs again, on the flags' oracle, the demo's, or logged outputs.
// Call done when the session ends.
func (o *ProgramFlags) GiveTo(ctx context.Context, s *views.ModelAccess, f *opening.Flags, runs []*loaders.Run) (done func(), err error) {
	own, from := o.OrDemo(f, demo.Oracle, demo.Concepts)
	p, done, err := o.prepareRunning(ctx, f, &own, from, runs)
	if err == nil {
		s.Executor, s.Oracle, s.Reading = p.executorFor, p.oracleOf, o.numberReading()
	}
	return done, err
}

// OrDemo returns the flags and how their files are opened; in the demo, unless they name an oracle,
// with this one and these concepts or, without any, those beside the questions.
func (o Options) OrDemo(f *opening.Flags, demoOracle string, demoConcepts ...string) (Options, opening.Options) {
	from := f.Options
	if f.Demo && o.Oracle == "" {
		o.Oracle, o.concepts, from.Files = demoOracle, demoConcepts, demo.Files
	}
	return o, from
}

// executorFor finds out once how a run's modules count, because that may read the run. It is safe for
// concurrent use.
func (p *programExecutors) executorFor(ctx context.Context, run *loaders.Run, readingOverrides nmn.ReadingOverrides) executor.Executor {
	p.mu.Lock()
	defer p.mu.Unlock()
	modules, ok := p.of[run]
	if !ok {
		if e, ok := nmn.For(ctx, run, p.counter); ok {
			modules = e
		}
		p.of[run] = modules
	}
	x := &programRunner{oracle: p.oracleOf(run).At(readingOverrides.Theta), network: readingOverrides.Network}
	if modules != nil {
		x.modules = modules.As(readingOverrides)
	}
	return x
}

func (p *programExecutors) oracleOf(run *loaders.Run) *dfol.Executor {
	return cmp.Or(p.judges[run], p.oracle)
}

// programRunner runs a program on the oracle if it knows exactly the picture's boxes; over a passage, as
// logged; and otherwise as neural modules.
type programRunner struct {
	oracle  *dfol.Executor
	modules *nmn.Executor
	network *executor.Network

	believed []int // see Believing
}

// Believing implements [executor.PredicateOverrider]. Modules of a network have no predicates.
func (k *programRunner) Believing(predicateIndices []int) executor.Executor {
	other := *k
	other.believed = predicateIndices
	return &other
}

func (k *programRunner) Run(ex *loaders.Example, outputChanges executor.OutputChanges) (*executor.Outcome, error) {
	return k.Without(ex, outputChanges, nil)
}

func (k *programRunner) Answer(ex *loaders.Example) (*loaders.Example, error) {
	if k.oracle == nil {
		return ex, nil
	}
	return k.oracle.Answer(ex)
}

// Without implements [executor.ObjectRemover]. It fails for logic, because there is no answer to change
// on modules of which the run says nothing.
func (k *programRunner) Without(ex *loaders.Example, outputChanges executor.OutputChanges, removed [][]bool) (*executor.Outcome, error) {
	e, err := k.executorOf(ex)
	if err != nil {
		return nil, err
	}
	if b, ok := e.(executor.PredicateOverrider); ok {
		e = b.Believing(k.believed)
	} else if k.believed != nil {
		return nil, errors.New("no oracle can answer this question")
	}
	o, err := executor.Without(e, ex, outputChanges, removed)
	isFromModules := e == executor.Executor(k.modules) && k.network == nil
	if isFromModules && len(outputChanges) == 0 && lacksLikelihoods(ex, o) {
		return nil, errUnlikely
	}
	return o, err
}

var errUnlikely = errors.New("the run has no likelihoods or counts, and no --oracle covers the picture")

// lacksLikelihoods reports whether a program is logic that modules can't run: o is nil, or has no
// answer and the run no counts.
func lacksLikelihoods(ex *loaders.Example, o *executor.Outcome) bool {
	_, illogical := dfol.Compile(ex.Program, nil)
	return illogical == nil && (o == nil || o.Undefined != "" &&
		!slices.ContainsFunc(ex.Program, func(m loaders.Module) bool { return m.Output.Kind() == loaders.NumberKind }))
}

// executorOf prefers the oracle, but only if its boxes of the only picture are equal, or as many when
// it has none, because it indexes them; then the picture's likelihoods, a sum that counts by one, the
// passage executor, and neural modules.
func (k *programRunner) executorOf(ex *loaders.Example) (executor.Executor, error) {
	if k.oracle != nil && len(ex.Images) == 1 {
		scene, err := k.oracle.Scene(dfol.PictureOf(ex))
		ofSameBoxes := err == nil && scene.Len() == len(ex.Images[0].Proposals) &&
			(scene.Boxes == nil || slices.Equal(scene.Boxes, ex.Images[0].Proposals))
		if ofSameBoxes {
			return k.oracle, nil
		}
	}
	switch {
	case len(ex.Program) == 0:
		return nil, errors.New("no program to run")
	case len(ex.Images) == 1 && ex.Images[0].Likelihoods != nil:
		scene, err := dfol.Logged(dfol.PictureOf(ex), []*loaders.Example{ex})
		if err != nil {
			return nil, err
		}
		return k.oracle.Of(scene), nil
	case executor.CountExecutor{}.Runs(ex):
		return executor.CountExecutor{}, nil
	case ex.Passage != nil:
		return nmn.PassageExecutor{Network: k.network}, nil
	case k.modules != nil:
		return k.modules, nil
	case lacksLikelihoods(ex, nil):
		return nil, errUnlikely
	}
	return nil, errors.New("these modules are a network and can't be rerun")
}

// For returns the executor of a run's programs, and a text that describes it: logic on an oracle,
// or logged outputs with the network (nil for none) for what they lack. The caller calls done.
func (o *ProgramFlags) For(
	ctx context.Context, f *opening.Flags, run *loaders.Run, network *executor.Network,
) (e executor.Executor, what string, done func(), err error) {
	p, done, err := o.prepareRunning(ctx, f, &o.Options, f.Options, []*loaders.Run{run})
	if err != nil {
		return nil, "", nil, err
	}
	what = "the executor on logged outputs"
	if o.Oracle != "" {
		what = "∇-FOL on " + filepath.Base(o.Oracle)
	}
	reading := o.numberReading()
	reading.Network = network
	return p.executorFor(ctx, run, reading), what, done, nil
}

func (o *ProgramFlags) prepareRunning(
	ctx context.Context, f *opening.Flags, oracleOptions *Options, openOptions opening.Options, runs []*loaders.Run,
) (p *programExecutors, done func(), err error) {
	p, done = &programExecutors{judges: o.Judges, of: map[*loaders.Run]*nmn.Executor{}}, func() {}
	if p.counter, err = o.readWeights(f); err == nil && oracleOptions.Oracle != "" && len(runs) > 0 {
		p.oracle, done, err = oracleOptions.Executor(ctx, openOptions, runs[0])
	}
	return p, done, err
}

// ProgramFlags are the flags of what runs programs.
type ProgramFlags struct {
	Options
	counting, spread, counter string
}

// AddTo adds --counting, --spread, --counter and the flags of the oracle.
func (o *ProgramFlags) AddTo(set *pflag.FlagSet) {
	o.counting, o.spread = nmn.Countings[0], nmn.Spreads[0]
	value.Declare(set,
		value.Word(&o.counting, "a way to count", nmn.Countings), "counting",
		"how sets are counted: run (inferred from its counts), network (as logged), sum or graph",
		value.Word(&o.spread, "a way to read a spread", nmn.Spreads), "spread",
		"a number's spread: code (.25 is a standard deviation) or paper (.25 is a variance)",
		&o.counter, "counter", "file with graph-count's weights: 16 lists of 17 numbers (default: untrained)")
	o.Options.AddTo(set)
}

func (o *ProgramFlags) numberReading() nmn.ReadingOverrides {
	return nmn.ReadingOverrides{Counting: o.counting, Spread: nmn.SpreadMethod(max(0, slices.Index(nmn.Spreads, o.spread))),
		Theta: o.Settings.Threshold}
}

// Facts returns the settings in force by flag: of logic with an oracle, else of counting.
func (o *ProgramFlags) Facts() map[string]any {
	if o.Oracle == "" {
		return map[string]any{"counting": o.counting, "spread": o.spread}
	}
	facts := map[string]any{"theta": o.Settings.Threshold, "hard": o.Settings.Hard, "normalize": o.Settings.Normalize}
	if o.Calibration != "" {
		facts["calibration"] = o.Calibration
	}
	return facts
}

// Thawed returns copies with other ways to count, by what to type, that compute counts which p
// leaves to a network. It is empty with an oracle, and if p computes them.
func (o *ProgramFlags) Thawed() map[string]*ProgramFlags {
	thawed := map[string]*ProgramFlags{}
	for _, counting := range nmn.Countings {
		if own := *o; o.Oracle == "" && nmn.Computes(counting) && !nmn.Computes(o.counting) {
			own.counting = counting
			thawed["--counting "+counting] = &own
		}
	}
	return thawed
}

func (o *ProgramFlags) readWeights(f *opening.Flags) (*nmn.ObjectCounter, error) {
	if o.counter == "" {
		return nil, nil
	}
	src, err := files.OpenSource(f.Options.Files, o.counter)
	if err != nil {
		return nil, fmt.Errorf("--counter: %w", err)
	}
	defer src.Close()
	var weights [][]float64
	if err := json.Unmarshal(src.Head, &weights); err != nil {
		return nil, fmt.Errorf("--counter %s: %w", o.counter, err)
	}
	return nmn.NewCounter(36, weights)
}
