package writing

import (
	"context"
	"fmt"
	"io"
	"math"
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

// Options are the flags that convert alone takes.
type Options struct {
	output.Target
	To         string // a format: one of these, or that of a table
	Columns    Columns
	Modules    []string
	Categories string
	Each       bool // native: each attribution is scored, as a run of its own
}

const (
	toNative = "native"
	toCOCO   = "coco"
	toHTML   = "html" // a page of examples
	toSite   = "site" // a folder of static pages
	toRows   = "faithful-nmn-csv"
)

func targetOf(name string) string {
	if f := table.Find(name); f != nil && !strings.HasPrefix(f.Ending, ".json") {
		return f.Name
	}
	return toNative
}

// Tabled reports whether To is a format of tables; HTML is one only if columns are named.
func (o *Options) Tabled() bool {
	return table.Find(o.To) != nil && (o.To != toHTML || o.Columns != Columns{})
}

// Columns say what a table for a file has: rows of what, and which columns.
type Columns struct {
	Of    string // one of [Tables], "" for the first
	Names string // columns, or expressions over them, with commas between; "" for the usual ones
}

// Tables are the tables that a run has.
var Tables = []string{"examples", "modules", "attributions"}

// writeRows writes in the format To a table with the rows of some examples, nil for all, and the
// columns of readColumns. By Columns.Of the rows are these examples, or their modules or
// attributions. It returns how many rows there are.
func (o *Options) writeRows(ctx context.Context, w io.Writer, title string, t *facts.Table, examples []int) (n int, err error) {
	f := table.Find(o.To)
	if examples == nil {
		examples = t.All()
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
	to, rows := f.Open(w, title, heads), t.Rows(examples)
	const most = 1 << 14 // rows whose values are held at once
	for part := range slices.Chunk(rows, most) {
		values := make([][]any, len(list))
		for k, e := range list {
			if values[k], err = e.Values(ctx, t, part); err != nil {
				return 0, err
			}
		}
		for i := range part {
			if err := to.Write(loaders.Map(values, func(of []any) any { return cellOf(of[i]) })); err != nil {
				return 0, err
			}
		}
	}
	return len(rows), to.Close()
}

// cellOf returns a value as a table has it: several texts are one, with commas between, and a NaN
// is undefined. Others stay.
func cellOf(v any) any {
	switch v := v.(type) {
	case []string:
		return strings.Join(v, ", ")
	case float64:
		if math.IsNaN(v) {
			return scoring.Undefined("no number")
		}
	}
	return v
}

// readColumns parses the columns in Names, or those of defaultColumns for "", and returns their
// expressions and heads, which have the kind and, for a column of t, its unit and which way is
// better. It fails for an expression that t does not know, and for one that occurs twice.
func (c *Columns) readColumns(t *facts.Table, scripts bool) (list []*query.Expression, heads []table.Column, err error) {
	names := loaders.Filter(scoring.SplitOutside(c.Names, ','), func(name string) bool { return name != "" })
	if c.Names == "" {
		names = defaultColumns(t, c.Of, scripts)
	}
	for _, name := range names {
		e, err := query.ParseExpression(name, t.Fields())
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("--columns: %s: %w", name, err)
		case slices.ContainsFunc(heads, func(h table.Column) bool { return h.Name == name }):
			return nil, nil, fmt.Errorf("--columns names %s twice", name)
		}
		head := map[query.Kind]table.Kind{query.Number: table.Number, query.Truth: table.Truth}[e.Kind()].Column(name)
		head.Digits, head.Wide = 2, name == "question" || name == "text"
		if k := slices.IndexFunc(t.Columns(), func(c facts.Column) bool { return query.Reference(c.Name) == e.String() }); k >= 0 {
			head.Unit, head.Better = t.Columns()[k].Unit, t.Columns()[k].Better
		}
		list, heads = append(list, e), append(heads, head)
	}
	return list, heads, nil
}

// defaultColumns names the columns of a table without --columns. Of examples these are the id, the
// answers, verdict, tags, faithfulness and F1 of each type of module, for people with the question
// before, for scripts with all that says how an example was judged and whether it is marked. A
// table of modules or attributions (of) has the id and all columns of its own.
func defaultColumns(t *facts.Table, of string, scripts bool) []string {
	names := []string{"id"}
	if of != "" && of != Tables[0] {
		return append(names, t.Own()...)
	}
	types := loaders.Map(t.Present(), func(k int) string { return query.Reference("f1." + t.Types()[k]) })
	if scripts {
		names = append(names, "answer.predicted", "answer.gold", "verdict", "metric", "faithfulness", "undefined", "faithful", "broken")
		return append(append(names, types...), "tag", "marked")
	}
	return append(append(names, "question", "answer.predicted", "answer.gold", "verdict", "tag", "faithfulness"), types...)
}

// Export is a run of which examples are exported.
type Export struct {
	Scored   *session.Scored
	Book     *marks.Book // nil for examples as they are
	Settings scoring.Settings
	Where    string // what was asked for, "" for all
	// Table has the run's examples, of which a table is written; nil for one of what
	// Scored reads.
	Table *facts.Table
}
