package opening

import (
	"cmp"
	"errors"

	"faithscope/cmd/faithscope/demo"
	"faithscope/scoring/session"
)

// OpenNamed opens the runs at runPaths, or with --demo the demo's, with the gold of --annotator. Runs
// that don't open are in Failed. Naming both, or neither, is an error.
func (f *Flags) OpenNamed(runPaths []string) (*OpenedRuns, error) {
	switch {
	case f.Demo && len(runPaths) > 0:
		return nil, errors.New("--demo can't be combined with runs")
	case f.Demo:
		runs, err := demo.Open(f.Context(), Formats)
		err = cmp.Or(err, f.Options.extendRuns(f.Context(), runs))
		f.gildRuns(runs)
		return &OpenedRuns{Runs: runs, Annotator: f.Annotator}, err
	case len(runPaths) == 0: // of a command that has the flag
		return nil, errors.New("name a run, or use --demo")
	}
	j := Runs(f.Context(), runPaths, f.Options)
	j.Annotator = f.Annotator
	f.gildRuns(j.Runs)
	return j, nil
}

// Join opens the runs like [Flags.OpenNamed], adds the problems of the base run, and keeps the
// examples that --where and --sample select, printing their number. Runs that don't open are in
// Failed, and aren't an error.
func (f *Flags) Join(runPaths []string) (*OpenedRuns, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	protocols, err := f.Asked()
	if err != nil {
		return nil, err
	}
	j, err := f.OpenNamed(runPaths)
	if err != nil {
		return nil, err
	}
	j.Protocols, j.base = protocols, f.base
	f.AddBaseProblems(j.Runs...)
	if err := f.Narrow(Unpaired, j.Runs...); err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// JoinAll is [Flags.Join], but if a run doesn't open it closes the others and returns the reasons.
func (f *Flags) JoinAll(runPaths []string) (*OpenedRuns, error) {
	j, err := f.Join(runPaths)
	if err == nil && len(j.Failed) > 0 {
		j.Close()
		return nil, j.Err()
	}
	return j, err
}

// EachScored is [Flags.EachRun] for runs whose examples have all been read, in the groups of --by.
// If reading fails, onScoredRuns isn't called; if onScoredRuns succeeds, it returns why some runs
// couldn't be read in full.
func (f *Flags) EachScored(runPaths []string, onScoredRuns func(scored []*session.ScoredRun) error) error {
	return f.EachRun(runPaths, func(j *OpenedRuns) error {
		scored, reading := Read(f.Context(), j.Runs, j.Protocols, f.Settings)
		if scored == nil {
			return reading
		}
		parts, err := f.groupRuns(scored)
		if err == nil {
			err = onScoredRuns(parts)
		}
		return cmp.Or(err, reading)
	})
}

// EachRun opens the runs like [Flags.Join], calls onOpenedRuns once with all of them, if any opened,
// then prints the runs' problems and closes them. Its error names what didn't open, and why onOpenedRuns
// failed, otherwise what couldn't be read.
func (f *Flags) EachRun(runPaths []string, onOpenedRuns func(j *OpenedRuns) error) error {
	j, err := f.Join(runPaths)
	if err != nil {
		return err
	}
	defer j.Close()
	if len(j.Runs) > 0 {
		err = onOpenedRuns(j)
	}
	var lost []error
	for _, run := range j.Runs {
		f.PrintProblems(run)
		lost = append(lost, run.Problems.Lost())
	}
	return errors.Join(j.Err(), cmp.Or(err, errors.Join(lost...)))
}
