package commands

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/progress"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

// compareCommand returns the command compare, which tests the differences between the first run and
// each of the others, with the flags of a report, a query, --p and --cluster. --trials is by
// default that of permutation tests.
func compareCommand() *cobra.Command {
	o := &compareOptions{commandLine: newCommand("compare A [B…]", "Test which differences between runs are real",
		"Pairs the examples of two runs by id, and prints every score of A and B, the difference B - A with its 95 % bootstrap interval, "+
			"and p by a paired permutation test, also corrected by Holm's method for all tests. Examples without a partner are counted and "+
			"left out.\n\nUp to 20 examples are swapped in all ways, more at random. Pictures or sets of m examples each count as "+
			"floor((Σm)²/Σm²): a line names scores that rest on too few. Under --average occurrence, modules and images are swapped one by "+
			"one.\n\nFurther runs are each compared with the first. For runs scored in shards, pass the partial reports of `faithscope merge "+
			"… --partial FILE`.",
		"compare a/predictions.json.gz b/predictions.json.gz",
		"compare a/predictions.json.gz b/predictions.json.gz --average cumulative --format json",
		"compare a.jsonl b.jsonl --where 'wrong other.right delta.find<-.2'",
		"compare a.jsonl b.jsonl --protocol answers --p paper")}
	o.Settings.Trials = report.Permutations
	o.addFormat()
	o.addFlags(
		&o.design.Convention, "p", "what p counts: two-sided, released (as the authors' script) or paper (one-sided)",
		&o.design.Cluster, "cluster", swapped)
	o.AddReport()
	o.addQuery()
	return o.runWith(o.run)
}

// swapped is the help of --cluster.
const swapped = "what a test swaps: example, picture (or passage) or set (group, or question)"

// compareOptions are the flags of compare.
type compareOptions struct {
	*commandLine
	design report.Design
}

// run reads the runs, compares the first with each of the others and prints the tables, followed by
// the problems of the runs. It fails before that with fewer than two runs or with --cluster on
// partial reports, and afterwards if some run could not be read in full or no pair shares an
// example.
func (o *compareOptions) run() error {
	scored, reading := o.readCompared(&o.design)
	for _, s := range scored {
		defer s.Run.Close()
	}
	if len(scored) < 2 {
		return reading
	}
	ctx := o.Context()
	var all *report.Comparisons
	err := progress.ShowWhile(ctx, "testing the differences", func() (err error) {
		all, err = report.CompareAll(ctx, scored, o.Settings, o.design)
		return err
	})
	if err != nil {
		return err
	}
	if err := o.printDocument(all.Document()); err != nil {
		return err
	}
	for _, s := range scored {
		o.PrintProblems(s.Run)
	}
	if reading == nil && !slices.ContainsFunc(all.List, func(c *report.Comparison) bool { return c.Pairs > 0 }) {
		reading = errNothingShared
	}
	return reading
}

var errNothingShared = errors.New("the runs have no example in common: no id of A is an id of B")

func (c *commandLine) checkDesign(d *report.Design) error {
	if err := c.Check(); err != nil {
		return err
	}
	if c.Set.Changed("cluster") && d.Cluster != session.ByExample && slices.ContainsFunc(c.args, isPartial) {
		return errors.New("--cluster needs the records of the examples, which a partial report does not have")
	}
	return nil
}

// readCompared opens the runs that are named, reduces them to --where and --sample, where the
// others keep the examples that the first keeps, and reads them. It fails if one does not open, for
// fewer than two, and for more under --where. Two partial reports are read as runs, without
// --where and --cluster. It sets the trials and the seed of d. If reading has begun, the runs are
// returned even with an error; else they are closed.
func (c *commandLine) readCompared(d *report.Design) (scored []*session.Scored, err error) {
	if err := c.checkDesign(d); err != nil {
		return nil, err
	}
	d.Trials, d.Seed = c.Settings.Trials, c.Settings.Seed
	ctx := c.Context()
	protocols, err := c.Asked()
	if err != nil {
		return nil, err
	}
	if paths := c.args; len(paths) == 2 && isPartial(paths[0]) && isPartial(paths[1]) {
		if c.Where != "" {
			return nil, errors.New("--where needs the examples, which a partial report does not have")
		}
		return readPartials(ctx, c.Flags, paths)
	}
	j := opening.Runs(ctx, c.args, c.Options)
	switch err = j.Err(); {
	case err != nil:
	case len(j.Runs) < 2:
		err = fmt.Errorf("%s takes two runs or more, not %d", c.Command.Name(), len(j.Runs))
	case len(j.Runs) > 2 && c.Where != "":
		err = errors.New("--where takes two runs, not more")
	default:
		err = c.Narrow(opening.Paired, j.Runs...)
	}
	if err == nil {
		c.AddBaseProblems(j.Runs...)
		scored, err = opening.Read(ctx, j.Runs, protocols, c.Settings)
	}
	if scored == nil {
		j.Close()
	}
	return scored, err
}
