package answering

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
)

// Ask adds an oracle's flags to a command, and completes the runs that it opens, like [Complete].
func Ask(f *opening.Flags) {
	o := &oracle.Options{}
	o.AddTo(f.Set)
	Complete(f, o)
}

// Complete makes opening add what the oracle of --oracle or of the demo says to runs whose pictures
// it knows: operator outputs and, on scene graphs, gold and the causes of wrong answers. Such runs
// have no cache.
func Complete(f *opening.Flags, o *oracle.Options) {
	f.Options.Simulate = simulate(f, o)
	f.Options.Extend = func(ctx context.Context, run *loaders.Run) error {
		if run.Graphs != "" && (o.Oracle == "" || strings.HasPrefix(o.Oracle, "golden:")) {
			return lendSteps(ctx, f, *o, run)
		}
		a, err := openGiven(ctx, f, o, run)
		if a == nil && err == nil {
			none := *o
			none.Oracle = ""
			if own, from := none.OrDemo(f, demo.OracleOf(run.Path)); own.Oracle != "" {
				a, err = openOracle(ctx, from, &own, run)
			}
		}
		if a == nil {
			return err
		}
		o.Judges[run] = a.Executor
		run.Own(a)
		run.Cache = nil
		run.Unused = slices.DeleteFunc(run.Unused, func(flag string) bool { return flag == "--"+loaders.SceneFile.Name })
		run.Alter(a.completeExample)
		return nil
	}
}

func lendSteps(ctx context.Context, f *opening.Flags, o oracle.Options, run *loaders.Run) error {
	o.Oracle = cmp.Or(o.Oracle, "golden:"+run.Graphs)
	a, err := openOracle(ctx, f.Options, &o, run)
	if err != nil {
		return err
	}
	o.Judges[run] = a.Executor
	run.Own(a)
	run.Cache = nil
	source := "golden:" + filepath.Base(strings.TrimPrefix(o.Oracle, "golden:"))
	run.Alter(func(ex *loaders.Example) *loaders.Example {
		lent := *ex
		lent.Program = slices.Clone(ex.Program)
		if err := a.Executor.Ground(&lent, source); err != nil {
			a.reportProblem(ex, "%w; the steps' correct outputs are unknown", err)
		}
		return &lent
	})
	return nil
}

// openGiven returns nil if the oracle knows none of the run's pictures, because one flag serves all
// runs of a command; that is a problem outside the demo.
func openGiven(ctx context.Context, f *opening.Flags, o *oracle.Options, run *loaders.Run) (*Answerer, error) {
	if o.Oracle == "" {
		return nil, nil
	}
	a, err := openOracle(ctx, f.Options, o, run)
	switch {
	case err != nil:
		return nil, err
	case f.Options.Follow || a.knowsPictures(ctx, run):
		f.Settings.Oracle = o.Oracle
		return a, nil
	case !f.Demo:
		run.Problems.Report(run.Path, "the oracle covers none of this run's pictures, so it can't judge the answers")
	}
	return nil, a.Close()
}

const mostProbed = 20

func (a *Answerer) knowsPictures(ctx context.Context, run *loaders.Run) bool {
	for i := range mostProbed {
		if run.Wait(ctx, i+1) != nil || i >= run.Len() {
			break
		}
		if a.Executor.Knows(run.Scan(i)) { // Example would keep it
			return true
		}
	}
	return false
}

// completeExample refuses an oracle with another answer or other objects, because it would explain
// another model's mistake: it adds a problem and returns ex. The file's outputs, answer, gold and
// metadata stay. Objects matched by overlap are a problem once.
func (a *Answerer) completeExample(ex *loaders.Example) *loaders.Example {
	refuse := func(format string, args ...any) *loaders.Example {
		a.reportProblem(ex, format, args...)
		unjudged := *ex
		unjudged.Answer.Predicates = loaders.IfElse(a.golden == nil, nil, []loaders.Predicate{})
		return &unjudged
	}
	whole, err := a.Executor.Answer(ex)
	switch {
	case err != nil:
		return refuse("%w; no cause can be found", err)
	case whole.Answer.Predicted != ex.Answer.Predicted:
		return refuse("the oracle answers %q instead of %q; no cause can be found", whole.Answer.Predicted,
			ex.Answer.Predicted)
	case len(ex.Images) == 1 && ex.Images[0].Proposals != nil && !slices.Equal(ex.Images[0].Proposals, whole.Images[0].Proposals):
		return refuse("the oracle's objects differ from the example's; no cause can be found")
	}
	whole.Answer, whole.Meta = ex.Answer, ex.Meta
	for i := range ex.Program {
		if !ex.Program[i].Output.Empty() { // it may be rounded
			whole.Program[i] = ex.Program[i]
		}
	}
	if a.golden == nil {
		return whole
	}
	if !slices.ContainsFunc(whole.Program, func(m loaders.Module) bool { return m.Gold != nil }) {
		err = a.golden.Ground(whole, a.Source)
	}
	if err == nil {
		var matched bool
		if matched, err = a.Executor.Mend(whole, a.golden); matched {
			a.matched.Do(func() {
				a.problems.Report(a.path, "the oracle's objects aren't linked to annotations; each is matched to the annotated box it overlaps most, "+
					"if their IoU exceeds .5")
			})
		}
	}
	if err != nil {
		return refuse("%w; no cause can be found", err)
	}
	return whole
}
