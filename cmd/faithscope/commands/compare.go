package commands

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

func compareCommand() *cobra.Command {
	o := &compareOptions{commandLine: newCommand("compare A [B…]", "Test which differences between runs are real",
		"Pairs the examples of two runs by id, and prints every score of A and B, the difference B - A with its 95 % bootstrap interval, "+
			"and p from a paired permutation test, with and without Holm's correction across all tests. Unpaired examples are counted and "+
			"left out.\n\nWith up to 20 examples, every possible swap is tried; with more, --trials random ones, fewer by default for scores "+
			"that aren't sums. Pictures or sets (m examples "+
			"in each) count as floor((Σm)²/Σm²) units; scores based on too few units are listed. With "+
			"--average occurrence, modules and images are swapped one by one.\n\nEach further run is compared with A. For runs scored "+
			"in shards, pass the partial reports of `faithscope merge … --partial FILE`.",
		"compare a/predictions.json.gz b/predictions.json.gz",
		"compare a/predictions.json.gz b/predictions.json.gz --average cumulative --format json",
		"compare a.jsonl b.jsonl --where 'wrong other.right delta.find<-.2'",
		"compare a.jsonl b.jsonl --protocol answers --p paper")}
	o.Settings.Trials = report.Permutations
	o.addFormat()
	o.addFlags(
		&o.design.Convention, "p", "kind of p-value: two-sided, released (like the authors' script) or paper (one-sided)",
		&o.design.Cluster, "cluster", swapped)
	o.AddReport()
	o.addQuery()
	return o.runWith(o.run)
}

const swapped = "what a test swaps: example, picture (or passage), or set (group or question; default for steps)"

type compareOptions struct {
	*commandLine
	design report.ComparisonDesign
}

// run reports a run that was cut off, or pairs that share nothing, only after printing the rest: that
// is still worth reading.
func (o *compareOptions) run() error {
	scored, reading := o.readCompared()
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
	d := all.Document()
	if len(d.Parts) > 0 && o.ByAnswer() {
		d.Parts[0].Lines = append(d.Parts[0].Lines, "--where "+report.ByAnswer)
	}
	if err := o.printDocument(d); err != nil {
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

var errNothingShared = errors.New("the runs have no examples in common: B has none of A's ids")

// readCompared reduces the named runs to --where and --sample; the others keep the examples of the
// first, so that pairs stay whole. Partial reports have no examples, hence no --where.
// Once reading has begun, the runs are returned even with an error; before that they are closed.
func (o *compareOptions) readCompared() (scored []*session.ScoredRun, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	d := &o.design
	d.Trials, d.Seed, d.Named = o.Settings.Trials, o.Settings.Seed, o.Set.Changed("trials")
	ctx := o.Context()
	protocols, err := o.Asked()
	if err != nil {
		return nil, err
	}
	if paths := o.args; len(paths) == 2 && isPartial(paths[0]) && isPartial(paths[1]) {
		if o.Where != "" {
			return nil, errors.New("--where needs the examples, which a partial report doesn't contain")
		}
		scored, err = readPartials(ctx, o.Flags, paths)
		o.clusterRuns(scored)
		return scored, err
	}
	j, err := o.OpenNamed(o.args)
	if err != nil {
		return nil, err
	}
	if err = cmp.Or(j.Err(), o.checkPair(j.Runs)); err == nil {
		err = o.Narrow(opening.Paired, j.Runs...)
	}
	if err == nil {
		o.AddBaseProblems(j.Runs...)
		scored, err = opening.Read(ctx, j.Runs, protocols, o.Settings)
		o.clusterRuns(scored)
	}
	if scored == nil {
		j.Close()
	}
	return scored, err
}

func (c *commandLine) checkPair(runs []*loaders.Run) error {
	switch n, name := len(runs), c.Command.Name(); {
	case n < 2:
		return fmt.Errorf("%s needs at least two runs, not %d", name, n)
	case n > 2 && name == "gate":
		return fmt.Errorf("gate tests two runs: %w", nameOne(strings.Join(c.args, " with "), runs))
	case n > 2 && c.Where != "":
		return errors.New("--where only works with two runs")
	}
	return nil
}

func (o *compareOptions) clusterRuns(scoredRuns []*session.ScoredRun) {
	if len(scoredRuns) > 0 && !o.Set.Changed("cluster") {
		o.design.Cluster = report.ClusterOf(scoredRuns[0], o.design.Cluster)
	}
}
