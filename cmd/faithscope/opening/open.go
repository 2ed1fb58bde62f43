package opening

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/steps"
	"faithscope/scoring"
)

// UnopenedRun is a run that didn't open, and why.
type UnopenedRun struct {
	Path string
	Err  error // begins with the path
}

// Runs opens the runs at runPaths and gives each a unique name and the facts of --as and --facts. If a
// run doesn't open, it is in Failed and the others still open. Wrong facts, or a flag for a file
// that no run uses, close all. Column maps that were given or asked for are saved.
func Runs(ctx context.Context, runPaths []string, o Options) *OpenedRuns {
	j := &OpenedRuns{}
	opener := o.cachedOpener()
	forgets := o.Of(loaders.ColumnMap) == noMap
	kept := o.useMaps()
	mapped := o.Of(loaders.ColumnMap) != "" // by the person
	for _, path := range opener.JoinHalves(ctx, runPaths) {
		parts, asked, err := o.judgeRuns(ctx, opener, path)
		mapped = mapped || asked && err == nil
		if forgets {
			kept.forget(parts, err)
		}
		if err = cmp.Or(err, o.extendRuns(ctx, parts)); err != nil {
			j.Failed = append(j.Failed, UnopenedRun{path, namePages(err)})
		}
		j.Runs = append(j.Runs, parts...)
	}
	nameApart(j.Runs)
	if len(j.Runs) > 0 {
		reportPages(j.Runs[0])
	}
	if err := cmp.Or(checkUsed(j.Runs), o.addFacts(j.Runs)); err != nil {
		j.Close()
		return &OpenedRuns{Failed: append(j.Failed, UnopenedRun{runPaths[0], err})}
	}
	if mapped && len(j.Runs) > 0 {
		if err := kept.saveMaps(ctx, j.Runs); err != nil {
			j.Runs[0].Problems.Report(mapsPath(), "%w; the column mapping isn't saved", err)
		}
	}
	return j
}

// judgeRuns opens the runs once for each judge of o.Judges, because a run holds the verdicts of one.
func (o Options) judgeRuns(ctx context.Context, opener files.RunOpener, runPath string) (runs []*loaders.Run, asked bool, err error) {
	if len(o.Judges) == 0 {
		return o.openOrAsk(ctx, opener, runPath)
	}
	for _, name := range o.Judges {
		for _, judgePath := range steps.SplitJudges(o.anyFiles(), name) {
			judged, was, failed := o.openOrAsk(ctx, opener, runPath)
			for _, run := range judged {
				failed = cmp.Or(failed, o.joinJudge(ctx, run, judgePath))
			}
			if failed != nil {
				CloseAll(judged)
				if err = errors.Join(err, failed); len(judged) == 0 {
					return runs, asked, err
				}
				continue
			}
			runs, asked = append(runs, judged...), asked || was
		}
	}
	return runs, asked, err
}

func (o Options) joinJudge(ctx context.Context, run *loaders.Run, judgePath string) error {
	judge, err := steps.OpenJudge(o.anyFiles(), judgePath)
	if err != nil {
		return fmt.Errorf("--judge %w", err)
	}
	return progress.ShowWhile(ctx, "reading the steps that "+judge.Name+" judges", func() error { return judge.Join(ctx, run) })
}

// asJudge lets a person name the judge as the run and the marked chains with --gold. It returns o with
// judgePath as the judge, and the run's path; ok is false if the path is not a judge's.
func (o Options) asJudge(judgePath string) (judged Options, run string, ok bool) {
	run = o.Of(loaders.GoldFile)
	if run == "" || !steps.IsJudge(o.anyFiles(), judgePath) {
		return o, "", false
	}
	o.Named, o.Judges = maps.Clone(o.Named), []string{judgePath}
	delete(o.Named, loaders.GoldFile.Name)
	return o, run, true
}

func (o Options) anyFiles() fs.FS { return cmp.Or[fs.FS](o.Files, files.DiskFiles{}) }

