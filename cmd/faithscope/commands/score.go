package commands

import (
	"errors"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/scoring/session"
	"faithscope/scoring/shards"
)

func scoreCommand() *cobra.Command {
	o := scoreOptions{Flags: opening.NewFlags()}
	cmd := &cobra.Command{
		Use:   "score RUN…",
		Short: "Print the score report of runs",
		Long: "Print the score report of runs: the numbers of every protocol that a run carries the data for, under the " +
			"settings that the flags name, with bootstrap intervals over examples.\n\n" +
			"A number that is undefined says why. What is wrong in a file is counted on standard error, and so are ids that occur twice. " +
			"The exit code is 1 when a run does not open, is cut off, or none of its examples can be read; " +
			"what was read is reported all the same.\n\n" +
			"With --partial the runs are shards of one, and what is written is their part of its report, for " +
			"`faithscope merge`.",
		Example: "faithscope score predictions.json.gz --gold boxes.csv\n" +
			"faithscope score a/predictions.json.gz b/predictions.json.gz --average cumulative --format csv\n" +
			"faithscope score counts.jsonl --protocol grounding --no-intervals --format latex\n" +
			"faithscope score predictions.json.gz --where 'wrong find<.3'\n" +
			"faithscope score predictions.json.gz --by kind\n" +
			"faithscope score shard-07.jsonl --partial parts/07.json.gz\n" +
			"faithscope score --demo --format json",
		RunE: o.run,
	}
	set := cmd.Flags()
	o.report.addTo(set)
	value.Declare(set,
		&o.Demo, "demo", "score the runs of the demo")
	o.AddBy(set)
	o.addTo(set)
	value.Declare(set, &o.shard, "shard", "with --partial: score only every n-th of the runs from the i-th on, as shard i of n")
	o.AddReport(set)
	o.AddQuery(set)
	answering.Ask(o.Flags, set)
	// A partial report has all numbers in it and is not for people; the demo
	// has its own files.
	for _, other := range []string{"format", "no-intervals", "arguments", "demo", "by"} {
		cmd.MarkFlagsMutuallyExclusive("partial", other)
	}
	for _, other := range append(opening.FlagNames(), "shard", "base") {
		cmd.MarkFlagsMutuallyExclusive("demo", other)
	}
	return cmd
}

// scoreOptions are the flags of score beside those of scoring.
type scoreOptions struct {
	*opening.Flags
	partialOptions
	report reportOptions
	shard  shards.Shard
}

func (o *scoreOptions) run(cmd *cobra.Command, paths []string) error {
	if err := errors.Join(o.Check(), o.check(), o.numbered()); err != nil {
		return err
	}
	paths, err := o.shard.Share(paths)
	if err != nil {
		return err
	}
	if o.partial != "" {
		return o.EachRun(cmd, paths, func(j *opening.Joined) error {
			if j.Failed != nil { // nobody would notice a missing shard later
				return nil
			}
			return o.write(cmd, j.Runs, o.shard.Numbers(), j.Protocols, o.Settings, func() error { return nil })
		})
	}
	return o.EachScored(cmd, paths, func(scored []*session.Scored) error {
		return o.report.print(cmd, scored, o.Settings)
	})
}

// numbered fails for --shard without --partial.
func (o *scoreOptions) numbered() error {
	if o.shard != (shards.Shard{}) && o.partial == "" {
		return errors.New("--shard is for --partial: the report of one shard is not that of the run")
	}
	return nil
}
