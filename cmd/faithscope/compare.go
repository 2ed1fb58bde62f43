package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// permutations are the trials of the paper's test (appendix D).
const permutations = 100_000

func compareCommand() *cobra.Command {
	f, o := newFlags(), compareOptions{}
	f.settings.Trials = permutations
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Test the differences between two runs",
		Long: "Compare two runs on the examples that both have, paired by id: every score of A and of B, their difference " +
			"A - B, and p, how likely chance alone makes a difference as large, by a paired permutation test.\n\n" +
			"A score that rests on 20 examples or fewer is tested by all ways to swap them, others by random trials. " +
			"Under --average occurrence modules and images are swapped one by one, else whole examples. Examples without a " +
			"partner are counted, and in no number. No p is corrected for the number of tests.\n\n" +
			"A run that was scored in shards is compared by its partial report, if both are: `faithscope merge … --partial FILE` writes it.",
		Example: "faithscope compare a/predictions.json.gz b/predictions.json.gz\n" +
			"faithscope compare a/predictions.json.gz b/predictions.json.gz --average cumulative --format json\n" +
			"faithscope compare a.jsonl b.jsonl --where 'wrong other.right delta.find<-.2'\n" +
			"faithscope compare a.jsonl b.jsonl --protocol answers --p paper",
		RunE: func(cmd *cobra.Command, paths []string) error { return compareRuns(cmd, paths, f, &o) },
	}
	cmd.Flags().Var(&o.format, "format", "table, json, csv, markdown or latex")
	cmd.Flags().Var(&o.convention, "p", "what p counts: two-sided, released (the authors' script) or paper (one-sided, n/N)")
	f.addReport(cmd.Flags())
	f.addWhere(cmd.Flags())
	f.addTo(cmd.Flags())
	return cmd
}

// compareOptions are the flags that compare alone takes.
type compareOptions struct {
	format     report.Format
	convention stats.Convention
}

func compareRuns(cmd *cobra.Command, paths []string, f *flags, o *compareOptions) error {
	if err := f.check(); err != nil {
		return err
	}
	ctx := cmd.Context()
	protocols, err := f.asked(ctx)
	if err != nil {
		return err
	}
	scored, reading := f.readTwo(ctx, cmd.ErrOrStderr(), paths, protocols)
	for _, s := range scored {
		defer s.Run.Close()
	}
	if len(scored) < 2 {
		return reading
	}
	test := stats.Test{Trials: f.settings.Trials, Seed: f.settings.Seed, Convention: o.convention}
	c, err := report.Compare(ctx, scored[0], scored[1], f.settings, test)
	if err != nil {
		return err
	}
	if err := c.Write(cmd.OutOrStdout(), o.format); err != nil {
		return err
	}
	for _, s := range scored {
		tellProblems(cmd.ErrOrStderr(), s.Run)
	}
	if c.Pairs == 0 && reading == nil {
		reading = errors.New("the runs have no example in common: no id of A is an id of B")
	}
	return reading
}

// readTwo reads the two runs that the paths name: of a run in shards its
// partial report, merged.
func (f *flags) readTwo(ctx context.Context, told io.Writer, paths []string, protocols []scoring.Protocol) ([]*session.Scored, error) {
	if len(paths) == 2 && isPartial(paths[0]) && isPartial(paths[1]) {
		if f.where != "" {
			return nil, errors.New("--where asks examples, which a partial report does not have")
		}
		return f.readPartials(ctx, paths)
	}
	runs, failed := open(ctx, paths, f.options)
	err := all(failed)
	if err == nil && len(runs) != 2 {
		err = fmt.Errorf("compare takes two runs, not %d", len(runs))
	}
	var scored []*session.Scored
	if err == nil {
		err = f.narrowPair(ctx, told, runs[0], runs[1])
	}
	if err == nil {
		f.addBaseProblems(runs...)
		scored, err = read(ctx, runs, protocols, f.settings)
	}
	if scored == nil {
		closeAll(runs)
	}
	return scored, err
}
