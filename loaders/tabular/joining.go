package tabular

import (
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// goldJoin finds how the rows of a run and of its gold file belong together.
type goldJoin struct {
	run, gold *tableSample
	inner     bool // gold rows are in lists within the file's rows
}

// pairLines reads the lines of a gold file, and those of a run, as pairs if the gold file has all of the run's ids:
// answers by line may begin with numbers too, but not all with the correct ones. It sees only the beginnings of long files.
func (j *goldJoin) pairLines(runHead, goldHead []byte) {
	run, gold := j.run, pairsOf(goldHead)
	if run.isText() {
		run = pairsOf(runHead)
	}
	if run == nil || gold == nil || !j.gold.isText() {
		return
	}
	ids := textsIn(gold.rows, gold.columns[0])
	isShared := func(r rows.Row) bool { return slices.Contains(ids, run.idOf(r)) }
	if n := loaders.CountFunc(run.rows, isShared); n == len(run.rows) || run.partial && n > 0 {
		*j.run, j.gold = *run, gold
	}
}

// readLabels reads lines that begin with labels as these, in a gold file before texts or features.
func (j *goldJoin) readLabels(runHead, goldHead []byte) {
	gold := labelsOf(goldHead, allLabels)
	if gold == nil {
		return
	}
	j.gold = gold
	if run := labelsOf(runHead, firstLabel); run != nil && j.run.isText() {
		*j.run = *run
	}
}

// areLines reports whether the rows can only be paired in their order: the run has nothing that could be an id.
func (j *goldJoin) areLines() bool {
	hasLines := func(t *tableSample) bool {
		return t.at == "" && (t.comma == 0 || t.bare) && !t.columnar
	}
	isUnderHeader := j.run.bare && j.gold.comma != 0 && !j.areShuffled() // as GLUE's
	return !j.run.columnMap.Has("id") && hasLines(j.run) && (isUnderHeader || hasLines(j.gold))
}

// areShuffled reports whether the gold rows are numbered, but not in their order.
func (j *goldJoin) areShuffled() bool {
	ids := j.gold.columnMap.PathsOf("id")
	if ids == nil {
		return false
	}
	numbers := loaders.Map(j.gold.rows, func(r rows.Row) float64 { return rows.RealOf(r.TextAt(ids[0])) })
	areNumbers := !slices.ContainsFunc(numbers, math.IsNaN)
	return areNumbers && !slices.IsSorted(numbers)
}

// matchIDs makes the gold rows those whose ids are the run's: the file's own, those of a shared column, or the rows in
// lists within them.
func (j *goldJoin) matchIDs() {
	gold, run := j.gold, j.run
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
	if isAsked(gold) {
		return
	}
	if gold.comma == 0 && len(in.columns) > 0 {
		if in.guessMap(); isAsked(in) {
			j.gold, j.inner = in, true
			return
		}
	}
	if id := j.sharedID(); id != "" {
		shared := *gold
		j.gold = &shared
		shared.columnMap, run.columnMap = gold.columnMap.WithPaths("id", id), run.columnMap.WithPaths("id", id)
	}
}

// listInner returns the objects in a row's lists, and in theirs, as rows.
func listInner(r rows.Row) (list []rows.Row) {
	for _, name := range loaders.SortedKeys(r.Values) {
		for _, v := range rows.ListOf(r.Values[name]) {
			if of, ok := v.(rows.RowObject); ok {
				list = append(append(list, rows.Row{Values: of}), listInner(rows.Row{Values: of})...)
			}
		}
	}
	return list
}

// sharedID returns the column by which a table and its gold rows can be joined: of that name in both, different in each row,
// with half of the table's values in the gold rows.
func (j *goldJoin) sharedID() string {
	for _, name := range j.run.columns {
		idsOf := func(t *tableSample) []string { return loaders.Map(textsIn(t.rows, name), strings.TrimSpace) }
		own, others := idsOf(j.run), idsOf(j.gold)
		isDistinct := areDistinct(own) && areDistinct(others)
		shared := loaders.CountFunc(own, func(id string) bool { return len(loaders.Shared(pathEnds(id), others)) > 0 })
		if isDistinct && name != lineColumn && 2*shared >= len(own) {
			return name
		}
	}
	return ""
}

// pathEnds returns an id, and the ends of a path without its first folders, because the files may begin it elsewhere.
func pathEnds(exampleID string) (ends []string) {
	const most = 16
	for found := true; found && len(ends) < most; _, exampleID, found = strings.Cut(exampleID, "/") {
		ends = append(ends, exampleID)
	}
	return ends
}

// answerColumn returns the column that is named as gold, else the only one besides the id, or of those that the run has.
func (j *goldJoin) answerColumn(isByLine bool) (column string, err error) {
	t, runColumns := j.gold, j.run.columns
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
	if nested := loaders.Filter(t.columns, t.listsAnswers); len(nested) == 1 {
		return nested[0] + innerAnswer, nil
	}
	others := loaders.Without(t.columns, ids)
	if t.bare && len(others) > 1 { // whose numbers say nothing
		others = loaders.Filter(others, j.sharesAnswers())
	} else if len(others) > 1 {
		others = loaders.Shared(others, runColumns)
	}
	isText := func(name string) bool { return !areNumbers(t.rows, name) }
	if texts := loaders.Filter(others, isText); len(texts) == 1 { // classes beside numbers
		others = texts
	}
	if len(others) != 1 {
		return "", loaders.Errorf("no column is called gold; name one with --map 'gold=COLUMN,predicted=COLUMN'; the columns are %s",
			record.Listed(t.columns, mostColumns))
	}
	return others[0], nil
}

// innerAnswer is the path of the accepted answers in a list of objects, as KILT's is.
const innerAnswer = ".answer"

// listsAnswers reports whether a column has lists of objects with an answer.
func (t *tableSample) listsAnswers(column string) bool {
	return slices.ContainsFunc(t.rows, func(r rows.Row) bool {
		return len(r.ListAt(column+innerAnswer)) > 0
	})
}

// sharesAnswers returns a function that reports whether most of a column's values are in the run's columns besides its ids.
func (j *goldJoin) sharesAnswers() func(column string) bool {
	said := map[string]bool{}
	for _, text := range textsIn(j.run.rows, loaders.Without(j.run.columns, j.run.columnMap.PathsOf("id"))...) {
		said[strings.ToLower(text)] = true
	}
	return func(column string) bool {
		texts := textsIn(j.gold.rows, column)
		return 2*loaders.CountFunc(texts, func(text string) bool { return said[strings.ToLower(text)] }) >= len(texts)
	}
}

// answerOfBoth returns the run's answer that correct answers have under the same name; "" for none, and if it has another.
func answerOfBoth(runColumns, goldColumns, ids []string) string {
	if slices.ContainsFunc(runColumns, isPredictionName) {
		return ""
	}
	return loaders.ElementAt(runColumns, slices.IndexFunc(runColumns, func(name string) bool {
		isAnswer := len(runColumns) == 2 || roles.RoleNamed(name) == "gold"
		return isAnswer && !slices.Contains(ids, name) && slices.Contains(goldColumns, name)
	}))
}
