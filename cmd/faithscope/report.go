package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/shards"
	"faithscope/scoring/table"
)

// addFormat adds the flag of the format that tables are printed in.
func addFormat(set *pflag.FlagSet, format *string) {
	known := table.Names(nil)
	*format = known[0]
	set.Var(&value.OneOf{Word: format, What: "a format of a report", Known: known}, "format", value.OrList(known))
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
	set.BoolVar(&o.noIntervals, "no-intervals", false, "draw no bootstrap intervals")
	set.BoolVar(&o.arguments, "arguments", false, "modules: F1 by text argument too, the most frequent first")
}

// print prints the report of runs that were read.
func (o *reportOptions) print(cmd *cobra.Command, scored []*session.Scored, settings scoring.Settings) error {
	r := report.Build(scored, settings)
	if !o.noIntervals {
		if err := r.DrawIntervals(cmd.Context(), scored); err != nil {
			return err
		}
	}
	if o.arguments {
		r.AddArguments(scored)
	}
	return printTables(cmd, r.Document(), o.format)
}

// partialOptions are the flags of commands that write a partial report.
type partialOptions struct {
	partial string
	force   bool
}

func (o *partialOptions) addTo(set *pflag.FlagSet) {
	set.StringVar(&o.partial, "partial", "", "write a partial report to this file (.gz, .zst; - for standard output), to be merged with others")
	set.BoolVar(&o.force, "force", false, "with --partial: replace the file if it exists")
}

// check holds the flags against each other.
func (o *partialOptions) check() error {
	if o.force && o.partial == "" {
		return errors.New("--force is for --partial: nothing else is written to a file")
	}
	return nil
}

// write writes the partial report of runs. It leaves no file where done, which
// is asked when they are read, has an error.
func (o *partialOptions) write(cmd *cobra.Command, runs []*loaders.Run, numbers []shards.Shard, protocols []scoring.Protocol, s scoring.Settings, done func() error) error {
	var nothing error
	err := (&output.Target{Path: o.partial, Force: o.force}).Write(cmd.Context(), cmd.OutOrStdout(), func(w io.Writer) error {
		err := shards.WritePartial(cmd.Context(), w, runs, numbers, protocols, s)
		if errors.Is(err, shards.ErrNothingRead) {
			nothing, err = err, nil
		}
		err = cmp.Or(err, done())
		for _, run := range runs {
			err = cmp.Or(err, run.Problems.Lost()) // a shard that is missing is missed by nobody later
		}
		return err
	})
	return cmp.Or(err, nothing)
}
