package tabular

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
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
	column  string   // of the answers
	asked   string   // the column if --map names it
	byLine  bool     // neither file has ids
	classes []string // columns with a 1 for the correct class, which the run has with its scores; nil for a column of answers
	answers map[string]rows.RowObject
}

// goldColumn is the column of a row with its answer in a gold file.
const goldColumn = "gold"

// optionsColumn is a column that a row takes from a gold file, because correct answers may be numbers of options.
const optionsColumn = "choices"

// aliasesColumn is a column that a row takes from a gold file, of further answers.
const aliasesColumn = "answer_aliases"

// joinedColumns lists the columns that a gold file adds; none without one.
func (g *goldFile) joinedColumns() []string {
	if g == nil {
		return nil
	}
	return loaders.Distinct([]string{goldColumn, optionsColumn, aliasesColumn, likeliestColumn, cmp.Or(g.asked, goldColumn)})
}

// openGold reads all answers at once, because the run's rows may come in another order. Of two rows
// with one id the first counts. An error while reading comes with the answers before it.
func openGold(ctx context.Context, runSource *loaders.Source, o loaders.Options, run *tableSample) (*goldFile, error) {
	path := o.Of(loaders.GoldFile)
	if path == "" {
		return nil, nil
	}
	src, err := files.OpenSource(runSource.Files, path)
	if err != nil {
		return nil, loaders.Errorf("--gold: %w", err)
	}
	defer src.Close()
	t := sampleGold(ctx, src)
	if t == nil {
		return nil, loaders.Errorf("--gold: %s contains neither rows with an id and an answer nor answers by id", path)
	}
	t = run.pairWith(t, runSource.Head, src.Head)
	t, areInner := joinable(t, run)
	g := &goldFile{path: path, byLine: !run.columnMap.Has("id") && run.hasLines() && t.hasLines(), answers: map[string]rows.RowObject{}}
	if err := g.chooseColumn(t, run, o.Of(loaders.ColumnMap)); err != nil {
		return nil, loaders.Errorf("--gold: %s: %w", path, err)
	}
	lines, err := g.readAnswers(ctx, src, t, areInner)
	switch {
	case err != nil:
	case t.comma == pairs:
		g.splitAnswers(run)
	case g.byLine:
		err = g.checkLines(ctx, runSource, lines)
	}
	return g, err
}

func (t *tableSample) isText() bool { return len(t.columns) == 1 && t.columns[0] == lineColumn }

func (t *tableSample) hasLines() bool {
	return t.at == "" && (t.comma == 0 || t.bare) && !t.split && !t.columnar && !t.keyed
}

// chooseColumn takes the column that --map names, if only the gold file has it, else that of [tableSample.goldOf] or
// one per class.
func (g *goldFile) chooseColumn(t, run *tableSample, mapText string) (err error) {
	m, _ := roles.ParseMap(mapText) // the caller has read it
	if of := m.PathsOf("gold"); len(of) == 1 && slices.Contains(t.columns, of[0]) && !slices.Contains(run.columns, of[0]) {
		g.asked, g.column = of[0], of[0]
		return nil
	}
	if g.column, err = t.goldOf(run, g.byLine); err != nil {
		g.classes = t.classesOf(run)
	}
	return loaders.IfElse(g.classes != nil, nil, err)
}

func sampleGold(ctx context.Context, src *loaders.Source) *tableSample {
	t := sampleOf(ctx, src, mapOfAnswers(src.Head))
	if t == nil {
		t = linesOf(src)
	}
	if t == nil || t.columnar || t.split {
		return nil
	}
	return t
}

