package commands

import (
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
)

func configCommand() *cobra.Command {
	w := &config.Wishes{}
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the configuration, with comments",
		Long: "Print the configuration file as it is in force: every setting with what it means, and the keys of every action. What the " +
			"file does not set stands behind a #, as the default. The output can be the file.",
		Example: "faithscope config > ~/.config/faithscope/config.toml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := w.Read(); err != nil {
				return err
			}
			if err := config.CheckKeys(cmd.Context(), w.Keys); err != nil {
				return err
			}
			return config.WriteConfig(cmd.Context(), cmd.OutOrStdout(), w)
		},
	}
	w.AddTo(cmd.Flags())
	new(oracle.Programs).AddTo(cmd.Flags())
	new(opening.Family).AddTo(cmd.Flags())
	return cmd
}
