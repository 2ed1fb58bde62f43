package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/native"
)

func formatsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "formats",
		Short: "List the formats that runs are read from",
		Long: "List the formats that runs are read from.\n\n" +
			"A file is recognised by what stands in it, never by its name; gzip and zstd are unpacked.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return listFormats(cmd.OutOrStdout(), opening.Formats()) },
	}
}

func listFormats(w io.Writer, formats loaders.Formats) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range formats {
		fmt.Fprintf(t, "%s\t%s\n\trecognised by %s\n\tboxes: %s\n", f.Name, f.About, f.Sign, cmp.Or(f.Boxes, "none"))
	}
	return t.Flush()
}

func schemaCommand() *cobra.Command {
	return printing(native.Schema(), &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of a line of the native format",
	})
}

func pythonCommand() *cobra.Command {
	return printing(native.Python(), &cobra.Command{
		Use:   "python",
		Short: "Print a Python module that writes runs",
		Long: "Print a Python module that writes runs in the native format: one file without dependencies, for Python 3.8 or later.\n\n" +
			"What would be a problem in a run is an exception where it is written; every example is on the disk before the next begins.",
		Example: "faithscope python > faithscope.py",
	})
}

// licences are those of the modules that are built in; `make licences` writes
// them.
//
//go:embed licences.txt
var licences []byte

func licencesCommand() *cobra.Command {
	return printing(licences, &cobra.Command{
		Use:   "licences",
		Short: "Print the licences of what is built into the program",
		Long:  "Print the licences of the modules that are built into the program, each with the modules that it is of.",
	})
}

// printing is a command that prints a text.
func printing(text []byte, cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		_, err := cmd.OutOrStdout().Write(text)
		return err
	}
	return cmd
}
