package commands

import (
	"cmp"
	"fmt"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/progress"
	"faithscope/cmd/faithscope/value"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// printCommand makes cmd a command that prints a text.
func printCommand(text []byte, cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		_, err := cmd.OutOrStdout().Write(text)
		return err
	}
	return cmd
}

// printTables prints a document. A format that no terminal shows is not written to
// one.
func printTables(cmd *cobra.Command, d *table.Document, format string) error {
	f, out := table.Find(cmp.Or(format, table.Formats[0].Name)), cmd.OutOrStdout()
	if file, ok := out.(*os.File); ok && f.Binary && term.IsTerminal(file.Fd()) {
		return fmt.Errorf("--format %s is not for a terminal: send it to a file", format)
	}
	return d.Write(out, f)
}

// reportOptions are the flags of commands that print a score report.
type reportOptions struct {
	format                 string
	noIntervals, arguments bool
}

func (o *reportOptions) addTo(set *pflag.FlagSet) {
	addFormat(set, &o.format)
	value.Declare(set,
		&o.noIntervals, "no-intervals", "compute no bootstrap intervals",
		&o.arguments, "arguments", "modules: F1 by text argument too, the most frequent first")
}

// print prints the report of runs that were read.
func (o *reportOptions) print(cmd *cobra.Command, scored []*session.Scored, settings scoring.Settings) error {
	r := report.Build(scored, settings)
	if !o.noIntervals {
		ctx := cmd.Context()
		err := progress.During(ctx, func() string { return "drawing intervals" }, func() error { return r.DrawIntervals(ctx, scored) })
		if err != nil {
			return err
		}
	}
	if o.arguments {
		r.AddArguments(scored)
	}
	return printTables(cmd, r.Document(), o.format)
}
