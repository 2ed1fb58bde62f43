package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring"
	"faithscope/scoring/papers"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// tablesOptions are the flags that tables alone takes.
type tablesOptions struct {
	only      []string
	published bool
}

func tablesCommand() *cobra.Command {
	f, o := opening.NewFlags(), tablesOptions{}
	var ids []string
	for _, t := range papers.Tables() {
		ids = append(ids, t.ID)
	}
	cmd := &cobra.Command{
		Use:   "tables RUN…",
		Short: "Print the runs as the papers' tables",
		Long: "Print the scores of runs as the tables of the five papers have them: a row per run, a column per number. Every number " +
			"is that of `faithscope score` under the settings of the table, which says those that it moves. A run is in each table " +
			"whose numbers it has. Where --where chooses examples by their answers, their accuracy is left out.\n\n" +
			"With --paper the paper's own numbers stand below, marked as such, of those that are known here for certain: they " +
			"are of the paper's models and data.\n\nThe tables: " + strings.Join(ids, ", ") + ".",
		Example: "faithscope tables a/predictions.json.gz b/predictions.json.gz --table nmn-1\n" +
			"faithscope tables lime.jsonl shap.jsonl --paper --format latex\n" +
			"faithscope tables --demo",
		RunE: func(cmd *cobra.Command, paths []string) error { return papersTables(cmd, paths, f, &o) },
	}
	addFormat(cmd.Flags(), &f.Format)
	cmd.Flags().StringArrayVar(&o.only, "table", nil, "print this table only; repeat it for several")
	cmd.Flags().BoolVar(&o.published, "paper", false, "print the paper's own numbers below, where they are known")
	cmd.Flags().BoolVar(&f.Demo, "demo", false, "print the tables of the demo's runs")
	f.AddWhere(cmd.Flags())
	f.AddTo(cmd.Flags())
	return cmd
}

func papersTables(cmd *cobra.Command, paths []string, f *opening.Flags, o *tablesOptions) error {
	for _, id := range o.only {
		if !slices.ContainsFunc(papers.Tables(), func(t papers.Table) bool { return t.ID == id }) {
			return fmt.Errorf("--table %s is not one of the tables: `faithscope tables --help` names them", id)
		}
	}
	return f.EachRun(cmd, paths, func(j *opening.Joined) error {
		scored, reading := opening.Read(cmd.Context(), j.Runs, j.Protocols, f.Settings)
		if scored == nil {
			return reading
		}
		return cmp.Or(o.print(cmd, scored, f), reading)
	})
}

func (o *tablesOptions) print(cmd *cobra.Command, scored []*session.Scored, f *opening.Flags) error {
	d := &table.Document{List: "tables"}
	for _, t := range papers.Tables() {
		if len(o.only) > 0 && !slices.Contains(o.only, t.ID) {
			continue
		}
		rows, err := t.Rows(cmd.Context(), scored, f.Settings, o.published)
		if err != nil {
			return err
		}
		if f.ByAnswer() {
			withoutAccuracy(rows)
		}
		if rows != nil {
			d.Parts = append(d.Parts, t.Part(rows, f.Settings))
		}
	}
	if d.Parts == nil {
		return errors.New("no run has the numbers of such a table")
	}
	return printTables(cmd, d, f.Format)
}

// withoutAccuracy leaves the accuracies out of the rows of runs whose examples were
// chosen by their answers.
func withoutAccuracy(rows []papers.Row) {
	for _, r := range rows {
		for i := range r.Cells {
			if r.Run >= 0 && r.Cells[i].Metric == "accuracy" {
				r.Cells[i].Value = scoring.Undefined("--where chooses examples by their answers")
			}
		}
	}
}
