package commands

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/site"
	"faithscope/cmd/faithscope/value"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
)

func exportCommand() *cobra.Command {
	o := writeOptions{Flags: opening.NewFlags()}
	cmd := &cobra.Command{
		Use:   "export RUN [OTHER…]",
		Short: "Write the examples that a query selects, with your marks, tags and notes",
		Long: "Write the examples that --where selects, all without it, with your marks, tags and notes:\n\n" +
			"  native    faithscope's own JSON Lines: a run of these examples\n" +
			"  html      a page with the program of each example and the evidence of its culprit, pictures inside\n" +
			"  site      a folder of static pages, for a name that ends with /: the runs, their scores and, for several, their\n" +
			"            comparison; examples to filter, to sort and to open, with programs, boxes and heat\n" +
			"  others    a table with a line per example and its scores: csv, json, jsonl and parquet for scripts,\n" +
			"            table, markdown and latex for people\n\n" +
			"--columns names the columns of a table, of the examples or, with --rows, of their modules or attributions: any column " +
			"that a query knows, or an expression. The mean of a column is the score of the metric that it is named after.\n\n" +
			"The query may compare with the other runs (delta.f1 > .2). Static pages show them too, with the examples that it selects " +
			"from the first. The pages need no server and no network, and # and an id behind their address lead to an example.",
		Example: "faithscope export predictions.json.gz --where 'right unfaithful find<.3' -o suspects.html\n" +
			"faithscope export a/predictions.json.gz b/predictions.json.gz -o site/\n" +
			"faithscope export predictions.json.gz --columns 'id, verdict, f1.find, meta.round' -o scores.parquet\n" +
			"faithscope export predictions.json.gz --where 'tag=\"annotation error\"' --format csv -o -",
		RunE: o.export,
	}
	set, known := cmd.Flags(), writing.ExportFormats()
	o.AddWhere(set)
	value.Declare(set,
		value.Word(&o.to.To, "a format to export", known), "format", value.OrList(known)+" (default: by the file's ending, else native)",
		&o.to.Columns.Names, "columns", "columns of a table, with commas between: 'id, verdict, c, meta.round'",
		value.Word(&o.to.Columns.Of, "rows of a table", writing.Tables), "rows",
		"what a row of a table is: "+value.OrList(writing.Tables)+" (default: examples)")
	o.addTarget(set)
	o.AddTo(set)
	answering.Ask(o.Flags, set)
	return cmd
}

func (o *writeOptions) export(cmd *cobra.Command, paths []string) error {
	if len(paths) > 0 && o.to.Path == "" {
		return errors.New("name the file to write with -o, or - for standard output")
	}
	if o.to.IsSite() {
		return o.site(cmd, paths)
	}
	ctx, whole := cmd.Context(), *o.Flags
	whole.Where = "" // of the tables, which know the other runs
	j, err := whole.JoinAll(cmd, paths)
	if err != nil {
		return err
	}
	defer j.Close()
	run := j.Runs[0]
	e := writing.Export{Scored: session.New(run, j.Protocols), Book: opening.Book(run, false, ""), Settings: o.Settings, Where: o.Where}
	var rows []int
	if err := o.to.Choose(); err != nil {
		return err
	}
	if o.to.Tabled() || o.Where != "" {
		tables, err := o.Tables(ctx, j.Runs)
		if err != nil {
			return err
		}
		e.Table = tables[0]
		if rows, err = o.Selected(ctx, e.Table); err != nil {
			return fmt.Errorf("%s: %w", run.Path, err)
		}
	}
	return export(cmd, &e, &o.to, rows)
}

// site writes static pages of runs.
func (o *writeOptions) site(cmd *cobra.Command, paths []string) error {
	whole := *o.Flags
	whole.Where = "" // of the first run
	j, err := whole.JoinAll(cmd, paths)
	if err != nil {
		return err
	}
	defer j.Close()
	if err := errors.Join(o.to.Choose(), o.Narrow(cmd, true, j.Runs...)); err != nil {
		return err
	}
	scored, reading := opening.Read(cmd.Context(), j.Runs, j.Protocols, o.Settings)
	if scored == nil {
		return reading
	}
	names := loaders.Map(j.Runs, func(run *loaders.Run) string { return run.Name })
	s := site.Site{Title: strings.Join(names, ", "), Runs: scored, Settings: o.Settings}
	if o.Where != "" {
		s.Title += " where " + o.Where
	}
	s.Books = loaders.Map(j.Runs, func(run *loaders.Run) *marks.Book { return opening.Book(run, false, "") })
	said, err := s.Write(cmd.Context(), o.to.Path, o.to.Force)
	if err == nil {
		cmd.PrintErrln(loaders.Clean(said))
	}
	for _, run := range j.Runs {
		opening.PrintProblems(cmd.ErrOrStderr(), run)
	}
	return cmp.Or(err, reading)
}
