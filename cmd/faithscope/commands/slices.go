package commands

import (
	"fmt"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/slicing"
	"faithscope/scoring/table"
)

func slicesCommand() *cobra.Command {
	o := &slicesOptions{commandLine: newCommand("slices RUN…", "Find the subsets whose accuracy or faithfulness differs most",
		"Compares every value of every facet (module types, argument words, program shapes, answers, tags, metadata), and every pair, with "+
			"the rest of the run. Slices are printed as queries.\n\nAccuracy is tested by Fisher's exact test, with Newcombe's interval; "+
			"faithfulness by Welch's, over the sets or pictures that examples share. If those of m examples each have (Σm)²/Σm² < 2, nothing "+
			"can be tested. p is corrected by Benjamini and Hochberg (1995).",
		"slices predictions.json.gz",
		"slices predictions.json.gz --by 'size > 7'",
		"slices predictions.json.gz --of accuracy --least 30 --where hard --format json"), Options: slicing.Defaults(), top: 20}
	o.addFormat()
	o.addFlags(
		value.Word(&o.of, "an outcome", facts.Outcomes), "of", "accuracy or faithfulness (default: both)",
		&o.Least, "least", "fewest examples in a slice, and in the rest",
		&o.FalseShare, "false-share", "expected share of false discoveries",
		&o.top, "top", "most slices to print per outcome; 0: all")
	o.AddBy()
	o.addQuery()
	return o.runWith(o.run)
}

// run refuses --least below 2 and --false-share outside (0, 1].
func (o *slicesOptions) run() error {
	switch {
	case o.Least < 2:
		return fmt.Errorf("--least %d: a slice needs at least two examples", o.Least)
	case !(o.FalseShare > 0 && o.FalseShare <= 1):
		return fmt.Errorf("--false-share %g is not a share above 0", o.FalseShare)
	}
	return o.printEach(func(d *table.Document, run *loaders.Run, t *facts.Table) error {
		for _, outcome := range facts.Outcomes {
			if o.of != "" && o.of != outcome {
				continue
			}
			p := table.Part{Name: run.Name, Path: run.Path, Before: table.Named("run", run.Name, "outcome", outcome)}
			if err := o.fillPart(&p, t, outcome); err != nil {
				return err
			}
			d.Parts = append(d.Parts, p)
		}
		return nil
	})
}

type slicesOptions struct {
	*commandLine
	slicing.Options
	of  string
	top int
}

// fillPart lists at most --top slices that differ or, with --by, each group against the other
// examples.
func (o *slicesOptions) fillPart(p *table.Part, t *facts.Table, outcome string) error {
	if o.By == "" {
		r, err := t.Slices(o.Context(), t.All(), outcome, o.Options)
		p.Facts = table.Named("outcome", outcome, "n", r.N, "tested", r.Tested, "differ", len(r.Slices),
			"cluster", r.Clusters.Name, "clusters", r.Clusters.N, "intraclass_correlation", r.Clusters.R)
		p.Tables = []*table.Table{r.Sheet(outcome, o.FalseShare, o.top)}
		return err
	}
	e, err := o.ParseBy(t)
	if err != nil {
		return err
	}
	sheet, err := t.Breakdown(o.Context(), e, t.All(), outcome)
	if err == nil {
		sheet.Notes = append(sheet.Notes, "gap: "+outcome+", minus that of the others; p is not corrected for the number of groups")
	}
	p.Facts, p.Tables = table.Named("outcome", outcome, "by", o.By), []*table.Table{sheet}
	return err
}
