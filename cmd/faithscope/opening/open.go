package opening

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/cache"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// Unopened is a run that did not open, and why.
type Unopened struct {
	Path string
	Err  error // begins with the path
}

// Options is how the flags ask for runs to be opened.
type Options struct {
	loaders.Options
	Family
	Files           fs.FS // nil for the disk
	Follow, NoCache bool
	Ask             bool // what the columns of a table hold, where there is nobody to ask
	Foreign         bool // a file names the runs and the flags: a map of columns is not kept
	// Extend adds to a run what its files do not say; nil for nothing.
	Extend func(ctx context.Context, run *loaders.Run) error
}

// FlagNames are the names of the flags that formats take.
func FlagNames() []string {
	return loaders.Map(Formats.Flags(), func(f loaders.Flag) string { return f.Name })
}

// Opener opens runs in any format, without a cache.
func (o Options) Opener() files.Opener {
	op := files.NewOpener(o.Files, Formats...)
	op.Follow = o.Follow
	return op
}

// cached is opener with the person's cache, unless they want none or it cannot
// be made.
func (o Options) cached() files.Opener {
	op := o.Opener()
	path, unknown := os.Executable()
	if info, err := os.Stat(path); !o.NoCache && unknown == nil && err == nil {
		program := fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano()) // another build may score in another way
		op.Cache, _ = cache.Open(Cache.File(""), program)                       // nil where it fails
	}
	return op
}

// Runs opens the runs at paths on disk and gives them names. A run that does
// not open does not stop the others.
func Runs(ctx context.Context, paths []string, o Options) *Joined {
	j := &Joined{}
	opener := o.cached()
	kept := readMaps(mapsPath())
	o.forgetMaps(ctx, kept, paths)
	o.useMaps()
	mapped := o.Of(loaders.ColumnMap) != "" && !o.Foreign // by the person
	for _, path := range paths {
		parts, err := openAll(ctx, opener, path, o.Options)
		if err != nil && len(parts) == 0 && o.Ask && o.Of(loaders.ColumnMap) == "" {
			said, asked := askColumns(ctx, o.Files, path, err)
			if asked != nil {
				err = asked
			} else if said != "" {
				parts, err = opener.OpenAll(ctx, path, o.With(loaders.ColumnMap, said))
				mapped = mapped || err == nil
			}
		}
		if err = cmp.Or(err, o.extend(ctx, parts)); err != nil {
			j.Failed = append(j.Failed, Unopened{path, err})
		}
		j.Runs = append(j.Runs, parts...)
	}
	NameApart(j.Runs)
	if err := cmp.Or(checkUsed(j.Runs), o.addFacts(j.Runs)); err != nil {
		j.Close()
		return &Joined{Failed: append(j.Failed, Unopened{paths[0], err})}
	}
	if mapped && len(j.Runs) > 0 {
		if err := kept.save(mapsPath(), j.Runs); err != nil {
			j.Runs[0].Problems.Report(mapsPath(), "%w; the map is not saved for the next table", err)
		}
	}
	return j
}

func (o Options) extend(ctx context.Context, runs []*loaders.Run) (err error) {
	for _, run := range runs {
		if o.Extend != nil {
			err = cmp.Or(err, o.Extend(ctx, run))
		}
	}
	return err
}

// openAll opens the runs at a path, and says so on a terminal if it takes long.
func openAll(ctx context.Context, opener files.Opener, path string, o loaders.Options) (runs []*loaders.Run, err error) {
	err = progress.During(ctx, func() string { return "opening " + path }, func() (err error) {
		runs, err = opener.OpenAll(ctx, path, o)
		return err
	})
	return runs, err
}

// OpenOne opens the run at a path, without a cache.
func (o Options) OpenOne(ctx context.Context, path string) (*loaders.Run, error) {
	o.useMaps()
	run, err := o.Opener().Open(ctx, path, o.Options)
	if err != nil {
		return nil, err
	}
	if err := checkUsed([]*loaders.Run{run}); err != nil {
		run.Close()
		return nil, err
	}
	return run, nil
}

// checkUsed returns an error if a flag names a file that no run uses.
func checkUsed(runs []*loaders.Run) error {
	for _, run := range runs {
		for _, flag := range run.Unused {
			if !slices.ContainsFunc(runs, func(other *loaders.Run) bool { return !slices.Contains(other.Unused, flag) }) {
				return fmt.Errorf("%s: %s is not used: a run in the format %s has no such file", run.Path, flag, run.Format)
			}
		}
	}
	return nil
}

