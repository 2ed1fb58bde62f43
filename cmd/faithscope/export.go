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
			"--columns says which columns a table has, of the examples or, with --rows, of their modules or attributions: any column " +
			"that a query knows, or an expression. The mean of a column is the score whose metric names it.\n\n" +
			"Other runs are those that the query may compare with (delta.f1 > .2).",
		Example: "faithscope export predictions.json.gz --where 'right unfaithful find<.3' -o suspects.html\n" +
			"faithscope export predictions.json.gz --columns 'id, verdict, f1.find, meta.round' -o scores.parquet\n" +
			"faithscope export predictions.json.gz --where 'tag=\"annotation error\"' --format csv -o -",
		RunE: func(cmd *cobra.Command, paths []string) error { return export(cmd, paths, f, &o) },
	}
	f.AddWhere(cmd.Flags())
	cmd.Flags().Var(&value.OneOf{Word: &o.To, What: "a format to export", Known: writing.Exported()}, "format", value.OrList(writing.Exported())+" (default: by the name's end, else native)")
	cmd.Flags().StringVar(&o.Columns.Names, "columns", "", "columns of a table, with commas between: 'id, verdict, c, meta.round'")
	cmd.Flags().Var(&value.OneOf{Word: &o.Columns.Of, What: "rows of a table", Known: writing.Tables}, "rows", "what a table has a row of: "+value.OrList(writing.Tables)+" (default: examples)")
	o.AddTo(cmd.Flags(), "", "file to write, packed where its name ends with .gz or .zst; - for standard output", "replace the file if it exists")
	f.AddTo(cmd.Flags())
	return cmd
}

func export(cmd *cobra.Command, paths []string, f *opening.Flags, o *writing.Options) error {
	if len(paths) > 0 && o.Path == "" {
		return errors.New("name the file to write with -o, or - for standard output")
	}
	ctx, whole := cmd.Context(), *f
	whole.Where = "" // of the tables, which know the other runs
	j, err := whole.JoinAll(cmd, paths)
	if err != nil {
		return err
	}
	defer j.Close()
	run := j.Runs[0]
	book := opening.Book(run, false, "")
	e := writing.Export{Scored: session.New(run, j.Protocols), Book: book, Settings: f.Settings, Where: f.Where}
	var rows []int
	if err := o.Choose(); err != nil {
		return err
	}
	if o.Tabled() || f.Where != "" {
		tables, err := f.Tables(ctx, j.Runs)
		if err != nil {
			return err
		}
		e.Table = tables[0]
		if rows, err = f.Selected(ctx, e.Table); err != nil {
			return fmt.Errorf("%s: %w", run.Path, err)
		}
	}
	said, err := e.To(ctx, o, cmd.OutOrStdout(), rows)
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), loaders.Clean(said))
	opening.TellProblems(cmd.ErrOrStderr(), run)
	return run.Problems.Lost()
}
