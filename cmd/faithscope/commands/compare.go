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

const swapped = "what a test swaps: example, picture (or passage) or set (group, or question)"

type compareOptions struct {
	*commandLine
	design report.Design
}

// run fails early for fewer than two runs and for --cluster on partial reports, and at the end if a
// run could not be read in full or no pair shares an example.
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

// readCompared reduces the named runs to --where and --sample (the others keep the examples that
// the first keeps). It fails if a run does not open, for fewer than two runs, and for more under
// --where. Two partial reports are read without --where and --cluster. Once reading has begun, the
// runs are returned even with an error; before that they are closed.
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
