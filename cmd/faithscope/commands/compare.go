package commands

import (
	"cmp"
	"context"
	"errors"
	"faithscope/cmd/faithscope/answering"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/progress"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/shards"
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

func mergeCommand() *cobra.Command {
	o := mergeOptions{}
	cmd := &cobra.Command{
		Use:   "merge PARTIAL…",
		Short: "Merge the partial reports of a run's shards into its score report",
		Long: "Merge the partial reports that `faithscope score SHARD… --partial FILE` wrote, on one machine or on many, into the " +
			"score report of the whole run. The numbers are, digit for digit, those of one pass over all shards, however the run is cut and " +
			"whatever order the reports come in, intervals included where every example has an id.\n\n" +
			"Reports that say which shard they are (`score --shard 3/100`) must all be there, each once. " +
			"All reports must have the same settings. One that is cut off, or of another version, is an error, and so is " +
			"an example that two shards have, unless --same-id says what to do with it.",
		Example: "faithscope merge parts/*.json.gz\n" +
			"faithscope merge parts/*.json.gz --expect 100 --format json --name my-model\n" +
			"faithscope merge parts/0*.json.gz --partial tree/0.json.gz",
		RunE: o.run,
	}
	set := cmd.Flags()
	set.SortFlags = false
	o.report.addTo(set)
	value.Declare(set,
		&o.name, "name", "name of the run (default: from the shards' names)",
		&o.expect, "expect", "how many shards there are: one that is missing is an error (default: as many as the reports say)",
		&o.same, "same-id", "what to do with an example that several shards have: report an error, count it once, or count all copies")
	o.addTo(set)
	for _, other := range []string{"format", "no-intervals", "arguments"} {
		cmd.MarkFlagsMutuallyExclusive("partial", other)
	}
	return cmd
}

// mergeOptions are the flags of merge.
type mergeOptions struct {
	report reportOptions
	name   string
	expect int
	same   shards.SameID
	partialOptions
}

func (o *mergeOptions) run(cmd *cobra.Command, paths []string) error {
	if len(paths) == 0 {
		return errors.New("name partial reports to merge")
	}
	if err := o.check(); err != nil {
		return err
	}
	ctx := cmd.Context()
	m, err := shards.Merge(ctx, files.Disk{}, paths, o.same)
	if err != nil {
		return err
	}
	defer m.Run.Close()
	defer opening.PrintProblems(cmd.ErrOrStderr(), m.Run)
	if o.partial == "" || o.expect > 0 {
		if err := m.Complete(o.expect); err != nil {
			return err
		}
	}
	if o.name != "" {
		m.Run.Name = o.name
	}
	if m.Dropped > 0 {
		cmd.PrintErrf("%d copies of examples that several shards have are left out\n", m.Dropped)
	}
	if m.Unnamed > 0 { // they have no order
		cmd.PrintErrf("%d examples have no id: what is drawn at random from them depends on how the run was cut\n", m.Unnamed)
	}
	if o.partial != "" {
		return o.write(cmd, []*loaders.Run{m.Run}, m.Shards, m.Protocols, m.Settings, m.Err)
	}
	scored, reading := opening.Read(ctx, []*loaders.Run{m.Run}, m.Protocols, m.Settings)
	if err := m.Err(); err != nil || len(scored) == 0 {
		return errors.Join(err, reading)
	}
	return cmp.Or(o.report.print(cmd, scored, m.Settings), reading)
}

// isPartial reports whether the file at path is a partial report. One that does
// not open is not; opening it as a run says why.
func isPartial(path string) bool {
	src, err := files.OpenSource(files.Disk{}, path)
	if err != nil {
		return false
	}
	defer src.Close()
	return shards.IsPartial(src.Head)
}

// readPartials reads a partial report per path as a run of its own, for those of the
// requested protocols that all of them have. It returns those that were read before one
// that could not be.
func readPartials(ctx context.Context, f *opening.Flags, paths []string) (scored []*session.Scored, err error) {
	for _, path := range paths {
		m, err := shards.Merge(ctx, files.Disk{}, []string{path}, shards.RefuseSameID)
		if err != nil {
			return scored, err
		}
		protocols := slices.DeleteFunc(slices.Clone(m.Protocols), func(p scoring.Protocol) bool {
			return len(f.Protocols) > 0 && !slices.Contains(f.Protocols, p.Name)
		})
		if scored != nil && !scored[0].ScoredBy(protocols) {
			err = fmt.Errorf("%s and %s are partial reports of different protocols; --protocol names those to compare", paths[0], path)
		}
		var own []*session.Scored
		if err == nil {
			own, err = opening.Read(ctx, []*loaders.Run{m.Run}, protocols, f.Settings)
		}
		if err := errors.Join(err, m.Err()); err != nil {
			m.Run.Close()
			return scored, err
		}
		scored = append(scored, own...)
	}
	return scored, nil
}
