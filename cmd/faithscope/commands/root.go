package commands

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders/retired"
)

// rootCommand returns the program: the command that opens the screen, with all others below it in
// groups, its version, and help in layers. Completion of flags is set up only when the shell asks
// for it.
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
	o.Version = describeBuild()
	cmd := o.addScreen()
	addGroup(cmd, "Look", openCommand(), renderCommand(), sheetCommand(), figureCommand(), checkCommand(), formatsCommand())
	addGroup(cmd, "Score", scoreCommand(), tablesCommand(), blameCommand(), slicesCommand(), regressCommand(), mergeCommand(),
		slurmCommand())
	addGroup(cmd, "Compare", compareCommand(), gateCommand(), tagsCommand())
	addGroup(cmd, "Make", runCommand(), makeCommand(), convertCommand(), exportCommand(), schemaCommand(), pythonCommand())
	addGroup(cmd, "Ask", explainCommand(), whatifCommand(), calibrateCommand())
	addGroup(cmd, "Share", serveCommand())
	cmd.AddCommand(configCommand(), doctorCommand(), licencesCommand(), manCommand())
	layerHelp(cmd)
	addRetired(cmd)
	if slices.Contains(os.Args, cobra.ShellCompRequestCmd) || slices.Contains(os.Args, cobra.ShellCompNoDescRequestCmd) {
		completeFlags(cmd, &o.Wishes) // cobra never lets go of a command that completes its flags
	}
	refuseRepeats(cmd)
	return cmd
}

// refuseRepeats calls [value.RefuseRepeats] for the flags of a command and of all below it.
func refuseRepeats(cmd *cobra.Command) {
	value.RefuseRepeats(cmd.Flags())
	for _, sub := range cmd.Commands() {
		refuseRepeats(sub)
	}
}

// addRetired adds to root a hidden command for each that was removed, which says what to do
// instead.
func addRetired(root *cobra.Command) {
	for _, entry := range retired.List {
		if name, ok := strings.CutPrefix(entry.Name, root.Name()+" "); ok {
			root.AddCommand(&cobra.Command{Use: name, Hidden: true, DisableFlagParsing: true,
				RunE: func(*cobra.Command, []string) error { return retired.Error(entry.Name) }})
		}
	}
}
