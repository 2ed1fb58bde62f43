package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/shards"
)

func scoreCommand() *cobra.Command {
	f, o := newFlags(), scoreOptions{}
	cmd := &cobra.Command{
		Use:   "score RUN…",
		Short: "Print the score report of runs",
		Long: "Print the score report of runs: the numbers of every protocol that a run carries the data for, under the " +
			"settings that the flags name, with bootstrap intervals over examples.\n\n" +
			"A number that is undefined says why. What is wrong in a file is counted on standard error. The exit code is 1 " +
			"when a run does not open, is cut off, or none of its examples can be read; what was read is reported all the same.\n\n" +
			"With --partial the runs are shards of one, and what is written is their part of its report, for " +
			"`faithscope merge`.",
		Example: "faithscope score predictions.json.gz --gold boxes.csv\n" +
			"faithscope score a/predictions.json.gz b/predictions.json.gz --average cumulative --format csv\n" +
			"faithscope score counts.jsonl --protocol grounding --no-intervals --format latex\n" +
			"faithscope score predictions.json.gz --where 'wrong find<.3'\n" +
			"faithscope score shard-07.jsonl --partial parts/07.json.gz\n" +
			"faithscope score --demo --format json",
		RunE: func(cmd *cobra.Command, paths []string) error { return scoreRuns(cmd, paths, f, &o) },
	}
	o.reportOptions.addTo(cmd.Flags())
	cmd.Flags().BoolVar(&o.demo, "demo", false, "score the runs of the demo")
	o.partialOptions.addTo(cmd.Flags())
	cmd.Flags().Var(&o.shard, "shard", "with --partial: score only every n-th of the runs from the i-th on, as shard i of n")
	f.addReport(cmd.Flags())
	f.addWhere(cmd.Flags())
	f.addTo(cmd.Flags())
	// A partial report has all numbers in it and is not for people; the demo
	// has its own files.
	for _, other := range []string{"format", "no-intervals", "arguments", "demo"} {
		cmd.MarkFlagsMutuallyExclusive("partial", other)
	}
	for _, other := range []string{"shard", "gold", "programs", "scenes", "images", "base"} {
		cmd.MarkFlagsMutuallyExclusive("demo", other)
	}
	return cmd
}

// scoreOptions are the flags of score beside those of scoring.
type scoreOptions struct {
	reportOptions
	partialOptions
	demo  bool
	shard shards.Shard
}

// reportOptions are the flags of commands that print a score report.
type reportOptions struct {
	format                 report.Format
	noIntervals, arguments bool
}

func (o *reportOptions) addTo(set *pflag.FlagSet) {
	set.Var(&o.format, "format", "table, json, csv, markdown or latex")
	set.BoolVar(&o.noIntervals, "no-intervals", false, "draw no bootstrap intervals")
	set.BoolVar(&o.arguments, "arguments", false, "modules: F1 by text argument too, the most frequent first")
}

// print prints the report of runs that were read.
func (o *reportOptions) print(cmd *cobra.Command, scored []*session.Scored, settings scoring.Settings) error {
	r := report.Build(scored, settings)
	if !o.noIntervals {
		if err := r.DrawIntervals(cmd.Context(), scored); err != nil {
			return err
		}
	}
	if o.arguments {
		r.AddArguments(scored)
	}
	return r.Write(cmd.OutOrStdout(), o.format)
}

func scoreRuns(cmd *cobra.Command, paths []string, f *flags, o *scoreOptions) error {
	if err := errors.Join(f.check(), o.check(), o.numbered()); err != nil {
		return err
	}
	ctx := cmd.Context()
	protocols, err := f.asked(ctx)
	if err != nil {
		return err
	}
	if paths, err = o.shard.Share(paths); err != nil {
		return err
	}
	runs, failed, err := openNamed(ctx, paths, o.demo, f.options)
	if err != nil {
		return err
	}
	defer closeAll(runs)
	f.addBaseProblems(runs...)
	if err := f.narrow(ctx, cmd.ErrOrStderr(), runs...); err != nil {
		return err
	}
	if o.partial != "" {
		if len(failed) > 0 { // a shard that is missing is missed by nobody later
			return all(failed)
		}
		return o.write(cmd, runs, o.shard.Numbers(), protocols, f.settings, func() error { return nil })
	}
	scored, reading := read(ctx, runs, protocols, f.settings)
	if len(scored) > 0 {
		if err := o.print(cmd, scored, f.settings); err != nil {
			return err
		}
	}
	for _, s := range scored {
		tellProblems(cmd.ErrOrStderr(), s.Run)
	}
	return errors.Join(all(failed), reading)
}

// numbered holds --shard against --partial.
func (o *scoreOptions) numbered() error {
	if o.shard != (shards.Shard{}) && o.partial == "" {
		return errors.New("--shard is for --partial: the report of one shard is not that of the run")
	}
	return nil
}

// openNamed opens the runs that the person named, or the demo's.
func openNamed(ctx context.Context, paths []string, demo bool, o opening) (runs []*loaders.Run, failed []unopened, err error) {
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

// read reads every example of every run for protocols, to be scored under
// settings. Its error names the runs that were not read to their end or of
// which not one example could be read; they are reported like the others.
func read(ctx context.Context, runs []*loaders.Run, protocols []scoring.Protocol, settings scoring.Settings) ([]*session.Scored, error) {
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

// toldProblems bounds how many problems of one run are written out.
const toldProblems = 5

// tellProblems counts what is wrong in a run's files and gives the first
// lines of it.
func tellProblems(w io.Writer, run *loaders.Run) {
	problems, count := run.Problems.All()
	if count == 0 {
		return
	}
	fmt.Fprintf(w, "%s: %s\n", loaders.Clean(run.Name), loaders.Count(count, "problem"))
	for _, p := range problems[:min(len(problems), toldProblems)] {
		fmt.Fprintf(w, "  %s\n", p)
	}
	if rest := count - toldProblems; rest > 0 {
		fmt.Fprintf(w, "  and %d more\n", rest)
	}
}
