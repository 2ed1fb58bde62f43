package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/scoring/facts"
	"faithscope/scoring/slicing"
	"faithscope/scoring/table"
)

func slicesCommand() *cobra.Command {
	f, o := opening.NewFlags(), slicesOptions{Options: slicing.Defaults()}
	cmd := &cobra.Command{
		Use:   "slices RUN…",
		Short: "Find the subsets whose accuracy or faithfulness differs most",
		Long: "Find the subsets of a run whose accuracy or faithfulness differs most from the rest: every value of every facet " +
			"(types of modules, words of their arguments, shapes of programs, answers, causes, tags, metadata) and every pair.\n\n" +
			"Each is tested against the rest of the run: accuracy by Fisher's exact test with Newcombe's interval, faithfulness " +
			"by Welch's, over the sets or pictures whose examples are alike, if there are any. All tests of an outcome are " +
			"corrected by Benjamini and Hochberg (1995): of the slices that are printed, a share of --false-share is expected to " +
			"be false. A slice is a query, for --where and for the filter line.",
		Example: "faithscope slices predictions.json.gz\n" +
			"faithscope slices predictions.json.gz --of accuracy --least 30 --where hard --format json",
		RunE: func(cmd *cobra.Command, paths []string) error { return sliceRuns(cmd, paths, f, &o) },
	}
	addFormat(cmd.Flags(), &f.Format)
	cmd.Flags().Var(&value.OneOf{Word: &o.of, What: "an outcome", Known: facts.Outcomes}, "of", "accuracy or faithfulness (default: both)")
	cmd.Flags().IntVar(&o.Least, "least", o.Least, "examples that a slice has at least, and the rest")
	cmd.Flags().Float64Var(&o.FalseShare, "false-share", o.FalseShare, "share of false discoveries among those that are printed")
	cmd.Flags().IntVar(&o.top, "top", 20, "how many are printed of an outcome; 0: all")
	f.AddWhere(cmd.Flags())
	f.AddTo(cmd.Flags())
	return cmd
}

// slicesOptions are the flags that slices alone takes.
type slicesOptions struct {
	slicing.Options
	of  string
	top int
}

func (o *slicesOptions) check() error {
	switch {
	case o.Least < 2:
		return fmt.Errorf("--least %d: a slice has two examples at least", o.Least)
	case !(o.FalseShare > 0 && o.FalseShare <= 1):
		return fmt.Errorf("--false-share %g is not a share above 0", o.FalseShare)
	}
	return nil
}

func sliceRuns(cmd *cobra.Command, paths []string, f *opening.Flags, o *slicesOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	return f.EachRun(cmd, paths, func(j *opening.Joined) error {
		ctx, runs := cmd.Context(), j.Runs
		tables, err := f.Tables(ctx, runs)
		if err != nil {
			return err
		}
		d := &table.Document{List: "runs"}
		for i, t := range tables {
			for _, outcome := range facts.Outcomes {
				if o.of != "" && o.of != outcome {
					continue
				}
				r, err := t.Slices(ctx, t.All(), outcome, o.Options)
				if err != nil {
					return err
				}
				d.Parts = append(d.Parts, table.Part{
					Name: runs[i].Name, Path: runs[i].Path,
					Facts: table.Named("outcome", outcome, "n", r.N, "tested", r.Tested, "differ", len(r.Slices),
						"cluster", r.Clusters.Name, "clusters", r.Clusters.N, "intraclass_correlation", r.Clusters.R),
					Before: table.Named("run", runs[i].Name, "outcome", outcome), Tables: []*table.Table{r.Sheet(outcome, o.FalseShare, o.top)},
				})
			}
		}
		return printTables(cmd, d, f.Format)
	})
}
