package table

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Document is what a command prints, or what a screen exports.
type Document struct {
	Facts Facts  // true of all parts; only JSON has them
	List  string // what JSON calls the parts: "runs"; "" for a document of one part, which stands for it
	Parts []Part
}

// Part is what is said of one run, or of one comparison.
type Part struct {
	Name   string
	Path   string   // of the run; "" for a part that is of none, which Lines introduce
	Lines  []string // what the numbers are of, for people
	Spread string   // what stands behind a ±, "" where nothing does
	Facts  Facts    // for JSON, behind the name and the path
	Before Facts    // columns that files of rows have before those of the tables; nil for the run and its path
	Tables []*Table
}

// Table has rows of cells. One with a title is for people, one with a name is
// for scripts.
type Table struct {
	Name    string   // "scores"
	Title   string   // what it is, and whose
	Notes   []string // how it is made, a line each
	Columns []Column // the first heads what the rows are of
	Rows    [][]Cell // as long as Columns, or shorter where the last cells are empty
	Long    bool     // it may take more than a page of a paper
	Order   []string // the columns of files of rows (CSV, …) by their names; nil for all
}

// Column says what its cells are.
type Column struct {
	Name   string // in scripts: "p_holm"
	Title  string // for people; "" for the name
	Kind   Kind
	Unit   string // "%", "ms"; "" for none
	Better scoring.Direction
	Digits int  // behind the point, for people; 0 for three, or fewer where Kind says so
	Rests  bool // its cells that are [scoring.Value]s know how many examples they rest on
	Wide   bool // texts of a sentence or more, which a page has to break
	// In is the JSON object that the column is a member of, "" for the row itself. A
	// member that is empty is left out, as is an object without members.
	In string
	// Omit leaves an empty cell, and one that says no, out of JSON.
	Omit bool
}

// Kind is what a column holds.
type Kind uint8

// The kinds.
const (
	Text    Kind = iota
	Number       // a [scoring.Value]
	Count        // an int
	Chance       // a Number: how likely something is by chance, of which small ones matter
	Change       // a Number: a difference, with its sign
	Between      // a Number's interval: the cell's, shown with as many digits as its value
	Truth        // a bool or a [loaders.Verdict]
)

// Columns are columns of a kind by their names.
func (k Kind) Columns(names ...string) (list []Column) {
	for _, name := range names {
		list = append(list, Column{Name: name, Kind: k})
	}
	return list
}

// Columns are columns by their names, or name=title where people read another
// word than scripts. A kind is that of all names behind it, the first ones being
// texts; a column stands for itself.
func Columns(list ...any) (columns []Column) {
	kind := Text
	for _, x := range list {
		switch x := x.(type) {
		case Kind:
			kind = x
		case Column:
			columns = append(columns, x)
		case string:
			name, title, _ := strings.Cut(x, "=")
			columns = append(columns, Column{Name: name, Title: title, Kind: kind})
		}
	}
	return columns
}

// Cell is one value of a row.
type Cell struct {
	// Value is nil for an empty cell, a string, an int, a uint64 (a seed), a bool, a
	// float64, a [scoring.Value] or a [loaders.Verdict].
	Value    any
	Interval *scoring.Interval // nil for none
	N        int               // examples that it rests on, in a column that Rests
	Leads    string            // the query that lists its examples, "" for none
}

// Float is the cell as a number; ok is false for what is none, or undefined.
func (c Cell) Float() (x float64, ok bool) {
	switch v := c.Value.(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	case scoring.Value:
		return v.Float()
	}
	return 0, false
}

// Row makes a row of values; a value that is a [Cell] stays as it is.
func Row(values ...any) []Cell {
	row := make([]Cell, len(values))
	for i, v := range values {
		if c, ok := v.(Cell); ok {
			row[i] = c
		} else {
			row[i].Value = v
		}
	}
	return row
}

// At is a cell, the zero value for one that the row has not.
func (t *Table) At(row, column int) (c Cell) {
	if row < len(t.Rows) && column < len(t.Rows[row]) {
		c = t.Rows[row][column]
	}
	return c
}

// Add adds a row, as [Row] makes it.
func (t *Table) Add(values ...any) { t.Rows = append(t.Rows, Row(values...)) }

// Facts are names and values in their order: a JSON object. Values are those of
// cells, other Facts, lists of them, and tables.
type Facts []Fact

// Fact is one of them.
type Fact struct {
	Name  string
	Value any
}

// Named makes facts of names, each before its value.
func Named(list ...any) (facts Facts) {
	for i := 0; i+1 < len(list); i += 2 {
		facts = append(facts, Fact{list[i].(string), list[i+1]})
	}
	return facts
}

// Heading is the column's title for people, who should not have to know its unit or
// which way is better: "loss ↓".
func (c *Column) Heading() string {
	title := cmp.Or(c.Title, c.Name)
	if c.Unit != "" {
		title += " (" + c.Unit + ")"
	}
	if c.Better == scoring.Lower {
		title += " ↓"
	}
	return loaders.Clean(title)
}

// KindOf is the kind of a column that has a value like v.
func KindOf(v any) Kind {
	switch v.(type) {
	case int, uint64:
		return Count
	case float64, scoring.Value:
		return Number
	case bool, loaders.Verdict:
		return Truth
	}
	return Text
}

// Absent stands for an undefined number; the reason stands beside it.
const Absent = "–"

// number shows x with three decimals, as the value that it stands beside. One that
// they would show as nothing, or as a row of digits, has three digits and an
// exponent.
func number(x, beside float64) string {
	if size := math.Abs(beside); beside != 0 && (size < 0.0005 || size >= 1e6) {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// Show is a cell in clean text.
func (c *Column) Show(cell Cell) string {
	switch v := cell.Value.(type) {
	case string:
		return loaders.Clean(v)
	case int:
		return strconv.Itoa(v)
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case loaders.Verdict:
		return v.String()
	case float64:
		return c.real(v, cell.Interval)
	case scoring.Value:
		if x, ok := v.Float(); ok {
			return c.real(x, cell.Interval)
		}
		return Absent
	}
	return ""
}

// real shows a number, with half the width of its interval.
func (c *Column) real(x float64, in *scoring.Interval) string {
	text := number(x, x)
	switch {
	case c.Kind == Between && in == nil:
		return Absent
	case c.Kind == Between:
		return number(in.Low, x) + " to " + number(in.High, x)
	case c.Kind == Chance:
		return scoring.Chance(scoring.Defined(x))
	case c.Kind == Change && x > 0:
		text = "+" + text
	case c.Digits > 0:
		text = strconv.FormatFloat(x, 'f', c.Digits, 64)
	}
	if in != nil {
		text += plusMinus + number(in.PlusMinus(), x)
	}
	return text
}

// why is the reason why a cell is undefined, "" for none.
func (c Cell) why() string {
	v, _ := c.Value.(scoring.Value)
	return v.Why()
}
