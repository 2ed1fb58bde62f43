package commands

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring/session"
	"faithscope/scoring/shards"
)

func scoreCommand() *cobra.Command {
	o := &scoreOptions{commandLine: newCommand("score RUN…", "Print every score of your runs",
		"Scores each run with every protocol it has data for, with bootstrap intervals over examples. "+
			"Undefined numbers are printed with the reason.\n\nThe exit code is 1, and nothing is printed, if a run can't be opened or read to the "+
			"end, or has no readable examples.",
		"score predictions.json.gz --gold boxes.csv",
		"score a/predictions.json.gz b/predictions.json.gz --average cumulative --format csv",
		"score counts.jsonl --protocol grounding --no-intervals --format latex",
		"score predictions.json.gz --where 'wrong find<.3'",
		"score predictions.json.gz --by kind",
		"score shard-07.jsonl --partial parts/07.json.gz",
		"score --demo --format json")}
	o.addReport()
	o.addFlags(&o.Demo, "demo", "score the demo's runs")
	o.AddBy()
	// A partial report has all numbers and is not for people; the demo has its own files.
	o.addPartial("format", "no-intervals", "arguments", "demo", "by")
	o.addFlags(&o.shard, "shard", "with --partial: score only every n-th run, starting with the i-th")
	o.AddReport()
	o.addQuery()
	o.Command.MarkFlagsMutuallyExclusive("partial", "sample") // parts are sampled one by one
	o.Command.MarkFlagsMutuallyExclusive("demo", "shard")
	o.Command.MarkFlagsMutuallyExclusive("demo", "base")
	for _, flag := range opening.Formats.Flags() {
		o.Command.MarkFlagsMutuallyExclusive("demo", flag.Name)
	}
	return o.runWith(o.run)
}

// run writes no partial report if a run doesn't open, because nobody would notice the gap once it is
// merged.
func (o *scoreOptions) run() error {
	if o.shard != (shards.Shard{}) && o.Path == "" {
		return errors.New("--shard needs --partial: one shard doesn't cover the whole run")
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
			return o.writePartial(&shards.PartialReport{Runs: j.Runs, Shards: o.shard.Numbers(), Protocols: j.Protocols, Settings: o.Settings},
				j.Err)
		})
	}
	return o.EachScored(paths, func(scored []*session.ScoredRun) error {
		return o.printReport(scored, o.Settings)
	})
}

type scoreOptions struct {
	*commandLine
	shard shards.Shard
}
