package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

// permutations are the trials of the paper's test (appendix D).
const permutations = 100_000

func compareCommand() *cobra.Command {
	f, o := opening.NewFlags(), report.Design{}
	f.Settings.Trials = permutations
	cmd := &cobra.Command{
		Use:   "compare A B…",
		Short: "Test the differences between runs",
		Long: "Compare two runs on the examples that both have, paired by id: every score of A and of B, their difference " +
			"A - B, and p, how likely chance alone makes a difference as large, by a paired permutation test.\n\n" +
			"A score that rests on 20 examples or fewer is tested by all ways to swap them, others by random trials. " +
			"Under --average occurrence modules and images are swapped one by one, else whole examples. Examples without a " +
			"partner are counted, and in no number. Beside p stands p corrected for all tests of the comparison, as Holm does.\n\n" +
			"A - B has a 95 % interval, drawn over pairs. --cluster picture swaps and draws the examples of a picture together, " +
			"--cluster set those of a group or of one question.\n\n" +
			"First come the answers that flip, and the examples that are faithful in one run alone, with an exact McNemar test of " +
			"every two runs. Of more than two runs the first is compared with each of the others.\n\n" +
			"A run that was scored in shards is compared by its partial report, if both are: `faithscope merge … --partial FILE` writes it.",
		Example: "faithscope compare a/predictions.json.gz b/predictions.json.gz\n" +
			"faithscope compare a/predictions.json.gz b/predictions.json.gz --average cumulative --format json\n" +
			"faithscope compare a.jsonl b.jsonl --where 'wrong other.right delta.find<-.2'\n" +
			"faithscope compare a.jsonl b.jsonl --protocol answers --p paper",
		RunE: func(cmd *cobra.Command, paths []string) error { return compareRuns(cmd, paths, f, &o) },
	}
	addFormat(cmd.Flags(), &f.Format)
	cmd.Flags().Var(&o.Convention, "p", "what p counts: two-sided, released (the authors' script) or paper (one-sided, n/N)")
	cmd.Flags().Var(&o.Cluster, "cluster", "what a test swaps and an interval draws: example, picture (all examples of a picture or passage) or set (of a group, or of one question)")
	f.AddReport(cmd.Flags())
	f.AddWhere(cmd.Flags())
	f.AddTo(cmd.Flags())
	return cmd
}

func compareRuns(cmd *cobra.Command, paths []string, f *opening.Flags, o *report.Design) error {
	if err := f.Check(); err != nil {
		return err
	}
	ctx := cmd.Context()
	protocols, err := f.Asked(ctx)
	if err != nil {
		return err
	}
	if o.Cluster != session.ByExample && slices.ContainsFunc(paths, isPartial) {
		return errors.New("--cluster asks the records of examples, which a partial report does not have")
	}
	scored, reading := readTwo(cmd, f, paths, protocols)
	for _, s := range scored {
		defer s.Run.Close()
	}
	if len(scored) < 2 {
		return reading
	}
	o.Trials, o.Seed = f.Settings.Trials, f.Settings.Seed
	all, err := report.CompareAll(ctx, scored, f.Settings, *o)
	if err != nil {
		return err
	}
	if err := printTables(cmd, all.Document(), f.Format); err != nil {
		return err
	}
	for _, s := range scored {
		opening.TellProblems(cmd.ErrOrStderr(), s.Run)
	}
	if all.Pairs() == 0 && reading == nil {
		reading = errors.New("the runs have no example in common: no id of A is an id of B")
	}
	return reading
}

// readTwo reads the runs that the paths name: of a run in shards its partial
// report, merged.
func readTwo(cmd *cobra.Command, f *opening.Flags, paths []string, protocols []scoring.Protocol) ([]*session.Scored, error) {
	ctx := cmd.Context()
	if len(paths) == 2 && isPartial(paths[0]) && isPartial(paths[1]) {
		if f.Where != "" {
			return nil, errors.New("--where asks examples, which a partial report does not have")
		}
		return readPartials(ctx, f, paths)
	}
	j := opening.Runs(ctx, paths, f.Options)
	err := j.Err()
	switch {
	case err != nil:
	case len(j.Runs) < 2:
		err = fmt.Errorf("compare takes two runs or more, not %d", len(j.Runs))
	case len(j.Runs) > 2 && f.Where != "":
		err = errors.New("--where asks examples of two runs")
	default:
		err = f.Narrow(cmd, true, j.Runs...)
	}
	var scored []*session.Scored
	if err == nil {
		f.AddBaseProblems(j.Runs...)
		scored, err = opening.Read(ctx, j.Runs, protocols, f.Settings)
	}
	if scored == nil {
		j.Close()
	}
	return scored, err
}
