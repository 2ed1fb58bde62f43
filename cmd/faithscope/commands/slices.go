package commands

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/scoring/facts"
	"faithscope/scoring/slicing"
	"faithscope/scoring/table"
)

func slicesCommand() *cobra.Command {
	o := slicesOptions{Flags: opening.NewFlags(), Options: slicing.Defaults(), top: 20}
	cmd := &cobra.Command{
		Use:   "slices RUN…",
		Short: "Find the subsets whose accuracy or faithfulness differs most",
		Long: "Find the subsets of a run whose accuracy or faithfulness differs most from the rest: every value of every facet " +
			"(types of modules, words of their arguments, shapes of programs, answers, causes, tags, metadata) and every pair.\n\n" +
			"Each is tested against the rest of the run: accuracy by Fisher's exact test with Newcombe's interval, faithfulness " +
			"by Welch's, over the sets or pictures that examples share, if there are any. All tests of an outcome are " +
			"corrected by Benjamini and Hochberg (1995): a share of --false-share of the printed slices is expected to " +
			"be false. A slice is printed as a query, for --where and for the filter line.\n\n" +
			"With --by, the groups of a column or of an expression instead, each against the rest: both sides of a split in one table.",
		Example: "faithscope slices predictions.json.gz\n" +
			"faithscope slices predictions.json.gz --by 'size > 7'\n" +
			"faithscope slices predictions.json.gz --of accuracy --least 30 --where hard --format json",
		RunE: o.run,
	}
	set := cmd.Flags()
	addFormat(set, &o.Format)
	value.Declare(set,
		value.Word(&o.of, "an outcome", facts.Outcomes), "of", "accuracy or faithfulness (default: both)",
		&o.Least, "least", "fewest examples in a slice, and in the rest",
		&o.FalseShare, "false-share", "expected share of false discoveries among the printed slices",
		&o.top, "top", "most slices to print per outcome; 0: all")
	o.AddBy(set)
	o.AddQuery(set)
	answering.Ask(o.Flags, set)
	return cmd
}

// slicesOptions are the flags that only slices takes.
type slicesOptions struct {
	*opening.Flags
	slicing.Options
	of  string
	top int
}

func (o *slicesOptions) check() error {
	switch {
	case o.Least < 2:
		return fmt.Errorf("--least %d: a slice needs at least two examples", o.Least)
	case !(o.FalseShare > 0 && o.FalseShare <= 1):
		return fmt.Errorf("--false-share %g is not a share above 0", o.FalseShare)
	}
	return nil
}

func (o *slicesOptions) run(cmd *cobra.Command, paths []string) error {
	if err := o.check(); err != nil {
		return err
	}
	return o.EachRun(cmd, paths, func(j *opening.Joined) error {
		ctx, runs := cmd.Context(), j.Runs
		tables, err := o.Tables(ctx, runs)
		if err != nil {
			return err
		}
		d := &table.Document{List: "runs"}
		for i, t := range tables {
			for _, outcome := range facts.Outcomes {
				if o.of != "" && o.of != outcome {
					continue
				}
				p := table.Part{Name: runs[i].Name, Path: runs[i].Path, Before: table.Named("run", runs[i].Name, "outcome", outcome)}
				if err := o.fill(ctx, &p, t, outcome); err != nil {
					return err
				}
				d.Parts = append(d.Parts, p)
			}
		}
		return printTables(cmd, d, o.Format)
	})
}

// fill computes a part of an outcome: the slices that differ, or the groups of --by.
func (o *slicesOptions) fill(ctx context.Context, p *table.Part, t *facts.Table, outcome string) error {
	if o.By == "" {
		r, err := t.Slices(ctx, t.All(), outcome, o.Options)
		p.Facts = table.Named("outcome", outcome, "n", r.N, "tested", r.Tested, "differ", len(r.Slices),
			"cluster", r.Clusters.Name, "clusters", r.Clusters.N, "intraclass_correlation", r.Clusters.R)
		p.Tables = []*table.Table{r.Sheet(outcome, o.FalseShare, o.top)}
		return err
	}
	groups, err := o.Groups(ctx, t)
	if err != nil {
		return err
	}
	sheet, err := t.Breakdown(ctx, o.By, groups, t.All(), outcome)
	if err == nil {
		sheet.Notes = append(sheet.Notes, "gap: "+outcome+", minus that of the other examples; p is not corrected for the number of groups")
	}
	p.Facts, p.Tables = table.Named("outcome", outcome, "by", o.By), []*table.Table{sheet}
	return err
}
