package tabular

import (
	"context"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// goldFile is the file that --gold names. A nil one has no answers.
type goldFile struct {
	path    string
	answers map[string]rows.RowObject
}

// goldColumn is the column of a row with its answer in a gold file.
const goldColumn = "gold"

// optionsColumn is a column that a row takes from a gold file, because correct answers may be numbers of options.
const optionsColumn = "choices"

// aliasesColumn is a column that a row takes from a gold file, of further answers.
const aliasesColumn = "answer_aliases"

// openGold reads all answers at once, because the run's rows may come in another order. Of two rows
// with one id the first counts. An error while reading comes with the answers before it.
func openGold(ctx context.Context, fsys fs.FS, o loaders.Options, run *tableSample) (*goldFile, error) {
	path := o.Of(loaders.GoldFile)
	if path == "" {
		return nil, nil
	}
	src, err := files.OpenSource(fsys, path)
	if err != nil {
		return nil, loaders.Errorf("--gold: %w", err)
	}
	defer src.Close()
	t := sampleOf(ctx, src, mapOfAnswers(src.Head))
	if t == nil || t.columnar || t.split {
		return nil, loaders.Errorf("--gold: %s contains neither rows with an id and an answer nor answers by id", path)
	}
	if id := run.sharedID(t); id != "" {
		own := *t
		t = &own
		t.columnMap, run.columnMap = t.columnMap.WithPaths("id", id), run.columnMap.WithPaths("id", id)
	}
	answer, err := t.goldOf(run.columns)
	if err != nil {
		return nil, loaders.Errorf("--gold: %s: %w", path, err)
	}
	g := &goldFile{path, map[string]rows.RowObject{}}
	add := func(r rows.Row) {
		if id := t.idOf(r); id != "" && r.ValueAt(answer) != nil {
			if _, twice := g.answers[id]; !twice {
				g.answers[id] = rows.RowObject{goldColumn: r.ValueAt(answer), optionsColumn: r.ValueAt(optionsColumn)}
				for _, path := range t.columnMap.PathsOf("references") {
					g.answers[id][aliasesColumn] = r.ValueAt(path)
				}
			}
		}
	}
	if t.comma != 0 {
		err = record.SeparatedTableSpec{}.EachRow(fsys, path, &loaders.Problems{}, func(_ *record.Record, cells record.RowCells) error {
			add(rows.FromTexts(cells))
			return nil
		})
		return g, err
	}
	_, err = record.Look(ctx, record.PathInFile{Files: fsys, File: path, Path: t.at}, func(rec *record.Record) bool {
		if r, err := rows.FromRecord(rec); err == nil {
			add(r)
		}
		return true
	})
	return g, err
}

// sharedID returns the column by which a table and its gold rows can be joined if what they call ids doesn't join
// them: of that name in both, different in each row, with half of the table's values in the gold rows.
func (t *tableSample) sharedID(gold *tableSample) string {
	shared := func(own, others []string) int {
		return loaders.CountFunc(own, func(id string) bool { return id != "" && slices.Contains(others, id) })
	}
	if shared(loaders.Map(t.rows, t.idOf), loaders.Map(gold.rows, gold.idOf)) > 0 {
		return ""
	}
	for _, name := range t.columns {
		idIn := func(r rows.Row) string { return strings.TrimSpace(rows.Text(r.ValueAt(name))) }
		own, others := loaders.Map(t.rows, idIn), loaders.Map(gold.rows, idIn)
		isDistinct := len(loaders.Distinct(own)) == len(own) && len(loaders.Distinct(others)) == len(others)
		if isDistinct && 2*shared(own, others) >= len(own) {
			return name
		}
	}
	return ""
}

// goldOf returns the column that is named as gold, else the only one besides the id, or of those that runColumns has.
func (t *tableSample) goldOf(runColumns []string) (column string, err error) {
	ids := t.columnMap.PathsOf("id")
	if ids == nil && !t.keyed {
		return "", loaders.Errorf("no id column; the columns are %s", record.Listed(t.columns, mostColumns))
	}
	if named := roles.GoldColumn(t.columns, t.rows); named != "" {
		return named, nil
	}
	others := loaders.Filter(t.columns, func(name string) bool { return !slices.Contains(ids, name) })
	if len(others) > 1 {
		others = loaders.Filter(others, func(name string) bool { return slices.Contains(runColumns, name) })
	}
	isText := func(name string) bool {
		return slices.ContainsFunc(t.rows, func(r rows.Row) bool { _, isNumber := rows.NumberOf(r.ValueAt(name)); return !isNumber })
	}
	if texts := loaders.Filter(others, isText); len(texts) == 1 { // classes beside numbers
		others = texts
	}
	if len(others) != 1 {
		return "", loaders.Errorf("no column is called gold; the columns are %s", record.Listed(t.columns, mostColumns))
	}
	return others[0], nil
}

func (t *tableSample) idOf(r rows.Row) string {
	if r.Key != "" {
		return r.Key
	}
	for _, path := range t.columnMap.PathsOf("id") {
		if id := strings.TrimSpace(rows.Text(r.ValueAt(path))); id != "" {
			return id
		}
	}
	return ""
}

// joinGold gives copies of the sample's rows their correct answers, because the sample is shared, and
// guesses the roles again.
func (t *tableSample) joinGold(g *goldFile) error {
	if g == nil {
		return nil
	}
	if !t.keyed && !t.columnMap.Has("id") {
		if _, isID := g.answers[t.columns[0]]; isID {
			return loaders.Errorf("--gold: the run's first line has the id %q; add a line before it that names the columns", t.columns[0])
		}
		return loaders.Errorf("--gold: the run's id column is unknown; set --map id=COLUMN to one of %s", record.Listed(t.columns, mostColumns))
	}
	t.rows = slices.Clone(t.rows)
	for i := range t.rows {
		t.rows[i].Values = maps.Clone(t.rows[i].Values)
		g.joinRow(&t.rows[i], t.idOf(t.rows[i]))
	}
	for _, name := range []string{goldColumn, aliasesColumn} {
		if !slices.Contains(t.columns, name) && (name == goldColumn || rows.IsPresent(t.rows, name)) {
			t.columns = append(slices.Clone(t.columns), name)
		}
	}
	ids := t.columnMap.PathsOf("id")
	if t.guessMap(); ids != nil {
		t.columnMap = t.columnMap.WithPaths("id", ids...)
	}
	answers := loaders.Filter(t.columns, func(name string) bool {
		return name != goldColumn && name != aliasesColumn && !slices.Contains(ids, name)
	})
	if ids != nil && len(answers) == 1 { // whatever it is called
		m := t.columnMap.WithPaths("predicted", answers[0]).WithPaths("gold", goldColumn)
		t.decided = sync.OnceValue(func() roles.RoleDecision {
			return roles.DecideMapped(t.columns, t.rows, roles.RoleDecision{Map: m}, "", t.partial)
		})
	}
	return nil
}

func (g *goldFile) joinRow(r *rows.Row, exampleID string) {
	if g == nil {
		return
	}
	delete(r.Values, goldColumn)
	for name, v := range g.answers[exampleID] {
		if v != nil && r.Values[name] == nil {
			r.Values[name] = v
		}
	}
}

func (g *goldFile) countJoined(ctx context.Context, run, reportRun *loaders.Run) {
	met, examples := map[string]bool{}, 0
	for i := range run.Len() {
		ex, err := run.Decode(i)
		if ctx.Err() != nil {
			return
		}
		if err == nil && g.answers[ex.ID] != nil {
			met[ex.ID] = true
			examples++
		}
	}
	if n := run.Len(); examples < n || len(met) < len(g.answers) {
		reportRun.Problems.Report(g.path, "%d of %d examples and %d of %d correct answers could be paired; the rest are not judged",
			examples, n, len(met), len(g.answers))
	}
}
