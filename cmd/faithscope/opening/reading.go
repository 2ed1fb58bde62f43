package opening

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/demo"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/faithfulness"
	"faithscope/scoring/session"
)

// Read reads every example of every run for protocols, to be scored under
// settings. Its error names the runs that were not read to their end or of
// which not one example could be read; they are reported like the others.
func Read(ctx context.Context, runs []*loaders.Run, protocols []scoring.Protocol, settings scoring.Settings) ([]*session.Scored, error) {
	var scored []*session.Scored
	var errs []error
	for _, run := range runs {
		s := session.New(run, protocols)
		settings.UpperBound = false // which is reported beside the model's own
		s.Aim(settings)
		if err := s.Read(ctx); err != nil {
			return nil, err
		}
		switch {
		case run.Len() == 0:
			errs = append(errs, fmt.Errorf("%s: the run has no examples", run.Path))
		case s.Unreadable() == run.Len():
			errs = append(errs, fmt.Errorf("%s: not one of %d examples could be read", run.Path, run.Len()))
		}
		errs = append(errs, run.Problems.Lost())
		scored = append(scored, s)
	}
	return scored, errors.Join(errs...)
}

// ToldProblems bounds how many problems of one run are written out.
const ToldProblems = 5

// TellProblems counts what is wrong in a run's files and gives the first
// lines of it.
func TellProblems(w io.Writer, run *loaders.Run) {
	problems, count := run.Problems.All()
	if count == 0 {
		return
	}
	fmt.Fprintf(w, "%s: %s\n", loaders.Clean(run.Name), loaders.Count(count, "problem"))
	for _, p := range problems[:min(len(problems), ToldProblems)] {
		fmt.Fprintf(w, "  %s\n", p)
	}
	if rest := count - ToldProblems; rest > 0 {
		fmt.Fprintf(w, "  and %d more\n", rest)
	}
}

// Joined are the runs of a command line as a command works on them.
type Joined struct {
	Runs      []*loaders.Run
	Protocols []scoring.Protocol // that the command is restricted to
	Failed    []Unopened
}

// Named opens the runs that the person named, or the demo's.
func (f *Flags) Named(cmd *cobra.Command, paths []string) (*Joined, error) {
	switch {
	case f.Demo && len(paths) > 0:
		return nil, errors.New("--demo scores the demo alone: leave out the runs, or the flag")
	case f.Demo:
		runs, err := demo.Open(cmd.Context(), Formats())
		return &Joined{Runs: runs}, err
	case len(paths) == 0 && cmd.Flags().Lookup("demo") != nil:
		return nil, errors.New("name a run to score, or --demo")
	case len(paths) == 0:
		return nil, errors.New("name a run")
	}
	return Runs(cmd.Context(), paths, f.Options), nil
}

// Join opens the runs at paths, or the demo's, adds the problems of the base run
// to them, and leaves the examples that --where names, which it says.
func (f *Flags) Join(cmd *cobra.Command, paths []string) (*Joined, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	protocols, err := f.Asked(cmd.Context())
	if err != nil {
		return nil, err
	}
	j, err := f.Named(cmd, paths)
	if err != nil {
		return nil, err
	}
	j.Protocols = protocols
	f.AddBaseProblems(j.Runs...)
	if err := f.Narrow(cmd, false, j.Runs...); err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// JoinAll is Join where no run may be missing.
func (f *Flags) JoinAll(cmd *cobra.Command, paths []string) (*Joined, error) {
	j, err := f.Join(cmd, paths)
	if err == nil && len(j.Failed) > 0 {
		j.Close()
		return nil, j.Err()
	}
	return j, err
}

// Close closes the runs.
func (j *Joined) Close() { CloseAll(j.Runs) }

// Err joins the errors of the runs that did not open, nil for none.
func (j *Joined) Err() error {
	var errs []error
	for _, f := range j.Failed {
		errs = append(errs, f.Err)
	}
	return errors.Join(errs...)
}

// EachRun opens the runs that are named, or the demo's, of the examples that
// --where names, and tells their problems behind what work writes. Its error names
// what did not open, and what work failed by or else what was not read.
func (f *Flags) EachRun(cmd *cobra.Command, paths []string, work func(j *Joined) error) error {
	j, err := f.Join(cmd, paths)
	if err != nil {
		return err
	}
	defer j.Close()
	if len(j.Runs) > 0 {
		err = work(j)
	}
	var lost []error
	for _, run := range j.Runs {
		TellProblems(cmd.ErrOrStderr(), run)
		lost = append(lost, run.Problems.Lost())
	}
	return errors.Join(j.Err(), cmp.Or(err, errors.Join(lost...)))
}

// OnScreen leaves the protocols that screens show: they count quadrants from
// what they show.
func OnScreen(protocols []scoring.Protocol) []scoring.Protocol {
	return slices.DeleteFunc(protocols, func(p scoring.Protocol) bool { return p.Name == faithfulness.Name })
}
