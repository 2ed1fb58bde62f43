package tabular

import (
	"cmp"
	"context"
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
	twice   int // rows that answer an earlier id differently
}

// The columns that a row takes from a gold file.
const (
	goldColumn    = "gold"
	optionsColumn = "choices"        // of which correct answers may be numbers
	aliasesColumn = "answer_aliases" // further answers
)

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
	if heading := headingIn(src.Head); t == nil && heading != "" {
		return nil, loaders.Errorf("--gold: %s: %s", path, describeHeading(heading))
	}
	if t == nil {
		return nil, loaders.Errorf("--gold: %s contains neither rows with an id and an answer nor answers keyed by id", path)
	}
	m, _ := roles.ParseMap(o.Of(loaders.ColumnMap)) // the caller has read it
	if m.Has("id") {
		run.columnMap = run.columnMap.WithPaths("id", m.PathsOf("id")...)
	}
	j := &goldJoin{run: run, gold: t}
	j.pairLines(runSource.Head, src.Head)
	j.readLabels(runSource.Head, src.Head)
	j.matchIDs()
	g := &goldFile{path: path, byLine: j.areLines(), answers: map[string]rows.RowObject{}}
	if err := g.chooseColumn(j, m.PathsOf("gold")); err != nil {
		return nil, loaders.Errorf("--gold: %s: %w", path, err)
	}
	lines, err := g.readAnswers(ctx, src, j)
	switch {
	case err != nil:
	case j.gold.comma == pairs:
		g.splitAnswers(run.rows)
	case g.byLine:
		err = g.checkLines(ctx, runSource, lines)
	}
	return g, err
}

// chooseColumn takes the column asked for, if only the gold file has it, else the likeliest, or one per class.
func (g *goldFile) chooseColumn(j *goldJoin, asked []string) (err error) {
	if len(asked) == 1 && slices.Contains(j.gold.columns, asked[0]) && !slices.Contains(j.run.columns, asked[0]) {
		g.asked, g.column = asked[0], asked[0]
		return nil
	}
	if g.column, err = j.answerColumn(g.byLine); err != nil {
		g.classes = j.classes()
	}
	return loaders.IfElse(g.classes != nil, nil, err)
}

// answersAround returns "answers" if it lists columnName's answer in every row, as in data for retrieval.
func (j *goldJoin) answersAround(columnName string) []string {
	lacks := func(r rows.Row) bool {
		return !slices.ContainsFunc(r.ListAt("answers"), func(v any) bool { return rows.Text(v) == r.TextAt(columnName) })
	}
	return loaders.IfElse(columnName == "answers" || slices.ContainsFunc(j.gold.rows, lacks), nil, []string{"answers"})
}

func sampleGold(ctx context.Context, src *loaders.Source) *tableSample {
	t := sampleOf(ctx, src, mapOfAnswers(src.Head))
	if t == nil {
		t = linesOf(src.Head, 0)
	}
	if t == nil || t.columnar || t.split {
		return nil
	}
	return t
}

// readAnswers returns the number of the last line, or row under a header.
func (g *goldFile) readAnswers(ctx context.Context, src *loaders.Source, j *goldJoin) (lines int, err error) {
	t, further := j.gold, slices.Concat(j.gold.columnMap.PathsOf("references"), j.answersAround(g.column))
	add := func(r rows.Row) {
		id := loaders.IfElse(g.byLine, strconv.Itoa(lines), t.idOf(r))
		var answer any
		switch {
		case g.classes == nil:
			answer = r.ValueAt(g.column)
			if words := strings.Fields(rows.Text(answer)); t.comma == allLabels && len(words) > 1 { // any is right
				answer = listOf(words)
			}
		case isOneHot(r, g.classes): // which rows behind the sample may not be
			answer = likeliestOf(r, g.classes)
		}
		if id == "" || answer == nil || g.isRepeated(id, answer) {
			return
		}
		g.answers[id] = rows.RowObject{goldColumn: answer, optionsColumn: r.ValueAt(optionsColumn), cmp.Or(g.asked, goldColumn): answer}
		for _, path := range further {
			g.answers[id][aliasesColumn] = r.ValueAt(path)
		}
		if list := rows.ListOf(answer); len(list) > 0 && strings.HasSuffix(g.column, innerAnswer) {
			g.answers[id][goldColumn], g.answers[id][aliasesColumn] = list[0], list
		}
	}
	if t.comma != 0 && !t.bare {
		err = record.SeparatedTableSpec{}.EachRow(src.Files, g.path, &loaders.Problems{}, func(_ *record.Record, cells record.RowCells) error {
			lines++
			add(rows.FromTexts(cells))
			return nil
		})
		return lines, err
	}
	_, err = record.Look(ctx, record.Within(src, t.at), func(rec *record.Record) bool {
		lines = rec.Line
		if t.bare {
			add(bareRow(t.columns, rec.Bytes, t.comma))
			return true
		}
		r, err := rows.FromRecord(rec)
		list := loaders.IfElse(j.inner, listInner(r), []rows.Row{r})
		for _, of := range list[:loaders.IfElse(err == nil, len(list), 0)] {
			add(of)
		}
		return true
	})
	return lines, err
}

