// Package papers lays out the scores of runs in the tables of the five papers:
// a row per run, a column per number. A table is data: which metrics it has,
// and which settings it moves; its cells are the scores of `faithscope score`
// under those settings.
//
// The tables have the subjects of the papers' tables. Where a paper has columns for its
// own data sets (QUACKIE's, GQA's splits), they are for the open runs.
package papers

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// Table is a table of a paper.
type Table struct {
	ID     string // "nmn-1"
	Paper  string // "Subramanian et al. 2020"
	Number int
	Title  string
	// Set are settings that the table moves, by their names in a report.
	Set map[string]string
	// UpperBound adds below the runs what is possible with their proposals.
	UpperBound bool
	Columns    []Column
	Published  []Published
}

// Column is a number of the report.
type Column struct {
	Title, Protocol, Metric, Of string
}

// columns reads columns, each a title and what it is: "P: module-boxes precision",
// overall where it names nothing else.
func columns(list ...string) (all []Column) {
	for _, text := range list {
		title, number, _ := strings.Cut(text, ": ")
		words := append(strings.Fields(number), "overall")
		all = append(all, Column{title, words[0], words[1], words[2]})
	}
	return all
}

// Published is a row of the paper's own numbers, of those that are known for
// certain here.
type Published struct {
	Name   string             // the method, its model, the data set and its split: "random, QA, SQuAD"
	Values map[string]float64 // by the title of the column
}

// Row is a run's numbers: a score per column, whose Value is undefined if the run has
// none.
type Row struct {
	Name       string
	Run        int // among the runs, -1 for a row of the paper
	UpperBound bool
	Cells      []scoring.Score
}

// Settings are the table's settings: s, with the changes that the table makes.
func (t *Table) Settings(s scoring.Settings, upperBound bool) scoring.Settings {
	for name, value := range t.Set {
		if err := scoring.SettingOf(name).In(&s).Set(value); err != nil {
			panic("papers: " + t.ID + ": " + err.Error()) // a table is checked by a test
		}
	}
	s.UpperBound = upperBound
	return s
}

// Rows lays out runs that were read, in their order: those that have any number
// of the protocol of the table's last column; then the upper bounds, each once;
// then, if they are wanted, the paper's own numbers. The error is the context's.
func (t *Table) Rows(ctx context.Context, runs []*session.Scored, s scoring.Settings, published bool) ([]Row, error) {
	var rows, bounds []Row
	for i, run := range runs {
		cells, err := t.cells(ctx, run, t.Settings(s, false))
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(cells, func(s scoring.Score) bool {
			_, ok := s.Value.Float()
			return ok && s.Protocol == t.Columns[len(t.Columns)-1].Protocol // of the last column, as answers often come first
		}) {
			continue
		}
		rows = append(rows, Row{Name: run.Run.Name, Run: i, Cells: cells})
		if !t.UpperBound {
			continue
		}
		if cells, err = t.cells(ctx, run, t.Settings(s, true)); err != nil {
			return nil, err
		}
		same := func(x, y scoring.Score) bool { return x.Value == y.Value && x.Count == y.Count }
		if !slices.ContainsFunc(bounds, func(r Row) bool { return slices.EqualFunc(r.Cells, cells, same) }) {
			bounds = append(bounds, Row{Name: "upper bound", Run: i, UpperBound: true, Cells: cells})
		}
	}
	if len(rows) == 0 {
		return nil, nil
	}
	if len(bounds) > 1 { // of several proposals
		for i := range bounds {
			bounds[i].Name += ", " + runs[bounds[i].Run].Run.Name
		}
	}
	rows = append(rows, bounds...)
	for _, p := range t.Published {
		if published {
			rows = append(rows, t.published(&p))
		}
	}
	return rows, nil
}

func (t *Table) published(p *Published) Row {
	r := Row{Name: "paper: " + p.Name, Run: -1}
	for _, c := range t.Columns {
		value := scoring.Undefined("not known here")
		if x, ok := p.Values[c.Title]; ok {
			value = scoring.Defined(x)
		}
		r.Cells = append(r.Cells, scoring.Score{Protocol: c.Protocol, Metric: c.Metric, Of: c.Of, Value: value})
	}
	return r
}

