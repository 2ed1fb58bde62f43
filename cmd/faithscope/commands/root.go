package commands

import (
	"github.com/spf13/cobra"
)

func rootCommand() *cobra.Command {
	o := newScreen("faithscope [RUN…]", "See where a modular model looked, and whether its answers are right for the right reasons",
		"It opens evaluation runs of modular models: answers beside faithfulness, the program of each "+
			"example module by module, and the boxes or the words that each module attended to.\n\n"+
			"Without a run it opens a demo. Press ? inside for the keys.",
		"",
		"predictions.json.gz --gold boxes.csv --images pictures/",
		"a/predictions.json.gz b/predictions.json.gz",
		"predictions.json.gz --where 'right unfaithful'",
		"--follow predictions.jsonl",
		"score a/predictions.json.gz --format json")
	o.Version = built()
	cmd := o.addScreen()
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
		explainCommand(),
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
	return cmd
}