// ReopenerOf opens the runs at paths again as they were opened, nil for the
// demo, which has no paths.
func ReopenerOf(paths []string, o Options) func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error) {
	if len(paths) == 0 {
		return nil
	}
	return func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error) {
		o := o
		o.Follow = follow
		o.useMaps()
		again, err := o.cached().Open(ctx, run.Path, o.Options)
		if err != nil {
			return nil, err
		}
		if err := o.extend(ctx, []*loaders.Run{again}); err != nil {
			again.Close()
			return nil, err
		}
		again.Name, again.Facts = run.Name, run.Facts
		return again, nil
	}
}

// Problem is how the screen says that the run did not open.
func (f Unopened) Problem() loaders.Problem {
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
		if err := readAll(ctx, s); err != nil {
			return nil, err
		}
		run.ReportTwice()
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

// readAll reads every example of a run, and says on a terminal how far it is.
func readAll(ctx context.Context, s *session.Scored) error {
	return progress.During(ctx, func() string {
		read, found, _ := s.Progress()
		of := loaders.Count(found, "example")
		if !s.Run.Complete() {
			of = "at least " + of
		}
		return fmt.Sprintf("reading %s: %d of %s", s.Run.Name, read, of)
	}, func() error { return s.Read(ctx) })
}

// PrintedProblems bounds how many problems of one run are written out.
const PrintedProblems = 5

// PrintProblems counts what is wrong in a run's files and gives the first
// lines of it.
func PrintProblems(w io.Writer, run *loaders.Run) {
	problems, count := run.Problems.All()
	if count == 0 {
		return
	}
	fmt.Fprintf(w, "%s: %s\n", loaders.Clean(run.Name), loaders.Count(count, "problem"))
	for _, p := range problems[:min(len(problems), PrintedProblems)] {
		fmt.Fprintf(w, "  %s\n", p)
	}
	if rest := count - PrintedProblems; rest > 0 {
		fmt.Fprintf(w, "  and %d more\n", rest)
	}
}

// Joined are the runs of a command line as a command works on them.
type Joined struct {
	Runs      []*loaders.Run
	Protocols []scoring.Protocol // that the command is restricted to
	Failed    []Unopened
	Annotator string // as [Flags] has it
}

// OpenNamed opens the runs that the person named, or the demo's.
func (f *Flags) OpenNamed(cmd *cobra.Command, paths []string) (*Joined, error) {
	switch {
	case f.Demo && len(paths) > 0:
		return nil, errors.New("--demo scores the demo alone: leave out the runs, or the flag")
	case f.Demo:
		runs, err := demo.Open(cmd.Context(), Formats)
		f.gild(runs)
		return &Joined{Runs: runs, Annotator: f.Annotator}, err
	case len(paths) == 0 && cmd.Flags().Lookup("demo") != nil:
		return nil, errors.New("name a run to score, or --demo")
	case len(paths) == 0:
		return nil, errors.New("name a run")
	}
	j := Runs(cmd.Context(), paths, f.Options)
	j.Annotator = f.Annotator
	f.gild(j.Runs)
	return j, nil
}

// Join opens the runs at paths, or the demo's, adds the problems of the base
// run to them, and keeps the examples that --where selects, of which it prints
// the number.
func (f *Flags) Join(cmd *cobra.Command, paths []string) (*Joined, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	protocols, err := f.Asked(cmd.Context())
	if err != nil {
		return nil, err
	}
	j, err := f.OpenNamed(cmd, paths)
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

// EachScored is EachRun for runs that have been read, in the groups of --by; work's error is
// followed by the reasons why some could not be.
func (f *Flags) EachScored(cmd *cobra.Command, paths []string, work func(scored []*session.Scored) error) error {
	return f.EachRun(cmd, paths, func(j *Joined) error {
		scored, reading := Read(cmd.Context(), j.Runs, j.Protocols, f.Settings)
		if scored == nil {
			return reading
		}
		parts, err := f.groups(cmd.Context(), scored)
		if err == nil {
			err = work(parts)
		}
		return cmp.Or(err, reading)
	})
}

// EachRun opens the runs that are named, or the demo's, reduced to the examples
// that --where selects, calls work, and then prints the runs' problems. Its error
// names what did not open, and why work failed or else what could not be read.
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
		PrintProblems(cmd.ErrOrStderr(), run)
		lost = append(lost, run.Problems.Lost())
	}
	return errors.Join(j.Err(), cmp.Or(err, errors.Join(lost...)))
}
