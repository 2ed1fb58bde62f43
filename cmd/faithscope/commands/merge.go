package commands

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring/shards"
)

func mergeCommand() *cobra.Command {
	o := &mergeOptions{commandLine: newCommand("merge PARTIAL…", "Merge the partial reports of shards into one",
		"Combines the reports of `faithscope score SHARD… --partial FILE`. "+
			"Numbers and intervals are the same as if all shards were scored at once; "+
			"intervals need example ids.\n\nMissing or repeated shards and mismatched settings or versions are errors.",
		"merge parts/*.json.gz",
		"merge parts/*.json.gz --expect 100 --format json --name my-model",
		"merge parts/0*.json.gz --partial tree/0.json.gz")}
	o.addReport()
	o.addFlags(
		&o.name, "name", "name of the run (default: from the shards)",
		&o.expect, "expect", "number of shards (default: from the reports)",
		&o.same, "same-id", "examples in several shards: error, once (count one) or all (count each)")
	o.addPartial("format", "no-intervals", "arguments")
	return o.runWith(o.checkPartial, o.run)
}

type mergeOptions struct {
	*commandLine
	name   string
	expect int
	same   shards.SameIDPolicy
}

// run takes missing shards for an error, except with --partial and without --expect: partial reports
// may be merged in stages.
func (o *mergeOptions) run() error {
	ctx := o.Context()
	m, err := shards.Merge(ctx, files.DiskFiles{}, o.args, o.same)
	if err != nil {
		return err
	}
	defer m.Run.Close()
	defer o.PrintProblems(m.Run)
	if o.Path == "" || o.expect > 0 {
		if err := m.Complete(o.expect); err != nil {
			return err
		}
	}
	if o.name != "" {
		m.Run.Name = o.name
	}
	if m.Dropped > 0 {
		o.Command.PrintErrf("duplicates left out: %d (examples found in several shards)\n", m.Dropped)
	}
	if m.Unnamed > 0 { // they have no order
		o.Command.PrintErrf("examples without an id: %d; random draws from them depend on how the run was sharded\n", m.Unnamed)
	}
	if o.Path != "" {
		return o.writePartial(&shards.PartialReport{Runs: []*loaders.Run{m.Run}, Shards: m.Shards, Protocols: m.Protocols, Settings: m.Settings},
			m.Err)
	}
	scored, reading := opening.Read(ctx, []*loaders.Run{m.Run}, m.Protocols, m.Settings)
	if err := m.Err(); err != nil || len(scored) == 0 {
		return errors.Join(err, reading)
	}
	return cmp.Or(o.printReport(scored, m.Settings), reading)
}
