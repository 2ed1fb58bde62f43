package commands

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/progress"
	"faithscope/cmd/faithscope/value"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

func compareCommand() *cobra.Command {
	o := compareOptions{Flags: opening.NewFlags()}
	o.Settings.Trials = report.Permutations
	cmd := &cobra.Command{
		Use:   "compare A B…",
		Short: "Test the differences between runs",
		Long: "Compare two runs on the examples that both have, paired by id: every score of A and of B, their difference " +
			"B - A, and p, the probability that chance alone makes a difference as large, by a paired permutation test.\n\n" +
			"A score that rests on 20 examples or fewer is tested over all ways to swap them, others over random trials. " +
			"Under --average occurrence modules and images are swapped one by one, else whole examples. Examples without a " +
			"partner are counted, and enter no score. Beside p stands p corrected by Holm's method for all tests of the comparison.\n\n" +
			"B - A has a 95 % interval, bootstrapped over pairs. --cluster picture swaps and draws the examples of a picture together, " +
			"--cluster set those of a group or of one question.\n\n" +
			"First come the answers that flip, and the examples that are faithful in only one run, with an exact McNemar test for " +
			"each pair. With more than two runs the first is compared with each of the others.\n\n" +
			"Two runs that were scored in shards are compared by their partial reports, which `faithscope merge … --partial FILE` writes.",
		Example: "faithscope compare a/predictions.json.gz b/predictions.json.gz\n" +
			"faithscope compare a/predictions.json.gz b/predictions.json.gz --average cumulative --format json\n" +
			"faithscope compare a.jsonl b.jsonl --where 'wrong other.right delta.find<-.2'\n" +
			"faithscope compare a.jsonl b.jsonl --protocol answers --p paper",
		RunE: o.run,
	}
	set := cmd.Flags()
	addFormat(set, &o.Format)
	value.Declare(set,
		&o.design.Convention, "p", "what p counts: two-sided, released (the authors' script) or paper (one-sided, n/N)",
		&o.design.Cluster, "cluster", "what a test swaps and an interval draws: example, picture (all examples of a picture or passage) "+
			"or set (of a group, or of one question)")
	o.AddReport(set)
	o.AddQuery(set)
	answering.Ask(o.Flags, set)
	return cmd
}

// compareOptions are the flags of compare.
type compareOptions struct {
	*opening.Flags
	design report.Design
}

func (o *compareOptions) run(cmd *cobra.Command, paths []string) error {
	if err := o.Check(); err != nil {
		return err
	}
	ctx := cmd.Context()
	protocols, err := o.Asked(ctx)
	if err != nil {
		return err
	}
	if o.design.Cluster != session.ByExample && slices.ContainsFunc(paths, isPartial) {
		return errNoClusters
	}
	scored, reading := readTwo(cmd, o.Flags, paths, protocols)
	for _, s := range scored {
		defer s.Run.Close()
	}
	if len(scored) < 2 {
		return reading
	}
	o.design.Trials, o.design.Seed = o.Settings.Trials, o.Settings.Seed
	var all *report.Comparisons
	err = progress.During(ctx, func() string { return "testing the differences" }, func() (err error) {
		all, err = report.CompareAll(ctx, scored, o.Settings, o.design)
		return err
	})
	if err != nil {
		return err
	}
	if err := printTables(cmd, all.Document(), o.Format); err != nil {
		return err
	}
	for _, s := range scored {
		opening.PrintProblems(cmd.ErrOrStderr(), s.Run)
	}
	if reading == nil && !slices.ContainsFunc(all.List, func(c *report.Comparison) bool { return c.Pairs > 0 }) {
		reading = errNothingShared
	}
	return reading
}

var (
	errNoClusters    = errors.New("--cluster needs the records of the examples, which a partial report does not have")
	errNothingShared = errors.New("the runs have no example in common: no id of A is an id of B")
)

// readTwo reads the runs that the paths name: for a run in shards, its merged
// partial report.
func readTwo(cmd *cobra.Command, f *opening.Flags, paths []string, protocols []scoring.Protocol) ([]*session.Scored, error) {
	ctx := cmd.Context()
	if len(paths) == 2 && isPartial(paths[0]) && isPartial(paths[1]) {
		if f.Where != "" {
			return nil, errors.New("--where needs the examples, which a partial report does not have")
		}
		return readPartials(ctx, f, paths)
	}
	j := opening.Runs(ctx, paths, f.Options)
	err := j.Err()
	switch {
	case err != nil:
	case len(j.Runs) < 2:
		err = fmt.Errorf("%s takes two runs or more, not %d", cmd.Name(), len(j.Runs))
	case len(j.Runs) > 2 && f.Where != "":
		err = errors.New("--where takes two runs, not more")
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
