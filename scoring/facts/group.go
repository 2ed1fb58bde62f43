package facts

import (
	"cmp"
	"fmt"
	"strconv"

	"faithscope/scoring"
	"faithscope/scoring/query"
)

// Group is the examples that have one value, or a number between two.
type Group struct {
	Text string // the value in words, "none" for an empty text
	// Where is a query that holds for them, "" if there is none, and use what then holds for a module.
	Where, use       string
	Rows             []int        // of the table, ascending
	scoring.Quadrant              // its examples, each once
	Score            scoring.Mean // of those that have one

	last int // 1 + the example that was counted last
}

// countRow appends a row to a group. Unless the row before it was of the same example, it also adds
// the example's verdicts to the group's quadrant and its score to the group's mean.
func (t *Table) countRow(g *Group, row int) {
	g.Rows = append(g.Rows, row)
	if i := t.Example(row); g.last != i+1 {
		g.last = i + 1
		g.Quadrant[t.Answer(i)][t.Faithful(i)]++
		g.Score.Add(t.Overall(i))
	}
}

// whereOf returns a query for the examples whose expression e has the value v. For a field it is an
// equality, of false also that the value is known. Of other expressions it compares the whole, of a
// set that v is in it.
func whereOf(fields query.Fields, e *query.Expression, v any) string {
	if f, ok := fields.Find(e.String()); ok {
		if v == false {
			return query.Both(fields, query.Equal(f.Name, v), f.Known)
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

// textOf returns a value in words: a text, or "none" for an empty one; a number with 4 digits;
// "yes" for true, and "no" for anything else.
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
