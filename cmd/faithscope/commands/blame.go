package commands

import (
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring/table"
)

func blameCommand() *cobra.Command {
	f := opening.NewFlags()
	cmd := &cobra.Command{
		Use:   "blame RUN…",
		Short: "Say which modules are at fault, and why",
		Long: "Say which modules are at fault. A module is wrong when its score is below the bar of faithfulness, .5. Its error " +
			"is inherited when something scored under it is wrong too, and local when nothing is. The culprit of an example is " +
			"its first module, in the order of execution, whose error is local.\n\n" +
			"For each type of module it prints how many have a score, how many are wrong and how, in how many examples with a right and " +
			"with a wrong answer the type is the culprit, and why.",
		Example: "faithscope blame predictions.json.gz\n" +
			"faithscope blame predictions.json.gz --where 'right unfaithful' --format markdown",
		RunE: func(cmd *cobra.Command, paths []string) error { return blameRuns(cmd, paths, f) },
	}
	addFormat(cmd.Flags(), &f.Format)
	f.AddQuery(cmd.Flags())
	answering.Ask(f, cmd.Flags())
	return cmd
}

func blameRuns(cmd *cobra.Command, paths []string, f *opening.Flags) error {
	return f.EachRun(cmd, paths, func(j *opening.Joined) error {
		tables, err := f.Tables(cmd.Context(), j.Runs)
		if err != nil {
			return err
		}
		d := &table.Document{List: "runs"}
		for i, run := range j.Runs {
			b := tables[i].Blame(tables[i].All())
			d.Parts = append(d.Parts, table.Part{
				Name: run.Name, Path: run.Path, Facts: table.Named("examples", b.Examples, "judged", b.Judged),
				Tables: []*table.Table{b.Sheet(f.Settings)},
			})
		}
		return printTables(cmd, d, f.Format)
	})
}
