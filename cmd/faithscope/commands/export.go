package commands

import (
	"cmp"
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
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

func exportCommand() *cobra.Command {
	o := &writeOptions{commandLine: newCommand("export RUN [OTHER…]", "Write examples to a table, a page or a website",
		"The file name or --format determines the format:\n\n  native    faithscope's own JSON Lines: a run of these examples\n  html      a "+
			"page with each example's modules and pictures\n  site      a folder of static pages, if the name ends with /\n  others    a "+
			"table with a row per example and its scores\n\nMarks, tags and notes are included. Without --where, all examples are written; "+
			"the query may refer to the other runs (delta.f1 > .2), which static pages also show.\n\n--columns accepts any query field or "+
			"expression. A column's mean is the metric of the same name (for groundp, groundp_mean).",
		"export predictions.json.gz --where 'right unfaithful find<.3' -o suspects.html",
		"export a/predictions.json.gz b/predictions.json.gz -o site/",
		"export predictions.json.gz --columns 'id, verdict, f1.find, meta.round' -o scores.parquet",
		"export predictions.json.gz --where 'tag=\"annotation error\"' --format csv -o -")}
	known := writing.ExportFormats()
	o.AddWhere()
	o.addFlags(
		value.Word(&o.to.To, "an export format", known), "format", loaders.OrList(known)+" (default: by file name, else native)",
		&o.to.Columns.Names, "columns", "columns of a table, like 'id, verdict, meta.round'",
		value.Word(&o.to.Columns.Of, "a kind of table row", writing.Tables), "rows",
		"what each table row is: "+loaders.OrList(writing.Tables)+" (default: examples)")
	o.addOut(packedFile)
	o.AddTotals()
	o.AddShared()
	answering.Ask(o.Flags)
	return o.runWith(o.exportRows)
}

// exportRows writes the selected examples of the first run; the other runs are only there for the
// query to compare with. An empty selection fails without --allow-empty, because a mistyped query
// would go unnoticed.
func (o *writeOptions) exportRows() error {
	o.to.Target = o.Target
	whole := *o.Flags
	whole.Where, whole.Sample = "", 0 // the tables know the other runs
	j, err := whole.JoinAll(o.args)
	if err != nil {
		return err
	}
	defer j.Close()
	if err := o.to.Choose(); err != nil {
		return err
	}
	if o.to.IsSite() {
		return o.writeSite(j)
	}
	run := j.Runs[0]
	if len(j.Runs) > 1 && (len(o.args) == 1 || isPartOf(j.Runs[1].Path, o.args[0])) {
		return nameOne(o.args[0], j.Runs)
	}
	book := opening.Book(run, opening.NotDemo, "")
	e := writing.Export{Scored: session.New(run, j.Protocols), Book: book, Settings: o.Settings, Where: o.Where}
	var rows []int
	if o.to.Tabled() || o.Where != "" || o.Sample > 0 {
		tables, err := o.Tables(j.Runs)
		if err != nil {
			return err
		}
		e.Table = tables[0]
		if rows, err = o.Selected(run, e.Table); err == nil {
			err = o.CheckSelected(len(rows))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", run.Path, err)
		}
	}
	return o.writeExamples(&e, &o.to, rows)
}

func (o *writeOptions) writeSite(j *opening.OpenedRuns) error {
	if err := o.Narrow(opening.Paired, j.Runs...); err != nil {
		return err
	}
	scored, reading := opening.Read(o.Context(), j.Runs, j.Protocols, o.Settings)
	if scored == nil {
		return reading
	}
	s := site.Site{Title: strings.Join(loaders.Map(j.Runs, func(run *loaders.Run) string { return run.Name }), ", "), Runs: scored,
		Settings: o.Settings}
	if o.Where != "" {
		s.Title += " where " + o.Where
	}
	if len(j.Runs) > 1 && o.ByAnswer() {
		s.Title += " (" + report.ByAnswer + ")"
	}
	s.Books = loaders.Map(j.Runs, func(run *loaders.Run) *marks.MarksBook { return opening.Book(run, opening.NotDemo, "") })
	said, err := s.Write(o.Context(), o.Path, o.Force)
	if err == nil {
		o.Command.PrintErrln(loaders.Clean(said))
	}
	for _, run := range j.Runs {
		o.PrintProblems(run)
	}
	return cmp.Or(err, reading)
}
