package commands

import (
	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/table"
)

func blameCommand() *cobra.Command {
	c := newCommand("blame RUN…", "Find the modules at fault, and why",
		"A module is wrong if its score is below its protocol's threshold, printed at the top. Its error is inherited if the nearest "+
			"scored module below is wrong too, and local otherwise. The culprit of an example is the first module, in order of execution, "+
			"whose error is local.",
		"blame predictions.json.gz",
		"blame predictions.json.gz --where 'right unfaithful' --format markdown")
	c.addFormat()
	c.addQuery()
	return c.runWith(func() error {
		return c.printEach(func(d *table.Document, run *loaders.Run, t *facts.Table) error {
			b := t.Blame(t.All())
			d.Parts = append(d.Parts, table.DocumentPart{
				Name: run.Name, Path: run.Path, Facts: table.Named("examples", b.Examples, "judged", b.Judged),
				Tables: []*table.Table{b.Sheet()},
			})
			return nil
		})
	})
}
