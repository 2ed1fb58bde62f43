package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/scoring/report"
)

func scoreCommand() *cobra.Command {
	f, demo, format := newFlags(), false, report.Table
	cmd := &cobra.Command{
		Use:   "score RUN…",
		Short: "Print the score report of runs",
		Long: "Print the score report of runs: every protocol's numbers under the settings that the flags name.\n\n" +
			"A number that is undefined says why. What is wrong in a file is counted on standard error. The exit code is 1 " +
			"when a run does not open or none of its examples can be read; the other runs are reported all the same.",
		Example: "faithscope score predictions.json.gz --gold boxes.csv\n" +
			"faithscope score a/predictions.json.gz b/predictions.json.gz --average cumulative --format csv\n" +
			"faithscope score --demo --format json",
		RunE: func(cmd *cobra.Command, paths []string) error {
			if err := f.check(); err != nil {
				return err
			}
			runs, failed, err := openNamed(cmd.Context(), paths, demo, f.options)
			if err != nil {
				return err
			}
			defer closeAll(runs)
			scored, reading := read(cmd.Context(), runs)
			if len(scored) > 0 {
				r := report.Build(scored, f.settings)
				if err := r.Write(cmd.OutOrStdout(), format); err != nil {
					return err
				}
			}
			for _, s := range scored {
				tellProblems(cmd.ErrOrStderr(), s.Run)
			}
			return errors.Join(all(failed), reading)
		},
	}
	f.addTo(cmd.Flags())
	cmd.Flags().Var(&format, "format", "table, json, csv or markdown")
	cmd.Flags().BoolVar(&demo, "demo", false, "score the runs of the demo")
	return cmd
}

// openNamed opens the runs that the person named, or the demo's.
func openNamed(ctx context.Context, paths []string, demo bool, o loaders.Options) (runs []*loaders.Run, failed []unopened, err error) {
	switch {
	case demo && len(paths) > 0:
		return nil, nil, errors.New("--demo scores the demo alone: leave out the runs, or the flag")
	case demo:
		runs, err = openDemo(ctx)
		return runs, nil, err
	case len(paths) == 0:
		return nil, nil, errors.New("name a run to score, or --demo")
	}
	runs, failed = open(ctx, paths, o)
	return runs, failed, nil
}

// read reads every example of every run. Its error names the runs of which
// not one example could be read; they are reported like the others.
func read(ctx context.Context, runs []*loaders.Run) ([]*report.Scored, error) {
	var scored []*report.Scored
	var errs []error
	for _, run := range runs {
		s := report.New(run, report.Protocols())
		if err := s.Read(ctx); err != nil {
			return nil, err
		}
		if s.Unreadable() == run.Len() {
			errs = append(errs, fmt.Errorf("%s: not one of %d examples could be read", run.Path, run.Len()))
		}
		scored = append(scored, s)
	}
	return scored, errors.Join(errs...)
}

// toldProblems bounds how many problems of one run are written out.
const toldProblems = 5

// tellProblems counts what is wrong in a run's files and gives the first
// lines of it.
func tellProblems(w io.Writer, run *loaders.Run) {
	problems, count := run.Problems.All()
	if count == 0 {
		return
	}
	noun := "problems"
	if count == 1 {
		noun = "problem"
	}
	fmt.Fprintf(w, "%s: %d %s\n", loaders.Clean(run.Name), count, noun)
	for _, p := range problems[:min(len(problems), toldProblems)] {
		fmt.Fprintf(w, "  %s\n", p)
	}
	if rest := count - toldProblems; rest > 0 {
		fmt.Fprintf(w, "  and %d more\n", rest)
	}
}