// readAnswers returns the number of the last line, unless rows are cells under a header.
func (g *goldFile) readAnswers(ctx context.Context, src *loaders.Source, t *tableSample, areInner bool) (lines int, err error) {
	add := func(r rows.Row) {
		id := loaders.IfElse(g.byLine, strconv.Itoa(lines), t.idOf(r))
		answer := r.ValueAt(g.column)
		if g.classes != nil {
			answer = likeliestOf(r, g.classes)
		}
		if id == "" || answer == nil || g.answers[id] != nil {
			return
		}
		g.answers[id] = rows.RowObject{goldColumn: answer, optionsColumn: r.ValueAt(optionsColumn), cmp.Or(g.asked, goldColumn): answer}
		for _, path := range t.columnMap.PathsOf("references") {
			g.answers[id][aliasesColumn] = r.ValueAt(path)
		}
	}
	if t.comma != 0 && !t.bare {
		err = record.SeparatedTableSpec{}.EachRow(src.Files, g.path, &loaders.Problems{}, func(_ *record.Record, cells record.RowCells) error {
			add(rows.FromTexts(cells))
			return nil
		})
		return 0, err
	}
	_, err = record.Look(ctx, record.Within(src, t.at), func(rec *record.Record) bool {
		lines = rec.Line
		if t.bare {
			add(rows.FromTexts(record.CellsOf(t.columns, bareCells(rec.Bytes, t.comma))))
			return true
		}
		r, err := rows.FromRecord(rec)
		list := loaders.IfElse(areInner, listInner(r), []rows.Row{r})
		for _, of := range list[:loaders.IfElse(err == nil, len(list), 0)] {
			add(of)
		}
		return true
	})
	return lines, err
}

// checkLines fails unless the run ends at the same line, because a line that lacks would shift the others.
func (g *goldFile) checkLines(ctx context.Context, runSource *loaders.Source, goldLines int) error {
	last := 0
	_, err := record.Look(ctx, record.Within(runSource, ""), func(rec *record.Record) bool {
		last = rec.Line
		return true
	})
	if err == nil && last != goldLines {
		err = loaders.Errorf("--gold: neither file has ids, and the run has %d lines, but %s has %d", last, g.path, goldLines)
	}
	return err
}

// joinable returns a sample of gold rows whose ids are the run's: its own, those of a shared column, or the rows in lists
// within them.
func joinable(gold, run *tableSample) (_ *tableSample, areInner bool) {
	own, in := map[string]bool{}, &tableSample{at: gold.at}
	for _, r := range run.rows {
		own[run.idOf(r)] = true
	}
	for _, r := range gold.rows {
		if !in.isEnough() {
			in.rows = append(in.rows, listInner(r)...)
		}
	}
	for _, r := range in.rows {
		in.columns = loaders.Distinct(append(in.columns, loaders.SortedKeys(r.Values)...))
	}
	isAsked := func(of *tableSample) bool {
		return slices.ContainsFunc(of.rows, func(r rows.Row) bool { id := of.idOf(r); return id != "" && own[id] })
	}
	if gold.comma == 0 && len(in.columns) > 0 && !isAsked(gold) {
		if in.guessMap(); isAsked(in) {
			return in, true
		}
	}
	if id := run.sharedID(gold); id != "" {
		shared := *gold
		gold = &shared
		gold.columnMap, run.columnMap = gold.columnMap.WithPaths("id", id), run.columnMap.WithPaths("id", id)
	}
	return gold, false
}

