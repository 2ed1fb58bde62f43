package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/scoring/session"
)

func exportCommand() *cobra.Command {
	f, o := opening.NewFlags(), writing.Options{}
	cmd := &cobra.Command{
		Use:   "export RUN [OTHER…]",
		Short: "Write the examples that a query names, with your marks, tags and notes",
		Long: "Write the examples that --where names, all without it, with your marks, tags and notes:\n\n" +
			"  native    faithscope's own JSON Lines: a run of these examples\n" +
			"  html      a page with the program of each example and the evidence of its culprit, pictures inside\n" +
			"  others    a table with a line per example and its scores: csv, json, jsonl and parquet for scripts,\n" +
			"            table, markdown and latex for people\n\n" +
			"Other runs are those that the query may compare with (delta.f1 > .2).",
		Example: "faithscope export predictions.json.gz --where 'right unfaithful find<.3' -o suspects.html\n" +
			"faithscope export predictions.json.gz --where 'tag=\"annotation error\"' --format csv -o -",
		RunE: func(cmd *cobra.Command, paths []string) error { return export(cmd, paths, f, &o) },
	}
	f.AddWhere(cmd.Flags())
	cmd.Flags().Var(&value.OneOf{Word: (*string)(&o.To), What: "a format to export", Known: writing.Exported()}, "format", value.OrList(writing.Exported())+" (default: by the name's end, else native)")
	o.AddTo(cmd.Flags(), "", "file to write, packed where its name ends with .gz or .zst; - for standard output", "replace the file if it exists")
	f.AddTo(cmd.Flags())
	return cmd
}

func export(cmd *cobra.Command, paths []string, f *opening.Flags, o *writing.Options) error {
	switch {
	case len(paths) == 0:
		return errors.New("name a run")
	case o.Path == "":
		return errors.New("name the file to write with -o, or - for standard output")
	}
	ctx := cmd.Context()
	j, err := f.JoinAll(ctx, cmd.ErrOrStderr(), paths, false)
	if err != nil {
		return err
	}
	defer j.Close()
	run := j.Runs[0]
	book := opening.Book(run, opening.BookAt(run, false))
	e := writing.Export{Scored: session.New(run, j.Protocols), Book: book, Settings: f.Settings, Where: f.Where}
	said, err := e.To(ctx, o, cmd.OutOrStdout(), nil)
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), loaders.Clean(said))
	opening.TellProblems(cmd.ErrOrStderr(), run)
	return run.Problems.Lost()
}
