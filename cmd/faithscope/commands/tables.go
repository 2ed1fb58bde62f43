package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/papers"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

type tablesOptions struct {
	*commandLine
	only      []string
	columns   string
	published bool
}

func tablesCommand() *cobra.Command {
	o := &tablesOptions{commandLine: newCommand("tables RUN…", "Print the papers' tables for your runs",
		"Uses the papers' columns, units and precision, with the numbers that `faithscope score` gives under each table's settings. "+
			"With --paper, prints every table from the papers that fits the runs, and how the settings differ from the paper's. "+
			"If --where selects by answer, accuracy is left out.\n\nThe tables: "+strings.Join(papers.Names(), ", ")+".",
		"tables a/predictions.json.gz b/predictions.json.gz --table nmn-1",
		"tables lime.jsonl shap.jsonl --paper --format latex",
		"tables counts.jsonl --table scn-2 --by 'count.gold > 3'",
		"tables a.jsonl b.jsonl --columns 'answers.accuracy, answers.accuracy - above.answers.accuracy'",
		"tables --demo")}
	o.addFormat()
	o.addFlags(
		&o.only, "table", "only this table; repeatable",
		&o.columns, "columns", "columns of each --table or of one table of all scores; or formulas: "+
			"'gap = acc_hard - err_easy', above.NAME, row[\"RUN\"].NAME, same.model.NAME",
		&o.published, "paper", "also print the paper's own numbers",
		&o.Demo, "demo", "print tables for the demo's runs")
	o.AddBy()
	o.AddTotals()
	o.addQuery()
	return o.runWith(o.run)
}

func (o *tablesOptions) run() error {
	for _, name := range o.only {
		if _, err := papers.Find(name); err != nil {
			return fmt.Errorf("--table %w", err)
		}
	}
	return o.EachScored(o.args, o.printTables)
}

// printTables leaves accuracies undefined if --where chose examples by their answers, because they
// would only measure the query.
func (o *tablesOptions) printTables(scoredRuns []*session.ScoredRun) error {
	d := &table.Document{List: "tables"}
	if o.columns != "" && o.only == nil {
		scores, err := facts.RunScores(o.Context(), scoredRuns, o.Settings)
		if err != nil {
			return err
		}
		d.Parts = []table.DocumentPart{{Tables: []*table.Table{scores}}}
		return o.printColumns(d)
	}
	for _, t := range papers.Tables() {
		if len(o.only) > 0 && !slices.Contains(o.only, t.Name) {
			continue
		}
		each, err := t.LayEach(o.Context(), scoredRuns, 0, o.Settings, o.published)
		if err != nil {
			return err
		}
		for _, laid := range each {
			if o.ByAnswer() {
				dropAccuracies(laid.Rows)
			}
			if laid.Rows != nil {
				d.Parts = append(d.Parts, laid.Part())
			}
		}
	}
	if d.Parts == nil {
		return errors.New("no run has the numbers for any of these tables")
	}
	return o.printColumns(d)
}

func (o *tablesOptions) printColumns(d *table.Document) error {
	for i := 0; i < len(d.Parts) && o.columns != ""; i++ {
		made, err := facts.Derive(o.Context(), d.Parts[i].Tables[0], o.columns)
		if err != nil {
			return fmt.Errorf("--columns: %w", err)
		}
		made.Name = "rows"
		d.Parts[i].Tables = []*table.Table{made}
	}
	return o.printDocument(d)
}

func dropAccuracies(tableRows []papers.Row) {
	for _, r := range tableRows {
		for i := range r.Cells {
			c := &r.Cells[i]
			if c.Run >= 0 && (c.Protocol == "answers" || c.Protocol == "" || slices.Contains(reasoning.OfAnswers, c.Metric)) {
				c.Value = scoring.Undefined("--where chooses examples by their answers")
			}
		}
	}
}
