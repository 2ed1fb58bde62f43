package table

import (
	"strings"

	"faithscope/scoring"
)

// Document holds what a command prints or a screen exports.
type Document struct {
	Facts FactList // only in JSON
	List  string   // JSON's name for the parts; "" for one part
	Parts []DocumentPart
}

// DocumentPart is about one run or comparison.
type DocumentPart struct {
	Name   string
	Path   string
	Lines  []string
	Spread string
	Facts  FactList // in JSON after name and path
	Before FactList // first columns in files of rows; nil means the run and its path
	Tables []*Table
}

// Table is for people with a Title, for scripts with a Name.
type Table struct {
	Name    string // "scores"
	Title   string
	Notes   []string
	Columns []Column // the first names what rows are about
	Rows    [][]Cell // may be shorter if the last cells are empty
	Long    bool
	Order   []string // of columns in files of rows (CSV, …); nil for all
}

// Column describes its cells.
type Column struct {
	scoring.ColumnMeaning
	Kind    ValueKind
	Digits  int    // decimals, for people; 0 means three, or fewer by Kind
	Rests   bool   // [scoring.Value]s know how many examples they rest on
	Counted string // "" for examples
	// shares and their differences, on a screen
	Percent bool
	Wide    bool
	// the column's JSON object, and the heading above it and its neighbours; "" means the row.
	// Empty members and objects are left out.
	In string
	// empty and false cells, in JSON
	Omit bool
}

// ValueKind holds what a column holds.
type ValueKind uint8

// The kinds.
const (
	Text    ValueKind = iota
	Number            // a [scoring.Value]
	Count             // an int, or a [scoring.Value] that counts
	Chance            // a Number: small ones matter
	Change            // a Number with its sign
	Between           // a Number's interval, with as many digits
	Truth
)

// Column returns a column of the kind. The name may come from a file.
func (k ValueKind) Column(name string) Column {
	return Column{ColumnMeaning: scoring.ColumnMeaning{Name: name}, Kind: k}
}

// Columns returns named columns; "name=title" shows people another word, and "name=title: help"
// explains it. A kind, or [Share], applies to the names after it, and a direction behind it too;
// names before any are texts. An interval is titled by its level, and a Column, or several, in the
// list is used as it is.
func Columns(columnsOrLists ...any) (columns []Column) {
	of := Column{}
	for _, x := range columnsOrLists {
		switch x := x.(type) {
		case ValueKind:
			of = Column{Kind: x}
		case scoring.Direction:
			of.Better = x
		case Column:
			if x.Name == "" {
				of = x
				continue
			}
			columns = append(columns, x)
		case []Column:
			columns = append(columns, x...)
		case string:
			c, title := of, ""
			c.Name, title, _ = strings.Cut(x, "=")
			if c.Title, c.Help, _ = strings.Cut(title, ": "); c.Kind == Between {
				c.Title = "95 %"
			}
			columns = append(columns, c)
		}
	}
	return columns
}

// Share makes the names after it in [Columns] shares of what a cell rests on.
var Share = Column{Kind: Number, Percent: true, Rests: true}

// Shared by several packages.
var (
	Score       = Columns("protocol", "metric", "of")
	Value       = Number.Column("value")
	Undefined   = Column{ColumnMeaning: scoring.ColumnMeaning{Name: "undefined"}, Omit: true}
	N           = Columns(Count, "n=: sample size")[0]
	Rest        = Columns(Count, "count=n")[0]
	Differences = Columns(Change, "difference", Between, "difference")
	Chances     = Columns(Chance, "p=: probability of a difference this large by chance", "p_holm=p Holm: corrected for the number of tests")
	Run         = Text.Column("run")
	Where       = Text.Column("where")
	Examples    = Columns(Count, "examples=: number of examples")[0]
)

// Problems are the columns of faults in files.
var Problems = Columns("file=: file with the problem", Count, "line=: line in the file", Text, "example=: id of the example",
	"what=what is wrong: the problem found",
	"done=what was done: how the record was handled")

// Spread is of the runs behind a mean.
var Spread = Columns(Number, "sd", Count, "runs")

// Cell is one value of a row.
type Cell struct {
	// nil for an empty cell, a string, an int, a uint64 (a seed), a bool, a float64, a
	// [scoring.Value] or a [loaders.Verdict]
	Value    any
	Interval *scoring.Interval // nil for none
	N        int               // examples, in a column that Rests
	Among    int               // what a count without N is out of
	Leads    string            // query for its examples; "" for none
	Mark     string
	Score    *scoring.Score // nil for none
	Path     string         // of a file; "" for none
}

// Float returns false for a non-number or an undefined one.
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

// Row uses a [Cell] as it is.
func Row(cellValues ...any) []Cell {
	row := make([]Cell, len(cellValues))
	for i, v := range cellValues {
		if c, ok := v.(Cell); ok {
			row[i] = c
		} else {
			row[i].Value = v
		}
	}
	return row
}

// At returns the zero value beyond the table.
func (t *Table) At(rowIndex, columnIndex int) (c Cell) {
	if rowIndex < len(t.Rows) && columnIndex < len(t.Rows[rowIndex]) {
		c = t.Rows[rowIndex][columnIndex]
	}
	return c
}

// CellSource is asked only for the cells in view, so that rows cost nothing.
type CellSource interface {
	TableName() string // shared by sources with the same columns
	Heads() []Column
	Len() int
	At(row, column int) Cell // the zero value beyond the row
}

// TableName implements [CellSource].
func (t *Table) TableName() string { return t.Name }

// Heads implements [CellSource].
func (t *Table) Heads() []Column { return t.Columns }

// Len implements [CellSource].
func (t *Table) Len() int { return len(t.Rows) }

// Add adds a [Row].
func (t *Table) Add(cellValues ...any) { t.Rows = append(t.Rows, Row(cellValues...)) }

// FactList is an ordered JSON object of cells' values, other Facts, lists of Facts, and tables.
type FactList []Fact

// Fact is a name with its value.
type Fact struct {
	Name  string
	Value any
}

// Named takes each name, a string, before its value.
func Named(namesAndValues ...any) (facts FactList) {
	for i := 0; i+1 < len(namesAndValues); i += 2 {
		facts = append(facts, Fact{namesAndValues[i].(string), namesAndValues[i+1]})
	}
	return facts
}

// Put appends [Named] facts.
func (o *FactList) Put(namesAndValues ...any) { *o = append(*o, Named(namesAndValues...)...) }

// RowWriter writes a table row by row.
type RowWriter interface {
	Write(row []any) error
	// Close leaves the file open.
	Close() error
}
