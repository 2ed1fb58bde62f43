package commands

import (
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
)

func rootCommand() *cobra.Command {
	o := &screenOptions{flags: opening.NewFlags()}
	cmd := &cobra.Command{
		Use:   "faithscope [RUN…]",
		Short: "See where a modular model looked, and whether its answers are right for the right reasons",
		Long: "faithscope opens evaluation runs of modular models: answers beside faithfulness, the program of each " +
			"example module by module, and the boxes or the words that each module attended to.\n\n" +
			"Without a run it opens a demo. Press ? inside for the keys.",
		Example: "faithscope\n" +
			"faithscope predictions.json.gz --gold boxes.csv --images pictures/\n" +
			"faithscope a/predictions.json.gz b/predictions.json.gz\n" +
			"faithscope predictions.json.gz --where 'right unfaithful'\n" +
			"faithscope --follow predictions.jsonl\n" +
			"faithscope score a/predictions.json.gz --format json",
		Args:    cobra.ArbitraryArgs,
		Version: built(),
		RunE:    o.open,
	}
	o.addTo(cmd)
	cmd.AddCommand(
		openCommand(),
		serveCommand(),
		scoreCommand(),
		compareCommand(),
		gateCommand(),
		tablesCommand(),
		mergeCommand(),
		slurmCommand(),
		convertCommand(),
		exportCommand(),
		renderCommand(),
		figureCommand(),
		sheetCommand(),
		replayCommand(rootCommand),
		tagsCommand(),
		checkCommand(),
		formatsCommand(),
		runCommand(),
		makeCommand(),
		newExplainOptions().command(),
		calibrateCommand(),
		whatifCommand(),
		blameCommand(),
		slicesCommand(),
		regressCommand(),
		schemaCommand(),
		pythonCommand(),
		configCommand(),
		doctorCommand(),
		licencesCommand(),
		manCommand(),
	)
	complete(cmd, &o.Wishes)
	cmd.SetFlagErrorFunc(suggestFlag) // for all commands that have none of their own
	return cmd
}
