package tabular

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// holders are the keys under which programs put rows, so that even one or two records there are
// rows.
var holders = strings.Fields(`results rows data records examples samples predictions items testCases test_cases test_results
	evaluation_results`)

// jsonOf returns the first rows of a JSON text. An object that is a run by its own columns is one
// row, whatever lists it has. If the rows have only numbers they may be totals by kind, so the
// longest other list is taken.
func jsonOf(ctx context.Context, src *loaders.Source, m roles.RoleMap) *tableSample {
	if strings.Join(m.PathsOf("rows"), "") == "." {
		t := &tableSample{}
		// What cannot be read is reported when the rows are.
		_, _ = record.Look(ctx, record.Within(src, ""), func(rec *record.Record) bool { return t.addRow("", rec.Bytes) })
		return t
	}
	t := &tableSample{at: rowsAt(ctx, src, m)}
	if t.at != "" && !m.Has("rows") && len(src.Head) < loaders.HeadSize {
		one := &tableSample{}
		one.readLines(src.Head)
		by := roles.Decide(one.columns, one.rows, nil, false)
		if len(one.rows) == 1 && by.Doubt == "" && slices.ContainsFunc(by.Map.PathsOf("predicted"), func(path string) bool {
			return slices.Contains(one.columns, path) // not of a record within
		}) {
			return one
		}
	}
	t.readJSON(ctx, src)
	if !m.Has("rows") && t.at != "" {
		t.chooseList(ctx, src)
	}
	if !m.Has("rows") && t.lists == nil && !t.hasAnswers() {
		t = cmp.Or(innerList(ctx, src, t.at, t.rows), t)
	}
	t.leaveOthers()
	return t
}

// chooseList passes over tasks and totals. If several lists have answers in the same columns, the only
// one under a key of [holders] is taken; otherwise it keeps all their paths in t.lists.
func (t *tableSample) chooseList(ctx context.Context, src *loaders.Source) {
	in, err := files.Reader(src)
	if err != nil {
		return
	}
	defer in.Close()
	var found []*tableSample
	if t.hasAnswers() {
		found = append(found, t)
	}
	for _, list := range index.OtherLists(ctx, io.LimitReader(in, mostBytes), t.at) {
		other := &tableSample{at: list.Path}
		isAlike := func() bool {
			return len(found) == 0 || 2*len(loaders.Shared(other.columns, found[0].columns)) >= len(other.columns)
		}
		if other.readJSON(ctx, src); other.hasAnswers() && isAlike() {
			found = append(found, other)
		}
	}
	found = loaders.Filter(found, func(of *tableSample) bool {
		return !slices.ContainsFunc(found, func(longer *tableSample) bool {
			shared := loaders.Shared(of.columns, longer.columns)
			return len(shared) > 1 && isPart(of.rows, longer.rows, shared)
		})
	})
	isHeld := func(of *tableSample) bool { return slices.Contains(holders, strings.TrimSuffix(of.at, ".*")) }
	if held := loaders.Filter(found, isHeld); len(held) == 1 {
		found = held
	}
	if len(found) > 0 {
		*t = *found[0]
	}
	if len(found) > 1 {
		t.lists = loaders.Map(found, func(of *tableSample) string { return strings.TrimSuffix(of.at, ".*") })
		for _, other := range found[1:] {
			t.rows = append(t.rows, other.rows...)
		}
	}
}

// innerList returns the rows in lists within rows that have no answers, as videos have questions; nil for none, and if an id
// comes twice. If a question does, as with several systems by name, each list is a run.
func innerList(ctx context.Context, src *loaders.Source, listPath string, outerRows []rows.Row) *tableSample {
	isLines := listPath == "" && record.FirstByte(src.Head) != '['
	if isLines || len(outerRows) == 0 {
		return nil
	}
	const most = 8 // each reads the file's beginning
	lists := loaders.Filter(loaders.SortedKeys(outerRows[0].Values), func(column string) bool {
		return len(rows.ListOf(outerRows[0].Values[column])) > 0
	})
	for _, column := range lists[:min(len(lists), most)] {
		t := &tableSample{at: cmp.Or(listPath, "*") + "." + column + ".*"}
		t.readJSON(ctx, src)
		named := roles.Guess(t.columns, t.rows)
		isPair := slices.ContainsFunc(roles.Decide(t.columns, t.rows, nil, true).Readings, roles.CandidateReading.IsOfPair)
		if !isPair || !areDistinct(textsIn(t.rows, named.PathsOf("id")...)) {
			continue
		}
		path, isWithin := strings.CutSuffix(listPath, "*")
		if isWithin && outerRows[0].Key != "" && !areDistinct(textsIn(t.rows, named.PathsOf("question")...)) {
			_, _ = record.Look(ctx, record.Within(src, listPath), func(rec *record.Record) bool {
				t.lists = append(t.lists, path+rec.Key+"."+column)
				return len(t.lists) <= mostLists
			})
		}
		if t.lists == nil {
			t.lists = []string{t.at}
		}
		return t
	}
	return nil
}

// isPart reports whether a longer list has all rows of another, as one of all cases has those of mistakes.
func isPart(tableRows, longerRows []rows.Row, sharedColumns []string) bool {
	if len(tableRows) >= len(longerRows) || len(longerRows) >= mostSampled {
		return false
	}
	cells := func(r rows.Row) string {
		return strings.Join(loaders.Map(sharedColumns, r.TextAt), "\x00")
	}
	all := loaders.Map(longerRows, cells)
	return !slices.ContainsFunc(tableRows, func(r rows.Row) bool { return !slices.Contains(all, cells(r)) })
}

