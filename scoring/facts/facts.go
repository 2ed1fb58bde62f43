package facts

import (
	"sync"
	"sync/atomic"

	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

// Column is a column of a table: a field that a query can ask, whose Help is the
// sentence that explains it.
type Column struct {
	query.Field
	Ruled bool // a few examples rule its mean, so that a difference would be theirs
	// From names what its values are made from: columns, or what several columns are made from.
	From []string
	// Of returns its values for the rows of a table.
	Of func(t *Table) query.Column

	pages []string // that it reads, besides the results of the first pass
}

// whole is a protocol's aggregate of a run.
type whole struct {
	protocol string
	sum      scoring.Summed // nil for a protocol whose scores do not follow from sums
	scores   []string       // short names of its scores, "" for those without a column
	settings scoring.Settings
	read     int

	mu  sync.Mutex // sum draws partners when it is first called
	row []float64
}

// size is how many examples a page has.
const size = session.BlockSize

// budget is how many bytes of pages a run keeps, besides the page that was made
// last.
const budget = 64 << 20

// The kinds of pages; those of a protocol's numbers have its name.
const (
	inRecords = "its record"
	inGrades  = "the scores of its modules"
)

// aim holds what pages are made for: a run, the settings, and the number of
// examples read.
type aim struct {
	run      *Run
	settings scoring.Settings
	read     int
}

// page is the values of some columns for the examples of a block. It does not
// change.
type page interface {
	// holds reports whether the page has example k of the block as a table
	// needs it: else it is outdated.
	holdsExample(t *aim, k int) bool
	countBytes() int
}

// key identifies a page by its kind and its block.
type key struct {
	kind string
	n    int
}

// slot has a page, nil while it was never made.
type slot struct {
	making sync.Mutex
	page   atomic.Pointer[page]
	used   int // when it was last asked for; guarded by pages.mu
	bytes  int // the same
}

// pages are the pages of a run.
type pages struct {
	mu    sync.Mutex
	slots map[key]*slot
	turn  int
	held  int // bytes
	limit int // of them
}

// Run has the tables of a run. It is safe for concurrent use.
type Run struct {
	Scored *session.Scored
	// Marks returns what a person marked on the example of an id: its tags, and
	// whether it is marked and annotated. Nil where marks cannot be kept. It is set before
	// the tables are used.
	Marks func(id string) (tags []string, marked, annotated bool)

	pages pages

	aggregating sync.Mutex
	wholes      map[string]*whole // by protocol; guarded by aggregating

	mu   sync.Mutex
	seen seen
	last listed
}

// listed are the columns of the last table, and what they are the columns of.
type listed struct {
	of      string
	columns []Column
}

// seen says which of the columns that only some runs have were seen so far.
type seen struct {
	meta, scores map[string]bool // keys of metadata, names of the file's scores
	numbers      map[string]bool // of protocols, by the names of their columns
	probable     bool            // some answer has a probability
	whole        bool            // the numbers of all examples
}

// Table is a table of a run under one settings, and a [query.Source]: of its
// examples, whose summaries of the first pass it has, or of their parts.
type Table struct {
	*session.Summaries
	aim
	*parts                  // nil for a table of examples
	other   *Table          // the first of others, nil for none
	others  []func() *Table // the runs that are open besides
	columns []Column

	places func() map[string]int // of the first example of an id, found when it is needed
}

// parts say where the rows of each example begin in a table of what examples
// are made of; one more says where they end. It is nil for a table of examples, whose
// rows are the examples themselves.
type parts struct {
	begin []int32
	own   int // how many of the columns are the parts' own
}
