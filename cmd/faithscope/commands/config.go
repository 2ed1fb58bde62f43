package commands

import (
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
)

// configCommand prints nothing if keys clash or name no action, because the output may become the
// configuration file.
func configCommand() *cobra.Command {
	c, w := newCommand("config", "Print the configuration, with comments",
		"Prints every setting and every action's keys, with help; defaults are commented out. The output is a valid configuration "+
			"file.",
		"config > ~/.config/faithscope/config.toml"), &config.DisplayFlags{}
	w.AddTo(c.Set)
	new(oracle.ProgramFlags).AddTo(c.Set)
	new(opening.FactSources).AddTo(c.Set)
	return c.runWith(w.Read, func() error {
		if err := config.CheckKeys(c.Context(), w.Keys); err != nil {
			return err
		}
		return config.WriteConfig(c.Context(), c.Command.OutOrStdout(), w)
	})
}
