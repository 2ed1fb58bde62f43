package commands

import (
	"bytes"
	_ "embed"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/spf13/cobra"
)

// licences are the licences of the modules that are built in; `make licences` writes
// them.
//
//go:embed licences.txt.gz
var licences []byte

func licencesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "licences",
		Short: "Print the licences of what is built into the program",
		Long:  "Print the licences of the modules that are built into the program, each with the modules that it covers.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := gzip.NewReader(bytes.NewReader(licences))
			if err != nil {
				return err
			}
			_, err = io.Copy(cmd.OutOrStdout(), text)
			return err
		},
	}
}
