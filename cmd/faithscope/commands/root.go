package commands

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders/retired"
)

// rootCommand sets up flag completion only when the shell asks for it, because cobra keeps every
// command that completes flags as long as the process lives: the tests held 784 MB.
func rootCommand() *cobra.Command {
	o := newScreen("faithscope [RUN…]", sentence, "Without a run, faithscope opens a demo. Press ? to list the keys.",
		"predictions.json.gz --gold boxes.csv --images pictures/",
		"a.jsonl b.jsonl --where 'right unfaithful'",
		"score predictions.json.gz --format json")
	o.Command.Version = describeBuild()
	cmd := o.addScreen()
	addGroup(cmd, firstGroup, formatsCommand(), checkCommand(), scoreCommand(), compareCommand(), blameCommand(), tablesCommand(),
		exportCommand(), explainCommand())
	addGroup(cmd, "Look", openCommand(), renderCommand(), sheetCommand(), figureCommand())
	addGroup(cmd, "Score", slicesCommand(), regressCommand(), gateCommand(), tagsCommand(), mergeCommand(), slurmCommand())
	addGroup(cmd, "Make", runCommand(), whatifCommand(), calibrateCommand(), makeCommand(), convertCommand(), schemaCommand(),
		pythonCommand())
	addGroup(cmd, "Share", serveCommand())
	cmd.AddCommand(configCommand(), doctorCommand(), licencesCommand(), manCommand())
	layerHelp(cmd)
	addRetired(cmd)
	if slices.Contains(os.Args, cobra.ShellCompRequestCmd) || slices.Contains(os.Args, cobra.ShellCompNoDescRequestCmd) {
		completeFlags(cmd, &o.DisplayFlags) // cobra never releases a command that completes its flags
	}
	refuseRepeats(cmd)
	return cmd
}

func refuseRepeats(cmd *cobra.Command) {
	value.RefuseRepeats(cmd.Flags())
	for _, sub := range cmd.Commands() {
		refuseRepeats(sub)
	}
}

func addRetired(topCommand *cobra.Command) {
	for _, entry := range retired.List {
		if name, ok := strings.CutPrefix(entry.Name, topCommand.Name()+" "); ok {
			topCommand.AddCommand(&cobra.Command{Use: name, Hidden: true, DisableFlagParsing: true,
				RunE: func(*cobra.Command, []string) error { return retired.Error(entry.Name) }})
		}
	}
}
