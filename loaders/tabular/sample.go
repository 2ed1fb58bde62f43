package tabular

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// tableSample is the beginning of a table.
type tableSample struct {
	at        string // the path of its rows in a JSON text, "" for [record.Opening.Lines]'s
	comma     rune   // between cells, 0 for JSON
	columns   []string
	rows      []rows.Row
	columnMap roles.RoleMap             // as guessed
	decided   func() roles.RoleDecision // how the rows are read, decided once
	shape     string                    // by its first rows
	partial   bool                      // rows are not all
	whole     bool                      // all rows are read, however many
	columnar  bool                      // an object of columns
	split     bool                      // rows are lists of cells
	bare      bool                      // rows are lines without a header
	keyed     bool                      // rows are entries of an object
	headers   [][]string                // further lines of the header if two; one may be a row
	strays    bool                      // lines that are not rows were left out
	others    []string                  // keys of entries that are not rows
	kept      []int                     // elements of lists of ids, one of each; nil unless those are the rows
	total     int                       // rows that there should be, 0 if unknown
	lists     []string                  // paths of several lists that may be the rows, nil for one
}

// shapeOf returns the sorted columns with commas between, so that the next file has the same shape.
func shapeOf(columnNames []string) string {
	columnNames = slices.Clone(columnNames)
	slices.Sort(columnNames)
	return strings.Join(columnNames, ",")
}

// lineColumn is the only column of a text.
const lineColumn = "line"

func (t *tableSample) isText() bool { return len(t.columns) == 1 && t.columns[0] == lineColumn }

const mostLists = 6

func (t *tableSample) guessMap() {
	t.columnMap = roles.Guess(t.columns, t.rows)
	if t.keyed {
		t.columnMap = t.columnMap.Without("id")
	}
	isDistinct := areDistinct(textsIn(t.rows, t.columns[0]))
	if t.bare && t.columns[0] != lineColumn && isDistinct && !areFractions(t.rows, t.columns[0]) {
		t.columnMap = t.columnMap.WithPaths("id", t.columns[0])
	}
	t.decided = sync.OnceValue(func() roles.RoleDecision {
		by := roles.Decide(t.columns, t.rows, t.columnMap, t.partial)
		if t.bare {
			by.Doubt, by.Models = "its columns have no names", nil
		}
		if by.Words && t.at != "" {
			by.Doubt = "several rows belong to one example" // which are grouped only in a file of their own
		}
		if t.lists != nil {
			by.Doubt = loaders.IfElse(len(t.lists) == 1, "its rows are in nested lists: ", "several lists have the same columns: ") +
				record.Listed(t.lists, mostLists)
			paths := t.lists[:min(len(t.lists), mostLists)]
			if !strings.Contains(strings.Join(paths, ""), ".") {
				paths = slices.Insert(slices.Clone(paths), 0, "*.*") // all of them
			}
			first := append(by.Offers, by.Map)[0]
			by.Offers = loaders.Map(paths, func(path string) roles.RoleMap { return first.WithPaths("rows", path) })
			by.Models = nil
		}
		return by
	})
}

// addRow skips what can't be read, which the reading proper reports, and says whether fewer than 1000
// rows are known.
func (t *tableSample) addRow(rowKey string, rowJSON []byte) bool {
	r, err := rows.FromRecord(&record.Record{Bytes: rowJSON, Key: rowKey})
	if err != nil {
		return true
	}
	add := func(name string) {
		if _, read := r.Values[name]; read && !slices.Contains(t.columns, name) {
			t.columns = append(t.columns, name)
		}
	}
	gjson.ParseBytes(rowJSON).ForEach(func(key, _ gjson.Result) bool { // in the order of the file
		add(key.String())
		return true
	})
	add(rows.Sole)
	t.keyed = rowKey != ""
	t.rows = append(t.rows, r)
	return !t.isEnough()
}

func (t *tableSample) isEnough() bool { return !t.whole && len(t.rows) >= mostSampled }

func (t *tableSample) manyLines() bool {
	return t.anyValue(func(v any) bool {
		text, _ := v.(string)
		return strings.Contains(text, "\n")
	})
}

