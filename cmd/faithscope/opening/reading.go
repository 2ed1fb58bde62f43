package opening

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// Read reads every example of every run for protocols, scored under settings without the upper
// bound. Runs that are empty or unreadable are returned too, and named by the error. It returns nil
// if ctx ends or reading fails, also if a run lacks examples, because figures over a part of a file
// would pass for those of the file.
func Read(ctx context.Context, runs []*loaders.Run, protocols []scoring.Protocol, settings scoring.Settings) ([]*session.ScoredRun, error) {
	var scored []*session.ScoredRun
	var errs []error
	for _, run := range runs {
		s := session.New(run, protocols)
		settings.UpperBound = false // reported beside the model's own
		s.Aim(settings)
		if err := readAll(ctx, s); err != nil {
			return nil, err
		}
		run.ReportTwice()
		switch {
		case run.Len() == 0:
			errs = append(errs, fmt.Errorf("%s: the run has no examples", run.Path))
		case s.Unreadable() == run.Len():
			errs = append(errs, fmt.Errorf("%s: none of the %d examples could be read", run.Path, run.Len()))
		}
		scored = append(scored, s)
	}
	return scored, errors.Join(errs...)
}

func readAll(ctx context.Context, s *session.ScoredRun) error {
	err := progress.During(ctx, func() string {
		read, found, _ := s.Progress()
		of := loaders.Count(found, "example")
		if !s.Run.Complete() {
			of = "at least " + of
		}
		return fmt.Sprintf("reading %s: %d of %s", s.Run.Name, read, of)
	}, func() error { return s.Read(ctx) })
	return cmp.Or(err, s.Run.Problems.Lost())
}

// PrintedProblems bounds the kinds of problems printed per run.
const PrintedProblems = 5

// PrintProblems prints to standard error the number of a run's problems, the first of each of five
// kinds with how many are like it, and how many are left; nothing without problems.
func (f *Flags) PrintProblems(run *loaders.Run) {
	problems, count := run.Problems.All()
	if count == 0 {
		return
	}
	f.Command.PrintErrf("%s: %s\n", loaders.Clean(run.Name), loaders.Count(count, "problem"))
	for range PrintedProblems {
		if len(problems) == 0 {
			break
		}
		first := problems[0]
		rest := loaders.Filter(problems, func(p loaders.Problem) bool { return p.What.Kind != first.What.Kind })
		like := len(problems) - len(rest) - 1
		f.Command.PrintErrf("  %s%s\n", first, loaders.IfElse(like > 0, fmt.Sprintf(" (and %d similar)", like), ""))
		problems, count = rest, count-like-1
	}
	if count > 0 {
		f.Command.PrintErrf("  and %d more\n", count)
	}
}
