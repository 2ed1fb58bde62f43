package facts

import (
	"math"
	"sync"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

// Column is a column of a table: a field of queries with its values. Its Help explains it.
type Column struct {
	query.Field
	Ruled bool // a few examples dominate its mean, so a difference would be theirs
	From  []string
	// Of returns its values for the rows of a table.
	Of func(t *Table) query.Column

	pages []string
}

// runAggregate is a protocol's aggregate.
type runAggregate struct {
	protocol string
	sum      scoring.SummedAggregate // nil if scores don't follow from sums
	scores   []string                // short names of its scores, "" without a column
	settings scoring.Settings
	read     int

	mu  sync.Mutex // sum draws partners at its first call
	row []float64
}

// size is the number of examples of a page.
const size = session.BlockSize

// budget limits the bytes of a run's pages, except the newest.
const budget = 64 << 20

// Kinds of pages; a protocol's numbers use its name.
const (
	inRecords = "its record"
	inGrades  = "the scores of its modules"
)

// runSnapshot is a run at one state, for which pages are made: its settings and the number of examples
// read.
type runSnapshot struct {
	run      *Run
	settings scoring.Settings
	read     int
}

// columnPage holds the values of some columns for a block of examples. It doesn't change.
type columnPage interface {
	// holdsExample reports whether the page has example k of the block, up to date.
	holdsExample(t *runSnapshot, k int) bool
	countBytes() int
}

// pageKey identifies a page.
type pageKey struct {
	kind string
	n    int
}

// pageSlot holds a page, nil until it is made.
type pageSlot struct {
	making sync.Mutex
	page   atomic.Pointer[columnPage]
}

// pageCache caches the pages of a run.
type pageCache struct {
	mu    sync.Mutex
	slots loaders.RecentValues[pageKey, *pageSlot]
}

func pagesWithin(byteCount int) loaders.RecentValues[pageKey, *pageSlot] {
	return loaders.RecentValues[pageKey, *pageSlot]{Most: math.MaxInt, Bytes: byteCount, Least: 1}
}

// Run has the tables of a run. It is safe for concurrent use.
type Run struct {
	Scored *session.ScoredRun
	// Reported is the run of which [Cut] makes groups; nil for Scored.
	Reported *session.ScoredRun
	// Marks returns a person's marks on an example. It is nil if marks can't be kept,
	// and set before the tables are used.
	Marks func(listedExample loaders.ListedExample) (tags []string, marked, annotated bool)

	pages pageCache

	aggregating sync.Mutex
	wholes      map[string]*runAggregate // by protocol; guarded by aggregating

	mu   sync.Mutex
	seen optionalColumns
	// The columns of the last table, and what they depend on.
	columns   []Column
	columnsOf string
}

// optionalColumns tells which of the columns that only some runs have occurred so far.
type optionalColumns struct {
	meta, scores map[string]bool // keys of metadata, names of the file's scores
	numbers      map[string]bool // names of protocols' columns
	probable     bool            // an answer has a probability
	whole        bool            // numbers are of all examples
}

// Table is a table of a run under one settings, and a [query.Source]: of examples, with their
// summaries from the first pass, or of their parts.
type Table struct {
	*session.Summaries
	runSnapshot
	*partRowStarts // nil for a table of examples
	// NameOf names a field in reasons and headings; nil for its query name.
	NameOf  func(field string) string
	other   *Table          // the first of others, or nil
	others  []func() *Table // the other open runs
	columns []Column

	places func() map[string]int // first example by id, found on demand
}

// partRowStarts tells where each example's rows begin in a table of parts, with the end as a last
// element. It is nil for a table of examples.
type partRowStarts struct {
	begin []int32
	own   int
}
