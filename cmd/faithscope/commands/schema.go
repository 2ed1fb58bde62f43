package commands

import (
	"github.com/spf13/cobra"

	"faithscope/loaders/native"
)

func schemaCommand() *cobra.Command {
	return printCommand(native.Schema(), &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of a line of the native format",
	})
}
