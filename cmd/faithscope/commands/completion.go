package commands

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/config"
	"faithscope/loaders"
)

// worded is a flag value that takes one of some words.
type worded interface{ Words() []string }

// completeFlags tells the shell how to complete the values of the flags of cmd and of all commands
// below it: --theme with the names of themes, a folder with folders, and a flag that has fixed
// words with these; a number with nothing. For other texts and for files the shell offers files, as
// it does by default.
func completeFlags(cmd *cobra.Command, w *config.Wishes) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		var offer cobra.CompletionFunc
		switch known, ok := flag.Value.(worded); {
		case flag.Name == "theme":
			offer = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return w.Wardrobe().Names(), cobra.ShellCompDirectiveNoFileComp
			}
		case flag.Value.Type() == loaders.OneFolder:
			offer = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
		case ok && known.Words() != nil:
			offer = cobra.FixedCompletions(known.Words(), cobra.ShellCompDirectiveNoFileComp)
		case flag.Value.Type() != "string" && flag.Value.Type() != loaders.OneFile:
			offer = cobra.NoFileCompletions
		default:
			return
		}
		_ = cmd.RegisterFlagCompletionFunc(flag.Name, offer) // the flag is one of cmd
	})
	for _, sub := range cmd.Commands() {
		completeFlags(sub, w)
	}
}