// isRepeated reports whether an id has an answer, and counts another one.
func (g *goldFile) isRepeated(exampleID string, answer any) bool {
	earlier := g.answers[exampleID]
	if earlier != nil && rows.Text(answer) != rows.Text(earlier[goldColumn]) {
		g.twice++
	}
	return earlier != nil
}

// splitAnswers makes correct answers of several keys, as of senses, lists of what is right, if each prediction is one.
func (g *goldFile) splitAnswers(runRows []rows.Row) {
	isKey := func(text string) bool { return strings.ContainsAny(text, "0123456789") && !strings.Contains(text, " ") }
	if slices.ContainsFunc(textsIn(runRows, "column 2"), func(text string) bool { return !isKey(text) }) {
		return
	}
	for _, answer := range g.answers {
		words := strings.Fields(rows.Text(answer[goldColumn]))
		if len(words) > 1 && !slices.ContainsFunc(words, func(word string) bool { return !isKey(word) }) {
			answer[goldColumn] = listOf(words)
		}
	}
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

// joinGold gives copies of the sample's rows their correct answers, because the sample is shared, and
// guesses the roles again.
func (t *tableSample) joinGold(g *goldFile) error {
	if g == nil {
		return nil
	}
	if !t.keyed && !t.columnMap.Has("id") && !g.byLine {
		return loaders.Errorf("--gold: the run's id column is unknown; set --map id=COLUMN to one of %s", record.Listed(t.columns, mostColumns))
	}
	t.rows = cloneRows(t.rows)
	for i := range t.rows {
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
	answers := g.listPredictions(t.rows, t.columns, ids)
	if (ids != nil || g.byLine) && len(answers) == 1 { // whatever it is called
		m := t.columnMap.WithPaths("predicted", answers[0]).WithPaths("gold", goldColumn)
		t.decided = sync.OnceValue(func() roles.RoleDecision {
			return roles.DecideJoined(t.columns, t.rows, m, t.partial)
		})
	}
	return nil
}

func hasStructs(tableRows []rows.Row, column string) bool {
	return slices.ContainsFunc(tableRows, func(r rows.Row) bool {
		_, isStruct := r.Values[column].(rows.RowObject)
		return isStruct
	})
}

// listPredictions returns the columns that may be predictions: the one called as the correct answers are, if none is named
// as one, otherwise all but the ids and lists of objects.
func (g *goldFile) listPredictions(tableRows []rows.Row, columns, ids []string) []string {
	if g.classes != nil {
		return []string{likeliestColumn}
	}
	list := loaders.Filter(columns, func(name string) bool {
		isOther := rows.HasObjects(tableRows, name) || slices.Contains(g.joinedColumns(), name) || slices.Contains(ids, name)
		return !isOther || name == optionsColumn
	})
	isOther := func(name string) bool { return !areFractions(tableRows, name) }
	if len(list) > 1 && g.byLine && !slices.ContainsFunc(list, isOther) { // a nameless table of classes
		return []string{rows.Unnamed + "*"}
	}
	if slices.Contains(list, g.column) && !slices.ContainsFunc(list, isPredictionName) {
		return []string{g.column}
	}
	if len(list) == 1 && hasStructs(tableRows, list[0]) {
		return nil // the prediction is within
	}
	return list
}

// keyOf returns the id of the correct answer for an example.
func (g *goldFile) keyOf(exampleID string) string {
	for _, end := range pathEnds(exampleID) {
		if g.answers[end] != nil {
			return end
		}
	}
	return exampleID
}

func (g *goldFile) joinRow(r *rows.Row, exampleID string) {
	delete(r.Values, goldColumn)
	if g.classes != nil {
		r.Values[likeliestColumn] = likeliestOf(*r, g.classes)
	}
	for name, v := range g.answers[g.keyOf(exampleID)] {
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
		if id = g.keyOf(id); err == nil && g.answers[id] != nil {
			met[id] = true
			examples++
		}
	}
	if g.twice > 0 {
		reportRun.Problems.Report(g.path, "%d correct answers differ from an earlier one with the same id; the first counts", g.twice)
	}
	if n := run.Len(); examples < n || len(met) < len(g.answers) {
		reportRun.Problems.Report(g.path, "%d of %d examples and %d of %d correct answers could be paired; the rest are not judged",
			examples, n, len(met), len(g.answers))
	}
}
