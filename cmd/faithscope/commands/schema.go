package commands

import (
	"github.com/spf13/cobra"

	"faithscope/loaders/native"
)

func schemaCommand() *cobra.Command {
	c := newCommand("schema", "Print the JSON Schema for a line of the native format", "")
	return c.runWith(func() error {
		_, err := c.Command.OutOrStdout().Write(native.Schema())
		return err
	})
}
