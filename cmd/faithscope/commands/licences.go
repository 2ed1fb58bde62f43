package commands

import (
	"bytes"
	_ "embed"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/spf13/cobra"
)

// licences is written by `make licences`.
//
//go:embed licences.txt.gz
var licences []byte

func licencesCommand() *cobra.Command {
	c := newCommand("licences", "Print the licences of bundled software", "")
	return c.runWith(func() error {
		text, _ := gzip.NewReader(bytes.NewReader(licences)) // a test prints them
		_, err := io.Copy(c.Command.OutOrStdout(), text)
		return err
	})
}
