package commands

import (
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
)

// configCommand returns the command config, which prints the whole configuration with comments. If
// keys clash or name no action, nothing is printed.
func configCommand() *cobra.Command {
	c, w := newCommand("config", "Print the configuration, with comments",
		"Prints every setting and the keys of every action with their help; defaults are commented out. The output can be the file.",
		"config > ~/.config/faithscope/config.toml"), &config.Wishes{}
	w.AddTo(c.Set)
	new(oracle.Programs).AddTo(c.Set)
	new(opening.RunFacts).AddTo(c.Set)
	return c.runWith(w.Read, func() error {
		if err := config.CheckKeys(c.Context(), w.Keys); err != nil {
			return err
		}
		return config.WriteConfig(c.Context(), c.Command.OutOrStdout(), w)
	})
}
