package writing

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/output"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// Options are the flags of convert.
type Options struct {
	output.Target
	To         string // a format, also of tables
	Columns    TableSelection
	Modules    []string
	Categories string
	Each       bool // native: every attribution becomes a run
}

const (
	toNative = "native"
	toCOCO   = "coco"
	toHTML   = "html" // a page of examples
	toSite   = "site" // a folder of static pages
	toRows   = "faithful-nmn-csv"
)

// targetByName returns the format that a file's name asks for: native for .jsonl and without an ending. It fails for an unknown
// ending.
func targetByName(filePath string) (string, error) {
	ending := filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(filePath, ".gz"), ".zst"))
	f := table.Find(filePath)
	switch {
	case filePath == "-" || ending == "" || ending == ".jsonl":
		return toNative, nil
	case f != nil:
		return f.Name, nil
	}
	return "", fmt.Errorf("%s: no format for names ending in %s; name a format, or end in .jsonl or %s", filePath, ending,
		loaders.OrList(table.Names(nil)))
}

// Tabled reports whether To is a format of tables; HTML only with columns.
func (o *Options) Tabled() bool {
	return table.Find(o.To) != nil && (o.To != toHTML || o.Columns != TableSelection{})
}

// TableSelection say which rows and columns a table has.
type TableSelection struct {
	Of    string // one of [Tables]; "": the first
	Names string // columns or expressions, comma-separated; "": the usual ones
}

// Tables are the tables that a run has.
var Tables = []string{"examples", "modules", "attributions"}

// writeRows computes 16,384 rows at a time, because all columns of a large run don't fit into memory.
func (o *Options) writeRows(ctx context.Context, w io.Writer, title string, t *facts.Table, exampleIndices []int) (n int, err error) {
	f := table.Find(o.To)
	if exampleIndices == nil {
		exampleIndices = t.All()
	}
	switch o.Columns.Of {
	case Tables[1]:
		t = t.Modules()
	case Tables[2]:
		t = t.Attributions()
	}
	list, heads, err := o.Columns.readColumns(t, f.Rows != nil)
	if err != nil {
		return 0, err
	}
	isOfExamples := o.Columns.Of == "" || o.Columns.Of == Tables[0]
	to, rows := f.Open(w, title, heads), t.Rows(exampleIndices)
	const most = 1 << 14 // rows in memory at once
	for part := range slices.Chunk(rows, most) {
		values := make([][]any, len(list))
		for k, e := range list {
			if values[k], err = e.Values(ctx, t, part); err != nil {
				return 0, err
			}
		}
		for i := range part {
			cells := make([]any, len(values))
			for k := range values {
				if cells[k] = cellOf(values[k][i]); cells[k] == nil && heads[k].Name == "faithfulness" && isOfExamples {
					cells[k] = t.Overall(part[i])
				}
			}
			if err := to.Write(cells); err != nil {
				return 0, err
			}
		}
	}
	return len(rows), to.Close()
}

// cellOf returns nil for NaN: the example doesn't have it.
func cellOf(v any) any {
	switch v := v.(type) {
	case []string:
		return strings.Join(v, ", ")
	case float64:
		if math.IsNaN(v) {
			return nil
		}
	}
	return v
}

// readColumns fails for a repeated expression, because columns of one name can't be told apart.
func (c *TableSelection) readColumns(t *facts.Table, forScripts bool) (list []*query.Expression, heads []table.Column, err error) {
	names := loaders.NonEmpty(scoring.SplitOutside(c.Names, ','))
	if c.Names == "" {
		names = defaultColumns(t, c.Of, forScripts)
	}
	for _, name := range names {
		e, err := query.ParseExpression(name, t.Fields())
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("--columns: %s: %w", name, err)
		case slices.ContainsFunc(heads, func(h table.Column) bool { return h.Name == name }):
			return nil, nil, fmt.Errorf("--columns names %s twice", name)
		}
		head := map[query.FieldKind]table.ValueKind{query.Number: table.Number, query.Truth: table.Truth}[e.Kind()].Column(name)
		head.Digits, head.Wide = 2, name == "question" || name == "text"
		if k := slices.IndexFunc(t.Columns(), func(c facts.Column) bool { return query.Reference(c.Name) == e.String() }); k >= 0 {
			head.Unit, head.Better = t.Columns()[k].Unit, t.Columns()[k].Better
		}
		list, heads = append(list, e), append(heads, head)
	}
	return list, heads, nil
}

// defaultColumns gives scripts all that says how an example was judged.
func defaultColumns(t *facts.Table, rowKind string, forScripts bool) []string {
	if rowKind != "" && rowKind != Tables[0] {
		return append([]string{"id"}, t.Own()...)
	}
	names := []string{"id", "question"}
	types := loaders.Map(t.Present(), func(k int) string { return query.Reference("f1." + t.Types()[k]) })
	if forScripts {
		names = append(names, "answer.predicted", "answer.gold", "verdict", "metric", "faithfulness", "undefined", "faithful", "broken")
		if hasCredits(t) {
			names = slices.Insert(names, 5, facts.Credit)
		}
		return append(append(names, types...), "tag", "marked")
	}
	return append(append(names, "answer.predicted", "answer.gold", "verdict", "tag", "faithfulness"), types...)
}

func hasCredits(t *facts.Table) bool {
	credit := t.Column(facts.Credit)
	return slices.ContainsFunc(t.All(), func(row int) bool { return t.Answer(row) == loaders.Unknown && query.Float(credit.At(row)) >= 0 })
}

// Export is a run of which examples are exported.
type Export struct {
	Scored   *session.ScoredRun
	Book     *marks.MarksBook // nil: no marks
	Settings scoring.Settings
	Where    string // the query; "": all
	// Table has the run's examples for a table; nil: read Scored.
	Table *facts.Table
}