// cells finds a run's numbers. Under the upper bound protocols without boxes have
// none.
func (t *Table) cells(ctx context.Context, run *session.Scored, s scoring.Settings) ([]scoring.Score, error) {
	scores := map[string][]scoring.Score{}
	for _, p := range run.Protocols() {
		if slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Protocol == p.Name }) && (p.Boxes || !s.UpperBound) {
			var err error
			if scores[p.Name], err = run.Whole(ctx, p.Name, s); err != nil {
				return nil, err
			}
		}
	}
	cells := make([]scoring.Score, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = scoring.Score{Protocol: c.Protocol, Metric: c.Metric, Of: c.Of, Value: scoring.Undefined("the run has no such number"),
			Settings: s}
		for _, score := range scores[c.Protocol] {
			if score.Metric == c.Metric && score.Of == c.Of {
				cells[i] = score
			}
		}
	}
	return cells, nil
}

// Part is the table with its rows: a row of each run for people, a row of each
// number for scripts.
func (t *Table) Part(rows []Row, s scoring.Settings) table.Part {
	all := &table.Table{Name: "cells", Columns: table.Columns("run", table.Truth, "paper", "upper_bound", table.Text, "column", "protocol",
		"metric", "of",
		table.Number, "value", table.Count, "count")}
	for _, r := range rows {
		for i, cell := range r.Cells {
			all.Add(r.Name, r.Run < 0, r.UpperBound, t.Columns[i].Title, cell.Protocol, cell.Metric, cell.Of, cell.Value, cell.Count)
		}
	}
	set := table.Facts{}
	for _, name := range slices.Sorted(maps.Keys(t.Set)) {
		set = append(set, table.Fact{Name: name, Value: t.Set[name]})
	}
	return table.Part{
		// The caption does not claim the paper's authorship: the runs are not
		// its own.
		Name: t.ID, Lines: []string{fmt.Sprintf("%s, laid out as Table %d of %s", t.ID, t.Number, t.Paper)},
		Tables: []*table.Table{t.Sheet(rows, s), all},
		Facts:  table.Named("id", t.ID, "paper", t.Paper, "number", t.Number, "title", t.Title, "settings", set),
		Before: table.Named("table", t.ID),
	}
}

// Sheet is the table for people: a row of each run, a column of each number.
func (t *Table) Sheet(rows []Row, s scoring.Settings) *table.Table {
	sheet := &table.Table{Title: t.Title, Columns: []table.Column{{Title: "run"}}}
	now := t.Settings(s, false)
	for _, setting := range scoring.AllSettings() {
		if _, moved := t.Set[setting.Name]; moved {
			sheet.Notes = append(sheet.Notes, strings.ReplaceAll(setting.Name, "_", " ")+": "+setting.In(&now).String())
		}
	}
	for _, c := range t.Columns {
		column := table.Column{Title: c.Title, Kind: table.Number, Rests: true}
		if session.MetricIn(c.Protocol, c.Metric).Chance {
			column.Kind = table.Chance
		}
		sheet.Columns = append(sheet.Columns, column)
	}
	for _, r := range rows {
		row := []any{r.Name}
		for _, cell := range r.Cells {
			x, ok := cell.Value.Float()
			switch {
			case r.Run >= 0:
				row = append(row, table.Cell{Value: cell.Value, N: cell.Count})
			case ok:
				row = append(row, x)
			default:
				row = append(row, nil)
			}
		}
		sheet.Add(row...)
	}
	return sheet
}

const (
	nmn       = "Subramanian et al. 2020"
	scn       = "Dancette et al. 2020"
	alignment = "Prasad et al. 2021"
	quackie   = "Rychener et al. 2020 (QUACKIE)"
	fol       = "Amizadeh et al. 2020"
)

