package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/scoring"
	"faithscope/scoring/papers"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

type tablesOptions struct {
	*commandLine
	only      []string
	published bool
}

func tablesCommand() *cobra.Command {
	o := &tablesOptions{commandLine: newCommand("tables RUN…", "Print the papers' tables for your runs",
		"The papers' columns, units and digits, with the numbers of `faithscope score` under each table's settings. With --paper, prints "+
			"every table of the papers that the runs fit, and how settings differ from the paper's. If --where selects by answers, accuracy "+
			"is left out.\n\nThe tables: "+strings.Join(papers.Names(), ", ")+".",
		"tables a/predictions.json.gz b/predictions.json.gz --table nmn-1",
		"tables lime.jsonl shap.jsonl --paper --format latex",
		"tables counts.jsonl --table scn-2 --by 'count.gold > 3'",
		"tables --demo")}
	o.addFormat()
	o.addFlags(
		&o.only, "table", "only this table; repeatable",
		&o.published, "paper", "print the paper's own numbers below",
		&o.Demo, "demo", "print the tables of the demo's runs")
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

// printTables prints the papers' tables, or --table's, that have a row for these runs; none is an
// error. Accuracies are undefined if --where chose examples by their answers.
func (o *tablesOptions) printTables(scored []*session.Scored) error {
	d := &table.Document{List: "tables"}
	for _, t := range papers.Tables() {
		if len(o.only) > 0 && !slices.Contains(o.only, t.Name) {
			continue
		}
		each, err := t.LayEach(o.Context(), scored, 0, o.Settings, o.published)
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
		return errors.New("no run has the numbers of any such table")
	}
	return o.printDocument(d)
}

func dropAccuracies(rows []papers.Row) {
	for _, r := range rows {
		for i := range r.Cells {
			c := &r.Cells[i]
			if c.Run >= 0 && (c.Protocol == "answers" || slices.Contains(reasoning.OfAnswers, c.Metric)) {
				c.Value = scoring.Undefined("--where chooses examples by their answers")
			}
		}
	}
}
