package facts

import (
	"cmp"
	"fmt"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
)

// Group is the examples with one value, or with a number between two.
type Group struct {
	Text string // the value in words, "none" for an empty text
	// Where is a query for them, "" if there is none, and use the same for a module.
	Where, use            string
	Rows                  []int        // of the table, ascending
	scoring.VerdictCounts              // each example once
	credit                scoring.Mean // of answers without a verdict

	last int // 1 + the last example counted
}

func countRow(t *Table, g *Group, rowIndex int) {
	g.Rows = append(g.Rows, rowIndex)
	if i := t.Example(rowIndex); g.last != i+1 {
		g.last = i + 1
		g.VerdictCounts[t.Answer(i)][t.Faithful(i)]++
		if t.Answer(i) == loaders.Unknown {
			g.credit.Add(scoring.Defined(t.recordsOf(i).recordAt(i % size).credit))
		}
	}
}

// whereOf returns a query for the examples with a value. A field's falsehood also needs a known
// value, because an unknown one is false too.
func whereOf(queryFields query.Fields, e *query.Expression, v any) string {
	if f, ok := queryFields.Find(e.String()); ok {
		if v == false {
			return query.Both(queryFields, query.Equal(f.Name, v), f.Known)
		}
		return query.Equal(f.Name, v)
	}
	switch v := v.(type) {
	case bool:
		if v {
			return "(" + e.String() + ")"
		}
		return "not (" + e.String() + ")"
	case string:
		if e.Kind() == query.Set {
			return strconv.Quote(v) + " in (" + e.String() + ")"
		}
		return "(" + e.String() + ") == " + strconv.Quote(v)
	}
	return fmt.Sprintf("(%s) == %v", e, v)
}

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return cmp.Or(v, "none")
	case float64:
		return strconv.FormatFloat(v, 'g', 4, 64)
	case bool:
		if v {
			return "yes"
		}
	}
	return "no"
}
