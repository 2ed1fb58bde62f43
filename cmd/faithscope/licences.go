package main

import (
	_ "embed"
	"io"

	"github.com/spf13/cobra"
)

// licences are those of the modules that are built in; `make licences` writes
// them.
//
//go:embed licences.txt
var licences string

func licencesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "licences",
		Short: "Print the licences of what is built into the program",
		Long:  "Print the licences of the modules that are built into the program, each with the modules that it is of.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), licences)
			return err
		},
	}
}
