package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/scoring"
	"faithscope/scoring/papers"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// tablesOptions are the flags that tables alone takes.
type tablesOptions struct {
	*opening.Flags
	only      []string
	published bool
}

func tablesCommand() *cobra.Command {
	o := tablesOptions{Flags: opening.NewFlags()}
	cmd := &cobra.Command{
		Use:   "tables RUN…",
		Short: "Print runs in the papers' tables",
		Long: "Print the scores of runs in the tables of the five papers, with the columns, units and digits of the papers. Every number " +
			"is that of `faithscope score` under the settings of the table, which names those that differ from the defaults. A run is in each " +
			"table whose numbers it has. Where --where chooses examples by their answers, their accuracy is left out.\n\n" +
			"With --paper the paper's own numbers stand below as they are printed, marked as such: they belong to the paper's models and " +
			"data. Then all tables of a paper are printed whose kind of run is open, and their heads say where the settings differ from " +
			"the paper's.\n\nThe tables: " + strings.Join(papers.Names(), ", ") + ".",
		Example: "faithscope tables a/predictions.json.gz b/predictions.json.gz --table nmn-1\n" +
			"faithscope tables lime.jsonl shap.jsonl --paper --format latex\n" +
			"faithscope tables counts.jsonl --table scn-2 --by 'count.gold > 3'\n" +
			"faithscope tables --demo",
		RunE: o.run,
	}
	set := cmd.Flags()
	addFormat(set, &o.Format)
	value.Declare(set,
		&o.only, "table", "print this table only; repeat it for several",
		&o.published, "paper", "print the paper's own numbers below",
		&o.Demo, "demo", "print the tables of the demo's runs")
	o.AddBy(set)
	o.AddQuery(set)
	answering.Ask(o.Flags, set)
	return cmd
}

func (o *tablesOptions) run(cmd *cobra.Command, paths []string) error {
	for _, name := range o.only {
		if _, err := papers.Find(name); err != nil {
			return fmt.Errorf("--table %w", err)
		}
	}
	return o.EachScored(cmd, paths, func(scored []*session.Scored) error { return o.print(cmd, scored) })
}

func (o *tablesOptions) print(cmd *cobra.Command, scored []*session.Scored) error {
	d := &table.Document{List: "tables"}
	for _, t := range papers.Tables() {
		if len(o.only) > 0 && !slices.Contains(o.only, t.Name) {
			continue
		}
		laid, err := t.Lay(cmd.Context(), scored, o.Settings, o.published)
		if err != nil {
			return err
		}
		if o.ByAnswer() {
			dropAccuracies(laid.Rows)
		}
		if laid.Rows != nil {
			d.Parts = append(d.Parts, laid.Part())
		}
	}
	if d.Parts == nil {
		return errors.New("no run has the numbers of any such table")
	}
	return printTables(cmd, d, o.Format)
}

// dropAccuracies leaves what only counts right answers out of the rows of runs whose
// examples were chosen by their answers.
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