func (t *tableSample) anyValue(isMatch func(any) bool) bool {
	return slices.ContainsFunc(t.rows, func(r rows.Row) bool { return slices.ContainsFunc(slices.Collect(maps.Values(r.Values)), isMatch) })
}

const mostColumns = 20

// mostSampled bounds the rows at the beginning of a file that a decision looks at.
const mostSampled = 1000

// byOutcome reads a report that lists ids by what became of them, as SWE-bench's does. Those in the only list named
// as a verdict are right, if a list has others besides all of them, or is named as wrong.
func (t *tableSample) byOutcome(report gjson.Result) bool {
	byID, elements, isColumn := map[string]rows.RowObject{}, 0, false
	report.ForEach(func(key, value gjson.Result) bool {
		name := strings.TrimSuffix(key.String(), "_ids")
		if !value.IsArray() {
			t.total += loaders.IfElse(strings.HasPrefix(name, "total"), int(value.Int()), 0)
			return true
		}
		t.columns = append(t.columns, name)
		for _, id := range value.Array() {
			r := byID[id.String()]
			if r == nil {
				r = rows.RowObject{"id": id.String()}
				byID[id.String()], t.rows, t.kept = r, append(t.rows, rows.Row{Values: r}), append(t.kept, elements)
			}
			isColumn = isColumn || r[name] != nil || id.IsObject()
			r[name] = true
			elements++
		}
		return true
	})
	right := loaders.Filter(t.columns, func(name string) bool { return roles.RoleNamed(name) == "correct" })
	hasMore := func(name, otherName string) bool {
		return slices.ContainsFunc(t.rows, func(r rows.Row) bool { return r.Values[name] != nil && r.Values[otherName] == nil })
	}
	isWhole := func(name string) bool {
		verdict, _ := roles.VerdictOf(name, false)
		return hasMore(name, right[0]) && (verdict == loaders.Wrong || !hasMore(right[0], name))
	}
	if isColumn || len(right) != 1 || !slices.ContainsFunc(t.columns, isWhole) {
		*t = tableSample{}
		return false
	}
	for _, r := range t.rows {
		r.Values[right[0]] = r.Values[right[0]] != nil
	}
	t.decided = sync.OnceValue(func() roles.RoleDecision {
		return roles.RoleDecision{Map: roles.RoleMap{}.WithPaths("id", "id").WithPaths("correct", right...)}
	})
	return true
}

func (t *tableSample) idOf(r rows.Row) string {
	if r.Key != "" {
		return r.Key
	}
	for _, path := range t.columnMap.PathsOf("id") {
		if id := strings.TrimSpace(r.TextAt(path)); id != "" {
			return id
		}
	}
	return ""
}

func textsIn(tableRows []rows.Row, columns ...string) (texts []string) {
	for _, name := range columns {
		texts = append(texts, loaders.Map(tableRows, func(r rows.Row) string { return r.TextAt(name) })...)
	}
	return texts
}

// areDistinct is false for an empty text, too.
func areDistinct(texts []string) bool { return len(loaders.Distinct(texts)) == len(texts) }

func areNumbers(tableRows []rows.Row, column string) bool {
	return !slices.ContainsFunc(tableRows, func(r rows.Row) bool { _, ok := rows.NumberOf(r.ValueAt(column)); return !ok })
}

// areFractions reports whether every value is a number with a point, as scores are and ids aren't.
func areFractions(tableRows []rows.Row, column string) bool {
	isWhole := func(text string) bool { return !strings.Contains(text, ".") }
	return areNumbers(tableRows, column) && !slices.ContainsFunc(textsIn(tableRows, column), isWhole)
}

func isAnswerName(name string) bool { return roles.RoleNamed(name) != "" }

func isPredictionName(name string) bool { return roles.RoleNamed(name) == "predicted" }

func cloneRows(tableRows []rows.Row) []rows.Row {
	return loaders.Map(tableRows, func(r rows.Row) rows.Row {
		r.Values = maps.Clone(r.Values)
		return r
	})
}

func listOf(texts []string) any {
	return loaders.Map(texts, func(text string) any { return text })
}