// openOrAsk asks for a table's columns only if no run opens and no map is given, because a question
// would stop those that open. Without an answer it returns the first error.
func (o Options) openOrAsk(ctx context.Context, opener files.RunOpener, runPath string) (runs []*loaders.Run, asked bool, err error) {
	open := func(o loaders.Options) error {
		return progress.ShowWhile(ctx, "opening "+runPath, func() (err error) {
			runs, err = opener.OpenAll(ctx, runPath, o)
			return err
		})
	}
	err = open(o.Options)
	if err != nil && len(runs) == 0 {
		if judged, run, ok := o.asJudge(runPath); ok {
			return judged.judgeRuns(ctx, opener, run)
		}
	}
	isSettled := err == nil || len(runs) > 0 || !o.Ask || o.Of(loaders.ColumnMap) != ""
	if isSettled {
		return runs, false, err
	}
	said, failed := o.askColumns(ctx, runPath, err)
	if failed != nil || said == "" {
		return runs, false, cmp.Or(failed, err)
	}
	err = open(o.With(loaders.ColumnMap, said))
	return runs, true, err
}

// OpenOne opens the run at a path without cache, facts or a new name. It fails if the file has
// several runs, or a flag names a file that the run doesn't use.
func (o Options) OpenOne(ctx context.Context, runPath string) (*loaders.Run, error) {
	o.useMaps()
	run, err := o.Opener().Open(ctx, runPath, o.Options)
	if err != nil {
		return nil, err
	}
	if err := checkUsed([]*loaders.Run{run}); err != nil {
		run.Close()
		return nil, err
	}
	return run, nil
}

// checkUsed fails only if no run uses the file, because a flag is for all runs.
func checkUsed(runs []*loaders.Run) error {
	for _, run := range runs {
		for _, flag := range run.Unused {
			if !slices.ContainsFunc(runs, func(other *loaders.Run) bool { return !slices.Contains(other.Unused, flag) }) {
				return fmt.Errorf("%s: %s has no effect on this run (%s format)", run.Path, flag, run.Format)
			}
		}
	}
	return nil
}

// ReopenerOf returns a function that opens a run again, opened before from runPaths, follows its file
// if asked, and keeps its name and facts. It returns nil without paths, which the demo has none of.
func ReopenerOf(runPaths []string, o Options) func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error) {
	if len(runPaths) == 0 {
		return nil
	}
	return func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error) {
		o := o
		o.Follow = follow
		o.useMaps()
		if c := run.Columns; run.Part == "" && o.Maps[c.Shape] == "" && c.Map != "" { // given, but not saved
			o.Options = o.With(loaders.ColumnMap, c.Map)
		}
		again, err := o.cachedOpener().Open(ctx, run.Path, o.Options)
		if err != nil {
			return nil, err
		}
		if run.Judge != "" {
			err = o.joinJudge(ctx, again, run.Judge)
		}
		if err := cmp.Or(err, o.extendRuns(ctx, []*loaders.Run{again})); err != nil {
			again.Close()
			return nil, err
		}
		again.Name, again.Facts = run.Name, run.Facts
		return again, nil
	}
}

// Problem returns the reason without the path, and that the other runs are open, for the screen.
func (f UnopenedRun) Problem() loaders.Problem {
	what := files.Reason(f.Err, f.Path)
	if file, ok := errors.AsType[*fs.PathError](f.Err); ok {
		what = loaders.SentenceOf(file.Err)
	}
	return loaders.Problem{File: f.Path}.Worded("%s; the other runs are open", what)
}

// CloseAll closes runs.
func CloseAll(runs []*loaders.Run) {
	for _, run := range runs {
		run.Close()
	}
}

// OpenedRuns are the runs of a command line.
type OpenedRuns struct {
	Runs      []*loaders.Run
	Protocols []scoring.Protocol // selected ones
	Failed    []UnopenedRun
	Annotator string       // see [Flags]
	base      *loaders.Run // nil for none
}

// Close closes the runs.
func (j *OpenedRuns) Close() {
	CloseAll(j.Runs)
	if j.base != nil {
		j.base.Close()
	}
}

// Shown returns the runs and the index of the base run, which is added unless it is one of them;
// nil for none.
func (j *OpenedRuns) Shown() (runs []*loaders.Run, base *int) {
	if runs = j.Runs; j.base == nil {
		return runs, nil
	}
	at := slices.IndexFunc(runs, func(run *loaders.Run) bool { return run.Path == j.base.Path && run.Model == j.base.Model })
	if at < 0 {
		at, runs = len(runs), append(slices.Clip(runs), j.base)
		nameApart(runs)
	}
	return runs, &at
}

// Err joins the errors of the runs that didn't open; nil if all did.
func (j *OpenedRuns) Err() error {
	return errors.Join(loaders.Map(j.Failed, func(f UnopenedRun) error { return f.Err })...)
}
