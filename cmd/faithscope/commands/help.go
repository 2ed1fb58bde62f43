package commands

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/oracle"
)

// sentence says what the program is. The README, the packages and main.go open with it too.
const sentence = "faithscope is a terminal explorer for evaluation runs of models that reason in steps. It shows where each step " +
	"looked, scores it against gold annotations, and finds the first step that went wrong"

func addGroup(topCommand *cobra.Command, title string, commands ...*cobra.Command) {
	topCommand.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
	for _, c := range commands {
		c.GroupID = title
	}
	topCommand.AddCommand(commands...)
}

const firstGroup = "Start"

var firstFlags = []string{"gold", "images", "map", "where"}

// firstHour are flags of many commands that help lists at once; --all lists the others.
var firstHour = append([]string{"missing", "threshold", "iou", "average", "base", "oracle", "model", "theme", "graphics", "follow"},
	firstFlags...)

func isFurther(sharedFlags *pflag.FlagSet, flag *pflag.Flag) bool {
	same := sharedFlags.Lookup(flag.Name)
	return same != nil && !same.Hidden && !flag.Hidden && same.Usage == flag.Usage && !slices.Contains(firstHour, flag.Name)
}

// layerHelp hides the shared flags that isFurther names, because all of them filled 97 rows. The
// hidden flag --all lists every flag.
func layerHelp(topCommand *cobra.Command) {
	const width = 80
	shared := newCommand("shared", "", "")
	shared.AddQuery()
	shared.AddTotals()
	new(oracle.ProgramFlags).AddTo(shared.Set)
	new(config.DisplayFlags).AddTo(shared.Set)
	all := topCommand.PersistentFlags().Bool("all", false, "with --help: list all flags")
	topCommand.PersistentFlags().Lookup("all").Hidden = true
	topCommand.SetUsageTemplate(strings.ReplaceAll(topCommand.UsageTemplate(), ".FlagUsages", fmt.Sprint(".FlagUsagesWrapped ", width)))
	print := topCommand.HelpFunc()
	topCommand.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd == topCommand && !*all {
			fmt.Fprint(cmd.OutOrStdout(), shortHelp(topCommand, width))
			return
		}
		var further []*pflag.Flag
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			if !*all && isFurther(shared.Set, flag) {
				further, flag.Hidden = append(further, flag), true
			}
		})
		cmd.Long = ansi.Wordwrap(cmd.Long, width, "")
		print(cmd, args)
		for _, flag := range further {
			flag.Hidden = false
		}
		if further != nil {
			fmt.Fprintf(cmd.OutOrStdout(), "\nMore flags (%d): %s --help --all\n", len(further), cmd.CommandPath())
		}
	})
}

// shortHelp keeps to what fits a terminal of 24 rows.
func shortHelp(topCommand *cobra.Command, width int) string {
	var first, flags strings.Builder
	others := "Others:"
	for _, c := range topCommand.Commands() {
		if c.GroupID == firstGroup {
			fmt.Fprintf(&first, "  %-9s %s\n", c.Name(), c.Short)
		} else if c.IsAvailableCommand() {
			others += " " + c.Name()
		}
	}
	for _, name := range firstFlags {
		value, help := pflag.UnquoteUsage(topCommand.Flag(name))
		help, _, _ = strings.Cut(help, ";")
		fmt.Fprintf(&flags, "  %-21s %s\n", "--"+name+" "+value, help)
	}
	return ansi.Wordwrap(sentence, width,
		"") + ".\n\nUsage: " + topCommand.Use + " [flags] (without a run: a demo), or faithscope COMMAND\n  " +
		strings.ReplaceAll(topCommand.Example, "\n", "\n  ") + "\n\n" + first.String() + ansi.Wordwrap(others, width,
		"") + "\n" + flags.String() +
		"More help: faithscope --help --all, faithscope COMMAND --help, faithscope man\n"
}