// Tables lists the tables, paper by paper. What is "as published" is binarised
// before scoring, as the authors' code does.
func Tables() []Table {
	return []Table{
		{ID: "nmn-1", Paper: nmn, Number: 1, Title: "faithfulness over boxes, averaged over examples",
			Set: map[string]string{"average": "example"}, UpperBound: true, Columns: overBoxes},
		{ID: "nmn-2", Paper: nmn, Number: 2, Title: "faithfulness over text, the loss of the modules", Columns: columns(
			"answer F1: answers f1", "overall ↓: module-spans loss micro", "find ↓: module-spans loss find",
			"filter ↓: module-spans loss filter", "relocate ↓: module-spans loss relocate", "min-max ↓: module-spans loss min-max",
			"find-arg ↓: module-spans loss find-arg",
		)},
		{ID: "nmn-4", Paper: nmn, Number: 4, Title: "as Table 1, cumulative counts", Set: map[string]string{"average": "cumulative"},
			UpperBound: true, Columns: overBoxes},
		{ID: "nmn-5", Paper: nmn, Number: 5, Title: "as Table 1, averaged over occurrences of modules",
			Set: map[string]string{"average": "occurrence"}, UpperBound: true, Columns: overBoxes},
		{ID: "nmn-6", Paper: nmn, Number: 6, Title: "as Table 1, with a negative IoU of 1e-8",
			Set: map[string]string{"average": "example", "negative_iou": "1e-8"}, UpperBound: true, Columns: overBoxes},
		{ID: "scn-1", Paper: scn, Number: 1, Title: "counting, under the shift of parities", Columns: columns(
			"accuracy: counting accuracy", "RMSE ↓: counting rmse", "simple: counting accuracy simple", "complex: counting accuracy complex",
			"even: counting accuracy even", "odd: counting accuracy odd", "odd-even-90%: counting accuracy odd-even-90%",
			"even-odd-90%: counting accuracy even-odd-90%",
		)},
		{ID: "scn-2", Paper: scn, Number: 2, Title: "grounding of the counts", Columns: columns(
			"accuracy: counting accuracy", "GroundP: grounding groundp", "without 0: grounding groundp nonzero", "AP: grounding ap",
		)},
		{ID: "alignment-2", Paper: alignment, Number: 2, Title: "alignment with the hard oracle, beyond a random explanation", Columns: columns(
			"accuracy: answers accuracy", "ΔA: alignment delta_a", "C: alignment c", "C random: alignment c_random", "t: alignment t",
			"p: alignment p",
		)},
		{ID: "alignment-3", Paper: alignment, Number: 3, Title: "alignment with each oracle, and the rank correlation of C with one and with " +
			"another", Columns: columns(
			"hard: alignment c", "soft: alignment c soft", "expert: alignment c expert", "C hard-soft: alignment spearman hard-soft",
			"C hard-expert: alignment spearman hard-expert", "C soft-expert: alignment spearman soft-expert",
			"oracles hard-soft: alignment oracle_spearman hard-soft", "oracles hard-expert: alignment oracle_spearman hard-expert",
			"oracles soft-expert: alignment oracle_spearman soft-expert",
		)},
		{ID: "quackie-4", Paper: quackie, Number: 4, Title: "IoU of the best sentence with the gold one",
			Columns: columns("IoU: sentences iou", "random: sentences iou_random"), Published: random("IoU", .2464, .2538)},
		{ID: "quackie-5", Paper: quackie, Number: 5, Title: "HPD, the precision down to the gold sentence", Columns: columns(
			"HPD: sentences hpd", "random: sentences hpd_random", "as published: sentences hpd_published",
			"random, as published: sentences hpd_published_random",
		), Published: random("as published", .4028, .4071)},
		{ID: "quackie-6", Paper: quackie, Number: 6, Title: "SNR of the gold sentence", Columns: columns(
			"SNR, median: sentences snr_median", "as published: sentences snr_published",
			"random, as published: sentences snr_published_random",
		), Published: random("as published", .377, .3734)},
		{ID: "fol-1", Paper: fol, Number: 1, Title: "accuracy by the type of question", Columns: columns(
			"accuracy: reasoning accuracy", "open: reasoning accuracy open", "binary: reasoning accuracy binary",
			"verify: reasoning accuracy verify", "query: reasoning accuracy query", "choose: reasoning accuracy choose",
			"logical: reasoning accuracy logical", "compare: reasoning accuracy compare",
		), Published: []Published{
			{Name: "∇-FOL, golden oracle, GQA validation", Values: map[string]float64{"accuracy": .96}},
		}},
		{ID: "fol-2", Paper: fol, Number: 2, Title: "visual and reasoning difficulty: the hard and the easy set", Columns: columns(
			"hard: reasoning acc_hard", "easy, error ↓: reasoning err_easy", "hard, open: reasoning acc_hard open",
			"easy, open ↓: reasoning err_easy open", "hard, binary: reasoning acc_hard binary", "easy, binary ↓: reasoning err_easy binary",
		)},
		{ID: "fol-3", Paper: fol, Number: 3, Title: "consistency", Columns: columns(
			"accuracy: reasoning accuracy", "consistency: reasoning consistency", "on the hard set: reasoning consistency_hard",
			"on the easy set: reasoning consistency_easy",
		)},
	}
}

var overBoxes = columns(
	"accuracy: answers accuracy", "P: module-boxes precision", "R: module-boxes recall", "F1: module-boxes f1",
	"find: module-boxes f1 find", "filter: module-boxes f1 filter", "with-relation: module-boxes f1 with-relation",
	"relocate: module-boxes f1 relocate",
)

// random has the published numbers of a random ranking on SQuAD, for the questions that
// either model answers correctly.
func random(title string, classif, qa float64) []Published {
	return []Published{{"random, Classif, SQuAD", map[string]float64{title: classif}}, {"random, QA, SQuAD", map[string]float64{title: qa}}}
}
