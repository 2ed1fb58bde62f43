package commands

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/config"
	"faithscope/loaders"
)

type wordLister interface{ Words() []string }

func completeFlags(cmd *cobra.Command, w *config.DisplayFlags) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		var offer cobra.CompletionFunc
		switch known, ok := flag.Value.(wordLister); {
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
		_ = cmd.RegisterFlagCompletionFunc(flag.Name, offer) // the flag exists
	})
	for _, sub := range cmd.Commands() {
		completeFlags(sub, w)
	}
}
