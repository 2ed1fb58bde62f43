package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring"
	"faithscope/scoring/papers"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

// tablesOptions are the flags that tables alone takes.
type tablesOptions struct {
	format    report.Format
	only      []string
	published bool
	demo      bool
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
		RunE: func(cmd *cobra.Command, paths []string) error { return printTables(cmd, paths, f, &o) },
	}
	cmd.Flags().Var(&o.format, "format", "table, json, csv, markdown or latex")
	cmd.Flags().StringArrayVar(&o.only, "table", nil, "print this table only; repeat it for several")
	cmd.Flags().BoolVar(&o.published, "paper", false, "print the paper's own numbers below, where they are known")
	cmd.Flags().BoolVar(&o.demo, "demo", false, "print the tables of the demo's runs")
	f.AddWhere(cmd.Flags())
	f.AddTo(cmd.Flags())
	return cmd
}

func printTables(cmd *cobra.Command, paths []string, f *opening.Flags, o *tablesOptions) error {
	ctx := cmd.Context()
	for _, id := range o.only {
		if !slices.ContainsFunc(papers.Tables(), func(t papers.Table) bool { return t.ID == id }) {
			return fmt.Errorf("--table %s is not one of the tables: `faithscope tables --help` names them", id)
		}
	}
	j, err := f.Join(ctx, cmd.ErrOrStderr(), paths, o.demo)
	if err != nil {
		return err
	}
	defer j.Close()
	scored, reading := opening.Read(ctx, j.Runs, j.Protocols, f.Settings)
	if len(scored) > 0 {
		if err := o.print(ctx, cmd, scored, f); err != nil {
			return err
		}
	}
	return errors.Join(j.Err(), reading)
}

// laidOut is a table with its rows.
type laidOut struct {
	papers.Table
	rows []papers.Row
}

func (o *tablesOptions) print(ctx context.Context, cmd *cobra.Command, scored []*session.Scored, f *opening.Flags) error {
	var tables []laidOut
	for _, t := range papers.Tables() {
		if len(o.only) > 0 && !slices.Contains(o.only, t.ID) {
			continue
		}
		rows, err := t.Rows(ctx, scored, f.Settings, o.published)
		if err != nil {
			return err
		}
		if f.ByAnswer() {
			withoutAccuracy(rows)
		}
		if rows != nil {
			tables = append(tables, laidOut{t, rows})
		}
	}
	if tables == nil {
		return errors.New("no run has the numbers of such a table")
	}
	sheets := cellSheets(tables)
	if o.format != report.CSV {
		sheets = nil
		for _, t := range tables {
			sheets = append(sheets, t.sheet(f.Settings))
		}
	}
	return report.WriteSheets(cmd.OutOrStdout(), o.format, sheets, tablesJSON(tables))
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

// sheet lays a table out for people.
func (t *laidOut) sheet(settings scoring.Settings) report.Sheet {
	s := report.Sheet{Run: fmt.Sprintf("%s, Table %d", t.Paper, t.Number), Path: t.ID, Title: t.Title, Columns: []string{""}}
	now := t.Settings(settings, false)
	for _, setting := range scoring.AllSettings() {
		if _, moved := t.Set[setting.Name]; moved {
			s.Under = append(s.Under, strings.ReplaceAll(setting.Name, "_", " ")+": "+setting.In(&now).String())
		}
	}
	for _, c := range t.Columns {
		s.Columns = append(s.Columns, c.Title)
	}
	s.Columns = append(s.Columns, "n")
	for _, r := range t.rows {
		row := []string{r.Name}
		if r.Run < 0 {
			row[0] = "the paper's: " + r.Name + " (" + r.Where + ")"
		}
		for _, cell := range r.Cells {
			row = append(row, report.ShownScore(cell))
		}
		s.Rows = append(s.Rows, append(row, counts(r)))
	}
	return s
}

// counts says on how many examples the numbers of a row rest.
func counts(r papers.Row) string {
	least, most := 0, 0
	for _, cell := range r.Cells {
		if _, ok := cell.Value.Float(); ok && cell.Count > 0 {
			if most = max(most, cell.Count); least == 0 || cell.Count < least {
				least = cell.Count
			}
		}
	}
	switch {
	case most == 0:
		return ""
	case least == most:
		return strconv.Itoa(most)
	}
	return fmt.Sprintf("%d–%d", least, most)
}

// cellSheets have a line per cell of all tables, a sheet per row: its name stands
// before each line.
func cellSheets(tables []laidOut) (sheets []report.Sheet) {
	for _, t := range tables {
		for _, r := range t.rows {
			s := report.Sheet{Run: r.Name, Columns: []string{"table", "paper", "upper_bound", "column", "protocol", "metric", "of", "value", "count", "undefined"}}
			for i, cell := range r.Cells {
				value := ""
				if x, ok := cell.Value.Float(); ok {
					value = strconv.FormatFloat(x, 'g', -1, 64)
				}
				s.Rows = append(s.Rows, []string{t.ID, strconv.FormatBool(r.Run < 0), strconv.FormatBool(r.UpperBound), t.Columns[i].Title, cell.Protocol, cell.Metric, cell.Of, value, strconv.Itoa(cell.Count), cell.Value.Why()})
			}
			sheets = append(sheets, s)
		}
	}
	return sheets
}

type jsonTables struct {
	Faithscope int         `json:"faithscope"`
	Tables     []jsonTable `json:"tables"`
}

type jsonTable struct {
	ID     string            `json:"id"`
	Paper  string            `json:"paper"`
	Number int               `json:"number"`
	Title  string            `json:"title"`
	Set    map[string]string `json:"settings,omitempty"` // that the table moves
	Rows   []jsonTableRow    `json:"rows"`
}

type jsonTableRow struct {
	Name       string          `json:"name"`
	Paper      bool            `json:"paper,omitempty"` // the paper's own numbers
	UpperBound bool            `json:"upper_bound,omitempty"`
	Cells      []jsonTableCell `json:"cells"`
}

type jsonTableCell struct {
	Column    string   `json:"column"`
	Protocol  string   `json:"protocol"`
	Metric    string   `json:"metric"`
	Of        string   `json:"of"`
	Value     *float64 `json:"value"`
	Count     int      `json:"count"`
	Undefined string   `json:"undefined,omitempty"`
}

func tablesJSON(tables []laidOut) jsonTables {
	out := jsonTables{Faithscope: 1}
	for _, t := range tables {
		table := jsonTable{ID: t.ID, Paper: t.Paper, Number: t.Number, Title: t.Title, Set: t.Set}
		for _, r := range t.rows {
			row := jsonTableRow{Name: r.Name, Paper: r.Run < 0, UpperBound: r.UpperBound}
			for i, cell := range r.Cells {
				c := jsonTableCell{Column: t.Columns[i].Title, Protocol: cell.Protocol, Metric: cell.Metric, Of: cell.Of, Count: cell.Count, Undefined: cell.Value.Why()}
				if x, ok := cell.Value.Float(); ok {
					c.Value = &x
				}
				row.Cells = append(row.Cells, c)
			}
			table.Rows = append(table.Rows, row)
		}
		out.Tables = append(out.Tables, table)
	}
	return out
}