func (t *tableSample) hasAnswers() bool {
	by := roles.Decide(t.columns, t.rows, nil, true)
	isTotal := t.keyed && !t.anyValue(func(v any) bool { return !numericText(rows.Text(v)) })
	return !isTotal && (by.Doubt == "" || by.Readings != nil || slices.ContainsFunc(by.Offers, func(m roles.RoleMap) bool {
		return m.Has("correct") || m.ComparesAnswers()
	}))
}

// leaveOthers moves the fewer entries that share no column with most rows to t.others, because they
// describe the others. Keys with a dot or an exclamation mark stay, since a path can't leave them out.
func (t *tableSample) leaveOthers() {
	columns := func(r rows.Row) []string {
		if r.Bare {
			return []string{""}
		}
		return loaders.SortedKeys(r.Values)
	}
	times := map[string]int{}
	for _, r := range t.rows {
		for _, name := range columns(r) {
			times[name]++
		}
	}
	t.columns = withoutMarks(t.columns, t.rows)
	usual := func(name string) bool {
		return 2*times[name] > len(t.rows) && (name == "" || slices.Contains(t.columns, name))
	}
	var kept []rows.Row
	var others []string
	for _, r := range t.rows {
		if strings.ContainsAny(r.Key, ".!") || slices.ContainsFunc(columns(r), usual) {
			kept = append(kept, r)
		} else {
			others = append(others, r.Key)
		}
	}
	if len(others) == 0 || len(kept) <= len(others) {
		return
	}
	if t.rows = kept; t.keyed {
		t.others = others
	} else {
		t.strays = true
	}
	t.columns = slices.DeleteFunc(t.columns, func(name string) bool { return !rows.IsPresent(kept, name) })
}

// withoutMarks leaves out the columns of a first row that otherwise has none of the others', where these are the same in all
// others: they mark what kind of line it is.
func withoutMarks(columns []string, tableRows []rows.Row) []string {
	const least = 3 // others, and columns
	if len(tableRows) <= least || tableRows[0].Bare {
		return columns
	}
	first, rest := tableRows[0].Values, tableRows[1:]
	var marks []string
	for name := range first {
		texts := textsIn(rest, name)
		switch values := loaders.Distinct(texts); {
		case len(values) == 0: // the first row's own
		case len(values) > 1 || slices.Contains(texts, "") || values[0] == rows.Text(first[name]):
			return columns
		default:
			marks = append(marks, name)
		}
	}
	return loaders.Filter(columns, func(name string) bool { return len(columns) <= least || !slices.Contains(marks, name) })
}

func rowsAt(ctx context.Context, src *loaders.Source, m roles.RoleMap) string {
	if rows := m.PathsOf("rows"); rows != nil {
		for _, path := range rows[1:] {
			for range index.In(src.Head, elementsAt(path)) {
				return elementsAt(path)
			}
		}
		return elementsAt(rows[0])
	}
	if areLinesOfJSON(src.Head) {
		return ""
	}
	in, err := files.Reader(src)
	if err != nil {
		return ""
	}
	defer in.Close()
	listPath, ok := index.FindList(ctx, in, func(key string) bool { return slices.Contains(holders, key) })
	if !ok {
		return flatIn(src.Head)
	}
	return listPath
}

// areLinesOfJSON reports whether the first line is an object, and another one, so that a broken second one is a problem.
func areLinesOfJSON(head []byte) bool {
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	isObject := func(line []byte) bool { return record.FirstByte(line) == '{' && record.Valid(line) }
	for line := range bytes.Lines(rest) {
		if isObject(line) {
			return isObject(first)
		}
	}
	return false
}

func elementsAt(listPath string) string {
	listPath = strings.NewReplacer("[", ".", "]", "").Replace(listPath)
	if listPath != "" && listPath != "*" && !strings.HasSuffix(listPath, ".*") {
		listPath += ".*"
	}
	return listPath
}

// mostBytes bounds the rows read behind the head of a file.
const mostBytes = 4 << 20

func (t *tableSample) readJSON(ctx context.Context, src *loaders.Source) {
	if t.readText(src.Head); len(t.rows) > 0 || len(src.Head) < loaders.HeadSize {
		return
	}
	size := 0
	// What cannot be read is reported when the rows are.
	_, _ = record.Look(ctx, record.Within(src, t.at), func(rec *record.Record) bool {
		size += len(rec.Bytes)
		return t.addRow(rec.Key, rec.Bytes) && size < mostBytes
	})
}

func (t *tableSample) readText(tableText []byte) {
	if t.comma != 0 {
		t.readTable(tableText)
	} else if t.at == "" {
		t.readLines(tableText)
	} else {
		t.readElements(tableText, t.at)
	}
}

func (t *tableSample) readLines(head []byte) {
	path := "*"
	if record.FirstByte(head) != '[' {
		path = ""
		for line := range bytes.Lines(head) {
			if line = index.Uncomma(bytes.TrimSpace(line)); len(line) > 0 && !t.addRow("", line) {
				return
			}
		}
	}
	if len(t.rows) == 0 { // there are no lines
		t.readElements(head, path)
	}
}

func (t *tableSample) readElements(head []byte, listPath string) {
	for e := range index.In(head, listPath) {
		if !t.addRow(e.Key, e.Bytes) {
			return
		}
	}
}
