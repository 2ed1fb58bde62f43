package commands

import (
	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/table"
)

// blameCommand returns the command blame, with the flags of a query and a format, which prints a
// document with a part for each run: a table of the modules at fault, and how many examples there
// are and were judged.
func blameCommand() *cobra.Command {
	c := newCommand("blame RUN…", "Say which modules are at fault, and why",
		"A module is wrong below the threshold of its protocol, which the first lines print. Its error "+
			"is inherited when something scored under it is wrong too, and local when nothing is. The culprit of an example is "+
			"its first module, in the order of execution, whose error is local.",
		"blame predictions.json.gz",
		"blame predictions.json.gz --where 'right unfaithful' --format markdown")
	c.addFormat()
	c.addQuery()
	return c.runWith(func() error {
		return c.printEach(func(d *table.Document, run *loaders.Run, t *facts.Table) error {
			b := t.Blame(t.All())
			d.Parts = append(d.Parts, table.Part{
				Name: run.Name, Path: run.Path, Facts: table.Named("examples", b.Examples, "judged", b.Judged),
				Tables: []*table.Table{b.Sheet()},
			})
			return nil
		})
	})
}
