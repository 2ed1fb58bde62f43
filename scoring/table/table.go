package table

import (
	"strings"

	"faithscope/scoring"
)

// Document holds what a command prints, or what a screen exports.
type Document struct {
	Facts Facts  // of all parts; only in JSON
	List  string // JSON's name for the parts: "runs"; "" for a document of one part
	Parts []Part
}

// Part is the part of a document about one run or comparison.
type Part struct {
	Name   string
	Path   string   // the run's; "" without a run
	Lines  []string // tell people what the numbers are about
	Spread string   // what ± means; "" without one
	Facts  Facts    // in JSON after name and path
	Before Facts    // first columns in files of rows; nil means the run and its path
	Tables []*Table
}

// Table has rows of cells. A table with a Title is for people, one with a Name for scripts.
type Table struct {
	Name    string // "scores"
	Title   string
	Notes   []string // how it was made
	Columns []Column // the first names what rows are about
	Rows    [][]Cell // as long as Columns, or shorter if the last cells are empty
	Long    bool     // may take more than a page of a paper
	Order   []string // names of the columns in files of rows (CSV, …); nil for all
}

// Column describes its cells.
type Column struct {
	scoring.Meaning
	Kind    Kind
	Digits  int    // decimals, for people; 0 means three, or fewer if Kind says so
	Rests   bool   // its [scoring.Value]s know how many examples they rest on
	Counted string // what they count, "" for examples
	// Percent shows its shares, or differences of them, in percent on a screen.
	Percent bool
	Wide    bool // a page must break its lines
	// In names the JSON object that the column is a member of, and for people the heading above
	// it and its neighbours; "" means the row itself. Empty members and objects are left out.
	In string
	// Omit leaves empty and false cells out of JSON.
	Omit bool
}

// Kind names what a column holds.
type Kind uint8

// The kinds.
const (
	Text    Kind = iota
	Number       // a [scoring.Value]
	Count        // an int, or a [scoring.Value] that counts
	Chance       // a Number: how likely by chance; small ones matter
	Change       // a Number: a difference, with its sign
	Between      // the interval of a Number's cell, with as many digits as its value
	Truth        // a bool or a [loaders.Verdict]
)

// Column returns a column of this kind with a name, which may come from a file.
func (k Kind) Column(name string) Column {
	return Column{Meaning: scoring.Meaning{Name: name}, Kind: k}
}

// Columns returns columns with the given names; "name=title" shows people another word, and
// "name=title: help" explains it. A kind, or [Share], applies to all names up to the next, and a
// direction behind it too; names before any are texts. An interval is titled by its level, and a
// Column, or several, in the list is used as it is.
func Columns(list ...any) (columns []Column) {
	of := Column{}
	for _, x := range list {
		switch x := x.(type) {
		case Kind:
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

// Share makes the names after it in a list of [Columns] shares of what a cell rests on.
var Share = Column{Kind: Number, Percent: true, Rests: true}

// Columns of tables in several packages: a score's names, its value or why it has none, and its
// count; a difference with its interval, its chance, and that corrected for the number of tests;
// a run, a query, and the number of examples.
var (
	Score       = Columns("protocol", "metric", "of")
	Value       = Number.Column("value")
	Undefined   = Column{Meaning: scoring.Meaning{Name: "undefined"}, Omit: true}
	N           = Columns(Count, "n=: on how many it rests")[0]
	Rest        = Columns(Count, "count=n")[0]
	Differences = Columns(Change, "difference", Between, "difference")
	Chances     = Columns(Chance, "p=: of such a difference by chance", "p_holm=p Holm: corrected for how many tests there are")
	Run         = Text.Column("run")
	Where       = Text.Column("where")
	Examples    = Columns(Count, "examples=: how many there are")[0]
)

// Problems are the columns of what is wrong in files.
var Problems = Columns("file=: that it is in", Count, "line=: of the file", Text, "example=: its id", "what=what is wrong: in the file",
	"done=what was done: with the record")

// Spread are the columns of how far the runs behind a mean differ.
var Spread = Columns(Number, "sd", Count, "runs")

// Cell is one value of a row.
type Cell struct {
	// Value is nil for an empty cell, a string, an int, a uint64 (a seed), a bool, a float64, a
	// [scoring.Value] or a [loaders.Verdict].
	Value    any
	Interval *scoring.Interval // nil for none
	N        int               // examples it rests on, in a column that Rests
	Among    int               // what a count without N is out of, for an explanation
	Leads    string            // query that lists its examples; "" for none
	Mark     string            // for people, after its text: stars of significance
	Score    *scoring.Score    // that it shows; nil for none
	Path     string            // of the file that it names; "" for none
}

// Float returns the cell as a number; ok is false if it isn't one, or undefined.
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

// Row returns a row of values; a [Cell] is used as it is.
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

// At implements [Source]: the zero value if the row is shorter or missing.
func (t *Table) At(row, column int) (c Cell) {
	if row < len(t.Rows) && column < len(t.Rows[row]) {
		c = t.Rows[row][column]
	}
	return c
}

// Source has a table's rows and is asked only for the cells in view, so that their number costs
// nothing.
type Source interface {
	TableName() string // shared by sources with the same columns
	Heads() []Column
	Len() int
	At(row, column int) Cell // the zero value if the row doesn't have it
}

// TableName implements [Source].
func (t *Table) TableName() string { return t.Name }

// Heads implements [Source].
func (t *Table) Heads() []Column { return t.Columns }

// Len implements [Source].
func (t *Table) Len() int { return len(t.Rows) }

// Add adds a row of values, as in [Row].
func (t *Table) Add(values ...any) { t.Rows = append(t.Rows, Row(values...)) }

// Facts are names with values, in order: a JSON object. Values are what cells hold, other Facts,
// lists of Facts, and tables.
type Facts []Fact

// Fact is a name with its value.
type Fact struct {
	Name  string
	Value any
}

// Named returns the facts of a list in which each name, a string, comes before its value.
func Named(list ...any) (facts Facts) {
	for i := 0; i+1 < len(list); i += 2 {
		facts = append(facts, Fact{list[i].(string), list[i+1]})
	}
	return facts
}

// Rows writes a table row by row.
type Rows interface {
	// Write writes a row: a value for each column, of the types that cells have.
	Write(row []any) error
	// Close ends the table but doesn't close the file.
	Close() error
}