// listInner returns the objects in a row's lists, and in theirs, as rows.
func listInner(r rows.Row) (list []rows.Row) {
	for _, name := range loaders.SortedKeys(r.Values) {
		elements, _ := r.Values[name].([]any)
		for _, v := range elements {
			if of, ok := v.(rows.RowObject); ok {
				list = append(append(list, rows.Row{Values: of}), listInner(rows.Row{Values: of})...)
			}
		}
	}
	return list
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

// goldOf returns the column that is named as gold, else the only one besides the id, or of those that the run has.
func (t *tableSample) goldOf(run *tableSample, isByLine bool) (column string, err error) {
	runColumns := run.columns
	ids := t.columnMap.PathsOf("id")
	if ids == nil && !t.keyed && !isByLine {
		return "", loaders.Errorf("no id column; the columns are %s", record.Listed(t.columns, mostColumns))
	}
	if name := answerOfBoth(runColumns, t.columns, ids); name != "" && !t.bare {
		return name, nil
	}
	if named := roles.GoldColumn(t.columns, t.rows); named != "" {
		return named, nil
	}
	others := loaders.Filter(t.columns, func(name string) bool { return !slices.Contains(ids, name) })
	if t.bare && len(others) > 1 { // whose numbers say nothing
		others = loaders.Filter(others, sharesAnswers(t.rows, run.rows, run.columns, run.columnMap.PathsOf("id")))
	} else if len(others) > 1 {
		others = loaders.Filter(others, func(name string) bool { return slices.Contains(runColumns, name) })
	}
	isText := func(name string) bool {
		return slices.ContainsFunc(t.rows, func(r rows.Row) bool { _, isNumber := rows.NumberOf(r.ValueAt(name)); return !isNumber })
	}
	if texts := loaders.Filter(others, isText); len(texts) == 1 { // classes beside numbers
		others = texts
	}
	if len(others) != 1 {
		return "", loaders.Errorf("no column is called gold; name one with --map 'gold=COLUMN,predicted=COLUMN'; the columns are %s",
			record.Listed(t.columns, mostColumns))
	}
	return others[0], nil
}

// sharesAnswers returns a function that reports whether most of a column's values are in the run's columns besides its ids.
func sharesAnswers(goldRows, runRows []rows.Row, runColumns, runIDs []string) func(column string) bool {
	said := textsIn(runRows, loaders.Filter(runColumns, func(name string) bool { return !slices.Contains(runIDs, name) }))
	return func(column string) bool {
		texts := textsIn(goldRows, []string{column})
		isSaid := func(text string) bool {
			return slices.ContainsFunc(said, func(of string) bool { return strings.EqualFold(of, text) })
		}
		return 2*loaders.CountFunc(texts, isSaid) >= len(texts)
	}
}

// answerOfBoth returns the run's answer that correct answers have under the same name; "" for none, and if it has another.
func answerOfBoth(runColumns, goldColumns, ids []string) string {
	isPredicted := func(name string) bool { return roles.RoleNamed(name) == "predicted" }
	at := slices.IndexFunc(runColumns, func(name string) bool {
		isAnswer := len(runColumns) == 2 || roles.RoleNamed(name) == "gold"
		return isAnswer && !slices.Contains(ids, name) && slices.Contains(goldColumns, name)
	})
	if at < 0 || slices.ContainsFunc(runColumns, isPredicted) {
		return ""
	}
	return runColumns[at]
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
	if !t.keyed && !t.columnMap.Has("id") && !g.byLine {
		return loaders.Errorf("--gold: the run's id column is unknown; set --map id=COLUMN to one of %s", record.Listed(t.columns, mostColumns))
	}
	t.rows = slices.Clone(t.rows)
	for i := range t.rows {
		t.rows[i].Values = maps.Clone(t.rows[i].Values)
		g.joinRow(&t.rows[i], loaders.IfElse(g.byLine, strconv.Itoa(i+1), t.idOf(t.rows[i])))
	}
	for _, name := range g.joinedColumns() {
		isNew := name != optionsColumn && !slices.Contains(t.columns, name)
		if isNew && (name == goldColumn || rows.IsPresent(t.rows, name)) {
			t.columns = append(slices.Clone(t.columns), name)
		}
	}
	ids := t.columnMap.PathsOf("id")
	if t.guessMap(); ids != nil {
		t.columnMap = t.columnMap.WithPaths("id", ids...)
	}
	answers := g.listPredictions(t.columns, ids)
	if (ids != nil || g.byLine) && len(answers) == 1 { // whatever it is called
		m := t.columnMap.WithPaths("predicted", answers[0]).WithPaths("gold", goldColumn)
		t.decided = sync.OnceValue(func() roles.RoleDecision {
			return roles.DecideJoined(t.columns, t.rows, m, t.partial)
		})
	}
	return nil
}

// listPredictions returns the columns that may be predictions: the one called as the correct answers are, if none is named
// as one, otherwise all but the ids.
func (g *goldFile) listPredictions(columns, ids []string) []string {
	if g.classes != nil {
		return []string{likeliestColumn}
	}
	list := loaders.Filter(columns, func(name string) bool {
		return !slices.Contains(g.joinedColumns(), name) && !slices.Contains(ids, name) || name == optionsColumn
	})
	isPrediction := func(name string) bool { return roles.RoleNamed(name) == "predicted" }
	if slices.Contains(list, g.column) && !slices.ContainsFunc(list, isPrediction) {
		return []string{g.column}
	}
	return list
}

func (g *goldFile) joinRow(r *rows.Row, exampleID string) {
	if g == nil {
		return
	}
	delete(r.Values, goldColumn)
	if g.classes != nil {
		r.Values[likeliestColumn] = likeliestOf(*r, g.classes)
	}
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
		id := ex.ID
		if g.byLine && err == nil {
			id = strconv.Itoa(run.Line(i))
		}
		if err == nil && g.answers[id] != nil {
			met[id] = true
			examples++
		}
	}
	if n := run.Len(); examples < n || len(met) < len(g.answers) {
		reportRun.Problems.Report(g.path, "%d of %d examples and %d of %d correct answers could be paired; the rest are not judged",
			examples, n, len(met), len(g.answers))
	}
}
