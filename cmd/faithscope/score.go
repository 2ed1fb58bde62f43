package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring/shards"
)

func scoreCommand() *cobra.Command {
	f, o := opening.NewFlags(), scoreOptions{}
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
			"faithscope score predictions.json.gz --by kind\n" +
			"faithscope score shard-07.jsonl --partial parts/07.json.gz\n" +
			"faithscope score --demo --format json",
		RunE: func(cmd *cobra.Command, paths []string) error { return scoreRuns(cmd, paths, f, &o) },
	}
	o.reportOptions.addTo(cmd.Flags())
	cmd.Flags().BoolVar(&f.Demo, "demo", false, "score the runs of the demo")
	cmd.Flags().StringVar(&o.by, "by", "", "score the examples of each value of a column, or of an expression, apart: kind, 'depth > 3'")
	o.partialOptions.addTo(cmd.Flags())
	cmd.Flags().Var(&o.shard, "shard", "with --partial: score only every n-th of the runs from the i-th on, as shard i of n")
	f.AddReport(cmd.Flags())
	f.AddWhere(cmd.Flags())
	f.AddTo(cmd.Flags())
	// A partial report has all numbers in it and is not for people; the demo
	// has its own files.
	for _, other := range []string{"format", "no-intervals", "arguments", "demo", "by"} {
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
	by    string
	shard shards.Shard
}

func scoreRuns(cmd *cobra.Command, paths []string, f *opening.Flags, o *scoreOptions) error {
	if err := errors.Join(f.Check(), o.check(), o.numbered()); err != nil {
		return err
	}
	paths, err := o.shard.Share(paths)
	if err != nil {
		return err
	}
	return f.EachRun(cmd, paths, func(j *opening.Joined) error {
		ctx := cmd.Context()
		switch {
		case o.partial != "" && j.Failed != nil: // a shard that is missing is missed by nobody later
			return nil
		case o.partial != "":
			return o.write(cmd, j.Runs, o.shard.Numbers(), j.Protocols, f.Settings, func() error { return nil })
		}
		scored, reading := opening.Read(ctx, j.Runs, j.Protocols, f.Settings)
		if scored == nil {
			return reading
		}
		parts, err := f.Groups(ctx, scored, o.by)
		if err != nil {
			return err
		}
		return cmp.Or(o.print(cmd, parts, f.Settings), reading)
	})
}

// numbered holds --shard against --partial.
func (o *scoreOptions) numbered() error {
	if o.shard != (shards.Shard{}) && o.partial == "" {
		return errors.New("--shard is for --partial: the report of one shard is not that of the run")
	}
	return nil
}
