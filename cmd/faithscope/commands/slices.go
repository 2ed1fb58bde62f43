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
		"Compares values of facets (module types, argument words, program shapes, answers, tags, metadata), and pairs of "+
			"values, with the rest of the run.\n\nOutcomes of 0 or 1 are tested with Fisher's exact test, "+
			"others with Welch's, over the sets or pictures that examples share. If (Σm)²/Σm² < 2 for the m examples in "+
			"each, nothing can be tested. p is corrected by Benjamini and Hochberg (1995), pairs separately.",
		"slices predictions.json.gz",
		"slices predictions.json.gz --by 'size > 7'",
		"slices predictions.json.gz --of accuracy --least 30 --where hard --format json"), Options: slicing.Defaults(), top: 20}
	o.addFormat()
	o.addFlags(
		value.Word(&o.of, "an outcome", facts.Outcomes), "of", "accuracy or faithfulness (default: both)",
		&o.Least, "least", "minimum examples in a slice, and in the rest",
		&o.FalseShare, "false-share", "target false discovery rate",
		&o.top, "top", "maximum slices to print per outcome; 0: all")
	o.AddBy()
	o.addQuery()
	return o.runWith(o.run)
}

func (o *slicesOptions) run() error {
	switch {
	case o.Least < 2:
		return fmt.Errorf("--least %d: a slice needs at least two examples", o.Least)
	case !(o.FalseShare > 0 && o.FalseShare <= 1):
		return fmt.Errorf("--false-share must be above 0 and at most 1, not %g", o.FalseShare)
	}
	return o.printEach(func(d *table.Document, run *loaders.Run, t *facts.Table) error {
		for _, outcome := range facts.Outcomes {
			if o.of != "" && o.of != outcome {
				continue
			}
			p := table.DocumentPart{Name: run.Name, Path: run.Path, Before: table.Named("run", run.Name, "outcome", outcome)}
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

func (o *slicesOptions) fillPart(p *table.DocumentPart, t *facts.Table, outcomeName string) error {
	if o.By == "" {
		r, err := t.Slices(o.Context(), t.All(), outcomeName, o.Options)
		p.Facts = table.Named("outcome", outcomeName, "n", r.N, "tested", r.Tested, "differ", len(r.Slices),
			"cluster", r.Clusters.Name, "clusters", r.Clusters.N, "intraclass_correlation", r.Clusters.R)
		p.Tables = []*table.Table{r.Sheet(outcomeName, o.FalseShare, o.top)}
		return err
	}
	e, err := o.ParseBy(t)
	if err != nil {
		return err
	}
	sheet, err := t.Breakdown(o.Context(), e, t.All(), outcomeName)
	if err == nil {
		sheet.Notes = append(sheet.Notes, "gap: "+outcomeName+" in the group minus outside it; p is not corrected for the number of groups")
	}
	p.Facts, p.Tables = table.Named("outcome", outcomeName, "by", o.By), []*table.Table{sheet}
	return err
}
