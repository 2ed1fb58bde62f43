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

// addGroup adds commands to root, which its help lists together under title.
func addGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
	for _, c := range commands {
		c.GroupID = title
	}
	root.AddCommand(commands...)
}

// firstHour are the flags of many commands that help lists at once. The others are behind
// --all.
var firstHour = []string{"where", "gold", "images", "map", "missing", "threshold", "iou", "average", "base", "oracle", "model", "theme",
	"graphics", "follow"}

// isFurther reports whether help lists a flag only with --all: a visible one that shared has with
// the same help, and that is not among firstHour.
func isFurther(shared *pflag.FlagSet, flag *pflag.Flag) bool {
	same := shared.Lookup(flag.Name)
	return same != nil && !same.Hidden && !flag.Hidden && same.Usage == flag.Usage && !slices.Contains(firstHour, flag.Name)
}

// layerHelp makes the help of root, and of the commands below it, hide the flags that isFurther
// names among those shared by commands, and say at its end how many there are; all is wrapped at 80
// columns. It adds a hidden flag --all to root, under which help lists every flag.
func layerHelp(root *cobra.Command) {
	const width = 80
	shared := newCommand("shared", "", "")
	shared.AddQuery()
	shared.AddTotals()
	new(oracle.Programs).AddTo(shared.Set)
	new(config.Wishes).AddTo(shared.Set)
	all := root.PersistentFlags().Bool("all", false, "with --help: list all flags")
	root.PersistentFlags().Lookup("all").Hidden = true
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprint(".FlagUsagesWrapped ", width)))
	print := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
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
			fmt.Fprintf(cmd.OutOrStdout(), "\n%d more flags: %s --help --all\n", len(further), cmd.CommandPath())
		}
	})
}
