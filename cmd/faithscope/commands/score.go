package commands

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring/session"
	"faithscope/scoring/shards"
)

// scoreCommand returns the command score. --partial excludes the flags of a report, and --demo the
// flags of files.
func scoreCommand() *cobra.Command {
	o := &scoreOptions{commandLine: newCommand("score RUN…", "Print every score of runs",
		"Scores all protocols that a run has data for, under the settings that the flags name, with bootstrap intervals over examples. An "+
			"undefined number says why.\n\nThe exit code is 1, and nothing is printed, if a run can't be opened, is cut off, or has no "+
			"readable example.\n\nWith --partial, the runs are shards of one run, and their part of its report is written for `faithscope merge`.",
		"score predictions.json.gz --gold boxes.csv",
		"score a/predictions.json.gz b/predictions.json.gz --average cumulative --format csv",
		"score counts.jsonl --protocol grounding --no-intervals --format latex",
		"score predictions.json.gz --where 'wrong find<.3'",
		"score predictions.json.gz --by kind",
		"score shard-07.jsonl --partial parts/07.json.gz",
		"score --demo --format json")}
	o.addReport(&o.report)
	o.addFlags(&o.Demo, "demo", "score the runs of the demo")
	o.AddBy()
	// A partial report has all numbers and is not for people; the demo has its own files.
	o.addPartial("format", "no-intervals", "arguments", "demo", "by")
	o.addFlags(&o.shard, "shard", "with --partial: score only every n-th run, starting with the i-th")
	o.AddReport()
	o.addQuery()
	for _, other := range append(opening.FlagNames(), "shard", "base") {
		o.Command.MarkFlagsMutuallyExclusive("demo", other)
	}
	return o.runWith(o.run)
}

// run prints a report or, with --partial, writes one of --shard's share; if a run does not open,
// nothing is written. --shard without --partial is an error.
func (o *scoreOptions) run() error {
	if o.shard != (shards.Shard{}) && o.Path == "" {
		return errors.New("--shard is for --partial: the report of one shard is not that of the run")
	}
	paths, err := o.shard.Share(o.args)
	if err = cmp.Or(o.Check(), o.checkPartial(), err); err != nil {
		return err
	}
	if o.Path != "" {
		return o.EachRun(paths, func(j *opening.OpenedRuns) error {
			if j.Failed != nil { // nobody would notice a missing shard later
				return nil
			}
			return o.writePartial(&shards.Partial{Runs: j.Runs, Shards: o.shard.Numbers(), Protocols: j.Protocols, Settings: o.Settings}, j.Err)
		})
	}
	return o.EachScored(paths, func(scored []*session.Scored) error {
		return o.printReport(scored, o.Settings, o.report)
	})
}

type scoreOptions struct {
	*commandLine
	report reportOptions
	shard  shards.Shard
}
